! A jump backward, so that control flow is not structured, and returns under conditions.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y
  integer :: n
  y = x(1)
  if (y > 5) return
  n = 0
10 y = y*x(2) + 0.5d0
  n = n + 1
  if (y > 4) return
  if (n < 4) go to 10
  y = y*n
end subroutine
