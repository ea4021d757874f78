module user
  implicit none
  real(8) :: c = 0.3d0
contains
  subroutine f(n, t, r, ok)
    integer, intent(in) :: n
    real(8), intent(in) :: t(n)
    real(8), intent(out) :: r(n)
    logical, intent(out) :: ok
    r(1) = sin(t(1))*t(2)
    r(2) = t(1)*t(2)
    ok = t(1) > 0.6d0
  end subroutine f
  subroutine f_d(n, t, t_d, r, r_d, ok)
    integer, intent(in) :: n
    real(8), intent(in) :: t(n), t_d(n)
    real(8), intent(out) :: r(n), r_d(n)
    logical, intent(out) :: ok
    call f(n, t, r, ok)
    r_d(1) = cos(t(1))*t(2)*t_d(1) + sin(t(1))*t_d(2)
    r_d(2) = t(1)*t_d(2) + t_d(1)*t(2)
  end subroutine f_d
  subroutine f_b(n, t, t_b, r, r_b, ok)
    integer, intent(in) :: n
    real(8), intent(in) :: t(n)
    real(8), intent(inout) :: t_b(n)
    real(8), intent(in) :: r(n)
    real(8), intent(inout) :: r_b(n)
    logical, intent(in) :: ok
    t_b(1) = t_b(1) + cos(t(1))*t(2)*r_b(1) + t(2)*r_b(2)
    t_b(2) = t_b(2) + sin(t(1))*r_b(1) + t(1)*r_b(2)
    r_b = 0
  end subroutine f_b
  function w(t) result(r)
    real(8), intent(in) :: t
    real(8) :: r
    r = exp(-c*t)
  end function w
  subroutine w_d(t, t_d, r, r_d)
    real(8), intent(in) :: t, t_d
    real(8), intent(out) :: r, r_d
    r = w(t)
    r_d = -c*r*t_d
  end subroutine w_d
  subroutine w_b(t, t_b, r, r_b)
    real(8), intent(in) :: t, r
    real(8), intent(inout) :: t_b, r_b
    t_b = t_b - c*exp(-c*t)*r_b
    r_b = 0
  end subroutine w_b
end module user
program check
  use user
  use quadrature
  implicit none
  real(8), parameter :: a = 0.2d0, b = 1.7d0, h = 1d-5
  real(8) :: s, low, high, along, a_b, b_b, s_b
#ifdef TANGENT
  call quad_d(7, f_d, a, 1.0d0, b, 0.5d0, w_d, s, along)
#else
  a_b = 0
  b_b = 0
  s_b = 1
  call quad_b(7, f, f_b, a, a_b, b, b_b, w, w_b, s, s_b)
  along = a_b + 0.5d0*b_b
#endif
  call quad(7, f, a + h, b + 0.5d0*h, w, high)
  call quad(7, f, a - h, b - 0.5d0*h, w, low)
  print *, along, (high - low)/(2*h)
end program check
