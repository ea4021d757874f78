! Input that jumps to one place at the end of a line, and to another one at that of the file.
! refused: 6: jumps at the end of a line and of a file can't be read
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  real(8) :: x, y
  read (5, '(f8.3)', advance='no', end=10, eor=20) y
10 y = x*y
20 continue
end subroutine
