! Level 3 of the BLAS: products of matrices in all four forms, within a module procedure.
! entry: head; independents: x; dependents: y
module multiply
  implicit none
contains
  subroutine all_forms(a, b, s, c)
    real(8), intent(in) :: a(:, :), b(:, :), s
    real(8), intent(inout) :: c(:, :)
    interface
      subroutine dgemm(transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
        character(1), intent(in) :: transa, transb
        integer, intent(in) :: m, n, k, lda, ldb, ldc
        real(8), intent(in) :: alpha, beta, a(lda, *), b(ldb, *)
        real(8), intent(inout) :: c(ldc, *)
      end subroutine dgemm
    end interface
    real(8) :: d(size(c, 1), size(c, 2))
    integer :: n
    n = size(a, 1)
    call dgemm('N', 'N', n, n, n, s, a, n, b, n, 1.0d0, c, n)
    call dgemm('T', 'N', n, n, n, 0.5d0, a, n, b, n, s, c, n)
    d = c
    call dgemm('n', 't', n, n, n, s*s, d, n, b, n, 0.0d0, c, n)
  end subroutine all_forms
end module multiply
subroutine head(x, y)
  use multiply
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(out) :: y(8)
  real(8) :: a(2, 2), b(2, 2), c(2, 2), d(3, 2), e(2, 3)
  a = reshape(x(1:4), [2, 2])
  b = reshape(x(3:6), [2, 2])
  c = 1.0d0
  call all_forms(a, b, x(1), c)
  d = reshape(x, [3, 2])
  e = reshape(x*x, [2, 3])
  call dgemm('T', 'T', 2, 2, 3, 1.0d0, d, 3, e, 2, x(2), c, 2)
  y(1:4) = reshape(c, [4])
  call dgemm('N', 'N', 1, 1, 2, 1.0d0, d(2, 1), 3, e(1, 2), 2, 0.0d0, y(5), 1)
  y(6:8) = d(:, 2)*y(5)
end subroutine head
