! Helmholtz energy of a mixture of 200 substances, by hand.
module hand
  implicit none
  integer, parameter :: n = 200
contains
  subroutine head(x, p, y)
    real(8), intent(in) :: x(n), p(n, n + 1)
    real(8), intent(out) :: y
    real(8) :: bx, s, q, t
    integer :: i, j

    bx = 0
    do i = 1, n
      bx = bx + p(i, 1)*x(i)
    end do
    s = 0
    do i = 1, n
      s = s + x(i)*log(x(i)/(1 - bx))
    end do
    q = 0
    do j = 1, n
      t = 0
      do i = 1, n
        t = t + p(i, j + 1)*x(i)
      end do
      q = q + t*x(j)
    end do
    y = s - q/(2.8284271247461903d0*bx)*log((1 + 2.4142135623730951d0*bx)/(1 - 0.41421356237309515d0*bx))
  end subroutine head

  subroutine head_b(x, x_b, p, y, y_b)
    real(8), intent(in) :: x(n), p(n, n + 1)
    real(8), intent(inout) :: x_b(n), y_b
    real(8), intent(out) :: y
    real(8) :: bx, s, q, t(n), l, f, bx_b, q_b, t_b
    integer :: i, j

    bx = 0
    do i = 1, n
      bx = bx + p(i, 1)*x(i)
    end do
    s = 0
    bx_b = 0
    do i = 1, n
      l = log(x(i)/(1 - bx))
      s = s + x(i)*l
      x_b(i) = x_b(i) + y_b*(l + 1)
      bx_b = bx_b + y_b*x(i)/(1 - bx)
    end do
    q = 0
    do j = 1, n
      t(j) = 0
      do i = 1, n
        t(j) = t(j) + p(i, j + 1)*x(i)
      end do
      q = q + t(j)*x(j)
    end do
    l = log((1 + 2.4142135623730951d0*bx)/(1 - 0.41421356237309515d0*bx))
    f = 1/(2.8284271247461903d0*bx)
    y = s - q*f*l
    q_b = -y_b*f*l
    bx_b = bx_b + y_b*q*f*(l/bx - 2.4142135623730951d0/(1 + 2.4142135623730951d0*bx) &
      - 0.41421356237309515d0/(1 - 0.41421356237309515d0*bx))
    do j = 1, n
      t_b = q_b*x(j)
      x_b(j) = x_b(j) + q_b*t(j)
      do i = 1, n
        x_b(i) = x_b(i) + p(i, j + 1)*t_b
      end do
    end do
    do i = 1, n
      x_b(i) = x_b(i) + bx_b*p(i, 1)
    end do
    y_b = 0
  end subroutine head_b
end module hand
