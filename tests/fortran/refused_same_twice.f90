! One variable is passed twice, and changed: its derivative would be changed under two names.
! entry: head; independents: x; dependents: y
! modes: none
subroutine accumulate(n, a, b)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n)
  real(8) :: b(n)
  integer :: i
  do i = 2, n
    b(i) = a(i)*b(i - 1)
  end do
end subroutine accumulate
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(3)
  external :: accumulate
  y = x*x
  call accumulate(3, y, y)
end subroutine head
