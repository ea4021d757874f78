! Actual arguments: expressions, constants, sections that are not contiguous (read and written), vectors of subscripts,
! assumed shape with lower bounds, the same variable twice.
! entry: head; independents: x; dependents: y
module takes
  implicit none
contains
  subroutine explicit(n, v, r)
    integer, intent(in) :: n
    real(8), intent(in) :: v(n)
    real(8), intent(out) :: r
    r = sum(v)*v(n)
  end subroutine explicit
  subroutine change(n, v)
    integer, intent(in) :: n
    real(8), intent(inout) :: v(n)
    v(1) = v(1)*v(n)
  end subroutine change
  subroutine assumed(v, r)
    real(8), intent(in) :: v(0:)
    real(8), intent(out) :: r
    r = v(0)*v(ubound(v, 1))
  end subroutine assumed
  subroutine product(a, b, r)
    real(8), intent(in) :: a, b
    real(8), intent(out) :: r
    r = a*b
  end subroutine product
end module takes
subroutine head(x, y)
  use takes
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(out) :: y(7)
  real(8) :: m(2, 3)
  m = reshape(x, [2, 3])
  call explicit(3, x*2.0d0, y(1))
  call explicit(3, m(2, :), y(2))
  call change(3, m(1, :))
  call change(2, m(:, 3:2:-1))
  call explicit(2, x([1, 4]), y(3))
  call assumed(m(1, 1:3:2), y(4))
  call assumed((x(2:4)), y(5))
  call product(x(3), x(3), y(6))
  call product(x(1) + 1.0d0, 2.0d0, y(7))
  y(7) = y(7) + sum(m)
end subroutine head
