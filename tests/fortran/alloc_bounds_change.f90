! Lower bounds that differ from one allocation to the next, of an array of a module and of an argument.
! entry: head; independents: x; dependents: y
module store
  implicit none
  real(8), allocatable :: t(:)
contains
  subroutine shift(a, k)
    real(8), allocatable, intent(inout) :: a(:)
    integer, intent(in) :: k
    real(8), allocatable :: b(:)
    integer :: i
    allocate(b(k:k + size(a)))
    do i = 1, size(a)
      b(k + i) = a(lbound(a, 1) + i - 1)**2
    end do
    b(k) = a(lbound(a, 1))
    call move_alloc(b, a)
  end subroutine shift
end module store
subroutine head(x, y)
  use store
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(4)
  real(8), allocatable :: a(:)
  integer :: i, k
  if (allocated(t)) deallocate(t)
  do k = -1, 2
    allocate(t(k:k + 2))
    do i = k, k + 2
      t(i) = x(1 + mod(i + 3, 3))*x(2)
    end do
    y(k + 2) = t(k)*t(k + 1) + t(k + 2)**2
    if (k < 2) deallocate(t)
  end do
  allocate(a(0:1))
  a(0) = x(1)
  a(1) = x(2)*x(3)
  do k = 0, 3, 3
    call shift(a, k)
    y(1) = y(1) + a(k)*a(k + 2)
    a(k) = a(k + 1)*x(1)
  end do
  y(4) = y(4)*a(3)*t(3)
end subroutine head
