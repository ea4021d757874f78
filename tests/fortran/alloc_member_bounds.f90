! Members of structures, of a module and others, that do not begin at 1.
! entry: head; independents: x; dependents: y
! judged: driver
module fields
  implicit none
  type :: field
    real(8), allocatable :: a(:)
  end type
  type :: grid
    real(8), allocatable :: w(:,:)
  end type
  type(field) :: f
contains
  subroutine advance(x)
    real(8), intent(in) :: x
    integer :: j
    do j = lbound(f%a, 1), ubound(f%a, 1)
      f%a(j) = f%a(j)*x + j
    end do
  end subroutine
  subroutine smooth(g)
    type(grid), intent(inout) :: g
    integer :: i, j
    do j = lbound(g%w, 2) + 1, ubound(g%w, 2) - 1
      do i = lbound(g%w, 1), ubound(g%w, 1)
        g%w(i, j) = (g%w(i, j-1) + g%w(i, j+1))/2 + f%a(i)
      end do
    end do
  end subroutine
  subroutine head(x, y)
    real(8), intent(in) :: x(2)
    real(8), intent(out) :: y
    type(grid) :: g
    if (allocated(f%a)) deallocate(f%a)
    allocate(f%a(0:3))
    allocate(g%w(0:1, -1:2))
    f%a = x(1)
    g%w = x(2)
    g%w(:, -1) = x(1)**2
    call advance(x(1))
    call smooth(g)
    y = f%a(0) + sum(f%a(1:)**2) + sum(g%w)*g%w(0, 0)
  end subroutine
end module
