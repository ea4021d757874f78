module user
  implicit none
contains
  subroutine rate(n, t, u, p, du)
    integer, intent(in) :: n
    real(8), intent(in) :: t, u(n), p(2)
    real(8), intent(out) :: du(n)
    du(1) = p(1)*u(1) - u(1)*u(2) + sin(t)
    du(2) = u(1)*u(2) - p(2)*u(2)
  end subroutine rate
  subroutine rate_d(n, t, t_d, u, u_d, p, p_d, du, du_d)
    integer, intent(in) :: n
    real(8), intent(in) :: t, t_d, u(n), u_d(n), p(2), p_d(2)
    real(8), intent(out) :: du(n), du_d(n)
    call rate(n, t, u, p, du)
    du_d(1) = p_d(1)*u(1) + p(1)*u_d(1) - u_d(1)*u(2) - u(1)*u_d(2) + cos(t)*t_d
    du_d(2) = u_d(1)*u(2) + u(1)*u_d(2) - p_d(2)*u(2) - p(2)*u_d(2)
  end subroutine rate_d
  subroutine rate_b(n, t, t_b, u, u_b, p, p_b, du, du_b)
    integer, intent(in) :: n
    real(8), intent(in) :: t, u(n), p(2), du(n)
    real(8), intent(inout) :: t_b, u_b(n), p_b(2), du_b(n)
    u_b(1) = u_b(1) + (p(1) - u(2))*du_b(1) + u(2)*du_b(2)
    u_b(2) = u_b(2) - u(1)*du_b(1) + (u(1) - p(2))*du_b(2)
    p_b(1) = p_b(1) + u(1)*du_b(1)
    p_b(2) = p_b(2) - u(2)*du_b(2)
    t_b = t_b + cos(t)*du_b(1)
    du_b = 0
  end subroutine rate_b
end module user
program check
  use user
  implicit none
  interface
    subroutine solve(rate, n, steps, u, p, h)
      interface
        subroutine rate(n, t, u, p, du)
          integer, intent(in) :: n
          real(8), intent(in) :: t, u(n), p(2)
          real(8), intent(out) :: du(n)
        end subroutine rate
      end interface
      integer, intent(in) :: n, steps
      real(8), intent(inout) :: u(n)
      real(8), intent(in) :: p(2), h
    end subroutine solve
  end interface
  real(8), parameter :: at(2) = [0.7d0, 1.2d0], ud(2) = [1d0, -0.4d0], p(2) = [0.9d0, 0.8d0], pd(2) = [0.3d0, 1.1d0]
  real(8), parameter :: e = 1d-5, h = 0.1d0, weights(2) = [1d0, 0.6d0]
  real(8) :: u(2), u_d(2), low(2), high(2), u_b(2), p_b(2), along
  u = at
#ifdef TANGENT
  u_d = ud
  call solve_d(rate_d, 2, 5, u, u_d, p, pd, h)
  along = sum(weights*u_d)
#else
  u_b = weights
  p_b = 0
  call solve_b(rate, rate_b, 2, 5, u, u_b, p, p_b, h)
  along = sum(u_b*ud) + sum(p_b*pd)
#endif
  low = at - e*ud
  high = at + e*ud
  call solve(rate, 2, 5, low, p - e*pd, h)
  call solve(rate, 2, 5, high, p + e*pd, h)
  print *, along, sum(weights*(high - low))/(2*e)
end program check
