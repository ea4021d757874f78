! Pointers to procedures that may point to several: local ones, a saved one; whether they are associated; passed on; one of a module that is never set.
! entry: head; independents: x; dependents: y
! judged: driver
module laws
  implicit none
  abstract interface
    real(8) function law(v)
      real(8), intent(in) :: v
    end function
  end interface
  procedure(law), pointer :: extra => null()
contains
  real(8) function linear(v)
    real(8), intent(in) :: v
    linear = 2*v
  end function
  real(8) function square(v)
    real(8), intent(in) :: v
    square = v*v
  end function
  real(8) function cubic(v)
    real(8), intent(in) :: v
    cubic = v**3
  end function
  real(8) function twice(f, v)
    procedure(law) :: f
    real(8), intent(in) :: v
    twice = f(f(v))
  end function
  real(8) function any_of(n, v)
    integer, intent(in) :: n
    real(8), intent(in) :: v
    procedure(law), pointer, save :: chosen => cubic
    any_of = 0
    if (associated(chosen)) any_of = chosen(v)*n
    select case (n)
    case (1)
      chosen => linear
    case (2)
      chosen => square
    case (3)
      nullify(chosen)
    case default
      chosen => cubic
    end select
  end function
  subroutine head(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y
    procedure(law), pointer :: p, q
    integer :: i
    y = any_of(0, x(1))
    p => square
    do i = 1, 3
      y = y + any_of(i, x(i))
      q => p
      p => cubic
      if (x(i) > 1.2d0) p => linear
      y = y + p(x(i))*q(x(4))
      if (associated(p, cubic)) y = y + x(3)
      y = y + twice(p, x(2))
    end do
    if (associated(extra)) y = y + extra(x(1))
    y = y + any_of(4, x(1))
  end subroutine
end module
