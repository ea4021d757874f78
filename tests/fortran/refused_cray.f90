! refused: 4: c belongs to a Cray pointer
! refused: 5: p belongs to a Cray pointer
subroutine head(x, y)
  real(8) :: x, y, c
  pointer (p, c)
  p = loc(x)
  y = c*x
end subroutine head
