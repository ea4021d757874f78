! A procedure that may be absent, a generic one, and one that is passed by keyword.
! entry: head; independents: x; dependents: y
module scaling
  implicit none
  abstract interface
    pure function map(v) result(r)
      real(8), intent(in) :: v
      real(8) :: r
    end function map
  end interface
  interface bend
    procedure bend_scalar
  end interface bend
contains
  subroutine scale(v, f, g)
    real(8), intent(inout) :: v
    procedure(map), optional :: f
    procedure(map), optional :: g
    if (present(f)) v = f(v)
    if (present(g)) then
      v = v*g(v)
    else
      v = v + 1.0d0
    end if
  end subroutine scale
  subroutine outer(v, h)
    real(8), intent(inout) :: v
    procedure(map), optional :: h
    call scale(v, g=h)
  end subroutine outer
  pure function bend_scalar(v) result(r)
    real(8), intent(in) :: v
    real(8) :: r
    r = v*v + 0.5d0
  end function bend_scalar
end module scaling
subroutine head(x, y)
  use scaling
  implicit none
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y(5)
  y = x(1)
  y(2) = x(2)
  call scale(y(1))
  call scale(y(2), bend_scalar)
  call scale(y(3), g=bend_scalar)
  call outer(y(4))
  call outer(y(5), bend_scalar)
end subroutine head
