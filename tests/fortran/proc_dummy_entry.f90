! The procedure that the entry itself gets is not known.
! entry: head; independents: x; dependents: y
! refused: 4: the argument f of head is a procedure
subroutine head(f, x, y)
  implicit none
  real(8), external :: f
  real(8), intent(in) :: x(1)
  real(8), intent(out) :: y(1)
  y(1) = f(x(1))
end subroutine head
