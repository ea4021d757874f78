! Times are read, and derivatives do not depend on them.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  use, intrinsic :: iso_fortran_env, only: real64
  use, intrinsic :: ieee_arithmetic, only: ieee_is_nan
  implicit none
  real(real64), intent(in) :: x(2)
  real(8), intent(out) :: y(2)
  real :: t
  integer :: c, r
  call cpu_time(t)
  call system_clock(c, r)
  y = x**2
  if (ieee_is_nan(y(1))) y(1) = 0
  if (isnan(y(2))) y(2) = 0
end subroutine head
