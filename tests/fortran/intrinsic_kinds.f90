! Kinds of results.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  implicit none
  integer, parameter :: sp = kind(1.0), dp = selected_real_kind(15), long = selected_int_kind(18)
  real(dp), intent(in) :: x(4)
  real(dp), intent(out) :: y(9)
  real(sp) :: s
  integer(long) :: n
  integer :: v(2)
  s = real(x(1), sp)
  n = int(x(2)*1000, kind=long)
  y(1) = real(s, kind=dp)*x(2)
  y(2) = x(1)*nint(x(2)*9, long) + x(1)*floor(x(2)*8, kind=8) + x(2)*ceiling(x(3), kind=2)
  y(3) = aint(x(1)*4, kind=sp)*x(1) + anint(x(2)*4, sp)*x(2)
  y(4) = real(n, dp)*x(1) + n*x(3)
  y(5) = x(1)*size(x, kind=8) + x(2)*count(x > 1, kind=8)
  v = shape(reshape(x, [2, 2]))
  y(6) = x(1)*v(1) + x(2)*mod(n, 7_long)
  y(7) = real(2)*x(1) + x(3)*dble(3)
  y(8) = x(1)*int(2.7) + real(cmplx(x(1), x(2)), dp)
  y(9) = x(4)*maxloc(x, dim=1, kind=8)
end subroutine head
