! A pointer to a structure that is allocated, and points elsewhere, too; one of a module.
! refused: 17: p can't be read: what it points to is not known here
! refused: 20: of_module can't be let point to something
module lists
  implicit none
  type node
    real(8) :: v
  end type
  type(node), pointer :: of_module
end module
subroutine head(x, y)
  use lists
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  type(node), target :: t
  type(node), pointer :: p
  allocate(p)
  p%v = x
  of_module => t
  p => t
  p%v = x
  y = t%v
end subroutine
