! Messages that are put together, and tell of what is computed or what went wrong.
! entry: head; independents: x; dependents: y
module solving
  implicit none
  character(*), parameter :: prefix = 'solve: '
contains
  subroutine fail(where, what, message)
    character(*), intent(in) :: where, what
    character(*), intent(out) :: message
    message = prefix//trim(where)//': '//trim(what)//'!'
  end subroutine fail
  subroutine solve(a, b, x, message)
    real(8), intent(in) :: a, b
    real(8), intent(out) :: x
    character(60), intent(out) :: message
    message = ''
    x = 0
    if (abs(a) < 1d-3) then
      call fail('division', 'a is '//'small', message)
      x = b
    else if (b > 1d6) then
      call fail('range', repeat('much ', 2)//'too large', message)
      return
    else
      x = b/a
    end if
    if (len_trim(message) > 0 .and. index(message, 'large') > 0) x = 2*x
  end subroutine solve
end module solving
subroutine head(x, y)
  use solving
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  character(60) :: message
  real(8) :: r
  integer :: i
  y = 0
  do i = 1, 3
    call solve(x(1)*(i - 2), x(2), r, message)
    if (message == ' ') then
      y = y + r*x(3)
    else if (message(1:7) == prefix) then
      y = y + r*r
    end if
    if (index(message, 'division: a is small!', .true.) /= 0) y = y*x(3)
  end do
  if (message(8:12) == 'never') error stop prefix//'stopped by '//trim(message)
end subroutine head
