! An argument that is deallocated, and allocated again with more elements.
! entry: head; independents: x; dependents: y
module mesh
  implicit none
contains
  subroutine refine(u)
    real(8), allocatable, intent(inout) :: u(:)
    real(8), allocatable :: f(:)
    integer :: i, n
    n = size(u)
    allocate(f(2*n - 1))
    do i = 1, n
      f(2*i - 1) = u(i)
    end do
    do i = 1, n - 1
      f(2*i) = 0.5d0*u(i)*u(i + 1)
    end do
    deallocate(u)
    allocate(u(2*n - 1))
    u = f
  end subroutine refine
end module mesh
subroutine head(x, y)
  use mesh
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(2)
  real(8), allocatable :: u(:)
  integer :: k
  u = x
  do k = 1, 2
    call refine(u)
    u = u*u + x(1)
  end do
  y(1) = sum(u)
  y(2) = u(2)
end subroutine head
