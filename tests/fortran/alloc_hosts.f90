! Arrays that internal procedures allocate, use and free.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y(4)
  real(8), allocatable :: a(:)
  integer :: i
  do i = 1, 4
    call begin(i)
    call use_it()
    if (i > 2) a = a*x(2)
    y(i) = y(i) + sum(a)
    call finish()
  end do
contains
  subroutine begin(n)
    integer, intent(in) :: n
    allocate (a(n))
    a = x(1:n)*x(n)
  end subroutine begin
  subroutine use_it()
    integer :: k
    do k = 2, size(a)
      a(k) = a(k)*a(k - 1)
    end do
    y(i) = sum(a**2)
  end subroutine use_it
  subroutine finish()
    deallocate (a)
  end subroutine finish
end subroutine head
