! Objects of a class in structures, and in arrays of these; allocated as a type, from a value, assigned.
! entry: head; independents: x; dependents: y
! checked: yes
module shapes
  implicit none
  type, abstract :: shape
    real(8) :: scale = 2d0
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
    real(8) :: a = 0.5d0
  contains
    procedure :: eval => line_eval
  end type
  type, extends(shape) :: wave
    real(8) :: c(2)
  contains
    procedure :: eval => wave_eval
  end type
  type box
    class(shape), allocatable :: item
    real(8) :: weight
  end type
contains
  function line_eval(self, x) result(v)
    class(line), intent(in) :: self
    real(8), intent(in) :: x
    real(8) :: v
    v = self%scale*self%a*x
  end function
  function wave_eval(self, x) result(v)
    class(wave), intent(in) :: self
    real(8), intent(in) :: x
    real(8) :: v
    v = self%scale*self%c(1)*sin(self%c(2)*x)
  end function
  function weighted(b, x) result(v)
    type(box), intent(in) :: b
    real(8), intent(in) :: x
    real(8) :: v
    v = b%weight*b%item%eval(x)
    select type (s => b%item)
    type is (wave)
      v = v + s%c(1)
    end select
  end function
end module
subroutine head(x, y)
  use shapes
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  type(box) :: list(3), b
  class(shape), allocatable :: s
  integer :: i
  allocate(line :: list(1)%item)
  allocate(list(2)%item, source=wave(scale=x(1), c=[x(2), 2d0]))
  allocate(list(3)%item, source=line(x(3), x(1)))
  list%weight = x
  y = 0
  do i = 1, 3
    y = y + list(i)%item%eval(x(i))
  end do
  b = list(2)
  y = y + weighted(b, x(1))
  do i = 1, 2
    if (i == 1) then
      s = line(1d0, x(2))
    else
      deallocate(s)
      allocate(wave :: s)
      select type (s)
      type is (wave)
        s%c = x(2:3)
      end select
    end if
    y = y*s%eval(x(i))
  end do
end subroutine
