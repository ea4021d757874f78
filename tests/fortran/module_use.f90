! Modules with entities of the same name: use with only and rename, private names, a rename of a procedure.
! entry: head; independents: x; dependents: y
! compared: no
module first
  implicit none
  private
  real(8), public :: factor = 2.0d0
  real(8) :: offset = 0.5d0
  public :: apply
contains
  function apply(v) result(r)
    real(8), intent(in) :: v
    real(8) :: r
    r = factor*v + offset
  end function apply
end module first
module second
  implicit none
  real(8) :: factor = 3.0d0, offset = 1.0d0
contains
  function apply(v) result(r)
    real(8), intent(in) :: v
    real(8) :: r
    r = factor*v*v + offset
  end function apply
  subroutine change(v)
    real(8), intent(in) :: v
    factor = factor + v
  end subroutine change
end module second
module third
  use first, only: apply_first => apply, factor
  use second, factor_second => factor
  implicit none
contains
  subroutine both(v, w)
    real(8), intent(in) :: v
    real(8), intent(out) :: w
    call change(v)
    factor = factor*v
    w = apply_first(v)*apply(v) + factor_second
  end subroutine both
end module third
subroutine head(x, y)
  use third, only: twice => both, factor
  use second, only: offset
  implicit none
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y(2)
  call twice(x(1), y(1))
  offset = x(2)*offset
  y(2) = factor*x(2) + offset*x(1)
end subroutine head
