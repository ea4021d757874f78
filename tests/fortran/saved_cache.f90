! Saved variables that change: the interval of a table where the last value was found, in a unit of its own.
! entry: head; independents: x, t; dependents: y
! compared: no; checked: yes
subroutine head(x, t, y)
  implicit none
  double precision, intent(in) :: x(6), t(3)
  double precision, intent(out) :: y
  double precision between
  external between
  integer :: i
  y = 0
  do i = 1, 3
    y = y + between(6, x, t(i))**2*i
  end do
end subroutine

double precision function between(n, x, at)
  implicit none
  integer n
  double precision x(n), at, left
  integer low, high, middle
  data low/2/
  if (low >= n) low = 1
  if (at < 0.3d0*low) goto 10
  if (at <= 0.3d0*(low + 1)) goto 30
10 low = 1
  high = n + 1
20 middle = (low + high)/2
  if (at < 0.3d0*middle) high = middle
  if (at >= 0.3d0*middle) low = middle
  if (high > low + 1) goto 20
  low = min(low, n - 1)
30 left = at - 0.3d0*low
  between = x(low)*cos(left) + x(low + 1)*sin(left)
end function
