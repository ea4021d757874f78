! Elemental functions and subroutines of the program applied to arrays.
! entry: head; independents: x; dependents: y
module elements
  implicit none
contains
  elemental function f(a, b) result(r)
    real(8), intent(in) :: a, b
    real(8) :: r
    r = a*exp(-b)
  end function f
  elemental subroutine swap(a, b)
    real(8), intent(inout) :: a, b
    real(8) :: t
    t = a
    a = b
    b = t*t
  end subroutine swap
end module elements
subroutine head(x, y)
  use elements
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(out) :: y(6)
  real(8) :: a(2, 3), b(2, 3)
  a = reshape(x, [2, 3])
  b = f(a, 0.5d0)
  call swap(a, b)
  call swap(a(:, 1), b(:, 3))
  y = reshape(f(a, b), [6])
  y(1) = sum(f(x, x(6))) + y(1)
  y(2:6) = f(y(1:5), y(2:6)) + 1
  where (y > 1) y = f(y, x)
  y(3:4) = y(3:4) + matmul(f(a(:, 1:2), x(1)), x(1:2))
end subroutine head
