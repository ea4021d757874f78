! Storage that is a number of two types, and storage of a text and of numbers.
! refused: 8: shares storage
! refused: 12: i shares storage with a
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  implicit none
  real(8) :: x, y, a, b(2)
  character(8) :: text
  integer :: i(2)
  equivalence (a, i)
  equivalence (b, text)
  y = a*i(1)
  b(1) = y*x
  a = b(1)
end subroutine
