module user
  implicit none
contains
  subroutine f(n, x, r)
    integer, intent(in) :: n
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: r(n)
    r = sin(x(1))*x(2)
  end subroutine f
  subroutine f_d(n, x, x_d, r, r_d)
    integer, intent(in) :: n
    real(8), intent(in) :: x(3), x_d(3)
    real(8), intent(out) :: r(n), r_d(n)
    call f(n, x, r)
    r_d = cos(x(1))*x(2)*x_d(1) + sin(x(1))*x_d(2)
  end subroutine f_d
  subroutine f_b(n, x, x_b, r, r_b)
    integer, intent(in) :: n
    real(8), intent(in) :: x(3), r(n)
    real(8), intent(inout) :: x_b(3), r_b(n)
    x_b(1) = x_b(1) + cos(x(1))*x(2)*sum(r_b)
    x_b(2) = x_b(2) + sin(x(1))*sum(r_b)
    r_b = 0
  end subroutine f_b
end module user
program check
  use user
  use parts
  implicit none
  real(8), parameter :: x(3) = [0.4d0, 1.3d0, 0.8d0], d(3) = [1.0d0, -0.5d0, 0.7d0], h = 1d-5
  real(8) :: high, low, along, y
#ifdef TANGENT
  call outer_d(f_d, x, d, y, along)
#else
  real(8) :: x_b(3), y_b
  x_b = 0
  y_b = 1
  call outer_b(f, f_b, x, x_b, y, y_b)
  along = sum(x_b*d)
#endif
  call outer(f, x + h*d, high)
  call outer(f, x - h*d, low)
  print *, along, (high - low)/(2*h)
end program check
