! Where a text is in a list.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  character(len=4) :: names(3)
  integer :: k
  names = ['u   ', 'rho ', 'p   ']
  k = findloc(names, 'rho', 1)
  y = x(k)*x(findloc(names, 'p', 1))
end subroutine head
