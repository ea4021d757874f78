! Which procedure is called is known only when the program runs.
! entry: head; independents: f; dependents: y
! compared: no
! checked: yes
module figures
  implicit none
  type, abstract :: figure
    real(8) :: size
  contains
    procedure(area_of), deferred :: area
  end type
  abstract interface
    function area_of(self) result(a)
      import figure
      class(figure), intent(in) :: self
      real(8) :: a
    end function
  end interface
  type, extends(figure) :: disc
  contains
    procedure :: area => disc_area
  end type
  type, extends(figure) :: square
  contains
    procedure :: area => square_area
  end type
contains
  function disc_area(self) result(a)
    class(disc), intent(in) :: self
    real(8) :: a
    a = 3.14d0*self%size**2
  end function
  function square_area(self) result(a)
    class(square), intent(in) :: self
    real(8) :: a
    a = self%size**2
  end function
end module
subroutine head(f, y)
  use figures
  implicit none
  class(figure), intent(in) :: f
  real(8), intent(out) :: y
  y = f%area()
end subroutine
