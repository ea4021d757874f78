! Named constants whose shapes are those of their values.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8), parameter :: fac(*) = [1d0, 1000d0, 0.01d0], low(0:*) = [2d0, 3d0], table(*, *) = reshape([1d0, 2d0, 3d0, 4d0], [2, 2])
  character(*), parameter :: names(*) = ['up  ', 'down']
  integer :: k
  y = x
  do k = 1, size(fac)
    y = y*fac(k) + sin(x)
  end do
  do k = lbound(low, 1), ubound(low, 1)
    y = y + low(k)*table(k + 1, 2)*x
    if (names(k + 1) == 'down') y = y*x
  end do
end subroutine
