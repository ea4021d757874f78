! A lower bound, and a variable upper one that depends on what was computed.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(9)
  real(8), intent(out) :: y
  integer :: k
  real(8), allocatable :: a(:)
  k = 4
  if (x(1) > 0) k = 2
  allocate (a(0:k))
  a = x(1:k + 1)
  y = a(0)*a(k)
end subroutine head
