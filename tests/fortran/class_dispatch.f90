! A deferred function of an abstract class, of objects whose types are known only when the program runs.
! entry: head; independents: s, x; dependents: y
! compared: no
! checked: yes
module shapes
  implicit none
  type, abstract :: shape
    real(8) :: scale
  contains
    procedure(value_of), deferred :: eval
  end type
  abstract interface
    function value_of(self, x) result(v)
      import shape
      class(shape), intent(in) :: self
      real(8), intent(in) :: x
      real(8) :: v
    end function
  end interface
  type, extends(shape) :: line
    real(8) :: a, b
  contains
    procedure :: eval => line_eval
  end type
  type, extends(shape) :: wave
    real(8) :: c(2)
  contains
    procedure :: eval => wave_eval
  end type
contains
  function line_eval(self, x) result(v)
    class(line), intent(in) :: self
    real(8), intent(in) :: x
    real(8) :: v
    v = self%scale*(self%a*x + self%b)*x
  end function
  function wave_eval(self, x) result(v)
    class(wave), intent(in) :: self
    real(8), intent(in) :: x
    real(8) :: v
    v = self%scale*self%c(1)*sin(self%c(2)*x)
  end function
  subroutine head(s, x, y)
    class(shape), intent(in) :: s
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    y = s%eval(x)*x + 2*s%eval(x**2)
  end subroutine
end module
