! What a program may have written itself is read as a constant, of which a warning tells; what it writes later is no matter.
! entry: head; independents: x; dependents: y
! judged: driver
! warned: 22: what is read from 20 here may have been written at line 17
! warned: 28: what is read from a text here may have been written at line 27
! warned: 39: what is read from 20 here may have been written at line 17
! warned: 45: what is read from a text here may have been written at line 27
module own_files
  implicit none
  integer, parameter :: scratch = 20
contains
  subroutine head(x, y)
    real(8), intent(in) :: x(2)
    real(8), intent(out) :: y(3)
    real(8) :: a, b
    open (20, status='scratch')
    write (20, *) 0.5d0
    write (20, *) 0.25d0
    rewind 20
    call get(a)
    b = 0
    read (scratch, *) b
    close (20)
    y(1) = a*x(1)
    y(2) = b*x(2)
    block  ! has a text of its own
      character(len=40) :: text; write (text, '(f10.6)') 0.125d0
      read (text, '(f10.6)') a
    end block
    y(3) = a*sin(x(1))
    call parse(' 0.5', a)
    y(3) = y(3)*a
    write (*, *) y(3)
  end subroutine head

  subroutine get(value)
    real(8), intent(out) :: value
    value = 0
    read (20, *) value
  end subroutine get

  subroutine parse(line, value)  ! any text may be passed, one that was written as well
    character(len=*), intent(in) :: line
    real(8), intent(out) :: value
    read (line, *) value
  end subroutine parse
end module own_files
