! where with scalars, sections, two dimensions and masks in variables.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(12)
  real(8), intent(out) :: y(12)
  real(8) :: a(3, 4)
  logical :: m(3, 4)
  a = reshape(x, [3, 4])
  m = a > 1
  where (m) a = 1
  where (.not. m .and. a < 0.6d0) a = log(a)
  where (a(:, 2) > a(:, 3)) a(:, 2) = a(:, 3)**2
  where (a(1:3:2, :) < 0) a(1:3:2, :) = x(1)
  y = reshape(a, [12])
  where (y(12:1:-2) > 0.5d0)
    y(12:1:-2) = sqrt(y(12:1:-2))
  end where
end subroutine head
