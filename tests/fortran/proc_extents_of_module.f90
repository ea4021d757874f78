! Extents of arguments that rest on variables of modules, of procedures without a module: their derivatives have interfaces
! in callers that do not name these variables.
! entry: head; independents: x; dependents: y
module sizes
  implicit none
  integer :: extra = 1
  integer, parameter :: fixed = 2
end module sizes
subroutine scaled(a, n)
  use sizes, only: extra, fixed
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(0:n + extra - fixed + 1)
  a = a*a(0)
  a(n) = sin(a(n))
end subroutine scaled
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  real(8) :: w(3)
  external :: scaled
  w = x
  call scaled(w, 2)
  y = sum(w*x)
end subroutine head
