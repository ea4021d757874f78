! Elemental procedures of structures with arrays: an operator for elements, a table that is looked up for each element, norms, a subroutine.
! entry: head; independents: x; dependents: y
module vectors
  implicit none
  type :: vector
    real(8) :: c(3) = 0
  contains
    procedure :: norm
  end type
  type :: table
    real(8), allocatable :: a(:)
  contains
    procedure :: value
  end type
  interface operator(+)
    module procedure sum_of
  end interface
  interface operator(*)
    module procedure scaled
  end interface
contains
  elemental type(vector) function sum_of(a, b)
    type(vector), intent(in) :: a, b
    sum_of%c = a%c + b%c
  end function
  elemental function scaled(s, v) result(r)
    real(8), intent(in) :: s
    type(vector), intent(in) :: v
    type(vector) :: r
    r%c = s*v%c
  end function
  elemental real(8) function norm(self)
    class(vector), intent(in) :: self
    norm = sqrt(sum(self%c**2))
  end function
  elemental real(8) function value(self, t)
    class(table), intent(in) :: self
    real(8), intent(in) :: t
    integer :: i
    value = 0
    do i = size(self%a), 1, -1
      value = value*t + self%a(i)
    end do
  end function
  elemental subroutine turn(v, angle)
    type(vector), intent(inout) :: v
    real(8), intent(in) :: angle
    v%c = [v%c(1)*cos(angle) - v%c(2)*sin(angle), v%c(1)*sin(angle) + v%c(2)*cos(angle), v%c(3)]
  end subroutine
  subroutine head(x, y)
    real(8), intent(in) :: x(3,3)
    real(8), intent(out) :: y
    type(vector) :: p(3)
    type(table) :: t
    real(8) :: v(3)
    integer :: i
    do i = 1, 3
      p(i)%c = x(:,i)
    end do
    p(2:3) = p(1:2) + p(2:3)
    p = x(1,2)*p + p
    call turn(p, x(2,:))
    call turn(p(1), 0.1d0)
    t%a = [x(1,1), 2d0, x(2,2), 0.5d0]
    v = t%value(x(:,3)) + p%norm()
    y = sum(v*p(3)%c) + sum(norm(p)) + t%value(v(1))
  end subroutine
end module
