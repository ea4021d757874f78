! Burgers' equation on a ring of 1000 points, 1000 steps, by hand.
module hand
  implicit none
  integer, parameter :: n = 1000, steps = 1000
contains
  subroutine head(x, p, y)
    real(8), intent(in) :: x(n), p(2)
    real(8), intent(out) :: y
    real(8) :: u(n), v(n)
    integer :: i, k, l, r

    do i = 1, n
      u(i) = x(i)
    end do
    do k = 1, steps
      do i = 1, n
        l = i - 1
        if (i == 1) l = n
        r = i + 1
        if (i == n) r = 1
        v(i) = u(i) - p(1)*u(i)*(u(r) - u(l)) + p(2)*(u(r) - 2*u(i) + u(l))
      end do
      do i = 1, n
        u(i) = v(i)
      end do
    end do
    y = 0
    do i = 1, n
      y = y + u(i)*u(i)
    end do
  end subroutine head

  subroutine head_b(x, x_b, p, y, y_b)
    real(8), intent(in) :: x(n), p(2)
    real(8), intent(inout) :: x_b(n), y_b
    real(8), intent(out) :: y
    real(8), allocatable :: u(:, :)
    real(8) :: u_b(n), v_b(n)
    integer :: i, k, l, r

    allocate(u(n, 0:steps))
    u(:, 0) = x
    do k = 1, steps
      do i = 1, n
        l = i - 1
        if (i == 1) l = n
        r = i + 1
        if (i == n) r = 1
        u(i, k) = u(i, k - 1) - p(1)*u(i, k - 1)*(u(r, k - 1) - u(l, k - 1)) &
          + p(2)*(u(r, k - 1) - 2*u(i, k - 1) + u(l, k - 1))
      end do
    end do
    y = 0
    do i = 1, n
      y = y + u(i, steps)*u(i, steps)
      u_b(i) = 2*u(i, steps)*y_b
    end do
    y_b = 0
    do k = steps, 1, -1
      do i = 1, n
        v_b(i) = u_b(i)
        u_b(i) = 0
      end do
      do i = 1, n
        l = i - 1
        if (i == 1) l = n
        r = i + 1
        if (i == n) r = 1
        u_b(i) = u_b(i) + v_b(i)*(1 - p(1)*(u(r, k - 1) - u(l, k - 1)) - 2*p(2))
        u_b(r) = u_b(r) + v_b(i)*(p(2) - p(1)*u(i, k - 1))
        u_b(l) = u_b(l) + v_b(i)*(p(2) + p(1)*u(i, k - 1))
      end do
    end do
    do i = 1, n
      x_b(i) = x_b(i) + u_b(i)
    end do
  end subroutine head_b
end module hand
