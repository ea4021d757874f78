! Allocatable arrays of structures, variables and components, that assignments allocate: lists that grow, copies, results of functions.
! entry: head; independents: x; dependents: y
! checked: yes
module lists
  implicit none
  type pair
    real(8) :: a, b = 1
  end type pair
  type group
    type(pair), allocatable :: p(:)
    real(8), allocatable :: v(:)
    integer :: n = 0
  end type group
contains
  function made(x) result(g)
    real(8), intent(in) :: x(:)
    type(group) :: g
    allocate(g%v(size(x)))
    g%v = x**2
    g%n = size(x)
  end function made
  subroutine head(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y
    type(pair), allocatable :: p(:), q(:)
    type(group) :: g, h
    integer :: i
    p = [pair(x(1), x(2)), pair(x(3), x(4))]
    q = p
    y = sum(q%a*p%b)
    do i = 1, 3
      q = [q, pair(x(i), y)]
      g%v = x(i:)
      if (.not. allocated(g%p)) allocate(g%p(0))
      g%p = [g%p, q(2:), pair(x(4), 1d0)]
      h = g
      y = sin(y + 0.1d0*sum(h%v**2) + 0.01d0*sum(h%p%a*h%p%b))
      h = made(x(i:))
      y = y + 0.1d0*sum(h%v)*h%n
      if (.not. allocated(h%p)) y = y + 0.1d0*x(i)
    end do
    allocate(h%p(3))
    h%p%a = x(2:)
    y = y + sum(h%p%a*h%p%b)
    g = h
    y = y + g%p(2)%a*size(q) + size(g%v)
  end subroutine head
end module lists
