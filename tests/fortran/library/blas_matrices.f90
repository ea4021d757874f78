! Level 2 of the BLAS: parts of matrices, both forms of the product, triangles.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  implicit none
  integer, parameter :: lda = 4
  real(8), intent(in) :: x(12)
  real(8), intent(out) :: y(13)
  real(8) :: a(lda, 3), v(6), w(3)
  a = reshape(x, [lda, 3])
  v = x(1:6)
  w = x(7:9)
  call dger(3, 2, x(2), v, 2, w, -1, a(2, 2), lda)
  call dgemv('N', 3, 3, x(1), a(2, 1), lda, w, 1, x(3), v, 2)
  call dgemv('Transpose', 4, 2, 1.5d0, a, lda, x(5), 1, 0.5d0, w, -2)
  y(1:6) = v
  y(7:9) = w
  a(1, 1) = a(1, 1) + 3.0d0
  a(2, 2) = a(2, 2) + 3.0d0
  a(3, 3) = a(3, 3) + 3.0d0
  call dtrsv('U', 'N', 'N', 3, a, lda, y(1), 1)
  call dtrsv('L', 't', 'N', 3, a, lda, y(2), 2)
  call dtrsv('L', 'N', 'Unit', 3, a, lda, y(7), -1)
  y(10:13) = a(:, 1)*a(1, 1)*a(2, 3)
end subroutine head
