! refused: 6: ieee_value
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  use, intrinsic :: ieee_arithmetic
  real(8) :: x, y
  y = ieee_value(x, ieee_quiet_nan)
end subroutine head
