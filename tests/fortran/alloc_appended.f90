! Arrays to which a routine appends that is called several times: of a module, of a structure, an argument; shapes that several routines give.
! entry: head; independents: x; dependents: y
module lists
  implicit none
  type :: list
    real(8), allocatable :: a(:)
  end type
  real(8), allocatable :: kept(:)
contains
  subroutine keep(v)
    real(8), intent(in) :: v
    kept = [kept, v]
  end subroutine
  subroutine append(l, v)
    type(list), intent(inout) :: l
    real(8), intent(in) :: v
    l%a = [l%a, v]
  end subroutine
  subroutine rotate(a, v)
    real(8), allocatable, intent(inout) :: a(:)
    real(8), intent(in) :: v
    a = [v, a(2:), a(1)]
  end subroutine
  subroutine spread_out(v)
    real(8), intent(in) :: v
    real(8) :: room(size(kept))
    room = kept*v
    kept = [room, kept, v]
  end subroutine
  subroutine head(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    type(list) :: l, m
    integer :: k
    y = 0
    do k = 1, 2
      kept = x(1:k)
      call keep(x(1))
      call spread_out(x(3))
      call keep(x(2)*y)
      y = y + sum(kept**2)
    end do
    l%a = x
    call append(l, x(1))
    m = l
    call append(m, x(2))
    call rotate(m%a, x(1))
    call rotate(l%a, x(3))
    l%a = [l%a, m%a]
    y = y + sum(l%a**2)*m%a(3)
    deallocate(kept)
  end subroutine
end module
