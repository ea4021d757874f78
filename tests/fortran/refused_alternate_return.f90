! A return to a label.
! refused: 6: a return to a label can't be read
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  real(8) :: x, y
  call inner(x, y, *10)
  y = y*x
10 y = y + 1
end subroutine
subroutine inner(a, b, *)
  real(8) :: a, b
  b = a*a
  if (b > 1) return 1
end subroutine
