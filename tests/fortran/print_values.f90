! Output in the middle, by a format that has a label.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  implicit none
  real(8) :: x, y, t
  t = sin(x)
  write (0, 100) t, x
100 format ('t = ', f8.4, ' x = ', e12.4)
  y = t*t
end subroutine
