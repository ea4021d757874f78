! A common block whose members have other names elsewhere; block data; a routine that has no need of it in between.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  implicit none
  real(8) :: x(2), y, a, b(2)
  integer :: n
  common /block/ a, b, n
  b(1) = x(1)*a
  b(2) = x(2)
  call middle
  y = a + b(1)*n
end subroutine
subroutine middle
  call inner
  call inner
end subroutine
subroutine inner
  implicit none
  real(8) :: c, d(2)
  integer :: m
  common /block/ c, d, m
  c = c + d(1)*sin(d(2))
  m = m + 1
end subroutine
block data
  real(8) :: a, b(2)
  integer :: n
  common /block/ a, b, n
  data a, n /2.5d0, 3/
end block data
