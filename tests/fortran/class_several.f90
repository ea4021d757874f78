! select type where several types extend the class.
! refused: 21: the type that is selected is known only when the program runs
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
end module
subroutine head(o, y)
  use kinds_of
  implicit none
  class(base), intent(in) :: o
  real(8), intent(out) :: y
  y = 0
  select type (o)
  type is (one)
    y = o%b
  type is (two)
    y = o%c
  end select
end subroutine
