/*
 * Routines of the BLAS and of LAPACK. Arrays are lists of as many elements as the routine reaches: what is
 * passed need not be a list.
 */
#include "library.h"

namespace reader
{

namespace
{

struct Row {
    const char *name, *text;
};

const Row rows[] = {
    {"daxpy", "subroutine daxpy(n, a, x, incx, y, incy)\n"
              "integer, intent(in) :: n\n"
              "real(8), intent(in) :: a\n"
              "integer, intent(in) :: incx\n"
              "integer, intent(in) :: incy\n"
              "real(8), intent(in) :: x(1 + (n - 1)*abs(incx))\n"
              "real(8), intent(inout) :: y(1 + (n - 1)*abs(incy))\n"
              "end subroutine daxpy\n"},
    {"dscal", "subroutine dscal(n, a, x, incx)\n"
              "integer, intent(in) :: n\n"
              "real(8), intent(in) :: a\n"
              "integer, intent(in) :: incx\n"
              "real(8), intent(inout) :: x(1 + (n - 1)*abs(incx))\n"
              "end subroutine dscal\n"},
    {"dcopy", "subroutine dcopy(n, x, incx, y, incy)\n"
              "integer, intent(in) :: n\n"
              "integer, intent(in) :: incx\n"
              "integer, intent(in) :: incy\n"
              "real(8), intent(in) :: x(1 + (n - 1)*abs(incx))\n"
              "real(8), intent(inout) :: y(1 + (n - 1)*abs(incy))\n"
              "end subroutine dcopy\n"},
    {"dswap", "subroutine dswap(n, x, incx, y, incy)\n"
              "integer, intent(in) :: n\n"
              "integer, intent(in) :: incx\n"
              "integer, intent(in) :: incy\n"
              "real(8), intent(inout) :: x(1 + (n - 1)*abs(incx))\n"
              "real(8), intent(inout) :: y(1 + (n - 1)*abs(incy))\n"
              "end subroutine dswap\n"},
    {"ddot", "function ddot(n, x, incx, y, incy)\n"
             "integer, intent(in) :: n\n"
             "integer, intent(in) :: incx\n"
             "integer, intent(in) :: incy\n"
             "real(8), intent(in) :: x(1 + (n - 1)*abs(incx))\n"
             "real(8), intent(in) :: y(1 + (n - 1)*abs(incy))\n"
             "real(8) :: ddot\n"
             "end function ddot\n"},
    {"dnrm2", "function dnrm2(n, x, incx)\n"
              "integer, intent(in) :: n\n"
              "integer, intent(in) :: incx\n"
              "real(8), intent(in) :: x(1 + (n - 1)*abs(incx))\n"
              "real(8) :: dnrm2\n"
              "end function dnrm2\n"},
    {"dasum", "function dasum(n, x, incx)\n"
              "integer, intent(in) :: n\n"
              "integer, intent(in) :: incx\n"
              "real(8), intent(in) :: x(1 + (n - 1)*abs(incx))\n"
              "real(8) :: dasum\n"
              "end function dasum\n"},
    {"dger", "subroutine dger(m, n, alpha, x, incx, y, incy, a, lda)\n"
             "integer, intent(in) :: m\n"
             "integer, intent(in) :: n\n"
             "real(8), intent(in) :: alpha\n"
             "integer, intent(in) :: incx\n"
             "integer, intent(in) :: incy\n"
             "integer, intent(in) :: lda\n"
             "real(8), intent(in) :: x(1 + (m - 1)*abs(incx))\n"
             "real(8), intent(in) :: y(1 + (n - 1)*abs(incy))\n"
             "real(8), intent(inout) :: a(m + (n - 1)*lda)\n"
             "end subroutine dger\n"},
    {"dgemv", "subroutine dgemv(trans, m, n, alpha, a, lda, x, incx, beta, y, incy)\n"
              "character(1), intent(in) :: trans\n"
              "integer, intent(in) :: m\n"
              "integer, intent(in) :: n\n"
              "real(8), intent(in) :: alpha\n"
              "integer, intent(in) :: lda\n"
              "integer, intent(in) :: incx\n"
              "real(8), intent(in) :: beta\n"
              "integer, intent(in) :: incy\n"
              "real(8), intent(in) :: a(m + (n - 1)*lda)\n"
              "real(8), intent(in) :: x(1 + (merge(n, m, trans == 'N' .or. trans == 'n') - 1)*abs(incx))\n"
              "real(8), intent(inout) :: y(1 + (merge(m, n, trans == 'N' .or. trans == 'n') - 1)*abs(incy))\n"
              "end subroutine dgemv\n"},
    {"dgemm", "subroutine dgemm(transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)\n"
              "character(1), intent(in) :: transa\n"
              "character(1), intent(in) :: transb\n"
              "integer, intent(in) :: m\n"
              "integer, intent(in) :: n\n"
              "integer, intent(in) :: k\n"
              "real(8), intent(in) :: alpha\n"
              "integer, intent(in) :: lda\n"
              "integer, intent(in) :: ldb\n"
              "real(8), intent(in) :: beta\n"
              "integer, intent(in) :: ldc\n"
              "real(8), intent(in) :: a(merge(m, k, transa == 'N' .or. transa == 'n') + (merge(k, m, transa "
              "== 'N' .or. transa == 'n') - 1)*lda)\n"
              "real(8), intent(in) :: b(merge(k, n, transb == 'N' .or. transb == 'n') + (merge(n, k, transb "
              "== 'N' .or. transb == 'n') - 1)*ldb)\n"
              "real(8), intent(inout) :: c(m + (n - 1)*ldc)\n"
              "end subroutine dgemm\n"},
    {"dtrsv", "subroutine dtrsv(uplo, trans, diag, n, a, lda, x, incx)\n"
              "character(1), intent(in) :: uplo\n"
              "character(1), intent(in) :: trans\n"
              "character(1), intent(in) :: diag\n"
              "integer, intent(in) :: n\n"
              "integer, intent(in) :: lda\n"
              "integer, intent(in) :: incx\n"
              "real(8), intent(in) :: a(n + (n - 1)*lda)\n"
              "real(8), intent(inout) :: x(1 + (n - 1)*abs(incx))\n"
              "end subroutine dtrsv\n"},
    {"dtrsm", "subroutine dtrsm(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb)\n"
              "character(1), intent(in) :: side\n"
              "character(1), intent(in) :: uplo\n"
              "character(1), intent(in) :: transa\n"
              "character(1), intent(in) :: diag\n"
              "integer, intent(in) :: m\n"
              "integer, intent(in) :: n\n"
              "real(8), intent(in) :: alpha\n"
              "integer, intent(in) :: lda\n"
              "integer, intent(in) :: ldb\n"
              "real(8), intent(in) :: a(merge(m, n, side == 'L' .or. side == 'l') + (merge(m, n, side == 'L' "
              ".or. side == 'l') - 1)*lda)\n"
              "real(8), intent(inout) :: b(m + (n - 1)*ldb)\n"
              "end subroutine dtrsm\n"},
    {"dgetrf", "subroutine dgetrf(m, n, a, lda, ipiv, info)\n"
               "integer, intent(in) :: m\n"
               "integer, intent(in) :: n\n"
               "integer, intent(in) :: lda\n"
               "integer, intent(out) :: info\n"
               "real(8), intent(inout) :: a(m + (n - 1)*lda)\n"
               "integer, intent(out) :: ipiv(min(m, n))\n"
               "end subroutine dgetrf\n"},
    {"dgetrs", "subroutine dgetrs(trans, n, nrhs, a, lda, ipiv, b, ldb, info)\n"
               "character(1), intent(in) :: trans\n"
               "integer, intent(in) :: n\n"
               "integer, intent(in) :: nrhs\n"
               "integer, intent(in) :: lda\n"
               "integer, intent(in) :: ldb\n"
               "integer, intent(out) :: info\n"
               "real(8), intent(in) :: a(n + (n - 1)*lda)\n"
               "integer, intent(in) :: ipiv(n)\n"
               "real(8), intent(inout) :: b(n + (nrhs - 1)*ldb)\n"
               "end subroutine dgetrs\n"},
    {"dgesv", "subroutine dgesv(n, nrhs, a, lda, ipiv, b, ldb, info)\n"
              "integer, intent(in) :: n\n"
              "integer, intent(in) :: nrhs\n"
              "integer, intent(in) :: lda\n"
              "integer, intent(in) :: ldb\n"
              "integer, intent(out) :: info\n"
              "real(8), intent(inout) :: a(n + (n - 1)*lda)\n"
              "integer, intent(out) :: ipiv(n)\n"
              "real(8), intent(inout) :: b(n + (nrhs - 1)*ldb)\n"
              "end subroutine dgesv\n"},
    {"dpotrf", "subroutine dpotrf(uplo, n, a, lda, info)\n"
               "character(1), intent(in) :: uplo\n"
               "integer, intent(in) :: n\n"
               "integer, intent(in) :: lda\n"
               "integer, intent(out) :: info\n"
               "real(8), intent(inout) :: a(n + (n - 1)*lda)\n"
               "end subroutine dpotrf\n"},
    {"dpotrs", "subroutine dpotrs(uplo, n, nrhs, a, lda, b, ldb, info)\n"
               "character(1), intent(in) :: uplo\n"
               "integer, intent(in) :: n\n"
               "integer, intent(in) :: nrhs\n"
               "integer, intent(in) :: lda\n"
               "integer, intent(in) :: ldb\n"
               "integer, intent(out) :: info\n"
               "real(8), intent(in) :: a(n + (n - 1)*lda)\n"
               "real(8), intent(inout) :: b(n + (nrhs - 1)*ldb)\n"
               "end subroutine dpotrs\n"},
};

} // namespace

std::string library_interfaces(const std::set<std::string> &defined)
{
    std::string text = std::string("module ") + library_module + "\ninterface\n";
    for (const Row &row : rows)
        if (defined.count(row.name) == 0)
            text += row.text;
    return text + "end interface\nend module\n";
}

} // namespace reader
