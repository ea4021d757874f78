! Structures that are copied for a call: components that are not allocated yet, or get another shape, or are arrays of structures.
! entry: head; independents: x; dependents: y
! compared: no
! checked: yes
module records
  implicit none
  type pair
    real(8) :: a, b
  end type pair
  type group
    type(pair), allocatable :: p(:)
    integer :: n = 0
  end type group
  type list
    real(8), allocatable :: v(:)
    integer :: n = 0
  end type list
  type(list), save :: kept
contains
  subroutine init(g, n, x)
    type(group), intent(out) :: g
    integer, intent(in) :: n
    real(8), intent(in) :: x(:)
    integer :: i
    g%n = n
    allocate(g%p(n))
    do i = 1, n
      g%p(i)%a = x(i)
      g%p(i)%b = x(i)**2
    end do
  end subroutine init

  subroutine grow(g, x)
    type(list), intent(inout) :: g
    real(8), intent(in) :: x(:)
    g%v = x
    g%n = g%n + 1
  end subroutine grow

  subroutine drop(g, s)
    type(list), intent(inout) :: g
    real(8), intent(inout) :: s
    if (allocated(g%v)) then
      s = s*sum(g%v)
      deallocate(g%v)
    end if
  end subroutine drop

  subroutine head(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y
    type(group) :: g
    integer :: k
    if (allocated(kept%v)) deallocate(kept%v)
    kept%n = 0
    y = 0
    do k = 1, 3
      call init(g, k, x)
      y = y + sum(g%p%a*g%p%b)
      call grow(kept, x(k:))
      y = y + sum(kept%v**3)*kept%n
      if (k == 2) call drop(kept, y)
    end do
    call drop(kept, y)
  end subroutine head
end module records
