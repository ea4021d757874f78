! Arrays of modules, some of them private, that only procedures below refer to: each call leaves them in another shape.
! entry: head; independents: x; dependents: y
! judged: driver
module inner
  implicit none
  private
  real(8), allocatable :: hidden(:), work(:)
  public :: deep
contains
  subroutine scale(a, v)
    real(8), intent(inout) :: a(:)
    real(8), intent(in) :: v
    a = a*v
  end subroutine scale
  subroutine deep(s, n)
    real(8), intent(inout) :: s
    integer, intent(in) :: n
    if (allocated(hidden)) deallocate(hidden)
    allocate(hidden(n), source=s)
    call scale(hidden, s)
    allocate(work(n + 1))
    work = s
    call scale(work, s)
    s = s + 0.1d0*sum(hidden)/n + 0.1d0*work(1)
    deallocate(work)
  end subroutine deep
end module inner
module outer
  implicit none
  real(8), allocatable :: seen(:)
contains
  subroutine middle(s, n)
    use inner
    real(8), intent(inout) :: s
    integer, intent(in) :: n
    call deep(s, n)
    if (allocated(seen)) deallocate(seen)
    allocate(seen(0:n), source=s)
    call deep(s, n + 2)
    s = sin(s + 0.1d0*seen(n))
  end subroutine middle
end module outer
subroutine head(x, y)
  use outer, only: middle
  implicit none
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y
  integer :: n
  n = 2 + mod(int(1000*abs(x(1))), 7)
  y = x(1)
  call middle(y, 3)
  y = y*x(2)
  call middle(y, n)
end subroutine head
