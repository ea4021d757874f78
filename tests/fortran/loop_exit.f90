! exit from a counted loop under a condition on active values; the counter is used afterwards.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  real(8) :: t
  integer :: i
  t = x(1)
  do i = 1, 20
    t = t*x(2) + 0.3d0
    if (t > 2.5d0) exit
    t = t + sin(x(3))
  end do
  y = t*i
end subroutine
