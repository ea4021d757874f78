! Reductions with dim and mask by position and by keyword.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(12)
  real(8), intent(out) :: y(24)
  real(8) :: a(3, 4), r(4), c(3)
  a = reshape(x, [3, 4])
  y(1) = sum(a)
  y(2) = sum(a, mask=a > 1)
  y(3) = sum(a, a > 1)
  r = sum(a, 1)
  y(4:7) = r
  c = sum(a, dim=2, mask=a < 1.5d0)
  y(8:10) = c
  y(11) = product(a) + product(x(1:3), mask=x(1:3) > 0.5d0)
  y(12:14) = product(a, dim=2)
  y(15) = maxval(a) + minval(a)
  y(16) = maxval(a, mask=a < 1.2d0) + minval(x, x > 0.8d0)
  y(17:20) = maxval(a, 1) + minval(a, dim=1, mask=a > 0.2d0)
  y(21) = norm2(x)
  y(22) = norm2(a) + sum(norm2(a, dim=1))
  y(23) = sum(a(1, :)*a(2, :)) + sum(x(1:11:2)) + sum(x(12:1:-3))
  y(24) = sum([x(1), x(2)**2, x(3)*x(4)])
end subroutine head
