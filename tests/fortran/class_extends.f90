! Inheritance: members and procedures of the parent, the parent as a member; constructors of extended types.
! entry: head; independents: x; dependents: y
! checked: yes
module figures
  implicit none
  type figure
    real(8) :: at(2) = 0d0
  contains
    procedure :: move
    procedure :: area => no_area
  end type
  type, extends(figure) :: disc
    real(8) :: r = 1d0
  contains
    procedure :: area => disc_area
  end type
contains
  subroutine move(self, d)
    class(figure), intent(inout) :: self
    real(8), intent(in) :: d(2)
    self%at = self%at + d
  end subroutine
  function no_area(self) result(a)
    class(figure), intent(in) :: self
    real(8) :: a
    a = 0*self%at(1)
  end function
  function disc_area(self) result(a)
    class(disc), intent(in) :: self
    real(8) :: a
    a = 3.14d0*self%r**2
  end function
end module
subroutine head(x, y)
  use figures
  implicit none
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y
  type(disc) :: d
  type(figure) :: f
  d = disc(r=x(1), at=[x(2), 0.5d0])
  f = figure(at=x)
  call d%move(x)
  call d%figure%move(0.5d0*x)
  call f%move(d%at)
  d%figure = f
  y = d%area()*d%at(1) + f%area() + f%at(2)*d%figure%at(2)
end subroutine
