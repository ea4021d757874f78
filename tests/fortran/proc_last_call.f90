! A procedure that is passed, whose last call computes what nobody needs, into an array of adjustable extent.
! entry: head; independents: p; dependents: y
subroutine head(p, y)
  implicit none
  real(8), intent(in) :: p
  real(8), intent(out) :: y(2)
  real(8) :: slope(2)
  external rhs
  y = [p, 0.2d0]
  call step(rhs, 2, y, slope)
end subroutine
subroutine step(f, n, y, slope)
  implicit none
  external f
  integer :: n, i
  real(8) :: y(n), slope(n)
  do i = 1, 3
    call f(y, slope)
    y = y + 0.1d0*slope
  end do
  call f(y, slope)
end subroutine
subroutine rhs(y, slope)
  implicit none
  real(8) :: y(2), slope(2)
  slope(1) = -y(1)*y(2)
  slope(2) = y(1)*y(2) - y(2)**2
end subroutine
