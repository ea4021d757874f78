! Functions whose results are arrays of structures: of the extents of their arguments, of constant ones, with arrays in
! them, in loops, passed on.
! entry: head; independents: x; dependents: y
module pieces
  implicit none
  type point
    real(8) :: x, y
  end type point
  type sample
    integer :: kind
    real(8) :: at(2)
    type(point) :: mean
  end type sample
contains
  function points(x) result(made)
    real(8), intent(in) :: x(:)
    type(point) :: made(size(x))
    integer :: i
    do i = 1, size(x)
      made(i) = point(x(i), x(i)**2)
    end do
  end function points

  function both(x) result(made)
    real(8), intent(in) :: x
    type(sample) :: made(2)
    made(1)%kind = 1
    made(1)%at = [x, 2*x]
    made(1)%mean = point(x*x, sin(x))
    made(2) = made(1)
    made(2)%kind = 2
    made(2)%mean%x = made(1)%mean%y*x
  end function both

  pure function sum_of(p) result(total)
    type(point), intent(in) :: p(:)
    real(8) :: total
    total = sum(p%x*p%y)
  end function sum_of

  subroutine head(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    type(point) :: p(3)
    type(point), allocatable :: q(:)
    type(sample) :: s(2)
    integer :: i
    p = points(x)
    y = sum_of(p)
    do i = 1, 3
      s = both(p(i)%y)
      y = y + s(i - i/2 - i/3)%at(2)*s(2)%mean%x + s(1)%kind*s(2)%mean%y
      p(1:i) = points(p(1:i)%x*y)
      y = sin(y)
    end do
    y = y + sum_of(points(2*x)) + sum_of([p(1), point(y, x(1))]) + sum_of(p(3:1:-1))
    q = points([y, x(2)])
    y = y*q(2)%y + q(1)%x
  end subroutine head
end module pieces
