! Arguments by value, which the procedure changes for itself, and arguments of each intent.
! entry: head; independents: x; dependents: y
module passing
  implicit none
contains
  subroutine local(v, n, r)
    real(8), value :: v
    integer, value :: n
    real(8), intent(out) :: r
    r = 0.0d0
    do while (n > 0)
      v = v*v
      r = r + v
      n = n - 1
    end do
  end subroutine local
  subroutine none(a, b)
    real(8) :: a, b
    b = a*b
  end subroutine none
  subroutine both(a)
    real(8), intent(inout) :: a(2)
    a(1) = a(1)*a(2)
  end subroutine both
end module passing
subroutine head(x, y)
  use passing
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(4)
  integer :: m
  m = 3
  call local(x(1), m, y(1))
  call local(x(1)*x(2), 2, y(2))
  y(3:4) = x(2:3)*m
  call none(y(3), y(4))
  call both(y(3:4))
end subroutine head
