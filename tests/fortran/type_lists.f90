! Lists of structures, structures that are passed as values, comparisons of members, parameters that are arrays of structures.
! entry: head; independents: x; dependents: y
module rules
  implicit none
  type knot
    real(8) :: at, weight
  end type
  type(knot), parameter :: gauss(2) = [knot(-0.5773502691896257d0, 1d0), knot(0.5773502691896257d0, 1d0)]
contains
  function evaluate(k, x) result(v)
    type(knot), intent(in) :: k
    real(8), intent(in) :: x
    real(8) :: v
    v = k%weight*exp(k%at*x)
  end function
  function middle(a, b) result(c)
    type(knot), intent(in) :: a, b
    type(knot) :: c
    c = knot(0.5d0*(a%at + b%at), a%weight*b%weight)
  end function
end module
subroutine head(x, y)
  use rules
  implicit none
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y
  type(knot) :: k(3), swapped
  integer :: i
  k = [knot(x(1), 1d0), knot(x(2), x(1)), middle(gauss(1), knot(x(2), 3d0))]
  swapped = k(1)
  swapped = knot(swapped%weight, swapped%at)
  y = evaluate(swapped, x(1)) + evaluate(knot(x(1), x(2)), 1d0)
  do i = 1, 2
    y = y + evaluate(gauss(i), x(i))*k(i + 1)%at
  end do
  if (k(2)%at > k(3)%at) y = y + evaluate(middle(k(2), middle(k(1), k(3))), x(2))
end subroutine
