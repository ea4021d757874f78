! An object that has objects of its own class, and one that is pointed to.
! refused: 41: it is a structure of a type that holds it
! refused: 51: it is a pointer to a structure
module trees
  implicit none
  type, abstract :: node
  contains
    procedure(value_of), deferred :: eval
  end type
  abstract interface
    recursive real(8) function value_of(self, x)
      import node
      class(node), intent(in) :: self
      real(8), intent(in) :: x
    end function
  end interface
  type, extends(node) :: leaf
    real(8) :: v
  contains
    procedure :: eval => leaf_eval
  end type
  type, extends(node) :: branch
    class(node), allocatable :: left, right
  contains
    procedure :: eval => branch_eval
  end type
  type :: holder
    class(node), pointer :: p
  end type
contains
  recursive real(8) function leaf_eval(self, x)
    class(leaf), intent(in) :: self
    real(8), intent(in) :: x
    leaf_eval = self%v*x
  end function
  recursive real(8) function branch_eval(self, x)
    class(branch), intent(in) :: self
    real(8), intent(in) :: x
    real(8) :: l
    branch_eval = 0
    l = self%left%eval(x)
    branch_eval = l
  end function
  subroutine head(b, h, x, y)
    type(branch), intent(in) :: b
    type(holder), intent(in) :: h
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    real(8) :: l
    l = b%eval(x)
    y = h%p%eval(x) + l
  end subroutine
end module
