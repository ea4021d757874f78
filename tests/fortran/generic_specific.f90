! Generic interfaces by type, kind and rank, of functions and of subroutines, extended by another module.
! entry: head; independents: x; dependents: y
module kinds
  implicit none
  interface square
    module procedure square_long, square_short, square_integer, square_vector
  end interface square
  interface put
    module procedure put_scalar, put_matrix
  end interface put
contains
  function square_long(v) result(r)
    real(8), intent(in) :: v
    real(8) :: r
    r = v*v
  end function square_long
  function square_short(v) result(r)
    real(4), intent(in) :: v
    real(4) :: r
    r = v*v
  end function square_short
  function square_integer(v) result(r)
    integer, intent(in) :: v
    integer :: r
    r = v*v
  end function square_integer
  function square_vector(v) result(r)
    real(8), intent(in) :: v(:)
    real(8) :: r
    r = sum(v*v)
  end function square_vector
  subroutine put_scalar(a, v)
    real(8), intent(out) :: a
    real(8), intent(in) :: v
    a = v*3.0d0
  end subroutine put_scalar
  subroutine put_matrix(a, v)
    real(8), intent(out) :: a(:, :)
    real(8), intent(in) :: v
    a = v
    a(1, 1) = v*v
  end subroutine put_matrix
end module kinds
module more
  use kinds
  implicit none
  interface square
    module procedure square_complex
  end interface square
contains
  function square_complex(v) result(r)
    complex(8), intent(in) :: v
    real(8) :: r
    r = real(v*conjg(v), 8)
  end function square_complex
end module more
subroutine head(x, y)
  use more, only: squared => square, put
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(5)
  real(8) :: a(2, 2)
  y(1) = squared(x(1))*squared(3)
  y(2) = squared(x)
  y(3) = squared(cmplx(x(1), x(2), 8))
  call put(y(4), x(3))
  call put(a, x(2))
  y(5) = sum(a)*squared(2.0)
end subroutine head
