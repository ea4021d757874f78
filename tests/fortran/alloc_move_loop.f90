! move_alloc in loops: a buffer that grows, and one that takes the place of another.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(out) :: y(6)
  real(8), allocatable :: buffer(:), larger(:)
  integer :: i, n
  allocate (buffer(2))
  n = 0
  do i = 1, 6
    if (n == size(buffer)) then
      allocate (larger(2*n))
      larger(1:n) = buffer
      call move_alloc(larger, buffer)
    end if
    n = n + 1
    buffer(n) = x(i)**2
    if (n > 1) buffer(n) = buffer(n) + buffer(n - 1)*x(1)
    if (allocated(larger)) buffer(n) = 0
  end do
  do i = 1, n
    y(i) = buffer(i)**2
  end do
end subroutine head
