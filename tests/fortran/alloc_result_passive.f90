! A function with an allocatable result, which is first allocated by the assignment of what is passive, then again in a loop.
! entry: head; independents: x; dependents: y
! checked: yes
module m
contains
  function f(p, inp) result(b)
    real(8), intent(in) :: p(:), inp(:)
    real(8), allocatable :: b(:)
    integer :: i
    b = inp
    do i = 1, 2
      b = [b, p(i)]
    end do
  end function
  subroutine head(x, y)
    real(8), intent(in) :: x(2)
    real(8), intent(out) :: y
    real(8) :: c(2)
    real(8), allocatable :: o(:)
    c = 2
    o = f(x, c)
    y = sum(o**2)
  end subroutine
end module
