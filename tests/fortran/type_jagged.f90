! Structures in an array, each with an array in a shape of its own.
! refused: 15: r(:)%v(:) can't be read
module rows
  implicit none
  type row
    real(8), allocatable :: v(:)
  end type
end module
subroutine head(x, y)
  use rows
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  type(row) :: r(2)
  allocate(r(1)%v(3))
  r(1)%v = x
  y = r(1)%v(2)
end subroutine
