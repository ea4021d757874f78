! An array of a module has another shape at each call, and is passed each time, also to what sets it up anew.
! entry: head; independents: x; dependents: y
! judged: driver
module store
  implicit none
  real(8), allocatable :: m(:)
contains
  subroutine scale(a, v)
    real(8), allocatable, intent(inout) :: a(:)
    real(8), intent(in) :: v
    a = a*v
  end subroutine scale
  subroutine shift(a, v)
    real(8), intent(inout) :: a(:)
    real(8), intent(in) :: v
    a = a + v*v
  end subroutine shift
  subroutine renew(a, n, v)
    real(8), allocatable, intent(out) :: a(:)
    integer, intent(in) :: n
    real(8), intent(in) :: v
    allocate(a(n))
    a = v
  end subroutine renew
  subroutine deep(s, k)
    real(8), intent(inout) :: s
    integer, intent(in) :: k
    if (allocated(m)) deallocate(m)
    allocate(m(k), source=1d0)
    call scale(m, s)
    s = s + 0.1d0*sum(m)
    call renew(m, k + 1, s)
    call shift(m(2:), s)
    s = sin(s + 0.1d0*m(k + 1) + 0.2d0*m(1))
  end subroutine deep
end module store
subroutine head(x, y)
  use store
  implicit none
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y
  y = x(1)
  call deep(y, 2)
  y = y*x(2)
  call deep(y, 4)
  y = y*x(2)
  call deep(y, 3)
end subroutine head
