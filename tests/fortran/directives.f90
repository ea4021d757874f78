! Directives: a loop that is reversed by checkpoints, one that is periodic, and a call that is weak.
! entry: head; independents: x; dependents: y
! checked: yes
subroutine step(x, y)
  real(8) :: x, y
  y = y + sin(x*y)
end subroutine
subroutine head(x, y)
  real(8) :: x, y, z
  integer :: i, n
  !$xaif independent(x) dependent(y)
  z = x
  !$xaif checkpoint(3)
  do i = 1, 20
    z = z*cos(z) + x
  end do
  y = z
  !$xaif reversal(weak)
  call step(x, y)
  n = 0
  !$xaif checkpoint(periodic:4)

  ! lines between a directive and what it is for don't matter
  do while (n < 9)
    y = y + x*sin(y)/(n + 1)
    n = n + 1
    if (y > 1d6) exit
  end do
  !$openad xxx simple loop
  do i = 1, 3
    y = y*x
  end do
end subroutine
