! An object of a module whose type is known only when the program runs.
! entry: head; independents: x; dependents: y
! refused: 54: glob is of a module
module shapes
  implicit none
  type, abstract :: shape
  contains
    procedure(area_i), deferred :: area
  end type
  abstract interface
    function area_i(self, s) result(a)
      import shape
      class(shape), intent(in) :: self
      real(8), intent(in) :: s
      real(8) :: a
    end function
  end interface
  type, extends(shape) :: circle
    real(8) :: r
  contains
    procedure :: area => circle_area
  end type
  type, extends(shape) :: square
    real(8) :: l
  contains
    procedure :: area => square_area
  end type
  class(shape), allocatable :: glob
contains
  function circle_area(self, s) result(a)
    class(circle), intent(in) :: self
    real(8), intent(in) :: s
    real(8) :: a
    a = 3.14d0*(s*self%r)**2
  end function
  function square_area(self, s) result(a)
    class(square), intent(in) :: self
    real(8), intent(in) :: s
    real(8) :: a
    a = (s*self%l)**2
  end function
  subroutine setup(n)
    integer, intent(in) :: n
    if (allocated(glob)) deallocate(glob)
    if (n == 1) then
      allocate(glob, source=circle(2d0))
    else
      allocate(glob, source=square(3d0))
    end if
  end subroutine
  subroutine head(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    y = glob%area(x)
  end subroutine
end module
