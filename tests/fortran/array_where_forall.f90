! where within forall, masks made of indices, strides backwards.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(9)
  real(8), intent(out) :: y(9)
  real(8) :: a(3, 3), b(3, 3)
  integer :: i, j
  a = reshape(x, [3, 3])
  b = 1
  forall (i = 1:3)
    where (a(i, :) > 1)
      b(i, :) = a(i, :)**2
    elsewhere
      b(i, :) = -a(i, :)
    end where
  end forall
  forall (i = 3:1:-1, j = 1:3, i + j > 3 .and. b(i, j) > 0) a(i, j) = b(i, j)*a(i, j)
  forall (i = 1:3, j = 1:3, a(i, j) < a(j, i)) a(i, j) = a(j, i)*2
  do i = 1, 2
    where (b(:, i) < 0) b(:, i) = b(:, i + 1)*x(i)
  end do
  y = reshape(a + b, [9])
end subroutine head
