! Functions that change their arguments and variables of a module while expressions are computed.
! entry: head; independents: x; dependents: y
module effects
  implicit none
  real(8) :: seen = 0.0d0
contains
  function counted(v) result(r)
    real(8), intent(in) :: v
    real(8) :: r
    seen = seen + v
    r = v*seen
  end function counted
  function taken(v) result(r)
    real(8), intent(inout) :: v
    real(8) :: r
    r = v*v
    v = v + 1.0d0
  end function taken
end module effects
subroutine head(x, y)
  use effects
  implicit none
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y(3)
  real(8) :: t
  seen = x(1)
  y(1) = counted(x(1))
  t = x(2)
  y(2) = taken(t)
  y(3) = counted(t*t) + t
end subroutine head
