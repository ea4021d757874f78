! Operators and assignments that are defined: for types of their own names, of ranks; as functions in expressions.
! entry: head; independents: x; dependents: y
module defined
  implicit none
  interface operator(.cross.)
    module procedure cross
  end interface
  interface operator(.norm.)
    module procedure norm
  end interface
  interface assignment(=)
    module procedure from_logical, vector_from_text
  end interface
  interface operator(+)
    module procedure add_logical
  end interface
contains
  pure function cross(a, b) result(c)
    real(8), intent(in) :: a(3), b(3)
    real(8) :: c(3)
    c = [a(2)*b(3) - a(3)*b(2), a(3)*b(1) - a(1)*b(3), a(1)*b(2) - a(2)*b(1)]
  end function cross
  pure function norm(a) result(r)
    real(8), intent(in) :: a(:)
    real(8) :: r
    r = sqrt(sum(a*a))
  end function norm
  subroutine from_logical(a, b)
    real(8), intent(out) :: a
    logical, intent(in) :: b
    a = merge(1.5d0, 0.0d0, b)
  end subroutine from_logical
  subroutine vector_from_text(a, b)
    real(8), intent(out) :: a(:)
    character(*), intent(in) :: b
    a = len(b)
  end subroutine vector_from_text
  real(8) function add_logical(a, b)
    real(8), intent(in) :: a
    logical, intent(in) :: b
    add_logical = a
    if (b) add_logical = a*2.0d0
  end function add_logical
end module defined
subroutine head(x, y)
  use defined
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(4)
  real(8) :: v(3), t
  v = 'four'
  t = x(1) > 0.0d0
  y(1:3) = x.cross.(v*x*x)
  y(4) = (.norm.x)*t + (x(2) > 1.0d0)
end subroutine head
