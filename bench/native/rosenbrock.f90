! Rosenbrock's function of 1000000 variables, by hand.
module hand
  implicit none
  integer, parameter :: n = 1000000
contains
  subroutine head(x, p, y)
    real(8), intent(in) :: x(n), p(1)
    real(8), intent(out) :: y
    real(8) :: t, s
    integer :: i

    y = 0
    do i = 1, n - 1
      t = x(i + 1) - x(i)*x(i)
      s = 1 - x(i)
      y = y + p(1)*t*t + s*s
    end do
  end subroutine head

  subroutine head_b(x, x_b, p, y, y_b)
    real(8), intent(in) :: x(n), p(1)
    real(8), intent(inout) :: x_b(n), y_b
    real(8), intent(out) :: y
    real(8) :: t, s, t_b
    integer :: i

    y = 0
    do i = 1, n - 1
      t = x(i + 1) - x(i)*x(i)
      s = 1 - x(i)
      y = y + p(1)*t*t + s*s
      t_b = 2*p(1)*t*y_b
      x_b(i + 1) = x_b(i + 1) + t_b
      x_b(i) = x_b(i) - 2*x(i)*t_b - 2*s*y_b
    end do
    y_b = 0
  end subroutine head_b
end module hand
