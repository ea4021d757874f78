! Solvers of LAPACK, and triangular ones of the BLAS: factors that are used twice, and as values; both triangles.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  implicit none
  integer, parameter :: lda = 4
  real(8), intent(in) :: x(12)
  real(8), intent(out) :: y(24)
  real(8) :: a(lda, 3), s(3, 3), t(3, 3), b(3, 2), c(2, 3)
  integer :: pivots(3), info, i
  a = reshape(x, [lda, 3])
  do i = 1, 3
    a(i, i) = a(i, i)*0.1d0
  end do
  b = reshape(x(4:9), [3, 2])
  call dgesv(3, 2, a, lda, pivots, b, 3, info)
  y(1:6) = reshape(b, [6])
  y(7) = a(2, 1)*a(3, 3) + a(1, 2)*a(4, 1)
  a = reshape(x*x, [lda, 3])
  a(2, 2) = a(2, 2) - 1.0d0
  call dgetrf(3, 3, a(2, 1), lda, pivots, info)
  call dgetrs('N', 3, 1, a(2, 1), lda, pivots, b, 3, info)
  call dgetrs('T', 3, 1, a(2, 1), lda, pivots, b(1, 2), 3, info)
  y(8:13) = reshape(b, [6])
  s = 0.1d0*reshape(x(1:9), [3, 3])
  do i = 1, 3
    s(i, i) = 2.0d0 + x(i)
  end do
  t = s
  call dpotrf('L', 3, s, 3, info)
  call dpotrf('U', 3, t, 3, info)
  call dpotrs('L', 3, 2, s, 3, b, 3, info)
  call dpotrs('Upper', 3, 1, t, 3, b(1, 2), 3, info)
  y(14:19) = reshape(b, [6])
  y(20) = s(3, 1)*t(1, 2) + s(1, 2)*t(2, 1)
  c = transpose(b)
  call dtrsm('L', 'L', 'N', 'N', 3, 2, 1.5d0, s, 3, b, 3)
  call dtrsm('L', 'U', 'T', 'U', 3, 1, 1.0d0, t, 3, b(1, 2), 3)
  call dtrsm('R', 'U', 'N', 'N', 2, 3, 1.0d0, t, 3, c, 2)
  call dtrsm('R', 'L', 'T', 'N', 2, 3, 0.5d0, s, 3, c, 2)
  y(21) = sum(b*b)
  y(22:24) = c(1, :)*c(2, :)
end subroutine head
