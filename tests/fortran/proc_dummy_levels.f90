! Procedures passed on through several levels, in combinations, subroutines among them, recursively.
! entry: head; independents: x; dependents: y
module solvers
  implicit none
  abstract interface
    subroutine rate(n, u, du)
      integer, intent(in) :: n
      real(8), intent(in) :: u(n)
      real(8), intent(out) :: du(n)
    end subroutine rate
    subroutine stepper(f, n, u, h)
      import :: rate
      procedure(rate) :: f
      integer, intent(in) :: n
      real(8), intent(inout) :: u(n)
      real(8), intent(in) :: h
    end subroutine stepper
  end interface
contains
  subroutine euler(f, n, u, h)
    procedure(rate) :: f
    integer, intent(in) :: n
    real(8), intent(inout) :: u(n)
    real(8), intent(in) :: h
    real(8) :: du(n)
    call f(n, u, du)
    u = u + h*du
  end subroutine euler
  subroutine midpoint(f, n, u, h)
    procedure(rate) :: f
    integer, intent(in) :: n
    real(8), intent(inout) :: u(n)
    real(8), intent(in) :: h
    real(8) :: du(n), v(n)
    v = u
    call euler(f, n, v, 0.5d0*h)
    call f(n, v, du)
    u = u + h*du
  end subroutine midpoint
  subroutine march(step, f, n, u, h, steps)
    procedure(stepper) :: step
    procedure(rate) :: f
    integer, intent(in) :: n, steps
    real(8), intent(inout) :: u(n)
    real(8), intent(in) :: h
    integer :: k
    do k = 1, steps
      call step(f, n, u, h)
    end do
  end subroutine march
  recursive function nested(f, v, depth) result(r)
    interface
      function f(v)
        real(8), intent(in) :: v
        real(8) :: f
      end function f
    end interface
    real(8), intent(in) :: v
    integer, intent(in) :: depth
    real(8) :: r
    r = v
    if (depth > 0) r = f(nested(f, v, depth - 1))
  end function nested
end module solvers
module problem
  implicit none
  real(8) :: coupling = 0.5d0
contains
  subroutine decay(n, u, du)
    integer, intent(in) :: n
    real(8), intent(in) :: u(n)
    real(8), intent(out) :: du(n)
    du = -u*coupling
  end subroutine decay
  subroutine rotate(n, u, du)
    integer, intent(in) :: n
    real(8), intent(in) :: u(n)
    real(8), intent(out) :: du(n)
    du(1) = u(2)*u(1)
    du(2) = -u(1)
  end subroutine rotate
  function curve(v)
    real(8), intent(in) :: v
    real(8) :: curve
    curve = v*(1.0d0 - v)*coupling
  end function curve
end module problem
subroutine head(x, y)
  use solvers
  use problem
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(5)
  coupling = x(3)
  y(1:2) = x(1:2)
  call march(euler, decay, 2, y(1:2), 0.1d0, 3)
  y(3:4) = x(1:2)
  call march(midpoint, rotate, 2, y(3:4), x(3), 2)
  call march(midpoint, decay, 2, y(3:4), 0.1d0, 2)
  y(5) = nested(curve, x(2), 3)
end subroutine head
