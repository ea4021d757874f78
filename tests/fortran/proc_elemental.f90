! Elemental, pure and impure elemental procedures, of scalars and of arrays, in expressions, in arguments, under where.
! entry: head; independents: x; dependents: y
module elements
  implicit none
  integer :: calls = 0
contains
  elemental function soft(v, s) result(r)
    real(8), intent(in) :: v, s
    real(8) :: r
    if (v > s) then
      r = v*v
    else
      r = s*v
    end if
  end function soft
  elemental subroutine swap(a, b)
    real(8), intent(inout) :: a, b
    real(8) :: t
    t = a
    a = b*2.0d0
    b = t
  end subroutine swap
  impure elemental subroutine noted(a)
    real(8), intent(inout) :: a
    calls = calls + 1
    a = a*calls
  end subroutine noted
  pure real(8) function total(v)
    real(8), intent(in) :: v(:)
    total = sum(v)
  end function total
end module elements
subroutine head(x, y)
  use elements
  implicit none
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y(4)
  real(8) :: a(2, 2), b(2)
  a = reshape(x, [2, 2])
  a = soft(a, 0.5d0) + soft(x(1), x(2))
  b = soft(a(1, :), a(:, 2))
  call swap(a(:, 1), b)
  call noted(a)
  y(1) = total(soft(x(2:4), x(1:3)))
  y(2:3) = b
  where (x(1:2) > 0.35d0) y(2:3) = soft(b, x(1:2))*2.0d0
  y(4) = sum(a)
end subroutine head
