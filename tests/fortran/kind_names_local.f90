! Kinds by their names, in routines: a constant of its own, of the host, double precision, expressions, the kind of another variable, rules for names without a declaration.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  implicit none
  integer, parameter :: dp = kind(1.0d0)
  real(dp), intent(in) :: x(4)
  real(kind=dp), intent(out) :: y(4)
  real(dp) :: t
  integer :: i
  t = 1.0_dp
  do i = 1, 4
    t = t*x(i) + 2.0e-3_dp
  end do
  call inner(x(1), y(1))
  call precise(x(2), y(2))
  y(3) = worded(t)
  call ruled(x(4), y(4))
contains
  subroutine inner(a, b)
    real(dp), intent(in) :: a
    real(dp), intent(out) :: b
    real(kind(a)) :: c
    real :: s
    c = a*t
    s = real(c)
    b = exp(-c)*c + real(s, dp)
  end subroutine inner
  subroutine precise(a, b)
    double precision, intent(in) :: a
    double precision, intent(out) :: b
    double precision :: c(2)
    c = [a, a*a]
    b = c(1)*c(2)*3.5d0
  end subroutine precise
  real(selected_real_kind(p=15, r=300)) function worded(a)
    real(kind(1.0d0)), intent(in) :: a
    worded = a*sqrt(abs(a)) + 1.0d0
  end function worded
  subroutine ruled(a, b)
    implicit double precision (a-h, o-z)
    parameter (c = 1.25d0)
    d = a*c
    b = d*d*sin(d)
  end subroutine ruled
end subroutine head
