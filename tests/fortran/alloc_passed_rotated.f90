! What an adjoint sweep passes has the shape of that time, which the adjoints of intrinsics are about; the array has another one by then.
! entry: head; independents: x; dependents: y
module store
  implicit none
  real(8), allocatable :: m(:, :)
contains
  subroutine turn(a, v)
    real(8), intent(inout) :: a(:, :)
    real(8), intent(inout) :: v
    v = sin(v + 0.1d0*sum(transpose(a)*spread(a(:, 1), 1, size(a, 2))))
    a = cshift(a, 1, 2)*v + 0.1d0*eoshift(a, -1)
  end subroutine turn
  subroutine inner(a, v)
    real(8), intent(inout) :: a(:, :)
    real(8), intent(inout) :: v
    call turn(a, v)
    call turn(a(2:, :), v)
  end subroutine inner
end module store
subroutine head(x, y)
  use store
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  integer :: i
  y = x(1)
  do i = 2, 4
    if (allocated(m)) deallocate(m)
    allocate(m(i, 0:i))
    m = x(3)/i
    m(i, 1) = x(2)
    call inner(m, y)
    call turn(m(i - 1:, 1:), y)
    y = y + 0.3d0*sum(m)
  end do
end subroutine head
