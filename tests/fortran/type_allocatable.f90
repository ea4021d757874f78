! Allocatable members, and allocatable arrays of structures.
! entry: head; independents: x; dependents: y
! checked: yes
module grids
  implicit none
  type grid
    integer :: n = 0
    real(8), allocatable :: u(:)
  end type
  type knot
    real(8) :: t, w(2)
  end type
contains
  subroutine make(g, n, x)
    type(grid), intent(out) :: g
    integer, intent(in) :: n
    real(8), intent(in) :: x
    integer :: i
    g%n = n
    allocate(g%u(n))
    do i = 1, n
      g%u(i) = x*i
    end do
  end subroutine
end module
subroutine head(x, y)
  use grids
  implicit none
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y
  type(grid) :: g, h
  type(knot), allocatable :: k(:)
  integer :: i
  call make(g, 4, x(1))
  g%u = g%u**2
  h = g
  h%u(2) = h%u(2)*x(2)
  allocate(k(3))
  do i = 1, size(k)
    k(i)%t = g%u(i)
    k(i)%w = x*h%u(i + 1)
  end do
  y = sum(h%u) + sum(k%t)*k(2)%w(1) + size(g%u)
  do i = 1, 3
    y = y + sum(k(i)%w)
  end do
end subroutine
