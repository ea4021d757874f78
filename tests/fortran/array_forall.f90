! forall: statements, constructs, masks, strides; right-hand sides come first.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(8)
  real(8), intent(out) :: y(8)
  real(8) :: a(8), b(4, 4)
  integer :: i, j
  forall (i = 1:8) a(i) = x(i)**2
  forall (i = 2:7) a(i) = a(i - 1) + a(i + 1)
  forall (i = 1:8:3, a(i) > 0.5d0) a(i) = sqrt(a(i))
  b = 0
  forall (i = 1:4, j = 1:4, i >= j)
    b(i, j) = x(i)*x(j)
  end forall
  forall (i = 1:4)
    b(i, i) = b(i, i)*2
    a(i) = b(i, i) + a(9 - i)
  end forall
  forall (j = 1:4) b(:, j) = b(:, j)*x(j)
  forall (i = 1:4, j = 1:4) b(i, j) = b(j, i) + b(i, j)
  do i = 1, 8
    y(i) = a(i) + sum(b(:, (i + 1)/2))
  end do
end subroutine head
