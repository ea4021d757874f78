! A second entry.
! refused: 7: entry can't be read
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  real(8) :: x, y
  y = x
  entry other(x, y)
  y = y*x
end subroutine
