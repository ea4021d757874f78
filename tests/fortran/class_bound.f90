! Procedures that are bound to types, of objects and of class arguments that no type overrides; generic bindings.
! entry: head; independents: x; dependents: y
! checked: yes
module springs
  implicit none
  type spring
    real(8) :: k = 1d0, at = 0d0
  contains
    procedure :: force => spring_force
    procedure :: set
    procedure, nopass :: unit_force
    procedure, private :: shift_by, shift_twice
    generic :: shift => shift_by, shift_twice
  end type
contains
  function spring_force(self, x) result(f)
    class(spring), intent(in) :: self
    real(8), intent(in) :: x
    real(8) :: f
    f = -self%k*(x - self%at)*self%unit_force(x)
  end function
  subroutine set(self, k)
    class(spring), intent(inout) :: self
    real(8), intent(in) :: k
    self%k = k
    call self%shift(0.5d0)
  end subroutine
  function unit_force(x) result(f)
    real(8), intent(in) :: x
    real(8) :: f
    f = cos(x)
  end function
  subroutine shift_by(self, d)
    class(spring), intent(inout) :: self
    real(8), intent(in) :: d
    self%at = self%at + d*self%k
  end subroutine
  subroutine shift_twice(self, d, e)
    class(spring), intent(inout) :: self
    real(8), intent(in) :: d, e
    call self%shift(d)
    call self%shift(e)
  end subroutine
end module
subroutine head(x, y)
  use springs
  implicit none
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y
  type(spring) :: s
  call s%set(x(1))
  call s%shift(x(2), 0.25d0)
  y = s%force(x(2)) + s%unit_force(x(1))
end subroutine
