! An object that is passed as one of a class, with a component that is not allocated before.
! entry: head; independents: x; dependents: y
! compared: no
! checked: yes
module comp
  implicit none
  type, abstract :: elem
    real(8) :: w = 1d0
  contains
    procedure(ev), deferred :: eval
    procedure :: twice
  end type
  abstract interface
    subroutine ev(self, x, r)
      import elem
      class(elem), intent(inout) :: self
      real(8), intent(in) :: x(:)
      real(8), intent(out) :: r
    end subroutine
  end interface
  type, extends(elem) :: lin
    real(8), allocatable :: c(:)
  contains
    procedure :: eval => lin_ev
  end type
  type, extends(lin) :: quad
    real(8) :: q = 0.5d0
  contains
    procedure :: eval => quad_ev
  end type
contains
  subroutine twice(self, x, r)
    class(elem), intent(inout) :: self
    real(8), intent(in) :: x(:)
    real(8), intent(out) :: r
    real(8) :: a
    call self%eval(x, a)
    call self%eval(x*a, r)
    self%w = self%w + 0.1d0*a
  end subroutine
  subroutine lin_ev(self, x, r)
    class(lin), intent(inout) :: self
    real(8), intent(in) :: x(:)
    real(8), intent(out) :: r
    if (.not. allocated(self%c)) then
      self%c = x
    else if (size(self%c) /= size(x)) then
      self%c = x*self%c(1)
    end if
    r = self%w*dot_product(self%c, x)
  end subroutine
  subroutine quad_ev(self, x, r)
    class(quad), intent(inout) :: self
    real(8), intent(in) :: x(:)
    real(8), intent(out) :: r
    call self%lin%eval(x, r)
    r = r + self%q*sum(x**2)
    self%q = self%q*1.1d0
  end subroutine
  subroutine run(e, x, y)
    class(elem), intent(inout) :: e
    real(8), intent(in) :: x(:)
    real(8), intent(inout) :: y
    real(8) :: r
    integer :: k
    do k = 1, size(x)
      call e%twice(x(:k), r)
      y = y + sin(r)
      select type (e)
      class is (quad)
        e%w = e%w*x(1)
      type is (lin)
        if (allocated(e%c)) e%c = e%c*0.5d0
      end select
    end do
  end subroutine
  subroutine head(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y
    type(lin) :: l
    type(quad) :: q
    y = 0
    q%w = x(4)
    call run(l, x, y)
    call run(q, x*0.5d0, y)
  end subroutine
end module
