! Prey and predators, by Lotka and Volterra, and how far a run of the model is from what was observed.
module population
  implicit none
  integer, parameter :: dp = kind(1.0d0)
  integer, parameter :: days = 12, steps = 10
  real(dp), parameter :: observed(2, days) = reshape([real(dp) :: &
      46.4,  4.4, 65.3,  8.8, 77.0, 24.9, 38.9, 54.6, 16.1, 46.3, 10.1, 27.8, &
       9.7, 15.3, 12.5,  8.5, 18.1,  5.3, 27.6,  4.2, 42.4,  4.1, 63.9,  6.5], [2, days])
contains
  ! What the animals u gain and lose in a day, by the parameters p.
  function growth(p, u) result(rate)
    real(dp), intent(in) :: p(4), u(2)
    real(dp) :: rate(2)
    rate(1) = p(1)*u(1) - p(2)*u(1)*u(2)
    rate(2) = p(3)*u(1)*u(2) - p(4)*u(2)
  end function growth

  ! One step of the classical Runge-Kutta method.
  subroutine advance(p, u, dt)
    real(dp), intent(in) :: p(4), dt
    real(dp), intent(inout) :: u(2)
    real(dp) :: k1(2), k2(2), k3(2), k4(2)
    k1 = growth(p, u)
    k2 = growth(p, u + dt/2*k1)
    k3 = growth(p, u + dt/2*k2)
    k4 = growth(p, u + dt*k3)
    u = u + dt/6*(k1 + 2*k2 + 2*k3 + k4)
  end subroutine advance

  ! The sum of the squares of what the model is off.
  subroutine misfit(p, j)
    real(dp), intent(in) :: p(4)
    real(dp), intent(out) :: j
    real(dp) :: u(2)
    integer :: day, step
    u = [30, 4]
    j = 0
    do day = 1, days
      do step = 1, steps
        call advance(p, u, 1.0_dp/steps)
      end do
      j = j + sum((u - observed(:, day))**2)
    end do
  end subroutine misfit
end module population
