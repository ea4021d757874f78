! An array of a module that routines allocate, use and free in each step.
! entry: head; independents: x; dependents: y
module store
  implicit none
  real(8), allocatable :: t(:)
contains
  subroutine begin(n)
    integer, intent(in) :: n
    allocate(t(n))
    t = 0
  end subroutine begin
  subroutine use_it(x, s)
    real(8), intent(in) :: x(3)
    real(8), intent(inout) :: s
    integer :: i
    t(1) = x(1)*s
    do i = 2, size(t)
      t(i) = t(i - 1)*x(2) + x(3)**2
    end do
    s = s + sum(t**2)
  end subroutine use_it
  subroutine finish()
    deallocate(t)
  end subroutine finish
end module store
subroutine head(x, y)
  use store
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(2)
  real(8) :: s
  integer :: i
  s = 0.1d0
  do i = 1, 3
    call begin(i)
    call use_it(x, s)
    call finish()
  end do
  y = s
end subroutine head
