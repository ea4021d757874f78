! What is read has no derivative: numbers, elements, sections, implied loops, members, from internal files and others; values may be left out.
! entry: head; independents: x; dependents: y
! judged: driver
module inputs
  implicit none
  type pair
    real(8) :: a = 1d0, b = 2d0
  end type
  real(8) :: g = 1d0
contains
  subroutine get(text, v, n)
    character(len=*), intent(in) :: text
    real(8), intent(inout) :: v(:)
    integer, intent(out) :: n
    integer :: status
    read (text, *, iostat=status) n, v(2), v(1)
    if (status /= 0) n = 1
  end subroutine
end module
subroutine head(x, y)
  use inputs
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(4)
  real(8) :: v(3), w(2, 2), z
  complex(8) :: c
  type(pair) :: p
  character(len=20) :: text
  integer :: i, k, n, status
  v = x**2
  z = x(1)*x(2)
  y(1) = z*v(1)
  text = '1.5 0.25'
  read (text, *) z, v(3)
  y(1) = y(1) + z*v(1) + v(3)*x(3)
  call get('2 0.5 0.75', v, n)
  y(2) = v(1)*x(1)**n + v(2)*x(2) + v(3)
  p%a = x(1)
  w = x(2)
  c = x(1)
  open (17, status='scratch', action='readwrite')
  write (17, *) (0.1d0*i, i = 1, 9)
  write (17, '(2f8.3)') 0.5d0, 0.25d0
  write (17, *) 1.25d0
  rewind (17)
  read (17, *) p%a, v(1:2), ((w(i, k), i = 1, 2), k = 1, 2), p%b
  y(3) = p%a*x(3) + p%b*v(1) + sum(w*x(1)) + x(1)*real(c)
  read (17, '(2f8.3)') (v(i), i = 2, 3)
  y(3) = y(3) + v(1)*v(2)*x(1) + v(3)
  do i = 1, 5
    z = x(1)
    read (17, *, iostat=status) z
    if (status /= 0) exit
    y(3) = y(3)*z
  end do
  read (17, *, end=20, err=20) z
  y(3) = 0
20 continue
  close (17)
  c = cmplx(x(1), x(2), 8)
  text = '(1.0, 2.0) 3.0'
  read (text, *) c, g
  y(4) = real(c)*x(1) + aimag(c)*x(2)*g + g*x(3)
end subroutine
