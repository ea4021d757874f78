! An argument of any type.
! refused: 5: a variable of any type
subroutine head(o, y)
  implicit none
  class(*), intent(in) :: o
  real(8), intent(out) :: y
  y = 0
  select type (o)
  type is (real(8))
    y = o
  end select
end subroutine
