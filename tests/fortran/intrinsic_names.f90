! Modules that have functions, subroutines, variables, interfaces and types with names of intrinsics that derivatives call.
! entry: head; independents: x; dependents: y
! compared: no
! checked: yes
module angles
  implicit none
  real(8) :: exp = 0.75d0
contains
  pure elemental real(8) function cos(d)
    real(8), intent(in) :: d
    cos = 1 - d**2/2
  end function cos
end module angles
module geometry
  use angles
  implicit none
  private
  public :: head
  integer, parameter :: real = 8
  real(8) &
    epsilon, scale(3)
  integer, dimension(2) :: merge = [1, 2]
  interface sqrt
    module procedure root_of
  end interface
  type digits
    real(8) :: digits
  end type digits
contains
  pure real(8) function root_of(t)
    logical, intent(in) :: t
    root_of = 2
    if (t) root_of = 1
  end function root_of

  pure function sum(a) result(s)
    real(8), intent(in) :: a(:)
    real(8) :: s
    integer :: i
    s = 0
    do i = 1, ubound(a, 1)
      s = s + a(i)**2
    end do
  end function sum

  pure real(8) function int(a)
    real(8), intent(in) :: a
    int = a*log(1 + a)
  end function int

  pure real(8) function max(a, b)
    real(8), intent(in) :: a, b
    max = a + b
  end function max

  subroutine allocated(a)
    real(8), intent(inout) :: a
    a = a*2
  end subroutine allocated

  subroutine settle(x)
    real(8), intent(in) :: x(:)
    epsilon = 0.25d0
    scale(1) = x(1)
    scale(2:) = tan(x(2:3))
  end subroutine settle

  subroutine angle(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    y = sin(3*x)
  end subroutine angle

  subroutine head(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y
    real(8), allocatable :: w(:)
    type(digits) :: b
    integer :: i, n
    call settle(x)
    call angle(x(1), y)
    b%digits = y
    do i = 1, 3
      n = 2*i - i
      w = x(:n)**2
      if (y > 3) n = n + 1
      w = w*x(1)*real
      y = y + sum(w)*int(y) + max(x(i), x(i + 1))*scale(i)
      call allocated(y)
      w = [w, y*epsilon]
      y = y*exp + w(i)*merge(2) + sqrt(x(i)**2 + 1) + sqrt(y > 3)
      if (y > 10) y = log(y)
    end do
    y = y + b%digits*cos(x(4))
  end subroutine head
end module geometry
