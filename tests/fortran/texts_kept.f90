! Texts that outlive calls, and those that calls change, decide again where a call is run again.
! entry: head; independents: x; dependents: y
module state
  implicit none
  character(6) :: mode = 'start'
  character(4) :: last
contains
  subroutine advance(label, x, y)
    character(*), intent(inout) :: label
    real(8), intent(in) :: x
    real(8), intent(inout) :: y
    if (mode == 'start') then
      y = y*x
      mode = 'middle'
    else if (mode == 'middle') then
      y = y + sin(x*y)
      mode = mode(1:3)//'end'
    else
      y = y*y
    end if
    if (label == 'ab') y = y*x
    label = 'a'//label
    if (last == 'midd') y = y + x
    last = mode
  end subroutine advance
end module state
subroutine head(x, y)
  use state
  implicit none
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y
  character(3) :: label
  integer :: i
  label = 'b'
  mode = 'start'
  last = 'none'
  y = x(1)
  do i = 1, 4
    call advance(label, x(2)/i, y)
    if (label == 'aab') y = y*x(1)
  end do
end subroutine head
