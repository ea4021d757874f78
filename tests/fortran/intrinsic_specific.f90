! Old names of intrinsics that fix the type.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  implicit none
  double precision, intent(in) :: x(4)
  double precision, intent(out) :: y(12)
  real :: s
  integer :: k
  s = sngl(x(1))
  k = idint(x(2)*4) + idnint(x(3)*3) + ifix(s)
  y(1) = dabs(x(1) - 1) + dsqrt(x(2)) + dexp(x(3)) + dlog(x(4)) + dlog10(x(1))
  y(2) = dsin(x(1)) + dcos(x(2)) + dtan(x(1)) + dasin(x(1)/4) + dacos(x(2)/4) + datan(x(3))
  y(3) = dsinh(x(1)) + dcosh(x(2)) + dtanh(x(3)) + datan2(x(1), x(2))
  y(4) = dmax1(x(1), x(2), x(3)) + dmin1(x(1), x(2))
  y(5) = dmod(x(1), 0.3d0) + dsign(x(2), -x(3)) + ddim(x(1), x(2)) + ddim(x(2), x(1))
  y(6) = dint(x(1)*3)*x(2) + dnint(x(2)*3)*x(1)
  y(7) = dble(k)*x(1) + dfloat(k)*x(2)
  y(8) = x(1)*float(k) + x(2)*max0(k, 2) + x(3)*min0(k, 2) + isign(3, -k)*x(4)
  y(9) = x(1)*amax1(1.0, 2.0) + x(2)*amin1(3.0, 4.0) + x(3)*amod(7.0, 4.0) + x(1)*amax0(k, 3)
  y(10) = x(1)*iabs(-k) + x(2)*idim(k, 2) + x(1)*max1(2.5, 1.5) + x(2)*min1(2.5, 1.5)
  y(11) = alog(s) + alog10(s + 1) + amin0(k, 3)*x(1)
  y(12) = dprod(s, s)
end subroutine head
