! A list of constants goes on to what is active elsewhere.
! entry: head; independents: x; dependents: y
module ints
  implicit none
contains
  real(8) function f1(x, f)
    real(8), intent(in) :: x(:), f(:)
    f1 = sum(f*x)*f(1)
  end function
  real(8) function f2(x, f)
    real(8), intent(in) :: x(:), f(:)
    f2 = f1(x, f)**2
  end function
  subroutine head(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    y = f1(x, x) + f2([0.1d0,0.9d0,2d0], x)
  end subroutine
end module
