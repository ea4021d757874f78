! Intrinsic functions passed as arguments.
! entry: head; independents: x; dependents: y
subroutine apply(f, v, r)
  implicit none
  real(8), external :: f
  real(8), intent(in) :: v
  real(8), intent(out) :: r
  r = f(v)*f(f(v))
end subroutine apply
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y(2)
  intrinsic :: dsin, dexp
  call apply(dsin, x(1), y(1))
  call apply(dexp, x(2), y(2))
end subroutine head
