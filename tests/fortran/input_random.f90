! Numbers that are drawn are constants, and are drawn once.
! entry: head; independents: x; dependents: y
! judged: driver
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  real(8) :: r, v(3), t
  integer, allocatable :: seed(:)
  integer :: n
  call random_seed(size=n)
  allocate (seed(n))
  seed = 17
  call random_seed(put=seed)
  v = x
  y = 0
  call random_number(r)
  y = y + r*v(1)**2
  v = sin(x)
  call random_number(v(2:3))
  call cpu_time(t)
  if (t < -1) y = 0
  y = y*v(2) + v(1)*x(1) + v(3)*x(3)*r
  deallocate (seed)
end subroutine
