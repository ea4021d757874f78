! An argument in parentheses is a copy, beside one that is changed.
! entry: head; independents: x; dependents: y
module m17
  implicit none
contains
  subroutine ev(a, b, res)
    real(8), intent(in) :: a(:), b(:)
    real(8), intent(out) :: res(:)
    res(1) = a(1)*b(1)
    res(2:) = a(2:)*b(:size(b)-1)*res(1)
  end subroutine
  subroutine head(x, y)
    real(8), intent(in) :: x(6)
    real(8), intent(out) :: y(4)
    real(8) :: t(3)
    t = x(1:3)
    call ev(x(4:6), (t), t)
    y(1:3) = t
    y(4) = 0
  end subroutine
end module
