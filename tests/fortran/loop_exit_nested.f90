! Named loops: exit and cycle of the outer one from the inner one, in branches.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  integer :: i, j
  y = 1
  outer: do i = 1, 4
    do j = 1, 3
      if (j > i) cycle outer
      if (y > 20) then
        y = y - x(j)
        exit outer
      else if (y > 3) then
        y = y*0.5d0
        cycle
      end if
      y = y + x(j)*i
    end do
    y = y*x(1)
  end do outer
  y = y + i + 10*j
end subroutine
