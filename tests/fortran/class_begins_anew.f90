! What is passed as an object of a class, of intent out: components that its extension adds begin anew as well. Components
! that are deallocated with stat may not be allocated. A format goes on in the next line.
! entry: head; independents: x; dependents: y
module beginnings
  implicit none
  type :: base
    real(8) :: h = 0
    real(8), allocatable :: kept(:)
  contains
    procedure :: clear
    procedure :: free
    procedure :: eval
  end type base
  type, extends(base) :: more
    real(8) :: p = 0.5d0
    real(8) :: q(2) = [1d0, 2d0]
  end type more
contains
  subroutine clear(me)
    class(base), intent(out) :: me
    me%h = 2*me%h + 1
  end subroutine clear
  subroutine free(me, state)
    class(base), intent(inout) :: me
    integer, intent(out) :: state
    deallocate (me%kept, stat=state)
  end subroutine free
  subroutine eval(me, x, y)
    class(base), intent(inout) :: me
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    integer :: state
    call me%free(state)
    if (state /= 0) allocate (me%kept(2))
    me%kept = [x, me%h]
    y = 0
    select type (me)
    class is (more)
      y = x*x + x*me%p + me%q(2)*me%kept(1)
    end select
    call me%free(state)
    y = y*(1 + state)
    if (y > 1d10) print 320, y
320 format (4x, 'y is large: so large that this line is too long for one line of a source, ', e10.3, &
          ' and goes on with a text that is written in two parts, of which this is the second one')
  end subroutine eval
end module beginnings
subroutine head(x, y)
  use beginnings, only: more
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  type(more) :: s
  s%p = x
  s%q = x
  call s%clear()
  call s%eval(x, y)
end subroutine head
