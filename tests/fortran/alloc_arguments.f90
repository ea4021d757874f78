! Allocatable arguments, module variables, results, move_alloc.
! entry: head; independents: x; dependents: y
module store
  implicit none
  real(8), allocatable :: kept(:)
contains
  subroutine fill(a, x, n)
    real(8), allocatable, intent(out) :: a(:)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    allocate (a(n))
    a = x**2
  end subroutine fill
  subroutine scale(a)
    real(8), allocatable, intent(inout) :: a(:)
    if (allocated(a)) a = a*2
  end subroutine scale
  function pairs(x) result(r)
    real(8), intent(in) :: x(:)
    real(8), allocatable :: r(:)
    allocate (r(size(x) - 1))
    r = x(1:size(x) - 1)*x(2:)
  end function pairs
end module store
subroutine head(x, y)
  use store
  implicit none
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y(4)
  real(8), allocatable :: a(:), t(:)
  integer :: n
  call fill(a, x, 3)
  call scale(a)
  n = size(a)
  allocate (t(n + 1))
  t(1:n) = a
  t(n + 1) = x(4)
  call move_alloc(t, a)
  if (.not. allocated(kept)) allocate (kept(3))
  kept = x(1:3)
  kept = kept + pairs(a)
  y = a
  y(1:3) = y(1:3)*kept
  if (allocated(t)) y = 0
end subroutine head
