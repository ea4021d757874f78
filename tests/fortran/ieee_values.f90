! Questions of ieee_arithmetic about numbers, and values that are no numbers, which are constants.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  use, intrinsic :: ieee_arithmetic, only: ieee_value, ieee_is_nan, ieee_is_finite, ieee_is_normal, ieee_is_negative, &
    ieee_quiet_nan, ieee_positive_inf, ieee_negative_inf
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  real(8) :: none, most, v(3)
  real(4) :: short
  integer :: i
  none = ieee_value(x(1), ieee_quiet_nan)
  most = ieee_value(1d0, ieee_positive_inf)
  short = ieee_value(1.0, ieee_negative_inf)
  v = [none, most, x(1)]
  y = 1
  do i = 1, 3
    if (ieee_is_nan(v(i))) then
      y = y*x(2)
    else if (.not. ieee_is_finite(v(i))) then
      y = y + sin(x(3))*y
    else if (ieee_is_normal(v(i)) .and. .not. ieee_is_negative(-abs(v(i)))) then
      y = y + 1
    else
      y = y*v(i)
    end if
  end do
  if (short < -huge(short)) y = y*y
  if (all(ieee_is_finite(x)) .and. ieee_is_negative(-0d0)) y = y*x(2)
end subroutine head
