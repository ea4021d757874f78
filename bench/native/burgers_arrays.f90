! Burgers' equation between fixed ends, 1000 points, 1000 steps, by hand.
module hand
  implicit none
  integer, parameter :: n = 1000, steps = 1000
contains
  subroutine head(x, p, y)
    real(8), intent(in) :: x(n), p(2)
    real(8), intent(out) :: y
    real(8) :: u(n), v(n)
    integer :: k

    u = x
    v = x
    do k = 1, steps
      v(2:n - 1) = u(2:n - 1) - p(1)*u(2:n - 1)*(u(3:n) - u(1:n - 2)) + p(2)*(u(3:n) - 2*u(2:n - 1) + u(1:n - 2))
      u = v
    end do
    y = sum(u*u)
  end subroutine head

  subroutine head_b(x, x_b, p, y, y_b)
    real(8), intent(in) :: x(n), p(2)
    real(8), intent(inout) :: x_b(n), y_b
    real(8), intent(out) :: y
    real(8), allocatable :: u(:, :)
    real(8) :: u_b(n), v_b(n)
    integer :: i, k

    allocate(u(n, 0:steps))
    u(:, 0) = x
    do k = 1, steps
      u(1, k) = u(1, k - 1)
      do i = 2, n - 1
        u(i, k) = u(i, k - 1) - p(1)*u(i, k - 1)*(u(i + 1, k - 1) - u(i - 1, k - 1)) &
          + p(2)*(u(i + 1, k - 1) - 2*u(i, k - 1) + u(i - 1, k - 1))
      end do
      u(n, k) = u(n, k - 1)
    end do
    y = sum(u(:, steps)*u(:, steps))
    u_b = 2*u(:, steps)*y_b
    y_b = 0
    do k = steps, 1, -1
      v_b(2:n - 1) = u_b(2:n - 1)
      u_b(2:n - 1) = 0
      do i = 2, n - 1
        u_b(i) = u_b(i) + v_b(i)*(1 - p(1)*(u(i + 1, k - 1) - u(i - 1, k - 1)) - 2*p(2))
        u_b(i + 1) = u_b(i + 1) + v_b(i)*(p(2) - p(1)*u(i, k - 1))
        u_b(i - 1) = u_b(i - 1) + v_b(i)*(p(2) + p(1)*u(i, k - 1))
      end do
    end do
    x_b = x_b + u_b
  end subroutine head_b
end module hand
