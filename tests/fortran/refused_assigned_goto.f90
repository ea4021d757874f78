! A label that is assigned.
! refused: 7: the statement assign
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  real(8) :: x, y
  integer :: i
  assign 10 to i
  go to i, (10)
10 y = x*y
end subroutine
