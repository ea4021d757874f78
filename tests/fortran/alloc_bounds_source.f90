! Bounds that source and mold give.
! entry: head; independents: x; dependents: y
module store
  implicit none
  real(8), allocatable :: a(:), b(:)
contains
  subroutine make(c)
    real(8), intent(in) :: c(0:)
    if (allocated(a)) deallocate(a)
    allocate(a, source=c)
    a(0) = a(0)*a(2)
  end subroutine make
end module
subroutine head(x, y)
  use store
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(4)
  call make(x)
  if (allocated(b)) deallocate(b)
  allocate(b, mold=a)
  b = a**2
  b(0) = b(1)*x(1)
  y(1) = a(0)
  y(2) = b(0)*lbound(b, 1) + b(2)
  y(3) = sum(b)
  y(4) = 0
end subroutine head
