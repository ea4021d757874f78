! Sections with strides of both signs, overlaps, vector subscripts, any lower bounds.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(8)
  real(8), intent(out) :: y(8)
  real(8) :: a(-3:4), b(0:2, 2:4), v(8)
  integer :: p(3), n
  n = 8
  a = x
  a(-2:4) = a(-3:3)*2
  a(4:-3:-1) = a
  a(-3:4:2) = a(-2:4:2) + x(1:7:2)
  p = [3, -1, 2]
  a(p) = a(p)**2
  v = 0
  v([5, 2, 7]) = a(p)*x([1, 1, 3])
  b = 1
  b(:, 3) = x(2:4)
  b(1, :) = b(1, 4:2:-1)*x(6)
  b(0:2:2, 2:4:2) = b(2:0:-2, 4:2:-2) + x(5)
  v(3:2) = x(3:2)
  v(n:1:-3) = v(n:1:-3) + b(:, 2)
  y = a + v
  y(2:n) = y(1:n-1)
  y(1:n-1) = y(2:n) + y(1:n-1)
end subroutine head
