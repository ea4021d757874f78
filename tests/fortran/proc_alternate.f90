! A return to a label of the caller.
! entry: head; independents: x; dependents: y
! refused: 8: a return to a label can't be read
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(1)
  real(8), intent(out) :: y(1)
  call other(x(1), *10)
  y(1) = x(1)
  return
10 y(1) = x(1)*x(1)
contains
  subroutine other(x, *)
    real(8), intent(in) :: x
    if (x > 0.0d0) return 1
  end subroutine other
end subroutine head
