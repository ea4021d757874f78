! Local arrays that routines allocate, use and free; they are passed to these again and again.
! entry: head; independents: x; dependents: y
module work
  implicit none
contains
  subroutine begin(a, n)
    real(8), allocatable, intent(inout) :: a(:)
    integer, intent(in) :: n
    allocate(a(n))
  end subroutine begin
  subroutine use_it(a, x, s)
    real(8), allocatable, intent(inout) :: a(:)
    real(8), intent(in) :: x(3)
    real(8), intent(inout) :: s
    integer :: i
    a(1) = x(1)*s
    do i = 2, size(a)
      a(i) = a(i - 1)*x(2) + x(3)
    end do
    s = s + sum(a**2)
  end subroutine use_it
  subroutine finish(a, s)
    real(8), allocatable, intent(inout) :: a(:)
    real(8), intent(inout) :: s
    s = s*a(1)
    deallocate(a)
  end subroutine finish
end module work
subroutine head(x, y)
  use work
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(2)
  real(8), allocatable :: a(:), b(:)
  real(8) :: s
  integer :: i
  s = 0.5d0
  do i = 1, 3
    call begin(a, 2*i)
    call use_it(a, x, s)
    call finish(a, s)
  end do
  y(1) = s
  call begin(b, 2)
  call use_it(b, x, s)
  call finish(b, s)
  if (.not. allocated(b)) call begin(b, 4)
  call use_it(b, x, s)
  y(2) = s + b(4)
end subroutine head
