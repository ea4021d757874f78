! An allocatable array of structures that is allocated and deallocated in each iteration.
! entry: head; independents: x; dependents: y
! checked: yes
module m
  implicit none
  type pair
    real(8) :: a, b
  end type
contains
  subroutine head(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y
    type(pair), allocatable :: p(:)
    integer :: k, i
    y = 0
    do i = 1, 4
      allocate(p(i))
      do k = 1, i
        p(k)%a = x(k)
        p(k)%b = k*x(i)
      end do
      y = y + sum(p%a*p%b)
      deallocate(p)
    end do
  end subroutine
end module
