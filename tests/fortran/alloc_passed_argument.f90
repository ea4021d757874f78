! Allocatable arguments are handed on, get other shapes below, and are passed in each.
! entry: head; independents: x; dependents: y
module work
  implicit none
contains
  subroutine scale(a, v)
    real(8), intent(inout) :: a(:)
    real(8), intent(in) :: v
    a = a*v
  end subroutine scale
  subroutine renew(a, n, v)
    real(8), allocatable, intent(inout) :: a(:)
    integer, intent(in) :: n
    real(8), intent(in) :: v
    if (allocated(a)) deallocate(a)
    allocate(a(n))
    a = v
    call scale(a, v)
  end subroutine renew
  subroutine deep(a, s)
    real(8), allocatable, intent(inout) :: a(:)
    real(8), intent(inout) :: s
    integer :: k
    do k = 1, 3
      call renew(a, 2 + mod(2*k, 5), s)
      call scale(a(:2), s)
      s = sin(s + sum(a))
      if (k == 2) deallocate(a)
    end do
  end subroutine deep
end module work
subroutine head(x, y)
  use work
  implicit none
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y(2)
  real(8), allocatable :: a(:), b(:)
  y(1) = x(1)
  call deep(a, y(1))
  call deep(b, y(1))
  y(1) = y(1)*x(2)
  call deep(a, y(1))
  y(2) = a(1)*b(2)
end subroutine head
