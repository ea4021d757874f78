! do concurrent with mask.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(out) :: y(6)
  real(8) :: t, s
  integer :: i, j, k
  s = x(1)
  y = 0
  do concurrent (i = 1:6, x(i) > 0.6d0) 
    t = x(i)*s
    y(i) = t*t
  end do
  do concurrent (k = 1:3, j = 1:2)
    y(k + 3*(j - 1)) = y(k + 3*(j - 1)) + x(k)*x(j)
  end do
  do concurrent (j = 6:1:-2)
    y(j) = y(j)*x(j)
  end do
end subroutine head
