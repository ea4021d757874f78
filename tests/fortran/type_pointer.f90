! A pointer to a structure.
! refused: 14: p is a pointer to a structure
module lists
  implicit none
  type node
    real(8) :: v
  end type
end module
subroutine head(x, y)
  use lists
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  type(node), pointer :: p
  allocate(p)
  p%v = x
  y = p%v
end subroutine
