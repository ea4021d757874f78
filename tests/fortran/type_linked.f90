! A structure that holds one of its own type.
! refused: 18: a%next%v can't be read: it is a structure of a type that holds it
module lists
  implicit none
  type node
    real(8) :: v
    type(node), allocatable :: next
  end type
end module
subroutine head(x, y)
  use lists
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  type(node) :: a
  a%v = x
  allocate(a%next)
  y = a%next%v
end subroutine
