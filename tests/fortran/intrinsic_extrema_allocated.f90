! Extrema along a dimension, of which the assignment allocates what they become.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(out) :: y
  real(8), allocatable :: a(:,:), t(:), u(:)
  real(8) :: b(2,3)
  a = reshape(x, [2, 3])
  b = a**2
  t = maxval(a, dim=1)
  u = minval(b, 2, b > 0)
  y = sum(t**2) + u(1)*u(2)
end subroutine
