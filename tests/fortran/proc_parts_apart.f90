! Parts of an array of assumed size that have nothing in common, one read and one changed.
! entry: head; independents: x; dependents: y
subroutine scale_by(n, a, lda, b, ldb)
  implicit none
  integer, intent(in) :: n, lda, ldb
  real(8) :: a(lda, *), b(ldb, *)
  integer :: i, j
  do j = 1, n
    do i = 1, 2
      b(i, j) = a(i, j)*b(i, j)
    end do
  end do
end subroutine scale_by
subroutine factor(n, a, lda)
  implicit none
  integer, intent(in) :: n, lda
  real(8) :: a(lda, *)
  integer :: half
  external :: scale_by
  half = n/2
  call scale_by(half, a, lda, a(1, half + 1), lda)
end subroutine factor
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y
  real(8) :: a(2, 4)
  external :: factor
  a(1, :) = x
  a(2, :) = x**2
  call factor(4, a, 2)
  y = sum(a)
end subroutine head
