! Allocated again with other shapes, by statements and by assignment.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(out) :: y(6)
  real(8), allocatable :: a(:), b(:)
  integer :: i, n
  n = size(x)
  allocate (a(n))
  a = x
  do i = 2, n
    a(i) = a(i)*a(i - 1)
  end do
  b = a(1:3)
  deallocate (a)
  if (allocated(a)) b = 0
  allocate (a(2*n))
  a(1:n) = x
  a(n + 1:) = x**2
  b = [b, a(n:n + 2)]
  a = a(2:7)
  y = a*b
  deallocate (a, b)
end subroutine head
