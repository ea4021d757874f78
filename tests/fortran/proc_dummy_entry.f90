! The procedure that the entry itself gets is not known, and not even its arguments are.
! entry: head; independents: x; dependents: y
! refused: 6: the argument f is a procedure, and it is not known what its arguments are
subroutine head(f, x, y)
  implicit none
  real(8), external :: f
  real(8), intent(in) :: x(1)
  real(8), intent(out) :: y(1)
  y(1) = f(x(1))
end subroutine head
