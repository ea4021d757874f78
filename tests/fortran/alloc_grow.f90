! Arrays that grow and shrink by assignment, in loops.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(out) :: y(6)
  real(8), allocatable :: a(:), b(:)
  integer :: i
  allocate (a(0))
  do i = 1, 6
    a = [a, x(i)**2]
    if (mod(i, 2) == 0) a = a(2:)
    y(i) = sum(a*a)
  end do
  do i = 1, 3
    b = a(1:i)*x(i)
    y(i) = y(i) + product(b)
    a = [b, a(i:)]
  end do
  y(6) = y(6) + size(a)*a(size(a))
end subroutine head
