! Allocated and deallocated in a loop; automatic in effect.
! entry: head; independents: x; dependents: y
subroutine work(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  real(8), allocatable :: a(:), b(:, :)
  integer :: i
  do i = 1, n
    allocate (a(n), b(0:n, 2))
    a = x*x(i)
    b(1:, 1) = a
    b(:, 2) = x(i)
    y(i) = sum(a*a) + sum(b(1:n, 1)*b(1:n, 2))
    deallocate (a, b)
  end do
end subroutine work
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y(4)
  call work(4, x, y)
end subroutine head
