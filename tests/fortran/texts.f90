! Texts that are compared, kept while a loop is reversed, and passed; a constant of them.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y
  character(8) :: kind
  character(*), parameter :: other = 'twice'
  integer :: i
  kind = 'once'
  y = x(1)
  do i = 1, 3
    if (kind == 'once') then
      y = y*x(2)
      kind = other
    else if (kind > 'thrice') then
      y = y + sin(y)*x(1)
      if (i > 2) kind = 'zero'
    end if
    call add(kind, y)
  end do
end subroutine
subroutine add(how, r)
  implicit none
  character(8) :: how
  real(8) :: r
  if (how /= 'zero') r = r + r*r
end subroutine
