! Products of matrices and vectors.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(12)
  real(8), intent(out) :: y(16)
  real(8) :: a(3, 2), b(2, 3), v(2), w(3)
  integer :: k(2)
  a = reshape(x(1:6), [3, 2])
  b = reshape(x(7:12), [2, 3])
  v = x(1:2)
  k = [2, 3]
  y(1:9) = reshape(matmul(a, b), [9])
  w = matmul(a, v)
  y(10:12) = w
  y(13:14) = matmul(v, b(:, 1:2))
  y(15) = dot_product(w, x(1:3)) + dot_product(v, k)
  y(16) = sum(matmul(transpose(a), a)) + dot_product(matmul(a, v), w)
end subroutine head
