! Options that are parsed from texts, messages that are put together and written to texts and to the output.
! entry: head; independents: x; dependents: y
! judged: driver
module opts
  implicit none
  type options
    character(len=16) :: method = 'newton'
    character(len=16) :: labels(3) = ['alpha', 'beta ', 'gamma']
    real(8) :: tol = 1d-3
  end type
contains
  subroutine parse(line, o)
    character(*), intent(in) :: line
    type(options), intent(inout) :: o
    integer :: k, ios
    k = scan(line, '=')
    if (k == 0) then
      o%method = line
    else
      select case (line(:k-1))
      case ('method')
        o%method = trim(line(k+1:))
      case ('tol')
        read (line(k+1:), *, iostat=ios) o%tol
        if (ios /= 0) o%tol = 1d-6
      case default
        write (*, '(3a)') 'unknown option "', line(:k-1), '"'
      end select
    end if
  end subroutine
  function message(step, err) result(text)
    integer, intent(in) :: step
    real(8), intent(in) :: err
    character(:), allocatable :: text
    character(len=32) :: buffer
    write (buffer, '(i0,1x,es10.3)') step, err
    text = 'step '//trim(buffer)
  end function
  subroutine head(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y(3)
    type(options) :: o
    character(len=40) :: lines(3)
    integer :: i
    lines = [character(len=40) :: 'method=newton', 'tol=0.25', 'halley']
    do i = 1, 3
      call parse(trim(lines(i)), o)
      if (o%method == 'newton') then
        y(i) = x(i)**2 + o%tol*x(1)
      else if (o%method(1:1) >= 'g' .and. len_trim(o%method) == 6) then
        y(i) = sin(x(i))*o%tol
      else
        y(i) = x(i)
      end if
      if (mod(i, 2) == 0) print '(a)', message(i, y(i))//' '//o%labels(i)
    end do
  end subroutine
end module
