! Arrays of a module that are set up, used in time steps and freed at the end.
! entry: head; independents: x; dependents: y
module store
  implicit none
  real(8), allocatable :: u(:), w(:)
contains
  subroutine setup(n, x)
    integer, intent(in) :: n
    real(8), intent(in) :: x(3)
    integer :: i
    allocate(u(n), w(n))
    do i = 1, n
      u(i) = x(1)*i + x(2)
    end do
    w = 0
  end subroutine setup
  subroutine step(x)
    real(8), intent(in) :: x(3)
    integer :: i
    w = u
    do i = 2, size(u)
      u(i) = w(i) + 0.1d0*x(3)*w(i - 1)*w(i)
    end do
  end subroutine step
  subroutine finish()
    deallocate(u, w)
  end subroutine finish
end module store
subroutine head(x, y)
  use store
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(2)
  integer :: k
  call setup(4, x)
  do k = 1, 3
    call step(x)
  end do
  y(1) = sum(u)
  y(2) = u(4)*w(3)
  call finish()
end subroutine head
