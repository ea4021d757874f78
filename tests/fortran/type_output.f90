! Members of structures in output: alone, in arrays, in implied loops, in internal files, and all of a structure.
! entry: head; independents: x; dependents: y
! compared: no
module things
  implicit none
  type point
    real(8) :: c(2) = 0d0
    integer :: n = 1
  end type
  type body
    type(point) :: p(3)
    real(8) :: mass = 1d0
  end type
  type plain
    real(8) :: a = 1d0, b(2) = 2d0
    logical :: is_set = .false.
  end type
  type label
    character(len=8) :: name = 'body'
    character(len=8) :: words(2)
    integer :: unit = 6
  end type
  type(body) :: b
contains
  function weight(q) result(w)
    type(point), intent(in) :: q
    real(8) :: w
    w = q%c(1)*q%c(2)
  end function
end module
subroutine head(x, y)
  use things
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  character(len=40) :: line
  type(plain) :: one
  type(body) :: own
  type(label) :: l
  integer :: i, k
  l%words(1) = 'first'
  l%words(2) = 'second'
  do i = 1, 3
    b%p(i)%c = [x(i), x(i)**2]
    b%p(i)%n = i
    own%p(i) = b%p(i)
  end do
  one%a = x(1)
  write (*, *) b%mass, l%name, own%p(2)%c(1), 'text with % in it: b%mass'
  print *, own%p(1)%c, trim(l%name)//'!', b%p(2)%n + 1
  print '(2(a, i3, f8.4))', (l%words(i), b%p(i)%n, own%p(i)%c(2), i = 1, 2)
  print '(6f8.4)', ((own%p(k)%c(i), i = 1, 2), k = 1, b%p(3)%n, 2)
  print *, (i, x(i), i = 1, 3)
  write (l%words(2), '(a, f4.2)') 'x=', b%p(1)%c(1)
  write (line, '(a, f6.2)') l%words(2), b%p(1)%c(1)
  write (l%unit, '(a)') trim(line)
  print *, one
  print *, weight(b%p(2)), b%p(:)%n
  associate (p => own%p(3))
    print *, p%c(1), p%n
    y = p%c(2)*b%p(1)%c(1)*i
  end associate
  if (b%p(1)%n > 5) stop 3
  if (b%p(1)%n > 5) error stop
  y = y + own%p(2)%c(2)*one%a
end subroutine
