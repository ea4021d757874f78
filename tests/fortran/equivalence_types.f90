! Storage that is a number of two types.
! refused: 7: shares storage
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  implicit none
  real(8) :: x, y, a
  integer :: i(2)
  equivalence (a, i)
  a = x
  y = a*i(1)
end subroutine
