module user
  implicit none
contains
  subroutine g(t, r)
    real(8), intent(in) :: t
    real(8), intent(out) :: r
    r = sin(t)
  end subroutine g
  subroutine g_d(t, t_d, r, r_d)
    real(8), intent(in) :: t, t_d
    real(8), intent(out) :: r, r_d
    r = sin(t)
    r_d = cos(t)*t_d
  end subroutine g_d
  subroutine g_b(t, t_b, r, r_b)
    real(8), intent(in) :: t, r
    real(8), intent(inout) :: t_b, r_b
    t_b = t_b + cos(t)*r_b
    r_b = 0
  end subroutine g_b
  function v(t) result(r)
    real(8), intent(in) :: t
    real(8) :: r
    r = exp(-t)
  end function v
  subroutine v_d(t, t_d, r, r_d)
    real(8), intent(in) :: t, t_d
    real(8), intent(out) :: r, r_d
    r = v(t)
    r_d = -r*t_d
  end subroutine v_d
  subroutine v_b(t, t_b, r, r_b)
    real(8), intent(in) :: t, r
    real(8), intent(inout) :: t_b, r_b
    t_b = t_b - exp(-t)*r_b
    r_b = 0
  end subroutine v_b
end module user
program check
  use user
  use descent
  implicit none
  real(8), parameter :: h = 1d-5
  real(8) :: a, s, along, low, high
#ifndef TANGENT
  real(8) :: s_b
#endif
  a = 0.2d0
#ifdef TANGENT
  s = 1.5d0
  along = 0
  call descend_d(3, g_d, v_d, a, 1.0d0, s, along)
#else
  s = 1.5d0
  s_b = 1
  along = 0
  call descend_b(3, g, g_b, v, v_b, a, along, s, s_b)
#endif
  high = 1.5d0
  low = 1.5d0
  call descend(3, g, v, a + h, high)
  call descend(3, g, v, a - h, low)
  print *, along, (high - low)/(2*h)
end program check
