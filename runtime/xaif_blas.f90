! Derivatives of routines of the BLAS, as calls of the same library: what catalogues/blas_rules.xaif names.
! Each takes the arguments of the routine itself, each real one followed by its derivative. Tangent routines compute
! values, too; adjoint ones add to the derivatives of what is read, and turn those of what is modified into those of
! what it was before. Compile this file with the derived program, and link it with the library.

subroutine daxpy_tangent(n, a, a_d, x, x_d, incx, y, y_d, incy)
  implicit none
  integer, intent(in) :: n, incx, incy
  real(8), intent(in) :: a, a_d, x(*), x_d(*)
  real(8), intent(inout) :: y(*), y_d(*)
  external :: daxpy
  call daxpy(n, a, x_d, incx, y_d, incy)
  call daxpy(n, a_d, x, incx, y_d, incy)
  call daxpy(n, a, x, incx, y, incy)
end subroutine daxpy_tangent

subroutine daxpy_adjoint(n, a, a_b, x, x_b, incx, y, y_b, incy)
  implicit none
  integer, intent(in) :: n, incx, incy
  real(8), intent(in) :: a, x(*), y(*)
  real(8), intent(inout) :: a_b, x_b(*), y_b(*)
  real(8), external :: ddot
  external :: daxpy
  a_b = a_b + ddot(n, x, incx, y_b, incy)
  call daxpy(n, a, y_b, incy, x_b, incx)
end subroutine daxpy_adjoint

subroutine ddot_tangent(n, x, x_d, incx, y, y_d, incy, r, r_d)
  implicit none
  integer, intent(in) :: n, incx, incy
  real(8), intent(in) :: x(*), x_d(*), y(*), y_d(*)
  real(8), intent(out) :: r, r_d
  real(8), external :: ddot
  r_d = ddot(n, x_d, incx, y, incy) + ddot(n, x, incx, y_d, incy)
  r = ddot(n, x, incx, y, incy)
end subroutine ddot_tangent

subroutine ddot_adjoint(n, x, x_b, incx, y, y_b, incy, r, r_b)
  implicit none
  integer, intent(in) :: n, incx, incy
  real(8), intent(in) :: x(*), y(*), r
  real(8), intent(inout) :: x_b(*), y_b(*), r_b
  external :: daxpy
  call daxpy(n, r_b, y, incy, x_b, incx)
  call daxpy(n, r_b, x, incx, y_b, incy)
  r_b = 0.0d0
end subroutine ddot_adjoint

subroutine dscal_tangent(n, a, a_d, x, x_d, incx)
  implicit none
  integer, intent(in) :: n, incx
  real(8), intent(in) :: a, a_d
  real(8), intent(inout) :: x(*), x_d(*)
  external :: daxpy, dscal
  call dscal(n, a, x_d, incx)
  call daxpy(n, a_d, x, incx, x_d, incx)
  call dscal(n, a, x, incx)
end subroutine dscal_tangent

subroutine dscal_adjoint(n, a, a_b, x, x_b, incx)
  implicit none
  integer, intent(in) :: n, incx
  real(8), intent(in) :: a, x(*)
  real(8), intent(inout) :: a_b, x_b(*)
  real(8), external :: ddot
  external :: dscal
  a_b = a_b + ddot(n, x, incx, x_b, incx)
  call dscal(n, a, x_b, incx)
end subroutine dscal_adjoint

subroutine dcopy_tangent(n, x, x_d, incx, y, y_d, incy)
  implicit none
  integer, intent(in) :: n, incx, incy
  real(8), intent(in) :: x(*), x_d(*)
  real(8), intent(inout) :: y(*), y_d(*)
  external :: dcopy
  call dcopy(n, x_d, incx, y_d, incy)
  call dcopy(n, x, incx, y, incy)
end subroutine dcopy_tangent

subroutine dcopy_adjoint(n, x, x_b, incx, y, y_b, incy)
  implicit none
  integer, intent(in) :: n, incx, incy
  real(8), intent(in) :: x(*), y(*)
  real(8), intent(inout) :: x_b(*), y_b(*)
  external :: daxpy, dscal
  call daxpy(n, 1.0d0, y_b, incy, x_b, incx)
  call dscal(n, 0.0d0, y_b, abs(incy))
end subroutine dcopy_adjoint

subroutine dswap_tangent(n, x, x_d, incx, y, y_d, incy)
  implicit none
  integer, intent(in) :: n, incx, incy
  real(8), intent(inout) :: x(*), x_d(*), y(*), y_d(*)
  external :: dswap
  call dswap(n, x_d, incx, y_d, incy)
  call dswap(n, x, incx, y, incy)
end subroutine dswap_tangent

subroutine dswap_adjoint(n, x, x_b, incx, y, y_b, incy)
  implicit none
  integer, intent(in) :: n, incx, incy
  real(8), intent(in) :: x(*), y(*)
  real(8), intent(inout) :: x_b(*), y_b(*)
  external :: dswap
  call dswap(n, x_b, incx, y_b, incy)
end subroutine dswap_adjoint

! The norm has derivative 0 at 0, a subgradient.
subroutine dnrm2_tangent(n, x, x_d, incx, r, r_d)
  implicit none
  integer, intent(in) :: n, incx
  real(8), intent(in) :: x(*), x_d(*)
  real(8), intent(out) :: r, r_d
  real(8), external :: ddot, dnrm2
  r = dnrm2(n, x, incx)
  r_d = 0.0d0
  if (r > 0.0d0) r_d = ddot(n, x, incx, x_d, incx)/r
end subroutine dnrm2_tangent

subroutine dnrm2_adjoint(n, x, x_b, incx, r, r_b)
  implicit none
  integer, intent(in) :: n, incx
  real(8), intent(in) :: x(*), r
  real(8), intent(inout) :: x_b(*), r_b
  external :: daxpy
  if (r > 0.0d0) call daxpy(n, r_b/r, x, incx, x_b, incx)
  r_b = 0.0d0
end subroutine dnrm2_adjoint

subroutine dasum_tangent(n, x, x_d, incx, r, r_d)
  implicit none
  integer, intent(in) :: n, incx
  real(8), intent(in) :: x(*), x_d(*)
  real(8), intent(out) :: r, r_d
  real(8), external :: dasum
  integer :: i
  r = dasum(n, x, incx)
  r_d = 0.0d0
  if (incx < 1) return
  do i = 1, n
    r_d = r_d + sign(1.0d0, x(1 + (i - 1)*incx))*x_d(1 + (i - 1)*incx)
  end do
end subroutine dasum_tangent

subroutine dasum_adjoint(n, x, x_b, incx, r, r_b)
  implicit none
  integer, intent(in) :: n, incx
  real(8), intent(in) :: x(*), r
  real(8), intent(inout) :: x_b(*), r_b
  integer :: i
  do i = 1, merge(n, 0, incx > 0)
    x_b(1 + (i - 1)*incx) = x_b(1 + (i - 1)*incx) + sign(1.0d0, x(1 + (i - 1)*incx))*r_b
  end do
  r_b = 0.0d0
end subroutine dasum_adjoint

subroutine dger_tangent(m, n, alpha, alpha_d, x, x_d, incx, y, y_d, incy, a, a_d, lda)
  implicit none
  integer, intent(in) :: m, n, incx, incy, lda
  real(8), intent(in) :: alpha, alpha_d, x(*), x_d(*), y(*), y_d(*)
  real(8), intent(inout) :: a(*), a_d(*)
  external :: dger
  call dger(m, n, alpha_d, x, incx, y, incy, a_d, lda)
  call dger(m, n, alpha, x_d, incx, y, incy, a_d, lda)
  call dger(m, n, alpha, x, incx, y_d, incy, a_d, lda)
  call dger(m, n, alpha, x, incx, y, incy, a, lda)
end subroutine dger_tangent

subroutine dger_adjoint(m, n, alpha, alpha_b, x, x_b, incx, y, y_b, incy, a, a_b, lda)
  implicit none
  integer, intent(in) :: m, n, incx, incy, lda
  real(8), intent(in) :: alpha, x(*), y(*), a(*)
  real(8), intent(inout) :: alpha_b, x_b(*), y_b(*), a_b(*)
  real(8), external :: ddot
  external :: dgemv
  real(8) :: product(m)
  if (m < 1 .or. n < 1) return
  call dgemv('N', m, n, 1.0d0, a_b, lda, y, incy, 0.0d0, product, 1)
  alpha_b = alpha_b + ddot(m, x, incx, product, 1)
  call dgemv('N', m, n, alpha, a_b, lda, y, incy, 1.0d0, x_b, incx)
  call dgemv('T', m, n, alpha, a_b, lda, x, incx, 1.0d0, y_b, incy)
end subroutine dger_adjoint

subroutine dgemv_tangent(trans, m, n, alpha, alpha_d, a, a_d, lda, x, x_d, incx, beta, beta_d, y, y_d, incy)
  implicit none
  character(*), intent(in) :: trans
  integer, intent(in) :: m, n, lda, incx, incy
  real(8), intent(in) :: alpha, alpha_d, a(*), a_d(*), x(*), x_d(*), beta, beta_d
  real(8), intent(inout) :: y(*), y_d(*)
  external :: daxpy, dgemv
  if (m < 1 .or. n < 1) return
  call dgemv(trans, m, n, alpha, a, lda, x_d, incx, beta, y_d, incy)
  call dgemv(trans, m, n, alpha, a_d, lda, x, incx, 1.0d0, y_d, incy)
  call dgemv(trans, m, n, alpha_d, a, lda, x, incx, 1.0d0, y_d, incy)
  if (beta_d /= 0.0d0) call daxpy(merge(m, n, index('Nn', trans(1:1)) > 0), beta_d, y, incy, y_d, incy)
  call dgemv(trans, m, n, alpha, a, lda, x, incx, beta, y, incy)
end subroutine dgemv_tangent

subroutine dgemv_adjoint(trans, m, n, alpha, alpha_b, a, a_b, lda, x, x_b, incx, beta, beta_b, y, y_b, incy)
  implicit none
  character(*), intent(in) :: trans
  integer, intent(in) :: m, n, lda, incx, incy
  real(8), intent(in) :: alpha, a(*), x(*), beta, y(*)
  real(8), intent(inout) :: alpha_b, a_b(*), x_b(*), beta_b, y_b(*)
  real(8), external :: ddot
  external :: dgemv, dger, dscal
  real(8), allocatable :: product(:)
  integer :: rows
  logical :: plain
  if (m < 1 .or. n < 1) return
  plain = index('Nn', trans(1:1)) > 0
  rows = merge(m, n, plain)
  allocate(product(1 + (rows - 1)*abs(incy)))
  product = 0.0d0
  call dgemv(trans, m, n, 1.0d0, a, lda, x, incx, 0.0d0, product, incy)
  alpha_b = alpha_b + ddot(rows, product, incy, y_b, incy)
  beta_b = beta_b + ddot(rows, y, incy, y_b, incy)
  if (plain) then
    call dger(m, n, alpha, y_b, incy, x, incx, a_b, lda)
    call dgemv('T', m, n, alpha, a, lda, y_b, incy, 1.0d0, x_b, incx)
  else
    call dger(m, n, alpha, x, incx, y_b, incy, a_b, lda)
    call dgemv('N', m, n, alpha, a, lda, y_b, incy, 1.0d0, x_b, incx)
  end if
  call dscal(rows, beta, y_b, abs(incy))
end subroutine dgemv_adjoint

subroutine dgemm_tangent(transa, transb, m, n, k, alpha, alpha_d, a, a_d, lda, b, b_d, ldb, beta, beta_d, c, c_d, ldc)
  implicit none
  character(*), intent(in) :: transa, transb
  integer, intent(in) :: m, n, k, lda, ldb, ldc
  real(8), intent(in) :: alpha, alpha_d, a(*), a_d(*), b(*), b_d(*), beta, beta_d
  real(8), intent(inout) :: c(ldc, *), c_d(ldc, *)
  external :: daxpy, dgemm
  integer :: j
  call dgemm(transa, transb, m, n, k, alpha, a_d, lda, b, ldb, beta, c_d, ldc)
  call dgemm(transa, transb, m, n, k, alpha, a, lda, b_d, ldb, 1.0d0, c_d, ldc)
  call dgemm(transa, transb, m, n, k, alpha_d, a, lda, b, ldb, 1.0d0, c_d, ldc)
  do j = 1, merge(n, 0, beta_d /= 0.0d0)
    call daxpy(m, beta_d, c(1, j), 1, c_d(1, j), 1)
  end do
  call dgemm(transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
end subroutine dgemm_tangent

subroutine dgemm_adjoint(transa, transb, m, n, k, alpha, alpha_b, a, a_b, lda, b, b_b, ldb, beta, beta_b, c, c_b, ldc)
  implicit none
  character(*), intent(in) :: transa, transb
  integer, intent(in) :: m, n, k, lda, ldb, ldc
  real(8), intent(in) :: alpha, a(*), b(*), beta, c(ldc, *)
  real(8), intent(inout) :: alpha_b, a_b(*), b_b(*), beta_b, c_b(ldc, *)
  real(8), external :: ddot
  external :: dgemm, dscal
  real(8), allocatable :: product(:, :)
  logical :: plain_a, plain_b
  integer :: j
  if (m < 1 .or. n < 1) return
  plain_a = index('Nn', transa(1:1)) > 0
  plain_b = index('Nn', transb(1:1)) > 0
  allocate(product(m, n))
  call dgemm(transa, transb, m, n, k, 1.0d0, a, lda, b, ldb, 0.0d0, product, m)
  do j = 1, n
    alpha_b = alpha_b + ddot(m, product(1, j), 1, c_b(1, j), 1)
    beta_b = beta_b + ddot(m, c(1, j), 1, c_b(1, j), 1)
  end do
  if (plain_a) then
    call dgemm('N', merge('T', 'N', plain_b), m, k, n, alpha, c_b, ldc, b, ldb, 1.0d0, a_b, lda)
  else
    call dgemm(merge('N', 'T', plain_b), 'T', k, m, n, alpha, b, ldb, c_b, ldc, 1.0d0, a_b, lda)
  end if
  if (plain_b) then
    call dgemm(merge('T', 'N', plain_a), 'N', k, n, m, alpha, a, lda, c_b, ldc, 1.0d0, b_b, ldb)
  else
    call dgemm('T', merge('N', 'T', plain_a), n, k, m, alpha, c_b, ldc, a, lda, 1.0d0, b_b, ldb)
  end if
  do j = 1, n
    call dscal(m, beta, c_b(1, j), 1)
  end do
end subroutine dgemm_adjoint

! Of the matrix, only the triangle counts, without its diagonal if this is taken to be 1.
subroutine dtrsv_tangent(uplo, trans, diag, n, a, a_d, lda, x, x_d, incx)
  implicit none
  character(*), intent(in) :: uplo, trans, diag
  integer, intent(in) :: n, lda, incx
  real(8), intent(in) :: a(*), a_d(*)
  real(8), intent(inout) :: x(*), x_d(*)
  external :: daxpy, dcopy, dscal, dtrmv, dtrsv
  real(8), allocatable :: product(:)
  if (n < 1) return
  call dtrsv(uplo, trans, diag, n, a, lda, x, incx)
  allocate(product(1 + (n - 1)*abs(incx)))
  call dcopy(n, x, incx, product, incx)
  call dtrmv(uplo, trans, diag, n, a_d, lda, product, incx)
  call daxpy(n, -1.0d0, product, incx, x_d, incx)
  if (index('Uu', diag(1:1)) > 0) call daxpy(n, 1.0d0, x, incx, x_d, incx)
  call dtrsv(uplo, trans, diag, n, a, lda, x_d, incx)
end subroutine dtrsv_tangent

subroutine dtrsv_adjoint(uplo, trans, diag, n, a, a_b, lda, x, x_b, incx)
  implicit none
  character(*), intent(in) :: uplo, trans, diag
  integer, intent(in) :: n, lda, incx
  real(8), intent(in) :: a(*), x(*)
  real(8), intent(inout) :: a_b(lda, *), x_b(*)
  external :: daxpy, dtrsv
  logical :: plain, upper
  integer :: j, first, rows, at, from
  if (n < 1) return
  plain = index('Nn', trans(1:1)) > 0
  upper = index('Uu', uplo(1:1)) > 0
  call dtrsv(uplo, merge('T', 'N', plain), diag, n, a, lda, x_b, incx)
  do j = 1, n
    first = merge(1, j, upper)
    rows = merge(j, n - j + 1, upper)
    if (index('Uu', diag(1:1)) > 0) then
      rows = rows - 1
      if (.not. upper) first = first + 1
    end if
    if (rows < 1) cycle
    at = place(j)
    from = merge(place(first), place(first + rows - 1), incx > 0)
    if (plain) then
      call daxpy(rows, -x(at), x_b(from), incx, a_b(first, j), 1)
    else
      call daxpy(rows, -x_b(at), x(from), incx, a_b(first, j), 1)
    end if
  end do
contains
  integer function place(i)
    integer, intent(in) :: i
    place = merge(1 + (i - 1)*incx, 1 + (i - n)*incx, incx > 0)
  end function place
end subroutine dtrsv_adjoint

subroutine dtrsm_tangent(side, uplo, trans, diag, m, n, alpha, a, a_d, lda, b, b_d, ldb)
  implicit none
  character(*), intent(in) :: side, uplo, trans, diag
  integer, intent(in) :: m, n, lda, ldb
  real(8), intent(in) :: alpha, a(*), a_d(*)
  real(8), intent(inout) :: b(ldb, *), b_d(ldb, *)
  external :: dtrmm, dtrsm
  real(8), allocatable :: product(:, :)
  if (m < 1 .or. n < 1) return
  call dtrsm(side, uplo, trans, diag, m, n, alpha, a, lda, b, ldb)
  allocate(product(m, n))
  product = b(:m, :n)
  call dtrmm(side, uplo, trans, diag, m, n, 1.0d0, a_d, lda, product, m)
  if (index('Uu', diag(1:1)) > 0) product = product - b(:m, :n)
  b_d(:m, :n) = alpha*b_d(:m, :n) - product
  call dtrsm(side, uplo, trans, diag, m, n, 1.0d0, a, lda, b_d, ldb)
end subroutine dtrsm_tangent

subroutine dtrsm_adjoint(side, uplo, trans, diag, m, n, alpha, a, a_b, lda, b, b_b, ldb)
  implicit none
  character(*), intent(in) :: side, uplo, trans, diag
  integer, intent(in) :: m, n, lda, ldb
  real(8), intent(in) :: alpha, a(*), b(ldb, *)
  real(8), intent(inout) :: a_b(lda, *), b_b(ldb, *)
  external :: dgemm, dtrsm
  real(8), allocatable :: product(:, :)
  logical :: left, plain, upper, unit
  integer :: k, i, j
  if (m < 1 .or. n < 1) return
  left = index('Ll', side(1:1)) > 0
  plain = index('Nn', trans(1:1)) > 0
  upper = index('Uu', uplo(1:1)) > 0
  unit = index('Uu', diag(1:1)) > 0
  k = merge(m, n, left)
  allocate(product(k, k))
  call dtrsm(side, uplo, merge('T', 'N', plain), diag, m, n, 1.0d0, a, lda, b_b, ldb)
  if (left .and. plain) then
    call dgemm('N', 'T', m, m, n, -1.0d0, b_b, ldb, b, ldb, 0.0d0, product, k)
  else if (left) then
    call dgemm('N', 'T', m, m, n, -1.0d0, b, ldb, b_b, ldb, 0.0d0, product, k)
  else if (plain) then
    call dgemm('T', 'N', n, n, m, -1.0d0, b, ldb, b_b, ldb, 0.0d0, product, k)
  else
    call dgemm('T', 'N', n, n, m, -1.0d0, b_b, ldb, b, ldb, 0.0d0, product, k)
  end if
  do j = 1, k
    do i = merge(1, j, upper), merge(j, k, upper)
      if (i /= j .or. .not. unit) a_b(i, j) = a_b(i, j) + product(i, j)
    end do
  end do
  b_b(:m, :n) = alpha*b_b(:m, :n)
end subroutine dtrsm_adjoint
