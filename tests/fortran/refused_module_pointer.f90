! A pointer of a module to one of several procedures: what calls the derived code may have set it.
! refused: 22: chosen is a pointer to a procedure, of a module
module laws
  implicit none
  abstract interface
    real(8) function law(v)
      real(8), intent(in) :: v
    end function
  end interface
  procedure(law), pointer :: chosen => null()
contains
  real(8) function linear(v)
    real(8), intent(in) :: v
    linear = 2*v
  end function
  real(8) function square(v)
    real(8), intent(in) :: v
    square = v*v
  end function
  subroutine choose(n)
    integer, intent(in) :: n
    chosen => linear
    if (n > 1) chosen => square
  end subroutine
end module
subroutine head(x, y)
  use laws
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  y = chosen(x)
end subroutine
