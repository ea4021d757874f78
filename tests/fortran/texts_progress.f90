! Progress is told of in lines that are put together, and read again: numbers of steps, names, not values.
! entry: head; independents: x; dependents: y
! judged: driver
module telling
  implicit none
contains
  subroutine tell(step, value, line, name)
    integer, intent(in) :: step
    real(8), intent(in) :: value
    character(*), intent(out) :: line
    character(*), intent(in), optional :: name
    character(12) :: number
    write (number, '(i0)') step
    line = 'step '//trim(adjustl(number))
    if (present(name)) line = trim(line)//' of '//trim(name)
    write (line(len_trim(line) + 1:), '(a, f8.3)') ': ', value
  end subroutine tell
  subroutine advance(rule, x, y)
    character(*), intent(in) :: rule
    real(8), intent(in) :: x
    real(8), intent(inout) :: y
    integer :: order, status, at
    real(8) :: factor
    at = index(rule, '=')
    read (rule(at + 1:), *, iostat=status) order, factor
    if (status /= 0) then
      y = y*x
    else
      y = y + factor*x**order*y
    end if
  end subroutine advance
end module telling
subroutine head(x, y)
  use telling
  implicit none
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y
  character(60) :: line, rules(3)
  integer :: i, n, status
  rules = [character(60) :: 'order=2 0.5', 'order=three', 'order=1,0.25']
  y = x(1)
  n = 0
  do i = 1, size(rules)
    call advance(rules(i), x(2), y)
    call tell(i, y, line, name='rule')
    if (line(1:6) == 'step 2') y = y*x(1)
    read (line(6:), *, iostat=status) n
    if (status == 0 .and. n == 3) y = y + x(1)**n
    if (i > 100) write (*, '(a)') trim(line)//'!'
  end do
  call tell(7, y, line)
  if (index(line, 'of') > 0) error stop 'told of '//line
end subroutine head
