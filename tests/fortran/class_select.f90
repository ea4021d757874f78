! select type of an argument of a class that only one type of the program can have; an abstract type with a deferred procedure.
! entry: head; independents: x; dependents: y
module laws
  implicit none
  type, abstract :: law
  contains
    procedure(value_of), deferred :: at
    procedure :: twice
  end type
  abstract interface
    function value_of(self, x) result(v)
      import law
      class(law), intent(in) :: self
      real(8), intent(in) :: x
      real(8) :: v
    end function
  end interface
  type, extends(law) :: power_law
    real(8) :: a, b
  contains
    procedure :: at => power_at
  end type
contains
  function power_at(self, x) result(v)
    class(power_law), intent(in) :: self
    real(8), intent(in) :: x
    real(8) :: v
    v = self%a*x**self%b
  end function
  function twice(self, x) result(v)
    class(law), intent(in) :: self
    real(8), intent(in) :: x
    real(8) :: v
    v = 2*self%at(x)
    select type (self)
    type is (power_law)
      v = v + self%b
    class default
      v = 0
    end select
  end function
end module
subroutine head(x, y)
  use laws
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  type(power_law) :: p
  p%a = x(1)
  p%b = x(2)
  y = p%twice(x(3)**2 + 1)
end subroutine
