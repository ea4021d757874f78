! A loop by a jump backward.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  integer :: n
  y = x
  n = 0
10 y = y*x + 0.5d0
  n = n + 1
  if (n < 4) go to 10
  y = y*n
end subroutine
