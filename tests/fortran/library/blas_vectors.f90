! Level 1 of the BLAS: with and without declarations, increments of both signs, elements passed where vectors begin.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(out) :: y(8)
  real(8) :: a(2, 3), v(3)
  real(8), external :: ddot, dnrm2, dasum
  external :: daxpy
  integer :: k
  a = reshape(x, [2, 3])
  y = 1.0d0
  call daxpy(3, x(1), x(2), 1, y(2), 1)
  call daxpy(3, ddot(2, a(1, 1), 2, a(1, 2), 1), a(2, 1), 2, y, -1)
  v = x(4:6)
  do k = 1, 2
    call dscal(3, x(k)*v(2), v, 1)
  end do
  call dcopy(2, v(2), 1, y(5), 2)
  call dswap(3, v, -1, y(1), 1)
  y(8) = dnrm2(3, a(1, 1), 2)*dasum(3, v, 1) + ddot(3, v, -1, x(4), 1)
  y(4) = y(4)*y(1)
end subroutine head
