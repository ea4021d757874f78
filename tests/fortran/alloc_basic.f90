! Allocatables: allocate, assign, reallocate, source, mold, allocated, deallocate.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(out) :: y(6)
  real(8), allocatable :: a(:), b(:, :), c(:), d(:)
  integer :: n, s
  n = 3
  allocate (a(n), b(2, n), stat=s)
  a = x(1:3)
  b = reshape(x, [2, 3])*s + 1
  b(1, :) = a**2
  c = a + b(1, :)
  c = [c, x(5)]
  a = x*2
  allocate (d, source=c)
  d = d*d
  y = a
  y(1:4) = y(1:4) + d*c
  deallocate (d)
  allocate (d, mold=x(1:2))
  d = x(2)
  y(5) = sum(d)*size(c)
  if (allocated(b) .and. .not. allocated(d)) y(6) = 0
  if (allocated(b)) y(6) = y(6)*b(1, 3)
end subroutine head
