! Arrays passed to arrays with variable bounds: parts of them, which leave the rest as it was, and the whole.
! entry: head; independents: x; dependents: y
module sizes
  implicit none
  integer :: most = 3
end module sizes
subroutine part(n, x, r)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: r(n)
  r = sin(x(1))*x(2)
end subroutine part
subroutine lower(n, x, r)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: r(0:n - 1, 2)
  r = x(2)*x(3)
end subroutine lower
subroutine whole(n, m, x, r)
  use sizes
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: x(3)
  real(8), intent(inout) :: r(n)
  real(8) :: w(n), v(most)
  w = x(3)
  call part(m, x, w)
  r = r*w
  w = x(2)
  call part(n, x, w)
  v = x(1)*x(2)
  call part(most - 1, x, v)
  r = r + w*v(3)
  v = x(1)
  call part(most, x, v)
  r = r + v(3)*v(1)
end subroutine whole
recursive subroutine again(n, x, r)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: r(n)
  r = x(n)**2
  if (n > 1) call again(n - 1, x, r)
  if (n == 3) call again(2, x, r)
end subroutine again
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(5)
  real(8) :: r(3), s(3, 2)
  r = x
  call part(2, x, r)
  y(1) = r(1)*r(3)
  s = x(1)
  call lower(2, x, s)
  y(2) = s(1, 1)*s(3, 2)*s(3, 1)
  r = x*x
  call whole(3, 2, x, r)
  y(3) = r(1)*r(2)*r(3)
  call again(3, x, r)
  y(4) = r(1)*r(2)*r(3)
  r = x
  call part(3, x, r)
  y(5) = r(3)*r(1)
end subroutine head
