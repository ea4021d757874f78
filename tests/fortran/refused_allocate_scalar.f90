! Allocatable scalars that are asked for, or are those of others.
! refused: 14: an allocation of what is no array
! refused: 16: an allocation of what is no array
module store
  implicit none
  real(8), allocatable :: s
end module store
subroutine head(x, y)
  use store
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8), allocatable :: a
  if (x > 0) allocate(a)
  y = x
  allocate(s)
  s = x
  if (allocated(a)) y = s*x
end subroutine head
