! Allocatable members: allocated, grown and freed in loops.
! entry: head; independents: x; dependents: y
module types
  implicit none
  type :: field
    real(8), allocatable :: v(:)
    real(8) :: scale
  end type field
end module types
subroutine head(x, y)
  use types
  implicit none
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y(4)
  type(field) :: f
  integer :: i
  do i = 1, 4
    allocate (f%v(i))
    f%scale = x(i)
    f%v = x(1:i)*f%scale
    f%v = [f%v, x(1)]
    y(i) = sum(f%v**2)
    deallocate (f%v)
  end do
end subroutine head
