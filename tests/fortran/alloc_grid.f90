! Arrays of a module with borders, whose bounds are variables, allocated anew.
! entry: head; independents: x; dependents: y
module grid
  implicit none
  real(8), allocatable :: u(:, :), v(:, :)
contains
  subroutine make(n, m)
    integer, intent(in) :: n, m
    if (allocated(u)) deallocate(u, v)
    allocate(u(0:n + 1, 0:m + 1), v(0:n + 1, 0:m + 1))
    u = 0
    v = 0
  end subroutine make
  subroutine step(c)
    real(8), intent(in) :: c
    integer :: i, j
    do j = 1, ubound(u, 2) - 1
      do i = 1, ubound(u, 1) - 1
        v(i, j) = u(i, j) + c*(u(i - 1, j) + u(i + 1, j)*u(i, j - 1) + u(i, j + 1))
      end do
    end do
    u = v
  end subroutine step
end module grid
subroutine head(x, y)
  use grid
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(3)
  integer :: k, n
  do n = 2, 4
    call make(n, 3)
    u(0, :) = x(1)
    u(:, 0) = x(2)
    do k = 1, 3
      call step(x(3))
    end do
    y(n - 1) = sum(u*u) + v(1, 2)
  end do
end subroutine head
