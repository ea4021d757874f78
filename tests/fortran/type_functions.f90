! Functions whose results are structures, by name and as operators.
! entry: head; independents: x; dependents: y
! checked: yes
module duals
  implicit none
  type dual
    real(8) :: v = 0, d = 0
  end type
  interface operator(+)
    module procedure add
  end interface
  interface operator(*)
    module procedure times
  end interface
contains
  function add(a, b) result(c)
    type(dual), intent(in) :: a, b
    type(dual) :: c
    c%v = a%v + b%v
    c%d = a%d + b%d
  end function
  pure function times(a, b) result(c)
    type(dual), intent(in) :: a, b
    type(dual) :: c
    c = dual(a%v*b%v, a%v*b%d + a%d*b%v)
  end function
end module
subroutine head(x, y)
  use duals
  implicit none
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y(2)
  type(dual) :: a, b
  a = dual(x(1), 1d0)
  b%v = x(2)
  a = a*b + a*(a + b)
  y = [a%v, a%d]
end subroutine
