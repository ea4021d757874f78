! do without control, and do while, which are left; an iteration to convergence.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y
  real(8) :: t
  integer :: n
  y = x(1)
  n = 0
  do
    t = y
    y = cos(y)*x(2)
    n = n + 1
    if (n >= 6) exit
    if (abs(y - t) < 1d-3) exit
  end do
  do while (y < 5)
    y = y*1.5d0 + x(1)
    if (n > 7) exit
    n = n + 1
  end do
  do n = 9, 1, -3
    y = y + x(1)*n
    if (n < 5) exit
  end do
  y = y + n
end subroutine
