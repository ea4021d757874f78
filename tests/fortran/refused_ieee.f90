! refused: 6: ieee_class
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  use, intrinsic :: ieee_arithmetic
  real(8) :: x, y
  if (ieee_class(x) == ieee_quiet_nan) y = 0
end subroutine head
