! Automatic arrays, assumed shapes with lower bounds, assumed size, array-valued functions.
! entry: head; independents: x; dependents: y
module arrays
  implicit none
contains
  function scaled(a, s) result(r)
    real(8), intent(in) :: a(:), s
    real(8) :: r(size(a))
    r = a*s
  end function scaled
  function ends(n, a)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    real(8) :: ends(2)
    ends = [a(1), a(n)]
  end function ends
  subroutine work(n, a, b)
    integer n, i
    real(8), intent(in) :: a(n)
    real(8), intent(inout) :: b(0:)
    real(8) :: t(n), u(-1:n, 2)
    t = a(n:1:-1)
    u = 0
    u(1:n, 1) = t
    u(0:n - 1, 2) = a**2
    do i = 0, n - 1
      b(i) = u(i, 1)*u(i, 2) + t(i + 1)
    end do
  end subroutine work
  subroutine size_star(n, a)
    integer :: n
    real(8) :: a(2, *)
    a(:, 1:n) = a(:, 1:n)*a(2, n)
    a(1, 1) = sum(a(1, :n))
  end subroutine size_star
end module arrays
subroutine head(x, y)
  use arrays
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(out) :: y(6)
  y = 0
  call work(6, x, y)
  y = y + scaled(x, x(2)) + sum(ends(6, y))
  y(2:3) = ends(3, y(4:6))*y(1)
  call size_star(3, y)
end subroutine head
