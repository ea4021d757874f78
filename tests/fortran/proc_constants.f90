! Arrays of constants, and named ones, as arguments that joint reversal restores where variables are passed.
! entry: head; independents: x; dependents: y
module constant_vectors
  implicit none
  real(8), parameter :: up(3) = [0.0d0, 0.5d0, 1.0d0]
  real(8), parameter :: factor = 0.5d0
contains
  subroutine head(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y(3)
    real(8) :: h(3)
    h = turned([0.0d0, 0.25d0, 1.0d0], x, 2.0d0)
    h = turned(h, x, h(1))
    y = turned(up, h, factor)*h
  end subroutine head

  function turned(r, v, f) result(w)
    real(8), intent(in) :: r(3), v(3), f
    real(8) :: w(3)
    w(1) = r(2)*v(3) - r(3)*v(2)
    w(2) = r(3)*v(1) - f*r(1)*v(3)
    w(3) = sin(r(1)*v(2) - r(2)*v(1))
  end function turned
end module constant_vectors
