! Bounds and extents of every kind of array.
! entry: head; independents: x; dependents: y
module inner
contains
  subroutine assumed(a, b, c, y)
    real(8), intent(in) :: a(:, 0:), b(*), c(-1:)
    real(8), intent(inout) :: y(:)
    y(1) = a(1, 0)*size(a) + a(2, 1)*size(a, 1) + b(1)*ubound(a, 2) + c(-1)*lbound(a, 2)
    y(2) = sum(lbound(a))*c(0) + sum(ubound(a))*b(2) + sum(shape(a))*b(3)
    y(3) = lbound(c, 1)*c(lbound(c, 1)) + ubound(c, 1)*c(ubound(c, 1)) + lbound(b, 1)*b(4)
  end subroutine assumed
  subroutine automatic(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(2:n)
    real(8), intent(inout) :: y(*)
    real(8) :: w(-n:n, size(x))
    real(8), allocatable :: z(:)
    w = x(2)
    z = x
    y(4) = sum(w) + lbound(w, 1)*x(3) + ubound(w, dim=2)*x(4) + size(w, 2)*x(2)
    y(5) = size(z)*z(2) + ubound(z, 1)*z(3) + lbound(x, 1)*x(2) + ubound(x, 1)*x(3)
    y(6) = size(x(3:2))*x(2) + size(x(2::2))*x(3) + lbound(x(3:4), 1)*x(3) + ubound(x(3:4), 1)*x(4)
  end subroutine automatic
end module inner
subroutine head(x, y)
  use inner
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(out) :: y(6)
  y = 0
  call assumed(reshape(x, [2, 3]), x, x(2:5), y)
  call automatic(6, x, y)
end subroutine head
