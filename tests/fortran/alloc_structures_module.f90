! An allocatable array of structures: allocated and deallocated again and again; one of a module, passed as a whole and in part.
! entry: head; independents: x; dependents: y
! compared: no
! checked: yes
module m
  implicit none
  type pair
    real(8) :: a, b
  end type
  type(pair), allocatable, save :: g(:)
contains
  subroutine fill(n, x)
    integer, intent(in) :: n
    real(8), intent(in) :: x(:)
    integer :: i
    if (allocated(g)) deallocate(g)
    allocate(g(n))
    do i = 1, n
      g(i) = pair(x(i), x(1)*i)
    end do
  end subroutine
  function tot(p) result(t)
    type(pair), intent(in) :: p(:)
    real(8) :: t
    t = sum(p%a*p%b)
  end function
  subroutine head(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y
    integer :: i
    y = 0
    do i = 1, 4
      call fill(i, x)
      y = y + tot(g)*y + tot(g(i:i))
    end do
  end subroutine
end module
