! Intrinsics that move elements.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(out) :: y(40)
  real(8) :: a(2, 3), b(3, 2), v(6), c(3, 2)
  a = reshape(x, [2, 3])
  b = transpose(a)
  y(1:6) = reshape(b, [6])
  v = cshift(x, 2)
  y(7:12) = v
  v = eoshift(x, -1)
  y(13:18) = v
  v = eoshift(x, shift=2, boundary=x(1)**2)
  y(19:24) = v
  a = cshift(a, 1, dim=2)
  y(25) = sum(a(:, 1)**2)
  a = eoshift(a, 1, dim=1)
  y(26) = sum(a**2)
  b = spread(x(1:3), 2, 2)
  y(27) = sum(b*transpose(a))
  b = spread(x(1:3), dim=2, ncopies=2)
  y(28) = sum(b(1, :))
  c = reshape(x, [3, 2], order=[2, 1])
  y(29:34) = reshape(c, [6])
  c = reshape(x(1:4), shape=[3, 2], pad=[x(6)])
  y(35) = product(c)
  c = reshape(x(1:4), [3, 2], [x(6), x(5)], [2, 1])
  y(36) = c(1, 2)*c(2, 1) + c(3, 2)**2
  c = merge(b, 2*b, b > 1)
  y(37) = sum(c*c)
  v = unpack(pack(x, x > 0.7d0), x > 0.7d0, x**2)
  y(38) = sum(v*x)
  v = pack(x, x > 0.7d0, x(6:1:-1))
  y(39) = sum(v*x)
  y(40) = sum(pack(a, .true.))
end subroutine head
