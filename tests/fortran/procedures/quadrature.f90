! A quadrature that gets a subroutine and a function, by abstract interfaces, and passes one of them on under another name.
! entry: quad; independents: a,b; dependents: s
module quadrature
  implicit none
  abstract interface
    subroutine integrand(n, t, r, ok)
      integer, intent(in) :: n
      real(8), intent(in) :: t(n)
      real(8), intent(out) :: r(n)
      logical, intent(out) :: ok
    end subroutine integrand
    function weight(t) result(w)
      real(8), intent(in) :: t
      real(8) :: w
    end function weight
  end interface
contains
  subroutine quad(n, f, a, b, w, s)
    procedure(integrand) :: f
    procedure(weight) :: w
    integer, intent(in) :: n
    real(8), intent(in) :: a, b
    real(8), intent(out) :: s
    real(8) :: r(2), t(2)
    logical :: ok
    integer :: i
    s = 0
    do i = 1, n
      t(1) = a + i*(b - a)/n
      t(2) = t(1)*t(1)
      call f(2, t, r, ok)
      if (.not. ok) cycle
      s = s + r(1)*r(2)*(b - a)/n
    end do
    call finish(w, s)
  end subroutine quad
  subroutine finish(v, s)
    procedure(weight) :: v
    real(8), intent(inout) :: s
    s = s*v(s)
  end subroutine finish
end module quadrature
