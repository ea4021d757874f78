! Keyword and optional arguments, present(), absent ones passed on, a function with an optional argument.
! entry: head; independents: x; dependents: y
module options
  implicit none
contains
  subroutine set(r, a, b, c)
    real(8), intent(out) :: r
    real(8), intent(in) :: a
    real(8), intent(in), optional :: b, c
    r = a
    if (present(b)) r = r*b
    if (present(c)) then
      r = r + c
    else
      r = r + 1.0d0
    end if
  end subroutine set
  subroutine pass(r, a, b, w)
    real(8), intent(out) :: r
    real(8), intent(in) :: a
    real(8), intent(in), optional :: b
    real(8), intent(inout), optional :: w(:)
    call set(r, a, c=b)
    if (present(w)) w = w*r
  end subroutine pass
  function chosen(a, b) result(r)
    real(8), intent(in) :: a
    real(8), intent(in), optional :: b
    real(8) :: r
    r = a*a
    if (present(b)) r = b*r
  end function chosen
end module options
subroutine head(x, y)
  use options
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(7)
  real(8) :: w(2)
  w = x(1:2)
  call set(y(1), x(1))
  call set(a=x(1), r=y(2), c=x(3))
  call set(y(3), x(1), x(2), x(3))
  call pass(y(4), x(1), w=w)
  call pass(y(5), x(2), x(3))
  y(6) = chosen(x(1)) + chosen(b=x(2), a=x(3))
  y(7) = w(1)*w(2)
end subroutine head
