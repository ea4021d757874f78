! refused: 4: ishftc
! entry: head; independents: x; dependents: y
subroutine head(k, x, y)
  integer :: k; real(8) :: x, y; y = x*ishftc(k, 2, 8)
end subroutine head
