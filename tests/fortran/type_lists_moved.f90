! Arrays of structures that are moved, as variables and as arguments.
! entry: head; independents: x; dependents: y
! checked: yes
module lists
  implicit none
  type point
    real(8) :: x = 0, y = 0
  end type point
  type path
    type(point), allocatable :: p(:)
  end type path
contains
  subroutine add(a, p)
    type(point), allocatable, intent(inout) :: a(:)
    type(point), intent(in) :: p
    type(point), allocatable :: t(:)
    allocate(t(size(a) + 1))
    t(:size(a)) = a
    t(size(a) + 1) = p
    call move_alloc(t, a)
  end subroutine add
  subroutine head(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    type(point), allocatable :: a(:), b(:)
    type(path) :: way
    integer :: i
    allocate(a(0))
    do i = 1, 3
      call add(a, point(x(i), x(i)**2))
      a(1)%x = a(1)%x*x(i)
    end do
    call move_alloc(a, way%p)
    y = sum(way%p%x*way%p%y)
    allocate(b(2))
    b(1)%x = y
    call move_alloc(b, way%p)
    y = way%p(1)%x*way%p(1)%x + way%p(2)%y
    if (.not. allocated(b)) y = y*x(2)
  end subroutine head
end module lists
