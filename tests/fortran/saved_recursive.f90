! Saved variables of recursive functions.
! entry: head; independents: x; dependents: y
! compared: no; checked: yes
module m
  implicit none
contains
  recursive function fib(n, x) result(f)
    integer, intent(in) :: n
    real(8), intent(in) :: x
    real(8) :: f
    integer, save :: depth = 0
    depth = depth + 1
    if (n <= 1) then
      f = x + 0.01d0*depth
    else
      f = fib(n - 1, x)*fib(n - 2, x*0.9d0)
    end if
    depth = depth - 1
  end function
  subroutine head(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    real(8) :: s
    integer :: i
    s = 0
    do i = 1, 3
      s = s + x(i)**2*mod(i*7, 3)
      s = s + fib(4, x(i))
      if (s > 2) s = s*0.5d0
    end do
    y = s
  end subroutine
end module
