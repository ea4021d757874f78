! A list that begins empty, and grows.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  real(8), allocatable :: h(:)
  integer :: i
  h = [real(8) ::]
  do i = 1, 3
    if (x(i) > 0.1d0) h = [h, x(i)**2]
  end do
  y = product(h)
end subroutine head
