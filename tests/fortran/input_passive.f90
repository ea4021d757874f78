! Integers, texts and logical values are read, files are asked for, and what is read decides about what is differentiated.
! entry: head; independents: x; dependents: y
! judged: driver
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y
  integer :: n, i, unit, status, order(4)
  logical :: is_open, is_there
  character(len=8) :: word
  character(len=80) :: message
  real(8) :: scale
  inquire (file='there is no such file', exist=is_there)
  open (newunit=unit, status='scratch', action='readwrite', iostat=status, iomsg=message)
  inquire (unit=unit, opened=is_open)
  if (is_there .or. .not. is_open .or. status /= 0) return
  write (unit, '(a)') 'sum 4', '4 2 3 1', 'T', 'product 2', '3 1'
  rewind (unit)
  y = 0
  do
    read (unit, *, end=10, err=20) word, n
    read (unit, *) (order(i), i = 1, n)
    if (word == 'sum') then
      read (unit, *) is_there
      do i = 1, n
        y = y + x(order(i))**i
      end do
    else
      scale = n
      do i = 1, n
        y = y*x(order(i))*scale
      end do
    end if
  end do
10 if (is_there) y = y*x(1)
20 close (unit)
end subroutine
