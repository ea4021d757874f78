! do concurrent whose variables are local or shared.
! entry: head; independents: x; dependents: y
! gfortran: no
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(out) :: y(6)
  real(8) :: t, s, u
  integer :: i
  s = x(1)
  t = x(2)
  u = x(3)
  do concurrent (i = 1:6) local(t) local_init(u) shared(s, x, y)
    t = x(i)*s
    u = u*t
    y(i) = t*t + u
  end do
  y(1) = y(1) + t*u
  do concurrent (integer :: k = 2:4, x(k) > 0)
    y(k) = y(k)*x(k)
  end do
end subroutine head
