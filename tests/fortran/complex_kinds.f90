! cmplx without a kind makes a number of single precision, which is widened.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  implicit none
  real(4) :: x(2)
  real(8) :: y(2)
  complex(8) :: z
  complex(4) :: w
  w = cmplx(x(1), x(2))
  z = w
  z = z*z + w
  y(1) = real(z)
  y(2) = aimag(z)
end subroutine
