! Variables of a module, one read, one written; a private one; the entry is in the module, beside a function.
! entry: head; independents: x; dependents: y
module settings
  implicit none
  private
  real(8) :: scale = 1.5d0
  real(8), public :: last
  public :: head
contains
  function f(t)
    real(8), intent(in) :: t
    real(8) :: f
    f = scale*t*t
  end function
  subroutine head(x, y)
    real(8), intent(in) :: x(2)
    real(8), intent(out) :: y
    last = f(x(1))
    y = last*x(2) + exp(last)
  end subroutine
end module
