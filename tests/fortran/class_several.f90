! select type where several types extend the class.
! entry: head; independents: o; dependents: y
! compared: no
! checked: yes
module kinds_of
  implicit none
  type base
    real(8) :: a
  end type
  type, extends(base) :: one
    real(8) :: b
  end type
  type, extends(base) :: two
    real(8) :: c
  end type
contains
subroutine head(o, y)
  class(base), intent(in) :: o
  real(8), intent(out) :: y
  y = 0
  select type (o)
  type is (one)
    y = o%b**2*o%a
  type is (two)
    y = sin(o%c)
    if (o%c > 0) y = y*o%a
  class default
    y = o%a**3
  end select
end subroutine
end module
