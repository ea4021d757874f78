! refused: 4: maxloc from the back
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  real(8) :: x(3), y; y = x(maxloc(x, dim=1, back=.true.))
end subroutine head
