! A module has names that the derivatives of a procedure that is passed would have; a function is passed on by a recursive routine.
! entry: descend; independents: a; dependents: s
module descent
  implicit none
  abstract interface
    function slope(t) result(w)
      real(8), intent(in) :: t
      real(8) :: w
    end function slope
    subroutine action(t, r)
      real(8), intent(in) :: t
      real(8), intent(out) :: r
    end subroutine action
  end interface
contains
  subroutine f_d(t, r)
    real(8), intent(in) :: t
    real(8), intent(out) :: r
    r = 3*t
  end subroutine f_d
  function w_b(t) result(r)
    real(8), intent(in) :: t
    real(8) :: r
    r = t*t
  end function w_b
  recursive subroutine descend(n, f, w, a, s)
    integer, intent(in) :: n
    procedure(action) :: f
    procedure(slope) :: w
    real(8), intent(in) :: a
    real(8), intent(inout) :: s
    real(8) :: r, t
    if (n == 0) return
    call f(a*n, r)
    call f_d(a, t)
    s = s*w(a) + r*w_b(t)
    call descend(n - 1, f, w, t, s)
  end subroutine descend
end module descent
