! A procedure that the entry gets has an array with a variable bound, and is passed a larger one, of which it leaves a part.
! entry: outer; independents: x; dependents: y
module parts
  implicit none
  abstract interface
    subroutine setter(n, x, r)
      integer, intent(in) :: n
      real(8), intent(in) :: x(3)
      real(8), intent(out) :: r(n)
    end subroutine setter
  end interface
contains
  subroutine outer(f, x, y)
    procedure(setter) :: f
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    real(8) :: r(3)
    r = x*x
    call f(2, x, r)
    y = r(1)*r(2)*r(3)
    r = x
    call f(3, x, r)
    y = y + r(1)*r(3)
  end subroutine outer
end module parts
