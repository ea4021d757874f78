! Scalars and constants spread over arrays; functions in array statements; logical and integer arrays.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(out) :: y(6)
  real(8) :: a(2, 3), s
  integer :: k(6), n(2, 3)
  logical :: m(6)
  s = x(2)
  a = s
  a(1, :) = a(1, :) + s*[1, 2, 3]
  k = [1, 1, 2, 3, 5, 8]
  m = k > 2 .or. x > 1
  n = reshape(k, [2, 3])
  n = n*2 - 1
  y = merge(x**k, k*x, m)
  y(1:3) = y(1:3) + a(2, :)**n(1, :) + sum(matmul(n, x(1:3)))*s
  y(4:6) = max(y(4:6), 0.5d0) + sum(n, dim=1)*x(4:6)
  if (any(m) .and. .not. all(m) .and. count(m) > 1) y(6) = y(6)*product(k(2:4))
  y = y/maxval(abs(y))
end subroutine head
