! refused: 5: popcnt
! entry: head; independents: x; dependents: y
subroutine head(k, x, y)
  integer :: k
  real(8) :: x, y; y = x*popcnt(k)
end subroutine head
