! Internal procedures passed to internal and to module procedures that are called with others, too; they change their host.
! entry: head; independents: x; dependents: y
module walks
  implicit none
contains
  subroutine walk(visit, n, v)
    interface
      subroutine visit(i, v)
        integer, intent(in) :: i
        real(8), intent(inout) :: v
      end subroutine visit
    end interface
    integer, intent(in) :: n
    real(8), intent(inout) :: v(n)
    integer :: i
    do i = 1, n
      call visit(i, v(i))
    end do
  contains
    subroutine unused
      call visit(1, v(1))
    end subroutine unused
  end subroutine walk
  subroutine inner_walk(visit, v)
    interface
      subroutine visit(i, v)
        integer, intent(in) :: i
        real(8), intent(inout) :: v
      end subroutine visit
    end interface
    real(8), intent(inout) :: v(:)
    call all_of()
  contains
    subroutine all_of
      integer :: i
      do i = size(v), 1, -1
        call visit(i, v(i))
      end do
    end subroutine all_of
  end subroutine inner_walk
end module walks
subroutine head(x, y)
  use walks
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(4)
  real(8) :: sum_of, factor
  y(1:3) = x
  factor = x(2)
  sum_of = 0.0d0
  call walk(add, 3, y(1:3))
  call walk(multiply, 2, y(1:2))
  call inner_walk(add, y(1:3))
  call inner_walk(multiply, y(2:3))
  y(4) = sum_of
contains
  subroutine add(i, v)
    integer, intent(in) :: i
    real(8), intent(inout) :: v
    sum_of = sum_of + i*v*v
  end subroutine add
  subroutine multiply(i, v)
    integer, intent(in) :: i
    real(8), intent(inout) :: v
    v = v*factor
    factor = factor + i
  end subroutine multiply
end subroutine head
