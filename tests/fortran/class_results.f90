! Deferred functions whose results are arrays and structures; elemental procedures; operators and generic names that are bound.
! entry: head; independents: x; dependents: y
! checked: yes
module vectors
  implicit none
  type :: pair
    real(8) :: a, b
  contains
    procedure, private :: plus
    generic :: operator(+) => plus
  end type
  type, abstract :: field
    real(8) :: k
  contains
    procedure(values_of), deferred :: values
    procedure(pair_of), deferred :: ends
    procedure :: one, many
    generic :: get => one, many
  end type
  abstract interface
    function values_of(self, n) result(v)
      import field
      class(field), intent(in) :: self
      integer, intent(in) :: n
      real(8) :: v(3)
    end function
    function pair_of(self) result(p)
      import field, pair
      class(field), intent(in) :: self
      type(pair) :: p
    end function
  end interface
  type, extends(field) :: linear
  contains
    procedure :: values => linear_values
    procedure :: ends => linear_ends
  end type
  type, extends(field) :: quadratic
    real(8) :: q
  contains
    procedure :: values => quadratic_values
    procedure :: ends => quadratic_ends
    procedure :: local => quadratic_local
  end type
contains
  pure function plus(p, q) result(r)
    class(pair), intent(in) :: p
    type(pair), intent(in) :: q
    type(pair) :: r
    r = pair(p%a + q%a, p%b*q%b)
  end function
  function linear_values(self, n) result(v)
    class(linear), intent(in) :: self
    integer, intent(in) :: n
    real(8) :: v(3)
    integer :: i
    v = [(self%k*i*n, i = 1, 3)]
  end function
  function linear_ends(self) result(p)
    class(linear), intent(in) :: self
    type(pair) :: p
    p = pair(self%k, 2*self%k)
  end function
  function quadratic_values(self, n) result(v)
    class(quadratic), intent(in) :: self
    integer, intent(in) :: n
    real(8) :: v(3)
    integer :: i
    do i = 1, 3
      v(i) = self%local(real(i*n, 8))
    end do
  end function
  elemental function quadratic_local(self, t) result(v)
    class(quadratic), intent(in) :: self
    real(8), intent(in) :: t
    real(8) :: v
    v = self%k*t + self%q*t**2
  end function
  function quadratic_ends(self) result(p)
    class(quadratic), intent(in) :: self
    type(pair) :: p
    p%a = self%local(1d0)
    p%b = sum(self%local([2d0, 3d0]))
  end function
  function one(self, i) result(v)
    class(field), intent(in) :: self
    integer, intent(in) :: i
    real(8) :: v, all(3)
    all = self%values(i)
    v = all(i)
  end function
  function many(self, p) result(v)
    class(field), intent(in) :: self
    type(pair), intent(in) :: p
    real(8) :: v
    type(pair) :: q
    q = self%ends() + p
    v = q%a*q%b
  end function
  function total(f, x) result(v)
    class(field), intent(in) :: f
    real(8), intent(in) :: x
    real(8) :: v
    v = f%get(3)*x + f%get(pair(x, x**2))
  end function
end module
subroutine head(x, y)
  use vectors
  implicit none
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y
  y = total(linear(x(1)), x(2)) + total(quadratic(x(2), x(1)), x(1))
end subroutine
