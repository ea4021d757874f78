! Module variables of every kind: with initial values, parameters, protected and private ones, arrays.
! entry: head; independents: x; dependents: y
module state
  implicit none
  integer, parameter :: wp = kind(1d0), n = 3
  real(wp), parameter :: weights(n) = [0.5_wp, 1.5_wp, 2.5_wp]
  real(wp), protected :: scale = 2.0_wp
  real(wp), private :: hidden(n) = 0.25_wp
  real(4) :: short = 1.5
  integer :: count = 2
  logical :: doubled = .true.
  complex(wp) :: z = (1.0_wp, 2.0_wp)
contains
  subroutine set_scale(s)
    real(wp), intent(in) :: s
    scale = s*s
    hidden(2) = sin(s)
  end subroutine set_scale
  real(wp) function weighted(v)
    real(wp), intent(in) :: v(n)
    weighted = sum(weights*v*hidden)*scale
  end function weighted
end module state
subroutine head(x, y)
  use state
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(2)
  call set_scale(x(1))
  y(1) = weighted(x)*short
  if (doubled) y(1) = y(1)*count
  z = z*x(2)
  y(2) = real(z*z, wp) + scale
end subroutine head
