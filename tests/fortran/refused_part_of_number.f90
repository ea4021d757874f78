! A part of a complex number is read, and not assigned.
! refused: 8: an assignment to the part of a number
subroutine head(x, y)
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y
  complex(8) :: z
  z = cmplx(x(1), x(2), 8)
  z%re = x(2)
  y = z%re*z%im
end subroutine
