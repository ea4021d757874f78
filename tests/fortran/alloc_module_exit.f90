! Arrays of a module in a loop with exits; whether one is allocated depends on the way.
! entry: head; independents: x; dependents: y
module store
  implicit none
  real(8), allocatable :: t(:), u(:)
end module store
subroutine head(x, y)
  use store
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(2)
  integer :: k, ios
  y = x(1)
  k = 0
  do
    k = k + 1
    allocate(t(k), stat=ios)
    if (ios /= 0) exit
    t = x(1)*k + y(1)
    if (k > 2) exit
    y(1) = y(1)*sum(t)
    u = t
    deallocate(t, stat=ios)
    if (u(1) > 100) exit
  end do
  if (allocated(t)) then
    y(2) = sum(t**2)*sum(u)
    deallocate(t)
  else
    y(2) = x(2)
  end if
end subroutine head
