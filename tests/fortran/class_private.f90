! Types of a module that keeps their procedures to itself; what is called of them without derivatives; nested structures in extensions.
! entry: head; independents: s, x; dependents: y
! compared: no
! checked: yes
module curves
  implicit none
  private
  public :: curve, arc, polygon, inner
  type :: inner
    real(8) :: w(2)
  end type
  type, abstract :: curve
    real(8) :: size
  contains
    procedure(value_of), deferred :: length
    procedure(count_of), deferred :: count
    procedure :: grown
  end type
  abstract interface
    function value_of(self, x) result(v)
      import curve
      class(curve), intent(in) :: self
      real(8), intent(in) :: x
      real(8) :: v
    end function
    function count_of(self) result(n)
      import curve
      class(curve), intent(in) :: self
      integer :: n
    end function
  end interface
  type, extends(curve) :: arc
    type(inner) :: part
  contains
    procedure :: length => arc_length
    procedure :: count => arc_count
  end type
  type, extends(curve) :: polygon
    type(inner) :: sides(2)
  contains
    procedure :: length => polygon_length
    procedure :: count => polygon_count
  end type
contains
  function arc_length(self, x) result(v)
    class(arc), intent(in) :: self
    real(8), intent(in) :: x
    real(8) :: v
    v = self%size*sum(self%part%w)*x
  end function
  function arc_count(self) result(n)
    class(arc), intent(in) :: self
    integer :: n
    n = 1
  end function
  function polygon_length(self, x) result(v)
    class(polygon), intent(in) :: self
    real(8), intent(in) :: x
    real(8) :: v
    integer :: i
    v = 0
    do i = 1, self%count()
      v = v + self%sides(i)%w(1)*x**i
    end do
  end function
  function polygon_count(self) result(n)
    class(polygon), intent(in) :: self
    integer :: n
    n = size(self%sides)
  end function
  function grown(self, x) result(v)
    class(curve), intent(in) :: self
    real(8), intent(in) :: x
    real(8) :: v
    v = self%length(x + self%count())
  end function
end module
module runs
  use curves
  implicit none
contains
  subroutine head(s, x, y)
    class(curve), intent(in) :: s
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    integer :: i
    y = 1
    do i = 1, s%count()
      y = y*s%grown(x*i)
    end do
  end subroutine
end module
