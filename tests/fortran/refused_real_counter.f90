! A loop that counts by a number with a fraction.
! refused: 7: counts by a number with a fraction
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  real(8) :: x, y, t
  y = 0
  do t = 0.0d0, 1.0d0, 0.25d0
    y = y + x*t
  end do
end subroutine
