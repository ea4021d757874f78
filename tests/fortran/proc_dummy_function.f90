! Functions passed as arguments: by an abstract interface, an interface block, and external; module, external and internal ones.
! entry: head; independents: x; dependents: y
module integrate
  implicit none
  abstract interface
    function integrand(t) result(r)
      real(8), intent(in) :: t
      real(8) :: r
    end function integrand
  end interface
contains
  function trapezoid(f, a, b, n) result(s)
    procedure(integrand) :: f
    real(8), intent(in) :: a, b
    integer, intent(in) :: n
    real(8) :: s
    integer :: i
    s = 0.5d0*(f(a) + f(b))
    do i = 1, n - 1
      s = s + f(a + i*(b - a)/n)
    end do
    s = s*(b - a)/n
  end function trapezoid
  function cube(t) result(r)
    real(8), intent(in) :: t
    real(8) :: r
    r = t**3
  end function cube
  subroutine newton(f, df, t)
    interface
      function f(t)
        real(8), intent(in) :: t
        real(8) :: f
      end function f
      function df(t)
        real(8), intent(in) :: t
        real(8) :: df
      end function df
    end interface
    real(8), intent(inout) :: t
    integer :: i
    do i = 1, 3
      t = t - f(t)/df(t)
    end do
  end subroutine newton
end module integrate
function wave(t)
  implicit none
  real(8), intent(in) :: t
  real(8) :: wave
  wave = sin(t)
end function wave
subroutine applied(g, v)
  implicit none
  real(8), external :: g
  real(8), intent(inout) :: v
  v = g(v)*g(2.0d0*v)
end subroutine applied
subroutine head(x, y)
  use integrate
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(5)
  real(8), external :: wave
  y(1) = trapezoid(cube, x(1), x(2), 4)
  y(2) = trapezoid(wave, 0.0d0, x(3), 3)
  y(3) = trapezoid(own, x(1), 2.0d0, 2)
  y(4) = x(2)
  call newton(own, slope, y(4))
  y(5) = x(3)
  call applied(wave, y(5))
contains
  function own(t)
    real(8), intent(in) :: t
    real(8) :: own
    own = t*t - x(1)
  end function own
  function slope(t)
    real(8), intent(in) :: t
    real(8) :: slope
    slope = 2.0d0*t
  end function slope
end subroutine head
