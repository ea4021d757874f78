! Interfaces of external procedures say the intents that these state, or none where they state none.
! entry: head; independents: x; dependents: y
module steps
  implicit none
contains
  subroutine step(x, t, y)
    real(8), intent(in) :: x(3), t
    real(8), intent(out) :: y(3)
    real(8) :: w(3), v(3), total
    external :: spread_out, damp, total, count_down
    integer :: n
    n = 3
    call count_down(n)
    w = 2*x
    call spread_out(3, w, v)
    call damp(3, t, v)
    y = v*total(n, v)
  end subroutine step
end module steps
subroutine spread_out(n, a, b)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  real(8), intent(out) :: b(n)
  b = a*a(n)
end subroutine spread_out
subroutine damp(n, t, w)
  implicit none
  integer :: n
  real(8) :: t, w(n)
  w = w*exp(-t) + w(1)
end subroutine damp
function total(n, w)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: w(n)
  real(8) :: total
  total = sum(w**2)
end function total
subroutine count_down(n)
  implicit none
  integer, intent(inout) :: n
  n = max(n, 3)
end subroutine count_down
subroutine head(x, y)
  use steps
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(3)
  call step(x, 0.1d0*x(2), y)
end subroutine head
