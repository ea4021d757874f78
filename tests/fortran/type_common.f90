! A structure in a common block.
! refused: 11: c is a structure that shares storage
subroutine head(x, y)
  implicit none
  type pair
    sequence
    real(8) :: a, b
  end type
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  type(pair) :: c
  common /kept/ c
  c%a = x
  y = c%a
end subroutine
