! Derivatives of solvers of LAPACK, as calls of the same library: what catalogues/blas_rules.xaif names, like
! xaif_blas.f90. Factors have derivatives of their own: with P A = L U and F = L^-1 P A' U^-1, that of L is L times
! the part of F below its diagonal, that of U the rest of F times U; with A = L L^T and F = L^-1 A' L^-T, that of L
! is L times the lower part of F with half of its diagonal (I. Murray, Differentiation of the Cholesky decomposition,
! 2016; M. B. Giles, Collected matrix derivative results, 2008).

subroutine dgetrf_tangent(m, n, a, a_d, lda, ipiv, info)
  implicit none
  integer, intent(in) :: m, n, lda
  real(8), intent(inout) :: a(lda, *), a_d(lda, *)
  integer, intent(out) :: ipiv(*), info
  external :: dgetrf, dlaswp, dtrmm, dtrsm
  real(8), allocatable :: lower(:, :), upper(:, :)
  integer :: j
  if (m /= n) error stop 'dgetrf_tangent: the matrix is not square'
  call dgetrf(m, n, a, lda, ipiv, info)
  if (n < 1 .or. info /= 0) return
  call dlaswp(n, a_d, lda, 1, n, ipiv, 1)
  call dtrsm('L', 'L', 'N', 'U', n, n, 1.0d0, a, lda, a_d, lda)
  call dtrsm('R', 'U', 'N', 'N', n, n, 1.0d0, a, lda, a_d, lda)
  allocate(lower(n, n), upper(n, n))
  lower = 0.0d0
  upper = 0.0d0
  do j = 1, n
    upper(:j, j) = a_d(:j, j)
    lower(j + 1:, j) = a_d(j + 1:n, j)
  end do
  call dtrmm('L', 'L', 'N', 'U', n, n, 1.0d0, a, lda, lower, n)
  call dtrmm('R', 'U', 'N', 'N', n, n, 1.0d0, a, lda, upper, n)
  a_d(:n, :n) = lower + upper
end subroutine dgetrf_tangent

subroutine dgetrf_adjoint(m, n, a, a_b, lda, ipiv, info)
  implicit none
  integer, intent(in) :: m, n, lda, ipiv(*), info
  real(8), intent(in) :: a(lda, *)
  real(8), intent(inout) :: a_b(lda, *)
  external :: dlaswp, dtrmm, dtrsm
  real(8), allocatable :: lower(:, :), upper(:, :)
  integer :: j
  if (m /= n) error stop 'dgetrf_adjoint: the matrix is not square'
  if (n < 1) return
  allocate(lower(n, n), upper(n, n))
  lower = 0.0d0
  upper = 0.0d0
  do j = 1, n
    upper(:j, j) = a_b(:j, j)
    lower(j + 1:, j) = a_b(j + 1:n, j)
  end do
  call dtrmm('L', 'L', 'T', 'U', n, n, 1.0d0, a, lda, lower, n)
  call dtrmm('R', 'U', 'T', 'N', n, n, 1.0d0, a, lda, upper, n)
  do j = 1, n
    a_b(:j, j) = upper(:j, j)
    a_b(j + 1:n, j) = lower(j + 1:, j)
  end do
  call dtrsm('L', 'L', 'T', 'U', n, n, 1.0d0, a, lda, a_b, lda)
  call dtrsm('R', 'U', 'T', 'N', n, n, 1.0d0, a, lda, a_b, lda)
  call dlaswp(n, a_b, lda, 1, n, ipiv, -1)
end subroutine dgetrf_adjoint

subroutine dgetrs_tangent(trans, n, nrhs, a, a_d, lda, ipiv, b, b_d, ldb, info)
  implicit none
  character(*), intent(in) :: trans
  integer, intent(in) :: n, nrhs, lda, ldb, ipiv(*)
  real(8), intent(in) :: a(lda, *), a_d(lda, *)
  real(8), intent(inout) :: b(ldb, *), b_d(ldb, *)
  integer, intent(out) :: info
  external :: dgemm, dgetrs, dlaswp, dtrmm
  real(8), allocatable :: lower(:, :), upper(:, :)
  integer :: j
  call dgetrs(trans, n, nrhs, a, lda, ipiv, b, ldb, info)
  if (n < 1 .or. nrhs < 1) return
  allocate(lower(n, n), upper(n, n))
  lower = 0.0d0
  upper = 0.0d0
  do j = 1, n
    upper(:j, j) = a_d(:j, j)
    lower(j + 1:, j) = a_d(j + 1:n, j)
  end do
  call dtrmm('R', 'U', 'N', 'N', n, n, 1.0d0, a, lda, lower, n)
  call dtrmm('L', 'L', 'N', 'U', n, n, 1.0d0, a, lda, upper, n)
  lower = lower + upper
  call dlaswp(n, lower, n, 1, n, ipiv, -1)
  call dgemm(trans, 'N', n, nrhs, n, -1.0d0, lower, n, b, ldb, 1.0d0, b_d, ldb)
  call dgetrs(trans, n, nrhs, a, lda, ipiv, b_d, ldb, info)
end subroutine dgetrs_tangent

subroutine dgetrs_adjoint(trans, n, nrhs, a, a_b, lda, ipiv, b, b_b, ldb, info)
  implicit none
  character(*), intent(in) :: trans
  integer, intent(in) :: n, nrhs, lda, ldb, ipiv(*), info
  real(8), intent(in) :: a(lda, *), b(ldb, *)
  real(8), intent(inout) :: a_b(lda, *), b_b(ldb, *)
  external :: dgemm, dgetrs, dlaswp, dtrmm
  real(8), allocatable :: lower(:, :), upper(:, :)
  logical :: plain
  integer :: j, status
  if (n < 1 .or. nrhs < 1) return
  plain = index('Nn', trans(1:1)) > 0
  allocate(lower(n, n), upper(n, n))
  call dgetrs(merge('T', 'N', plain), n, nrhs, a, lda, ipiv, b_b, ldb, status)
  if (plain) then
    call dgemm('N', 'T', n, n, nrhs, -1.0d0, b_b, ldb, b, ldb, 0.0d0, lower, n)
  else
    call dgemm('N', 'T', n, n, nrhs, -1.0d0, b, ldb, b_b, ldb, 0.0d0, lower, n)
  end if
  call dlaswp(n, lower, n, 1, n, ipiv, 1)
  upper = lower
  call dtrmm('R', 'U', 'T', 'N', n, n, 1.0d0, a, lda, lower, n)
  call dtrmm('L', 'L', 'T', 'U', n, n, 1.0d0, a, lda, upper, n)
  do j = 1, n
    a_b(:j, j) = a_b(:j, j) + upper(:j, j)
    a_b(j + 1:n, j) = a_b(j + 1:n, j) + lower(j + 1:, j)
  end do
end subroutine dgetrs_adjoint

subroutine dgesv_tangent(n, nrhs, a, a_d, lda, ipiv, b, b_d, ldb, info)
  implicit none
  integer, intent(in) :: n, nrhs, lda, ldb
  real(8), intent(inout) :: a(lda, *), a_d(lda, *), b(ldb, *), b_d(ldb, *)
  integer, intent(out) :: ipiv(*), info
  external :: dgetrf_tangent, dgetrs_tangent
  call dgetrf_tangent(n, n, a, a_d, lda, ipiv, info)
  if (info == 0) call dgetrs_tangent('N', n, nrhs, a, a_d, lda, ipiv, b, b_d, ldb, info)
end subroutine dgesv_tangent

subroutine dgesv_adjoint(n, nrhs, a, a_b, lda, ipiv, b, b_b, ldb, info)
  implicit none
  integer, intent(in) :: n, nrhs, lda, ldb, ipiv(*), info
  real(8), intent(in) :: a(lda, *), b(ldb, *)
  real(8), intent(inout) :: a_b(lda, *), b_b(ldb, *)
  external :: dgetrf_adjoint, dgetrs_adjoint
  call dgetrs_adjoint('N', n, nrhs, a, a_b, lda, ipiv, b, b_b, ldb, info)
  call dgetrf_adjoint(n, n, a, a_b, lda, ipiv, info)
end subroutine dgesv_adjoint

! Of a symmetric matrix, one triangle counts; the other one is left alone.
subroutine dpotrf_tangent(uplo, n, a, a_d, lda, info)
  implicit none
  character(*), intent(in) :: uplo
  integer, intent(in) :: n, lda
  real(8), intent(inout) :: a(lda, *), a_d(lda, *)
  integer, intent(out) :: info
  external :: dpotrf, dtrmm, dtrsm
  real(8), allocatable :: factor(:, :), f(:, :)
  logical :: upper
  integer :: j
  call dpotrf(uplo, n, a, lda, info)
  if (n < 1 .or. info /= 0) return
  upper = index('Uu', uplo(1:1)) > 0
  allocate(factor(n, n), f(n, n))
  factor = 0.0d0
  do j = 1, n
    if (upper) factor(j, :j) = a(:j, j)
    if (.not. upper) factor(j:, j) = a(j:n, j)
    if (upper) f(j, :j) = a_d(:j, j)
    if (upper) f(:j, j) = a_d(:j, j)
    if (.not. upper) f(j:, j) = a_d(j:n, j)
    if (.not. upper) f(j, j:) = a_d(j:n, j)
  end do
  call dtrsm('L', 'L', 'N', 'N', n, n, 1.0d0, factor, n, f, n)
  call dtrsm('R', 'L', 'T', 'N', n, n, 1.0d0, factor, n, f, n)
  do j = 1, n
    f(:j - 1, j) = 0.0d0
    f(j, j) = 0.5d0*f(j, j)
  end do
  call dtrmm('L', 'L', 'N', 'N', n, n, 1.0d0, factor, n, f, n)
  do j = 1, n
    if (upper) a_d(:j, j) = f(j, :j)
    if (.not. upper) a_d(j:n, j) = f(j:, j)
  end do
end subroutine dpotrf_tangent

subroutine dpotrf_adjoint(uplo, n, a, a_b, lda, info)
  implicit none
  character(*), intent(in) :: uplo
  integer, intent(in) :: n, lda, info
  real(8), intent(in) :: a(lda, *)
  real(8), intent(inout) :: a_b(lda, *)
  external :: dtrmm, dtrsm
  real(8), allocatable :: factor(:, :), s(:, :)
  logical :: upper
  integer :: i, j
  if (n < 1) return
  upper = index('Uu', uplo(1:1)) > 0
  allocate(factor(n, n), s(n, n))
  factor = 0.0d0
  s = 0.0d0
  do j = 1, n
    if (upper) factor(j, :j) = a(:j, j)
    if (.not. upper) factor(j:, j) = a(j:n, j)
    if (upper) s(j, :j) = a_b(:j, j)
    if (.not. upper) s(j:, j) = a_b(j:n, j)
  end do
  call dtrmm('L', 'L', 'T', 'N', n, n, 1.0d0, factor, n, s, n)
  do j = 1, n
    s(:j - 1, j) = 0.0d0
    s(j, j) = 0.5d0*s(j, j)
  end do
  call dtrsm('L', 'L', 'T', 'N', n, n, 1.0d0, factor, n, s, n)
  call dtrsm('R', 'L', 'N', 'N', n, n, 1.0d0, factor, n, s, n)
  do j = 1, n
    do i = merge(1, j, upper), merge(j, n, upper)
      a_b(i, j) = merge(s(i, j), s(i, j) + s(j, i), i == j)
    end do
  end do
end subroutine dpotrf_adjoint

subroutine dpotrs_tangent(uplo, n, nrhs, a, a_d, lda, b, b_d, ldb, info)
  implicit none
  character(*), intent(in) :: uplo
  integer, intent(in) :: n, nrhs, lda, ldb
  real(8), intent(in) :: a(lda, *), a_d(lda, *)
  real(8), intent(inout) :: b(ldb, *), b_d(ldb, *)
  integer, intent(out) :: info
  external :: dgemm, dpotrs
  real(8), allocatable :: factor(:, :), factor_d(:, :), s(:, :)
  logical :: upper
  integer :: j
  call dpotrs(uplo, n, nrhs, a, lda, b, ldb, info)
  if (n < 1 .or. nrhs < 1) return
  upper = index('Uu', uplo(1:1)) > 0
  allocate(factor(n, n), factor_d(n, n), s(n, n))
  factor = 0.0d0
  factor_d = 0.0d0
  do j = 1, n
    if (upper) factor(j, :j) = a(:j, j)
    if (.not. upper) factor(j:, j) = a(j:n, j)
    if (upper) factor_d(j, :j) = a_d(:j, j)
    if (.not. upper) factor_d(j:, j) = a_d(j:n, j)
  end do
  call dgemm('N', 'T', n, n, n, 1.0d0, factor_d, n, factor, n, 0.0d0, s, n)
  s = s + transpose(s)
  call dgemm('N', 'N', n, nrhs, n, -1.0d0, s, n, b, ldb, 1.0d0, b_d, ldb)
  call dpotrs(uplo, n, nrhs, a, lda, b_d, ldb, info)
end subroutine dpotrs_tangent

subroutine dpotrs_adjoint(uplo, n, nrhs, a, a_b, lda, b, b_b, ldb, info)
  implicit none
  character(*), intent(in) :: uplo
  integer, intent(in) :: n, nrhs, lda, ldb, info
  real(8), intent(in) :: a(lda, *), b(ldb, *)
  real(8), intent(inout) :: a_b(lda, *), b_b(ldb, *)
  external :: dgemm, dpotrs, dtrmm
  real(8), allocatable :: factor(:, :), s(:, :)
  logical :: upper
  integer :: j, status
  if (n < 1 .or. nrhs < 1) return
  upper = index('Uu', uplo(1:1)) > 0
  allocate(factor(n, n), s(n, n))
  factor = 0.0d0
  do j = 1, n
    if (upper) factor(j, :j) = a(:j, j)
    if (.not. upper) factor(j:, j) = a(j:n, j)
  end do
  call dpotrs(uplo, n, nrhs, a, lda, b_b, ldb, status)
  call dgemm('N', 'T', n, n, nrhs, -1.0d0, b_b, ldb, b, ldb, 0.0d0, s, n)
  s = s + transpose(s)
  call dtrmm('R', 'L', 'N', 'N', n, n, 1.0d0, factor, n, s, n)
  do j = 1, n
    if (upper) a_b(:j, j) = a_b(:j, j) + s(j, :j)
    if (.not. upper) a_b(j:n, j) = a_b(j:n, j) + s(j:, j)
  end do
end subroutine dpotrs_adjoint
