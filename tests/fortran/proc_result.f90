! Functions with and without a result name, with array results (of bounds that depend on arguments), nested in each other.
! entry: head; independents: x; dependents: y
module results
  implicit none
contains
  function plain(v)
    real(8), intent(in) :: v
    real(8) :: plain
    plain = v*v
    plain = plain + v
  end function plain
  double precision function typed(v)
    double precision, intent(in) :: v
    typed = cos(v)
  end function typed
  function scaled(v, f) result(r)
    real(8), intent(in) :: v(:), f
    real(8) :: r(size(v))
    r = f*v
  end function scaled
  function outer(n, v) result(m)
    integer, intent(in) :: n
    real(8), intent(in) :: v(n)
    real(8) :: m(n, n)
    integer :: i, j
    do j = 1, n
      do i = 1, n
        m(i, j) = v(i)*v(j)
      end do
    end do
  end function outer
end module results
subroutine head(x, y)
  use results
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(3)
  y = scaled(scaled(x, plain(x(1))), typed(x(2)))
  y = y + matmul(outer(3, x), scaled(x(3:1:-1), 2.0d0))
  y(1) = y(1) + sum(outer(2, x(2:3)))
  y = scaled(y, y(3))
  if (plain(x(1)) > 0.1d0) y(2) = plain(plain(y(2)))
end subroutine head
