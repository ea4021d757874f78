! A component that points to one of several procedures.
! entry: head; independents: x; dependents: y
module tools
  implicit none
  abstract interface
    real(8) function shape_of(x)
      real(8), intent(in) :: x
    end function
  end interface
  type tool
    procedure(shape_of), pointer, nopass :: f => null()
  end type
contains
  real(8) function square(x)
    real(8), intent(in) :: x
    square = x**2
  end function
  real(8) function cube(x)
    real(8), intent(in) :: x
    cube = x**3
  end function
  subroutine head(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    type(tool) :: t
    if (x > 1) then
      t%f => square
    else
      t%f => cube
    end if
    y = t%f(x)
  end subroutine
end module
