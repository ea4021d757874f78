! Input that jumps at the end of a file.
! refused: 6: a jump out of input or output can't be read
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  real(8) :: x, y
  read (5, *, end=10) y
10 y = x*y
end subroutine
