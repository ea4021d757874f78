! A solver that keeps procedures that it is given, and one of several methods; arrays of structures with procedures.
! entry: head; independents: x; dependents: y
module solvers
  implicit none
  type :: solver
    private
    procedure(func), pointer :: f => null()
    procedure(step), pointer, nopass :: method => null()
    procedure(watch), pointer, nopass :: report => null()
    real(8), public :: scale = 1
    integer :: count = 0
  contains
    procedure, public :: setup, solve
  end type
  type :: term
    procedure(step), pointer, nopass :: g
    real(8) :: c
  end type
  abstract interface
    real(8) function func(me, t)
      import solver
      class(solver), intent(inout) :: me
      real(8), intent(in) :: t
    end function
    real(8) function step(t, h)
      real(8), intent(in) :: t, h
    end function
    subroutine watch(t)
      real(8), intent(in) :: t
    end subroutine
  end interface
contains
  subroutine setup(me, f, is_fine, report)
    class(solver), intent(inout) :: me
    procedure(func) :: f
    logical, intent(in) :: is_fine
    procedure(watch), optional :: report
    me%f => f
    if (is_fine) then
      me%method => half
    else
      me%method => full
    end if
    if (present(report)) me%report => report
  end subroutine
  real(8) function half(t, h)
    real(8), intent(in) :: t, h
    half = t + 0.5d0*h
  end function
  real(8) function full(t, h)
    real(8), intent(in) :: t, h
    full = t + h*h
  end function
  subroutine solve(me, t)
    class(solver), intent(inout) :: me
    real(8), intent(inout) :: t
    integer :: i
    do i = 1, 3
      t = me%method(t, me%f(t)*me%scale)
      if (associated(me%report)) call me%report(t)
    end do
  end subroutine
  real(8) function decay(me, t)
    class(solver), intent(inout) :: me
    real(8), intent(in) :: t
    me%count = me%count + 1
    decay = -t/me%count
  end function
  real(8) function growth(me, t)
    class(solver), intent(inout) :: me
    real(8), intent(in) :: t
    growth = sin(t)*me%scale
  end function
  subroutine head(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    type(solver) :: a, b
    type(term) :: terms(2)
    real(8) :: t
    integer :: i
    call a%setup(decay, x(1) > 1)
    a%scale = x(2)
    t = x(1)
    call a%solve(t)
    b = a
    call b%setup(growth, .false.)
    call b%solve(t)
    call a%solve(t)
    terms(1) = term(half, x(3))
    terms(2)%g => full
    terms(2)%c = x(1)
    y = t
    do i = 1, 2
      y = y + terms(i)%c*terms(i)%g(y, x(2))
    end do
    terms = terms(2:1:-1)
    y = y*terms(1)%g(y, x(1))
  end subroutine
end module
