! Allocated in loops with shapes that change, in routines that are called in loops, and freed at their ends.
! entry: head; independents: x; dependents: y
subroutine smooth(n, x, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: s
  real(8), allocatable :: t(:)
  integer :: k
  allocate (t(n))
  t = x
  do k = 2, n
    t(k) = t(k)*t(k - 1) + sin(t(k))
  end do
  s = s + sum(t**2)
end subroutine smooth
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(5)
  real(8), intent(out) :: y(5)
  real(8), allocatable :: a(:), b(:)
  real(8) :: s
  integer :: i, j, m
  s = 0
  do i = 1, 5
    m = 6 - i
    allocate (a(m))
    a = x(1:m)*x(i)
    allocate (b(2*m))
    do j = 1, m
      b(2*j - 1) = a(j)**2
      b(2*j) = a(j)*s
    end do
    call smooth(i, x, s)
    y(i) = sum(b)*s
    deallocate (a)
    if (i == 3) y(i) = y(i)*b(2)
    deallocate (b)
  end do
end subroutine head
