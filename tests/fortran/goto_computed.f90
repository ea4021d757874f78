! A computed goto within a loop.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  implicit none
  real(8) x(6), y(4)
  integer i
  do i = 1, 4
    goto (8, 9, 8, 11), i
8   y(i) = x(i)**2
    goto 10
9   y(i) = 2 + x(i)
    goto 10
11  y(i) = x(i)*x(5)
10  continue
  end do
end subroutine
