! An allocatable argument of the entry gets another shape; its derivative has, before the call, that of before.
! entry: head; independents: x,a; dependents: y,a
module resizing
  implicit none
contains
  subroutine head(x, a, y)
    real(8), intent(in) :: x(3)
    real(8), allocatable, intent(inout) :: a(:)
    real(8), intent(out) :: y
    y = sum(a**2)*x(1)
    deallocate(a)
    allocate(a(3))
    a = x*y
  end subroutine head
end module resizing
