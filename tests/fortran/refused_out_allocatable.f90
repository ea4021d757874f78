! An allocatable argument of intent out is deallocated where a procedure begins, which matters if it is not always allocated.
! refused: 6: a, of intent out, may be left as it is
module fills
  implicit none
contains
  subroutine fill(a, n)
    real(8), allocatable, intent(out) :: a(:)
    integer, intent(in) :: n
    if (n < 2) return
    allocate(a(n))
    a = n
  end subroutine
  subroutine head(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    real(8), allocatable :: a(:)
    integer :: i
    y = 0
    do i = 1, 3
      call fill(a, i)
      if (allocated(a)) y = y + sum(a)*x
    end do
  end subroutine
end module
