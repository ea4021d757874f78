! refused: 5: random_number
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  real(8) :: x, y, r
  call random_number(r)
  y = x*r
end subroutine head
