! Names of kinds that mean something else in a routine: then the number stands in their places; names that two modules have for different kinds.
! entry: head; independents: x; dependents: y
module double
  implicit none
  integer, parameter :: wp = kind(1.0d0)
  real(wp) :: a = 1.0_wp
end module double
module single
  implicit none
  integer, parameter :: wp = kind(1.0)
  real(wp) :: b = 2.0_wp
contains
  subroutine scale(v)
    real(wp), intent(inout) :: v
    v = v*b
  end subroutine scale
end module single
module user
  use double, only: wp
  implicit none
contains
  subroutine first(v, r)
    use single, only: sp => wp, scale
    real(wp), intent(in) :: v
    real(wp), intent(out) :: r
    real(sp) :: s
    s = real(v, sp)
    call scale(s)
    r = real(s, wp)*v
  end subroutine first
  subroutine another(v, r)
    real(kind(1.0d0)), intent(in) :: v
    real(kind(1.0d0)), intent(out) :: r
    real(kind(1.0d0)) :: wp
    call third
    r = wp*v
  contains
    subroutine third
      wp = v*v + 1.0d0
    end subroutine third
  end subroutine another
  subroutine fourth(v, r)
    real(wp), intent(in) :: v
    real(wp), intent(out) :: r
    real(wp) :: t(2)
    t = v
    call fifth(t(1))
    r = t(1)*t(2)
  contains
    subroutine fifth(u)
      use single, only: wp
      real(kind(1.0d0)), intent(inout) :: u
      real(wp) :: narrow
      narrow = real(u, wp)
      u = u*real(narrow, kind(1.0d0))
    end subroutine fifth
  end subroutine fourth
end module user
subroutine head(x, y)
  use user
  use double, only: wp_there => wp, a
  implicit none
  real(wp_there), intent(in) :: x(3)
  real(wp_there), intent(out) :: y(3)
  call first(x(1), y(1))
  call another(x(2), y(2))
  call fourth(x(3), y(3))
  y(1) = y(1)*a
end subroutine head
