! An implied loop of output whose variable is used nowhere else, and one whose last value is used.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  integer :: i, k
  y = sum(x*x)
  if (y > 1d10) print *, (x(i), i=1, 3)
  k = 2
  if (y > 1d10) print *, (x(k), k=1, 3, 2)
  y = y*k
end subroutine head
