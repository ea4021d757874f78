! Submodules: separate module procedures in both forms, private helpers of a submodule, a submodule of a submodule.
! entry: head; independents: x; dependents: y
! compared: no
module shapes
  implicit none
  real(8) :: total = 0.0d0
  interface
    module subroutine grow(v, w)
      real(8), intent(in) :: v
      real(8), intent(out) :: w
    end subroutine grow
    module function area(r) result(a)
      real(8), intent(in) :: r
      real(8) :: a
    end function area
    module subroutine deep(v)
      real(8), intent(inout) :: v
    end subroutine deep
  end interface
end module shapes
submodule (shapes) bodies
  implicit none
  real(8), parameter :: pi = 3.0d0
  real(8) :: used = 1.0d0
contains
  module procedure grow
    used = used + v
    w = helper(v)*used
    total = total + w
  end procedure grow
  module function area(r) result(a)
    real(8), intent(in) :: r
    real(8) :: a
    a = pi*r*r
  end function area
  real(8) function helper(v)
    real(8), intent(in) :: v
    helper = exp(-v)
  end function helper
end submodule bodies
submodule (shapes:bodies) deeper
  implicit none
contains
  module procedure deep
    v = v*helper(v) + used
  end procedure deep
end submodule deeper
subroutine head(x, y)
  use shapes
  implicit none
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y(3)
  call grow(x(1), y(1))
  y(2) = area(x(2)) + total
  y(3) = x(2)
  call deep(y(3))
end subroutine head
