! A block that is laid out otherwise elsewhere: a matrix in it is passed, and a number is named in output.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8) :: rows, h
  common /layouts/ rows(10), h
  h = x
  rows(10) = 0
  rows(1) = x
  call step(y)
end subroutine head
subroutine step(y)
  implicit none
  real(8), intent(out) :: y
  real(8) :: first, table, h, rest
  integer :: units(4), output
  common /layouts/ first, table(2, 4), rest, h
  equivalence (units(4), output)
  data units/5, 6, 7, 6/
  call fill(table, h)
  y = table(2, 3)*h + first*units(1)
  if (y > 1d10) write (unit=output, fmt=9000) y
9000 format ('y is too large: ', e10.3)
end subroutine step
subroutine fill(table, h)
  implicit none
  real(8), intent(out) :: table(2, 4)
  real(8), intent(in) :: h
  table = 3*h
  table(2, 3) = sin(h)
end subroutine fill
