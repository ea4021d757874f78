! Procedures that structures point to, each always to the same one: set by a statement, by a constructor, from the beginning; one that gets the object.
! entry: head; independents: x; dependents: y
! checked: yes
module tools
  implicit none
  abstract interface
    function shape_of(x) result(y)
      real(8), intent(in) :: x
      real(8) :: y
    end function
  end interface
  type tool
    procedure(shape_of), pointer, nopass :: f => null()
    procedure(shape_of), pointer, nopass :: g => cube
    procedure(change), pointer :: own => null()
    real(8) :: k = 1d0
  end type
contains
  function square(x) result(y)
    real(8), intent(in) :: x
    real(8) :: y
    y = x**2
  end function
  function cube(x) result(y)
    real(8), intent(in) :: x
    real(8) :: y
    y = x**3
  end function
  subroutine change(self, by)
    class(tool), intent(inout) :: self
    real(8), intent(in) :: by
    self%k = self%k*by
  end subroutine
  subroutine use_it(t, x, y)
    type(tool), intent(inout) :: t
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    call t%own(x)
    y = t%f(x)*t%k + t%g(x)
  end subroutine
end module
subroutine head(x, y)
  use tools
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  type(tool) :: t
  t%f => square
  t%own => change
  call use_it(t, x, y)
end subroutine
