! Members of structures of modules and of arguments that are allocated anew.
! entry: head; independents: x; dependents: y
! compared: no
module boxes
  implicit none
  type :: box
    real(8), allocatable :: a(:)
    integer :: n = 0
  end type box
  type(box) :: b
contains
  subroutine put(p, v)
    type(box), intent(inout) :: p
    real(8), intent(in) :: v
    real(8), allocatable :: t(:)
    if (.not. allocated(p%a)) allocate(p%a(1))
    if (p%n == size(p%a)) then
      allocate(t(2*p%n))
      t(1:p%n) = p%a
      deallocate(p%a)
      allocate(p%a(2*p%n))
      p%a(1:p%n) = t(1:p%n)
    end if
    p%n = p%n + 1
    p%a(p%n) = v*v
  end subroutine put
end module boxes
subroutine head(x, y)
  use boxes
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(2)
  type(box) :: c
  integer :: i
  if (allocated(b%a)) deallocate(b%a)
  b%n = 0
  do i = 1, 3
    call put(b, x(i))
    call put(c, x(i)*b%a(i))
  end do
  y(1) = sum(b%a(1:3))
  y(2) = c%a(1)*c%a(3)
end subroutine head
