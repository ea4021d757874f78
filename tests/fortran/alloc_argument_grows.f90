! An argument that grows with each call.
! entry: head; independents: x; dependents: y
subroutine grow(a, v)
  implicit none
  real(8), allocatable, intent(inout) :: a(:)
  real(8), intent(in) :: v
  real(8), allocatable :: b(:)
  integer :: n
  n = size(a)
  allocate(b(n + 1))
  b(1:n) = a
  b(n + 1) = v*v
  call move_alloc(b, a)
end subroutine grow
subroutine head(x, y)
  implicit none
  interface
    subroutine grow(a, v)
      real(8), allocatable, intent(inout) :: a(:)
      real(8), intent(in) :: v
    end subroutine grow
  end interface
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(2)
  real(8), allocatable :: a(:)
  integer :: i
  allocate(a(1))
  a = x(1)
  do i = 1, 3
    call grow(a, x(i))
    a = a*x(2)
  end do
  y(1) = sum(a**2)
  y(2) = a(2)*a(4)
end subroutine head
