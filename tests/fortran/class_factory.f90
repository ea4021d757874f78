! Functions and subroutines that make an object of a class; it is passed to be changed; a list of boxes that grows.
! entry: head; independents: x; dependents: y
! checked: yes
module parts
  implicit none
  type, abstract :: part
  contains
    procedure(apply_to), deferred :: apply
  end type
  abstract interface
    subroutine apply_to(self, x)
      import part
      class(part), intent(inout) :: self
      real(8), intent(inout) :: x(:)
    end subroutine
  end interface
  type, extends(part) :: gain
    real(8) :: g
  contains
    procedure :: apply => gain_apply
  end type
  type, extends(part) :: taps
    real(8) :: h(2)
  contains
    procedure :: apply => taps_apply
  end type
  type, extends(part) :: square
  contains
    procedure :: apply => square_apply
  end type
contains
  subroutine gain_apply(self, x)
    class(gain), intent(inout) :: self
    real(8), intent(inout) :: x(:)
    x = x*self%g
    self%g = self%g*0.5d0
  end subroutine
  subroutine taps_apply(self, x)
    class(taps), intent(inout) :: self
    real(8), intent(inout) :: x(:)
    x = x + sum(self%h)*x**2
  end subroutine
  subroutine square_apply(self, x)
    class(square), intent(inout) :: self
    real(8), intent(inout) :: x(:)
    x = x**2
  end subroutine
  function made(kind, p) result(q)
    integer, intent(in) :: kind
    real(8), intent(in) :: p
    class(part), allocatable :: q
    if (kind == 1) then
      allocate(q, source=gain(p))
    else if (kind == 2) then
      allocate(q, source=taps([p, p**2]))
    else
      allocate(square :: q)
    end if
  end function
  subroutine run(self, n, x)
    class(part), intent(inout) :: self
    integer, intent(in) :: n
    real(8), intent(inout) :: x(:)
    integer :: i
    do i = 1, n
      call self%apply(x)
    end do
  end subroutine
end module
subroutine head(x, y)
  use parts
  implicit none
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y
  class(part), allocatable :: p
  real(8) :: v(2)
  integer :: k
  v = x
  do k = 1, 3
    allocate(p, source=made(k, x(1)))
    call run(p, 2, v)
    select type (p)
    type is (gain)
      v = v + p%g
    end select
    if (allocated(p)) deallocate(p)
  end do
  y = sum(v)
end subroutine
