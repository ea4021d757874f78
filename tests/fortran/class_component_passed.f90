! A part of a component is passed beside the object itself, of which the procedure uses other components.
! entry: head; independents: x; dependents: y
module steppers
  implicit none
  type :: stepper
    real(8), allocatable :: p(:, :)
    real(8) :: step = 1
  contains
    procedure :: advance
    procedure :: go
  end type stepper
contains
  subroutine advance(me, p, r)
    class(stepper), intent(inout) :: me
    real(8), intent(inout) :: p(3)
    real(8), intent(out) :: r
    p(3) = p(1)*me%step
    r = p(3)*p(2)
  end subroutine advance
  subroutine go(me, x, y)
    class(stepper), intent(inout) :: me
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    allocate (me%p(3, 4))
    me%p = x
    me%step = x*x
    associate (p => me%p)
      me%step = -sign(me%step, p(3, 2))
      call me%advance(p(1, 2), y)
      y = y + p(3, 2)
    end associate
  end subroutine go
end module steppers
subroutine head(x, y)
  use steppers, only: stepper
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  type(stepper) :: s
  call s%go(x, y)
end subroutine head
