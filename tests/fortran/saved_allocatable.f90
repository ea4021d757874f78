! What refused_saved_allocatable.f90 calls: Legendre polynomials, whose factors are computed when their number changes.
subroutine polynomials(n, x, p)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x
  real(8), save, allocatable :: factors(:)
  real(8), intent(out) :: p(n)
  integer, save :: known = 0
  integer :: l
  if (n /= known) then
    if (allocated(factors)) deallocate(factors)
    allocate(factors(n))
    factors = [(dble(l - 1)/dble(l), l=1, n)]
    known = n
  end if
  p(1) = 1
  p(2) = x
  do l = 3, n
    p(l) = (1 + factors(l))*x*p(l - 1) - factors(l)*p(l - 2)
  end do
end subroutine polynomials
