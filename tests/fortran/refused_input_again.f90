! Input within what is called: joint reversal would run it again.
! entry: head; independents: x; dependents: y
! judged: driver; modes: tangent, split
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  integer :: unit
  open (newunit=unit, status='scratch', action='readwrite')
  write (unit, '(a)') '0.5', '0.25'
  rewind (unit)
  call scale(unit, x, y)
  call scale(unit, y*x, y)
  close (unit)
end subroutine
subroutine scale(unit, x, y)
  implicit none
  integer, intent(in) :: unit
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8) :: factor
  read (unit, *) factor
  y = factor*x**2
end subroutine
