! Arrays that are reshaped, shifted and spread into new shapes of their own: where they are reversed, they have others.
! entry: head; independents: x; dependents: y
module grids
  implicit none
contains
  subroutine lengthen(a, x)
    real(8), allocatable, intent(inout) :: a(:,:)
    real(8), intent(in) :: x(:)
    a = reshape([a, x], [size(a, 1) + 1, size(a, 2)])
  end subroutine
  subroutine widen(a)
    real(8), allocatable, intent(inout) :: a(:,:)
    a = spread(sum(a, 1), 2, 2)*a(1,1)
  end subroutine
  subroutine pick(v)
    real(8), allocatable, intent(inout) :: v(:)
    v = [pack(v, v > 0.1d0), sum(v)]
  end subroutine
  subroutine head(x, y)
    real(8), intent(in) :: x(2)
    real(8), intent(out) :: y
    real(8), allocatable :: b(:,:), v(:)
    integer :: i
    b = reshape(x, [1, 2])
    call lengthen(b, x)
    call lengthen(b, x*b(1,2))
    y = 0
    do i = 1, 3
      y = y + sum(b(i,:)**i)*i
    end do
    call widen(b)
    call lengthen(b, x)
    v = reshape(b, [size(b)])
    do i = 1, 3
      call pick(v)
      v = v*x(2)
    end do
    y = y + sum(v) + sum(b)
  end subroutine
end module
