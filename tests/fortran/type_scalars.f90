! A structure of scalars as an argument and as a local variable: members read and written, whole assignment.
! entry: head; independents: p; dependents: r
! compared: no
! checked: yes
module shapes
  implicit none
  type point
    real(8) :: x, y
    integer :: n
  end type
end module
subroutine head(p, r)
  use shapes
  implicit none
  type(point), intent(inout) :: p
  real(8), intent(out) :: r
  type(point) :: q
  q = p
  q%x = q%x*p%y + sin(p%x)
  if (p%n > 0) p%x = q%x**2
  r = q%x*q%y + p%x
end subroutine
