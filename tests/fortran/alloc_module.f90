! An array of a module that is deallocated, and allocated again with another shape.
! entry: head; independents: x; dependents: y
module store
  implicit none
  real(8), allocatable :: t(:)
end module store
subroutine head(x, y)
  use store
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(2)
  if (allocated(t)) deallocate(t)
  allocate(t(2))
  t = x(1:2)**2
  y(1) = t(1)*t(2)
  deallocate(t)
  allocate(t(3))
  t = x**3
  y(2) = t(1)*t(3)
end subroutine head
