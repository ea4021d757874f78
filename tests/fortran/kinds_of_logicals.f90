! Functions and arguments that are logicals of another kind.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  use iso_c_binding, only: c_bool
  implicit none
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y(4)
  logical :: falling
  logical(c_bool) :: either
  integer :: i, j
  real(8) :: t
  y = x**2
  falling = y(1) > 3
  either = y(2) > 100
  do i = 1, 3
    do j = i + 1, 4
      if (swaps(y(i), y(j), .false._c_bool) .or. either) then
        t = y(i)
        y(i) = y(j)
        y(j) = t
      end if
    end do
  end do
contains
  elemental logical(c_bool) function swaps(a, b, or_equal)
    real(8), intent(in) :: a, b
    logical(c_bool), intent(in) :: or_equal
    swaps = merge(a < b, a > b, falling)
    if (or_equal .and. a == b) swaps = .true._c_bool
  end function swaps
end subroutine head
