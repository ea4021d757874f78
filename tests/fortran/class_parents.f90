! Objects of a class that are passed on: as their parent's class, as an extension's, and to procedures that do not ask for the type.
! entry: head; independents: g, x; dependents: y
! compared: no
! checked: yes
module grounds
  implicit none
  type :: ground
    real(8) :: depth
  contains
    procedure :: weight
  end type
  type, abstract, extends(ground) :: layer
    real(8) :: rho
  contains
    procedure(speed_of), deferred :: speed
  end type
  abstract interface
    real(8) function speed_of(self, t)
      import layer
      class(layer), intent(in) :: self
      real(8), intent(in) :: t
    end function
  end interface
  type, extends(layer) :: sand
    real(8) :: a
  contains
    procedure :: speed => sand_speed
  end type
  type, extends(sand) :: gravel
    real(8) :: b(3)
  contains
    procedure :: speed => gravel_speed
    procedure :: weight => gravel_weight
  end type
contains
  real(8) function weight(self)
    class(ground), intent(in) :: self
    weight = 9.81d0*self%depth
  end function
  real(8) function gravel_weight(self)
    class(gravel), intent(in) :: self
    gravel_weight = self%sand%weight()*self%b(2)
  end function
  real(8) function sand_speed(self, t)
    class(sand), intent(in) :: self
    real(8), intent(in) :: t
    sand_speed = self%a*exp(-t*self%rho)
  end function
  real(8) function gravel_speed(self, t)
    class(gravel), intent(in) :: self
    real(8), intent(in) :: t
    gravel_speed = dot_product(self%b, [1d0, t, t**2])/self%rho
  end function
  real(8) function pressure(g)
    class(ground), intent(in) :: g
    pressure = g%weight()*g%depth
  end function
  real(8) function squared(g)
    class(ground), intent(in) :: g
    squared = g%depth**2
  end function
  real(8) function coarse(s, t)
    class(sand), intent(in) :: s
    real(8), intent(in) :: t
    coarse = s%a*t + s%speed(t)
  end function
  subroutine head(g, x, y)
    class(layer), intent(in) :: g
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    y = pressure(g) + squared(g) + g%speed(x)
    select type (other => g)
    class is (sand)
      y = y*other%a + coarse(other, x)
    end select
  end subroutine
end module
