! A pointer to a procedure.
! entry: head; independents: x; dependents: y
module curves
  implicit none
  abstract interface
    function map(v) result(r)
      real(8), intent(in) :: v
      real(8) :: r
    end function map
  end interface
contains
  function square(v) result(r)
    real(8), intent(in) :: v
    real(8) :: r
    r = v*v
  end function square
  subroutine inner(x, y)
    real(8), intent(in) :: x(1)
    real(8), intent(out) :: y(1)
    procedure(map), pointer :: p
    p => square
    y(1) = p(x(1))
  end subroutine inner
end module curves
subroutine head(x, y)
  use curves
  implicit none
  real(8), intent(in) :: x(1)
  real(8), intent(out) :: y(1)
  call inner(x, y)
end subroutine head
