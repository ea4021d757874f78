! A namelist.
! refused: 7: a namelist can't be read
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  real(8) :: x, y
  namelist /group/ y
  read (5, group)
  y = x*y
end subroutine
