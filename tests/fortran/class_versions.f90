! Procedures that are called with objects of several types of a class, and call what these have: several levels, a parent's own procedure, functions and subroutines.
! entry: head; independents: x; dependents: y
! checked: yes
module laws
  implicit none
  type, abstract :: law
    real(8) :: k = 1.5d0
  contains
    procedure(value_of), deferred :: at
    procedure :: slope
    procedure :: name_is_long => twice
    procedure :: scale_by
  end type
  abstract interface
    function value_of(self, x) result(v)
      import law
      class(law), intent(in) :: self
      real(8), intent(in) :: x
      real(8) :: v
    end function
  end interface
  type, extends(law) :: power
    real(8) :: e
  contains
    procedure :: at => power_at
  end type
  type, extends(power) :: shifted
    real(8) :: by(2)
  contains
    procedure :: at => shifted_at
    procedure :: scale_by => shifted_scale
  end type
  type, extends(law) :: none
  contains
    procedure :: at => none_at
  end type
contains
  function power_at(self, x) result(v)
    class(power), intent(in) :: self
    real(8), intent(in) :: x
    real(8) :: v
    v = self%k*x**self%e
  end function
  function shifted_at(self, x) result(v)
    class(shifted), intent(in) :: self
    real(8), intent(in) :: x
    real(8) :: v
    v = self%power%at(x + self%by(1)) + self%by(2)
  end function
  function none_at(self, x) result(v)
    class(none), intent(in) :: self
    real(8), intent(in) :: x
    real(8) :: v
    v = self%k*x
  end function
  function slope(self, x) result(v)
    class(law), intent(in) :: self
    real(8), intent(in) :: x
    real(8) :: v
    v = (self%at(x + 0.5d0) - self%at(x))*2
  end function
  recursive subroutine twice(self, x, n, v)
    class(law), intent(in) :: self
    real(8), intent(in) :: x
    integer, intent(in) :: n
    real(8), intent(out) :: v
    real(8) :: w
    v = self%at(x)
    if (n > 0) then
      call self%name_is_long(x*0.5d0, n - 1, w)
      v = v*w
    end if
  end subroutine
  subroutine scale_by(self, f)
    class(law), intent(inout) :: self
    real(8), intent(in) :: f
    self%k = self%k*f
  end subroutine
  subroutine shifted_scale(self, f)
    class(shifted), intent(inout) :: self
    real(8), intent(in) :: f
    call self%power%scale_by(f)
    self%by = self%by*f
  end subroutine
  function total(self, other, x) result(v)
    class(law), intent(in) :: self, other
    real(8), intent(in) :: x
    real(8) :: v, w
    call other%name_is_long(x, 2, w)
    v = self%slope(x) + other%at(x)*w
    select type (self)
    class is (power)
      v = v*self%e
    type is (none)
      v = v + self%k
    end select
  end function
end module
subroutine head(x, y)
  use laws
  implicit none
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y
  type(power) :: p
  type(shifted) :: s
  type(none) :: n
  p%e = x(1)
  s = shifted(k=x(2), e=2d0, by=[x(3), x(4)])
  n%k = x(4)
  call p%scale_by(x(3))
  call s%scale_by(x(1))
  y = total(p, s, x(2)) + total(s, n, x(1)) - total(n, p, x(3)**2)
end subroutine
