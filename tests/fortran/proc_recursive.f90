! Recursive functions and subroutines, with arrays on the way; two that call each other.
! entry: head; independents: x; dependents: y
module again
  implicit none
contains
  recursive function power(v, n) result(r)
    real(8), intent(in) :: v
    integer, intent(in) :: n
    real(8) :: r
    if (n == 0) then
      r = 1.0d0
    else
      r = v*power(v, n - 1)
    end if
  end function power
  recursive subroutine halve(a, n, s)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    real(8), intent(out) :: s
    real(8) :: left, right
    if (n == 1) then
      s = a(1)*a(1)
      return
    end if
    call halve(a(:n/2), n/2, left)
    call halve(a(n/2 + 1:), n - n/2, right)
    s = left + right + left*right
  end subroutine halve
  recursive subroutine even(v, n)
    real(8), intent(inout) :: v
    integer, intent(in) :: n
    if (n > 0) call odd(v, n - 1)
    v = v*1.5d0
  end subroutine even
  recursive subroutine odd(v, n)
    real(8), intent(inout) :: v
    integer, intent(in) :: n
    v = v*v
    if (n > 0) call even(v, n - 1)
  end subroutine odd
end module again
subroutine head(x, y)
  use again
  implicit none
  real(8), intent(in) :: x(5)
  real(8), intent(out) :: y(3)
  y(1) = power(x(1)*x(2), 3)
  call halve(x, 5, y(2))
  y(3) = x(3)
  call even(y(3), 3)
end subroutine head
