! select case in a loop whose cases go on, leave, and return.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(5)
  real(8), intent(out) :: y
  integer :: i
  y = 1
  do i = 1, 5
    select case (int(x(i)*2))
    case (0)
      cycle
    case (1, 2)
      y = y + x(i)
    case (3)
      y = y*x(i)
      if (y > 6) exit
    case default
      y = y - x(1)
      return
    end select
    y = y*x(2)
  end do
  y = y*y
end subroutine
