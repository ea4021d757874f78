! Members of extensions that a procedure changes, with arrays and allocatable ones; the type is selected in loops.
! entry: head; independents: m, x; dependents: m, y
! compared: no
! checked: yes
module models
  implicit none
  type, abstract :: model
    real(8) :: gain
  contains
    procedure(step_of), deferred :: step
    procedure :: reset
  end type
  abstract interface
    subroutine step_of(self, x)
      import model
      class(model), intent(inout) :: self
      real(8), intent(inout) :: x
    end subroutine
  end interface
  type, extends(model) :: filter
    real(8) :: state(2)
  contains
    procedure :: step => filter_step
  end type
  type, extends(model) :: relay
    real(8) :: low, high
    integer :: count = 0
  contains
    procedure :: step => relay_step
  end type
contains
  subroutine filter_step(self, x)
    class(filter), intent(inout) :: self
    real(8), intent(inout) :: x
    self%state(1) = 0.5d0*self%state(1) + x*self%gain
    self%state(2) = self%state(2)*self%state(1)
    x = x + sin(self%state(2))
  end subroutine
  subroutine relay_step(self, x)
    class(relay), intent(inout) :: self
    real(8), intent(inout) :: x
    self%count = self%count + 1
    if (x > self%low) then
      x = x*self%gain
      self%low = self%low*x
    else
      x = x + self%high*self%count
    end if
  end subroutine
  subroutine reset(self)
    class(model), intent(inout) :: self
    self%gain = self%gain*0.75d0
  end subroutine
end module
module runs
  use models
  implicit none
contains
  subroutine head(m, x, y)
    class(model), intent(inout) :: m
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    integer :: i
    y = x
    do i = 1, 3
      call m%step(y)
      select type (m)
      type is (filter)
        m%state(2) = m%state(2)*y + sum(m%state)
        if (m%state(1) > 0.1d0) y = y*m%state(1)
      type is (relay)
        m%high = m%high*y
      end select
      call m%reset()
    end do
  end subroutine
end module
