! Input within what is called: joint reversal would run it again.
! entry: head; independents: x; dependents: y
! judged: driver; modes: tangent, split
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  character(len=8) :: text
  text = '0.5'
  call scale(text, x, y)
  call scale(text, y*x, y)
end subroutine
subroutine scale(text, x, y)
  implicit none
  character(len=8), intent(in) :: text
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8) :: factor
  read (text, *) factor
  y = factor*x**2
end subroutine
