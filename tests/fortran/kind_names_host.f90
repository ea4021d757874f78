! Kinds by their names, of the module around: with internal procedures, function results, mixed kinds, procedures that are passed.
! entry: head; independents: x; dependents: y
module host
  implicit none
  private
  integer, parameter :: sp = kind(1.0), wp = selected_real_kind(15, 307)
  real(wp) :: factor = 2.0_wp
  abstract interface
    function law(a) result(b)
      import :: wp
      real(wp), intent(in) :: a
      real(wp) :: b
    end function law
  end interface
  public :: head
contains
  real(wp) function square(a)
    real(wp), intent(in) :: a
    square = a*a + 1.0e-2_wp
  end function square
  function tripled(a) result(b)
    real(wp), intent(in) :: a
    real(wp) :: b
    b = 3.0_wp*a*factor
  end function tripled
  subroutine apply(f, a, b)
    procedure(law) :: f
    real(wp), intent(in) :: a
    real(wp), intent(out) :: b
    b = f(a)*f(a + 0.5_wp)
  end subroutine apply
  subroutine head(x, y)
    real(wp), intent(in) :: x(3)
    real(wp), intent(out) :: y(3)
    real(sp) :: s
    call apply(square, x(1), y(1))
    call apply(tripled, x(2), y(2))
    factor = factor*x(3)
    s = real(x(3), sp)*2.0_sp
    y(3) = inner(real(s, wp))
  contains
    function inner(a) result(b)
      real(wp), intent(in) :: a
      real(wp) :: b
      b = sin(a)*a*factor
    end function inner
  end subroutine head
end module host
