! A procedure that is called when a variable ends.
! refused: 22: t is of a type with a procedure that is called when it ends
module ends
  implicit none
  type thing
    real(8) :: v = 0
  contains
    final :: finish
  end type
  integer :: finished = 0
contains
  subroutine finish(self)
    type(thing), intent(inout) :: self
    finished = finished + 1
  end subroutine
end module
subroutine head(x, y)
  use ends
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  type(thing) :: t
  t%v = x
  y = t%v**2
end subroutine
