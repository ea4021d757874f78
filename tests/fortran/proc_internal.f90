! Internal procedures that read and change variables of their hosts, of a module procedure too; a local name hides one.
! entry: head; independents: x; dependents: y
module inside
  implicit none
contains
  subroutine outer(v, w)
    real(8), intent(in) :: v(2)
    real(8), intent(out) :: w
    real(8) :: kept, local
    kept = v(1)
    local = 2.0d0
    call step(v(2))
    call step(v(1)*v(2))
    w = kept*local + both()
  contains
    subroutine step(s)
      real(8), intent(in) :: s
      real(8) :: local
      local = s*s
      kept = kept + local
    end subroutine step
    function both() result(r)
      real(8) :: r
      r = kept*v(1)
    end function both
  end subroutine outer
end module inside
subroutine head(x, y)
  use inside
  implicit none
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y(2)
  real(8) :: t(2)
  integer :: n
  n = 2
  call fill
  call outer(t, y(1))
  y(2) = t(2)
contains
  subroutine fill
    integer :: i
    do i = 1, n
      t(i) = x(i)*i
    end do
    call mix()
  end subroutine fill
  subroutine mix()
    t(2) = t(2)*t(1)
  end subroutine mix
end subroutine head
