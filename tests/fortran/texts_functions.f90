! Functions whose results are texts: of one length, of that of an argument, of any.
! entry: head; independents: x; dependents: y
module words
  implicit none
contains
  character(3) function code_of(n)
    integer, intent(in) :: n
    code_of = 'no'
    if (n == 2) code_of = 'two'
    if (n > 2) code_of = 'many'
  end function code_of
  pure function upper(text) result(made)
    character(*), intent(in) :: text
    character(len(text)) :: made
    integer :: i
    do i = 1, len(text)
      if (lge(text(i:i), 'a') .and. lle(text(i:i), 'z')) then
        made(i:i) = char(ichar(text(i:i)) - 32)
      else
        made(i:i) = text(i:i)
      end if
    end do
  end function upper
  function joined(a, b) result(made)
    character(*), intent(in) :: a, b
    character(:), allocatable :: made
    made = trim(a)//'-'//trim(b)
  end function joined
end module words
subroutine head(x, y)
  use words
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  character(12) :: name
  integer :: i
  y = x(1)
  do i = 1, 3
    if (code_of(i) == 'two') y = y*x(2)
    if (code_of(i) == 'man') y = y + sin(x(3))
    name = joined(code_of(i), 'fold ')
    if (upper(name) == 'TWO-FOLD') y = y + x(2)*x(1)
    if (len(joined('a ', name)) == 10) y = y*y
  end do
  if (upper('Abc')//'d' == 'ABCd') y = y*x(3)
end subroutine head
