! A pointer to a procedure that is only called if somebody asks for it, and that nobody sets: a call of it would stop.
! entry: head; independents: x; dependents: y
! checked: yes
module integrators
  implicit none
  type :: integrator
    integer :: steps = 3
    procedure(reporting), pointer :: report => null()
  contains
    procedure :: begin
    procedure :: integrate
  end type integrator
  abstract interface
    subroutine reporting(self, t)
      import :: integrator
      class(integrator), intent(inout) :: self
      real(8), intent(in) :: t
    end subroutine reporting
  end interface
contains
  subroutine begin(self, report)
    class(integrator), intent(inout) :: self
    procedure(reporting), optional :: report
    if (present(report)) self%report => report
  end subroutine begin
  subroutine integrate(self, wanted, x, y)
    class(integrator), intent(inout) :: self
    integer, intent(in) :: wanted
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    integer :: i
    y = x
    do i = 1, self%steps
      y = y + 0.1d0*sin(y)*x
      if (wanted > i) call self%report(y)
      if (associated(self%report)) call self%report(x)
    end do
  end subroutine integrate
end module integrators
subroutine head(x, y)
  use integrators, only: integrator
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  type(integrator) :: s
  call s%begin()
  call s%integrate(0, x, y)
end subroutine head
