! Allocatable arguments of intent out, which are deallocated where a procedure begins.
! entry: head; independents: x; dependents: y
module fills
  implicit none
contains
  subroutine fill(a, x, n)
    real(8), allocatable, intent(out) :: a(:)
    real(8), intent(in) :: x(:)
    integer, intent(in) :: n
    if (n == 2) return
    allocate (a(n))
    a = x(1:n)**2
  end subroutine fill
end module fills
subroutine head(x, y)
  use fills
  implicit none
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y(4)
  real(8), allocatable :: a(:)
  integer :: i
  do i = 1, 4
    call fill(a, x, i)
    y(i) = 0
    if (allocated(a)) y(i) = sum(a)*x(1)
    if (i == 4) deallocate (a)
  end do
end subroutine head
