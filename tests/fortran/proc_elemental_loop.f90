! Elemental functions of arrays inside of larger expressions, in a loop whose arrays differ in size.
! entry: head; independents: x; dependents: y
module small
  implicit none
contains
  elemental real(8) function bend(v)
    real(8), intent(in) :: v
    bend = v*v + v
  end function bend
end module small
subroutine head(x, y)
  use small
  implicit none
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y(4)
  integer :: i
  do i = 1, 4
    y(i) = sum(bend(x(1:i))) + maxval(bend(x(i:)*2.0d0))
  end do
  do i = 2, 4
    y(1:i) = bend(y(i:1:-1))*x(i)
  end do
end subroutine head
