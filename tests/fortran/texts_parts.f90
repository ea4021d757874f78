! Parts of texts: what stands at a place decides, parts are assigned, ends are found.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  character(*), parameter :: digits = '0123456789'
  character(20) :: program, copy
  character :: c
  integer :: i, n, last
  program = 's1c2+3*1'
  copy(1:4) = 'abcd'
  copy(5:) = program
  program(2:3) = '2s'
  program(len_trim(program) + 1:) = copy(5:6)//'.'
  y = x(1)
  i = 1
  do while (program(i:i) /= '.')
    c = program(i:i)
    n = index(digits, program(i + 1:i + 1)) - 1
    if (n < 1 .or. n > 3) n = 1
    if (c == 's') then
      y = y + sin(y*x(n))
    else if (c == '+') then
      y = y + x(n)
    else if (scan(c, '*/') == 1) then
      y = y*x(n)
    end if
    i = i + 2 - verify(c, 's+*2')
  end do
  last = scan(program, 's*', back=.true.)
  y = y*x(last - 8)*len(program(2:last))
  copy(:2) = copy(3:4)
  copy(2:5) = copy(1:4)
  if (copy(1:6) == 'ccdcd1') y = y + x(2)**ichar('!')
  if (copy(1:5) == 'ccdcd') y = y + x(3)**2
  if (digits(2:4) == '123') y = y*x(1)
  y = y*x(ichar(digits(i - 8:i - 8)) - ichar('0') + 1 )
end subroutine head
