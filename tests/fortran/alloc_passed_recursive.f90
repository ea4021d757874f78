! A routine that calls itself gives an array of a module another shape before and after that, and passes it.
! entry: head; independents: x; dependents: y
module store
  implicit none
  real(8), allocatable :: m(:)
contains
  subroutine scale(a, v)
    real(8), intent(inout) :: a(:)
    real(8), intent(in) :: v
    a = a*v
  end subroutine scale
  recursive subroutine walk(n, s)
    integer, intent(in) :: n
    real(8), intent(inout) :: s
    real(8), allocatable :: t(:)
    if (allocated(m)) deallocate(m)
    allocate(m(n + 1), source=0.5d0)
    call scale(m, s)
    s = sin(s + sum(m))
    if (n > 0) call walk(n - 1, s)
    call scale(m, s)
    allocate(t(2*n + 1))
    t = s
    call move_alloc(t, m)
    call scale(m(n + 1:), s)
    s = s + m(1)*m(2*n + 1)
  end subroutine walk
  subroutine take(v)
    real(8), intent(out) :: v
    v = m(2)
    deallocate(m)
  end subroutine take
end module store
subroutine head(x, y)
  use store
  implicit none
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y(2)
  y(1) = x(1)
  call walk(3, y(1))
  call walk(1, y(1))
  call take(y(2))
  y(2) = y(2)*x(2)
  call walk(2, y(1))
end subroutine head
