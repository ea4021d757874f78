! An array of a module that begins at 0, and stays allocated from one call to the next.
! entry: head; independents: x; dependents: y
module store
  implicit none
  real(8), allocatable :: t(:)
contains
  subroutine init(n)
    integer, intent(in) :: n
    if (allocated(t)) deallocate(t)
    allocate(t(0:n))
    t = 0
  end subroutine init
  subroutine work(x)
    real(8), intent(in) :: x(3)
    integer :: i
    t(0) = x(1)
    do i = 1, ubound(t, 1)
      t(i) = t(i - 1)*x(2) + x(3)
    end do
  end subroutine work
end module store
subroutine head(x, y)
  use store
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(2)
  if (.not. allocated(t)) allocate(t(0:4))
  call work(x)
  y(1) = t(0)*t(4)
  y(2) = sum(t**2)
end subroutine head
