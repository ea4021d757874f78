! entry: head; independents: x; dependents: y
subroutine head(x, y)
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  integer :: i
  y = 0
  do i = 1, 3
    if (x(i) > 0.8d0) cycle
    y = y + sin(x(i))*i
  end do
end subroutine
