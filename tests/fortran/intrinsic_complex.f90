! Complex intrinsics; the first operand of dot_product is conjugated.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(out) :: y(10)
  complex(8) :: z(3), w(3), s
  z = cmplx(x(1:3), x(4:6), 8)
  w = conjg(z)*cmplx(x(2), kind=8)
  s = dot_product(z, w)
  y(1) = real(s)
  y(2) = aimag(s)
  y(3) = abs(z(1)) + real(sqrt(z(2)), 8) + aimag(exp(z(3)))
  s = sum(z*w) + product(z)
  y(4) = real(s, 8)
  y(5) = s%im
  s = log(z(1))*sin(z(2)) + cos(z(3))
  y(6) = s%re
  y(7) = dimag(s)
  y(8) = real(s)
  y(9) = cdabs(z(1)) + dble(z(2))
  y(10) = abs(dcmplx(x(1), x(2))) + real(z(1)**2) + real(z(2)**z(3))

end subroutine head
