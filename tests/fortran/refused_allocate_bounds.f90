! refused: 8: with a lower bound
! entry: head; independents: x; dependents: y
subroutine head(x, y, n)
  real(8) :: x(9), y
  integer :: n, k
  real(8), allocatable :: a(:)
  k = n; if (n > 3) k = 2
  allocate (a(0:k))
  a = x(1:k + 1)
  y = a(0)
end subroutine head
