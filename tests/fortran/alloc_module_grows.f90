! Arrays of modules, and results, that grow by assignment and by move_alloc, in loops and in a routine that calls itself.
! entry: head; independents: x; dependents: y
module stacks
  implicit none
  real(8), allocatable :: s(:)
contains
  recursive subroutine walk(n, v)
    integer, intent(in) :: n
    real(8), intent(in) :: v
    integer :: m
    m = size(s)
    call push(v*v)
    if (n > 0) call walk(n - 1, s(size(s))*v)
    s(1) = s(1)*s(size(s))
    if (size(s) > m) s = s(1:m)
  end subroutine walk
  subroutine push(v)
    real(8), intent(in) :: v
    real(8), allocatable :: t(:)
    integer :: n
    n = size(s)
    allocate(t(n + 1))
    t(1:n) = s
    t(n + 1) = v
    call move_alloc(t, s)
  end subroutine push
  function twice(v) result(r)
    real(8), intent(in) :: v(:)
    real(8), allocatable :: r(:)
    r = v*v
    if (size(v) > 2) r = [r(2:), v(1)*r(1), r(3)]
  end function twice
end module stacks
subroutine head(x, y)
  use stacks
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(3)
  integer :: i
  s = x(1:1)
  call walk(2, x(2))
  do i = 1, 3
    s = [s, x(i)*s(1)]
    if (i == 2) s = s(2:)
  end do
  y(1) = sum(s)
  y(2) = sum(twice(x))
  y(3) = sum(twice(x(1:2)))*s(size(s))
end subroutine head
