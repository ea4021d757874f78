! Structures of a module, with values that types and declarations give; constants of derived types.
! entry: head; independents: x; dependents: y
! compared: no
module state
  implicit none
  type limits
    real(8) :: low = -1d0, high = 1d0
  end type
  type model
    type(limits) :: range
    real(8) :: c(3) = [1d0, 2d0, 3d0]
    integer :: n = 2
  end type
  type(model) :: m
  type(model), parameter :: fixed = model(limits(0.5d0, 1.5d0), [4d0, 5d0, 6d0], 3)
  type(limits) :: several(2) = [limits(1d0, 2d0), limits(3d0, 4d0)]
end module
subroutine head(x, y)
  use state
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  integer :: i
  type(model) :: own
  m%range%high = m%range%high*x
  y = m%range%low*x + fixed%range%high*x**2
  do i = 1, fixed%n
    y = y + m%c(i)*fixed%c(i)*own%c(i)*x**i
  end do
  y = y*several(2)%low + own%range%high*m%range%high + several(1)%high
end subroutine
