! An array of a class whose type is known only when the program runs.
! refused: 26: s is of a class whose type is known only when the program runs
module shapes
  implicit none
  type, abstract :: shape
  contains
    procedure(value_of), deferred :: eval
  end type
  abstract interface
    real(8) function value_of(self, x)
      import shape
      class(shape), intent(in) :: self
      real(8), intent(in) :: x
    end function
  end interface
  type, extends(shape) :: line
  contains
    procedure :: eval => line_eval
  end type
  type, extends(shape) :: wave
  contains
    procedure :: eval => wave_eval
  end type
contains
  subroutine head(s, x, y)
    class(shape), intent(in) :: s(:)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    integer :: i
    y = 0
    do i = 1, size(s)
      y = y + s(i)%eval(x)
    end do
  end subroutine
  real(8) function line_eval(self, x)
    class(line), intent(in) :: self
    real(8), intent(in) :: x
    line_eval = 2*x
  end function
  real(8) function wave_eval(self, x)
    class(wave), intent(in) :: self
    real(8), intent(in) :: x
    wave_eval = sin(x)
  end function
end module
