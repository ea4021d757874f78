! entry: head; independents: x; dependents: y
! What becomes of x after it was read for y is not asked: no derivative of it is computed.
subroutine head(x, y)
  real(8), intent(inout) :: x(2)
  real(8), intent(out) :: y
  real(8) :: t

  y = sin(x(1))*x(2)
  t = x(1)*x(2)
  x(2) = exp(t)
end subroutine head
