! A component that a structure never has, which is passed with it again and again.
! entry: head; independents: x; dependents: y
module m
  implicit none
  type group
    real(8), allocatable :: p(:), v(:)
  end type
contains
  subroutine init(g, n, x)
    type(group), intent(out) :: g
    integer, intent(in) :: n
    real(8), intent(in) :: x(:)
    g%p = x(:n)**2
  end subroutine
  subroutine drop(g, s)
    type(group), intent(inout) :: g
    real(8), intent(inout) :: s
    if (allocated(g%v)) then
      s = s*sum(g%v)
      deallocate(g%v)
    end if
  end subroutine
  subroutine head(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y
    type(group) :: g
    integer :: k
    y = 0
    do k = 1, 3
      call init(g, k, x)
      call drop(g, y)
      y = y + sum(g%p**2)
    end do
  end subroutine
end module
