! Members of structures of a module and of arguments have another shape at each call, and are passed.
! entry: head; independents: x; dependents: y
! compared: no
module boxes
  implicit none
  type :: box
    real(8), allocatable :: w(:)
  end type box
  type(box) :: g
contains
  subroutine scale(a, v)
    real(8), intent(inout) :: a(:)
    real(8), intent(in) :: v
    a = a*v
  end subroutine scale
  subroutine deep(p, s, k)
    type(box), intent(inout) :: p
    real(8), intent(inout) :: s
    integer, intent(in) :: k
    if (allocated(p%w)) deallocate(p%w)
    allocate(p%w(k), source=1d0)
    call scale(p%w, s)
    if (allocated(g%w)) deallocate(g%w)
    allocate(g%w(0:k))
    g%w = s
    call scale(g%w, p%w(k))
    s = s + sum(p%w)*g%w(0)
  end subroutine deep
  subroutine take(v)
    real(8), intent(out) :: v
    v = g%w(3)
  end subroutine take
end module boxes
subroutine head(x, y)
  use boxes
  implicit none
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y(2)
  type(box) :: own
  y(1) = x(1)
  call deep(own, y(1), 2)
  y(1) = sin(y(1)*x(2))
  call deep(own, y(1), 4)
  y(1) = sin(y(1))
  call deep(own, y(1), 3)
  call take(y(2))
  y(2) = y(2)*own%w(1)
end subroutine head
