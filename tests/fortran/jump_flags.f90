! Jumps in loops whose flags are asked for behind the branch that sets them.
! entry: head; independents: x; dependents: y
subroutine ends(x, y)
  implicit none
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y
  integer :: i
  y = 0
  do 100 i = 1, 4
    if (i == 3) go to 90
    if (x(i) > 0) go to 95
90  continue
    y = y*1.1d0
    go to 100
95  y = y + x(i)
100 continue
end subroutine ends
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y(2)
  real(8) :: z
  integer :: i, k
  call ends(x, y(1))
  y(2) = 0
  z = 1
  do k = 1, 3
    do i = 1, 4
      y(2) = y(2) + x(1 + mod(i*k, 4))*z
      if (mod(i*k, 3) == 2) then
        y(2) = y(2) + x(1 + mod(i*k, 4))*z
        if (i == 2) go to 20
        go to 30
      end if
20    continue
      z = z + 0.1d0*y(2)*x(k)
      go to 900
30    continue
      z = z + 0.1d0*y(2)*x(k)
      if (k < 3) go to 900
      y(2) = y(2) - z*0.5d0
900   continue
    end do
    y(2) = y(2)*1.01d0 + x(k)*z
  end do
end subroutine head
