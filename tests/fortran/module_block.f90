! Blocks with declarations: names that hide those around, arrays with bounds of variables, nested, left early.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(3)
  real(8) :: t
  integer :: i, n
  t = x(1)*x(2)
  n = 3
  y = 0.0d0
  do i = 1, 2
    block
      real(8) :: t(n), s
      integer, parameter :: m = 2
      t = x*i
      s = sum(t*t)
      inner: block
        real(8) :: s
        if (i == 2) exit inner
        s = t(1)*t(m)
        y(2) = y(2) + s
      end block inner
      y(1) = y(1) + s
    end block
  end do
  y(3) = t
end subroutine head
