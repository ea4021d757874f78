! An arithmetic if within a loop: jumps to several labels stay as they are.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  implicit none
  real(8) x(6), y(4)
  integer i
  do i = 1, 4
    if (i - 2) 8, 9, 8
8   y(i) = x(i)**2
    goto 10
9   y(i) = 2 + x(i)
10  continue
  end do
end subroutine
