! refused: 6: forall
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  real(8) :: x(3), y(3)
  integer :: i, j
  forall (i = 1:3); forall (j = 1:1) y(i) = x(i); end forall
end subroutine head
