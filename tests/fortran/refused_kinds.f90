! refused: 8: a real number of kind 16 can't be read
! refused: 9: a complex number of kind 16 can't be read
! refused: 10: an integer of kind 16 can't be read
! refused: 14: a real number of kind 10 can't be read
subroutine head(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(16) :: a
  complex(16) :: b
  integer(16) :: c
  a = x
  b = a
  c = int(x)
  y = real(b) + c + 1.0_10*x
end subroutine head
