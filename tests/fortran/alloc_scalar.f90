! Local allocatable scalars.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(2)
  real(8), allocatable :: a, b
  allocate(a)
  a = x(1)*x(2)
  b = a*x(3)
  y(1) = a*b
  deallocate(a)
  allocate(a, source=b)
  y(2) = a**2
end subroutine head
