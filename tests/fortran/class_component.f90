! A procedure that a structure points to.
! refused: 27: f is a pointer to a procedure, and nothing tells
module tools
  implicit none
  type tool
    procedure(shape_of), pointer, nopass :: f => null()
  end type
  abstract interface
    function shape_of(x) result(y)
      real(8), intent(in) :: x
      real(8) :: y
    end function
  end interface
contains
  function square(x) result(y)
    real(8), intent(in) :: x
    real(8) :: y
    y = x**2
  end function
end module
subroutine head(t, x, y)
  use tools
  implicit none
  type(tool), intent(in) :: t
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  y = t%f(x)
end subroutine
