! refused: 5: findloc
! entry: head; independents: x; dependents: y
subroutine head(k, x, y)
  integer :: k(4); real(8) :: x(4), y
  y = x(findloc(k, 2, dim=1, mask=k > 0))
end subroutine head
