! Kinds by their names, from other modules: use with only, with a rename, as a whole, of an intrinsic module, by a module and by routines; conversions to them.
! entry: head; independents: x; dependents: y
module kinds
  use, intrinsic :: iso_fortran_env, only: work => real64, int64
  implicit none
  integer, parameter :: sp = selected_real_kind(6), dp = kind(1.0d0), ip = selected_int_kind(9)
  real(dp), parameter :: half = 0.5_dp
end module kinds
module state
  use kinds, only: wp => dp, sp
  implicit none
  private
  real(wp), public :: level = 1.5_wp
  real(sp), public :: coarse = 0.25
  public :: step
contains
  subroutine step(i, v)
    use kinds, only: ip
    integer(ip), intent(in) :: i
    real(wp), intent(inout) :: v(:)
    real(wp) :: w
    integer :: k
    do k = 1, size(v)
      w = v(k)*level
      v(k) = sin(w)*w + real(i, wp) + 0.1_wp
      coarse = coarse*real(v(k), sp)
    end do
    level = level + real(coarse, wp)
  end subroutine step
end module state
subroutine inner(n, v, w)
  use kinds
  implicit none
  integer(ip), intent(in) :: n
  real(dp), intent(in) :: v(n)
  real(work), intent(out) :: w
  complex(dp) :: z
  integer(int64) :: wide
  wide = n
  z = cmplx(v(1), half, dp)
  w = real(z*z, dp) + sum(v)*2.0_dp/real(wide, dp)
end subroutine inner
subroutine head(x, y)
  use, intrinsic :: iso_fortran_env, only: real64
  use state, only: step, level
  implicit none
  real(real64), intent(in) :: x(3)
  real(real64), intent(out) :: y(2)
  real(real64) :: t(3)
  interface
    subroutine inner(n, v, w)
      use kinds
      integer(ip), intent(in) :: n
      real(dp), intent(in) :: v(n)
      real(work), intent(out) :: w
    end subroutine inner
  end interface
  t = x*1.0e-1_real64
  call step(2, t)
  call inner(3, t, y(1))
  y(2) = level*t(2)
end subroutine head
