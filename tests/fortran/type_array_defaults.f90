! An array of structures of a module, whose arrays begin with values.
! entry: head; independents: x; dependents: y
! compared: no
module m
  implicit none
  type layer
    real(8) :: prof(4) = 0d0
  end type
  type(layer), save :: lay(2)
contains
  subroutine head(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y
    lay(2)%prof = x
    y = sum(lay(2)%prof**2)
  end subroutine
end module
