! Within one routine, called in a loop, an array gets the shapes 2, 5 and 3, and is passed in each; others are called weakly before and after.
! entry: head; independents: x; dependents: y
module store
  implicit none
  real(8), allocatable :: m(:), fixed(:)
contains
  subroutine scale(a, v)
    real(8), intent(inout) :: a(:)
    real(8), intent(in) :: v
    a = a*cos(v) + 0.1d0*a(1)
  end subroutine scale
  subroutine shapes(s)
    real(8), intent(inout) :: s
    integer, parameter :: sizes(3) = [2, 5, 3]
    integer :: i, n
    do i = 1, 3
      n = sizes(i)
      if (allocated(m)) deallocate(m)
      allocate(m(n))
      m = s*i
      call scale(m, s)
      call scale(m(n - 1:), s)
      s = sin(s + 0.1d0*sum(m)/n)
    end do
  end subroutine shapes
  subroutine weak(s)
    real(8), intent(inout) :: s
    call scale(fixed, s)
    call scale(fixed(2:), s)
    s = sin(s + 0.1d0*sum(fixed))
  end subroutine weak
end module store
subroutine head(x, y)
  use store
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(2)
  integer :: k
  if (allocated(fixed)) deallocate(fixed)
  allocate(fixed(-1:2), source=x(3))
  y(1) = x(1)
  do k = 1, 3
    call weak(y(1))
    call shapes(y(1))
    y(1) = y(1)*x(2)
    call weak(y(1))
  end do
  y(2) = y(1)*fixed(0)
end subroutine head
