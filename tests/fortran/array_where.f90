! A where construct with masked and plain elsewhere: one loop.
! entry: head; independents: x, y; dependents: y
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(inout) :: y(6)
  where (x > 1.1d0)
    y = x*x
  elsewhere (x < 0.6d0)
    y = sin(x)
  elsewhere
    y = y + exp(x)
  end where
end subroutine head
