! Arrays of a module that begin at 0, are refined by move_alloc in a time loop, and work arrays that follow.
! entry: head; independents: x; dependents: y
! compared: no; checked: yes
module state
  implicit none
  real(8), allocatable, save :: u(:), work(:)
  integer :: nstep = 0
contains
  subroutine init(n, a)
    integer, intent(in) :: n
    real(8), intent(in) :: a
    integer :: i
    if (allocated(u)) deallocate(u)
    allocate(u(0:n))
    do i = 0, n
      u(i) = a*i
    end do
  end subroutine
  subroutine step(k)
    real(8), intent(in) :: k
    integer :: i
    if (.not. allocated(work)) allocate(work(size(u)))
    if (size(work) /= size(u)) then
      deallocate(work)
      allocate(work(size(u)))
    end if
    do i = 1, size(u)
      work(i) = u(i-1)*k
    end do
    do i = lbound(u,1) + 1, ubound(u,1) - 1
      u(i) = u(i) + 0.1d0*(work(i) - 2*work(i+1) + work(i+2)) 
    end do
  end subroutine
  subroutine refine()
    real(8), allocatable :: v(:)
    integer :: i, n
    n = ubound(u, 1)
    allocate(v(0:2*n))
    do i = 0, n
      v(2*i) = u(i)
    end do
    do i = 0, n - 1
      v(2*i+1) = 0.5d0*(u(i) + u(i+1))
    end do
    call move_alloc(v, u)
  end subroutine
  subroutine head(x, y)
    real(8), intent(in) :: x(2)
    real(8), intent(out) :: y
    integer :: it
    call init(4, x(1))
    u(2) = u(2)*x(2)
    do it = 1, 5
      call step(x(2))
      if (mod(it, 2) == 0) call refine()
    end do
    y = sum(u**2)
    deallocate(work)
  end subroutine
end module
