! Allocations with lower bounds.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y(4)
  real(8), allocatable :: a(:), b(:, :)
  integer, parameter :: n = 4
  integer :: i
  allocate (a(0:n), b(-1:1, n))
  a = 0
  b = 1
  do i = 1, n
    a(i) = a(i - 1) + x(i)**2
    b(0, i) = a(i)*x(1)
    y(i) = sum(b(:, i))
  end do
  y(1) = y(1)*a(ubound(a, 1)) + lbound(b, 1)*x(2)
end subroutine head
