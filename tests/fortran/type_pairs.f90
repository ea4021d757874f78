! Structures with do concurrent, where, sections of arrays of structures, elemental procedures, optional arguments, select case.
! entry: head; independents: x; dependents: y
! checked: yes
module parts
  implicit none
  integer, parameter :: wp = kind(1d0)
  type part
    real(wp) :: a = 1, b = 2
    logical :: on = .true.
  end type
contains
  elemental function value_of(p, f) result(v)
    type(part), intent(in) :: p
    real(wp), intent(in) :: f
    real(wp) :: v
    v = p%a*f + p%b**2
  end function
  elemental subroutine halve(p)
    type(part), intent(inout) :: p
    p%a = 0.5_wp*p%a
  end subroutine
  subroutine add(p, q)
    type(part), intent(inout) :: p
    type(part), intent(in), optional :: q
    if (present(q)) p%a = p%a + q%a*q%b
    p%b = p%b*p%a
  end subroutine
end module
subroutine head(x, y)
  use parts
  implicit none
  real(wp), intent(in) :: x(3)
  real(wp), intent(out) :: y
  type(part) :: p(3), q
  real(wp) :: v(3)
  integer :: i
  do concurrent (i = 1:3)
    p(i)%a = x(i)**2
  end do
  where (p%a > 1)
    p%b = p%a*x
  elsewhere
    p%b = p%a
  end where
  p(2)%on = .false.
  call add(p(1))
  call add(p(2), p(3))
  call add(q, p(2))
  call halve(p)
  v = value_of(p, x)
  y = sum(v, mask=p%on) + value_of(q, f=x(2))
end subroutine
