! A function of a module with the name of an intrinsic: an adjoint that takes integers from the tape needs both.
! entry: head; independents: x; dependents: y
! modes: tangent
module counting
  implicit none
contains
  integer function int(k)
    integer, intent(in) :: k
    int = k + 1
  end function int
  subroutine head(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y
    integer :: i, n
    y = 0
    do i = 1, 3
      n = int(i)
      y = y + sin(x(n))*n
      if (y > 1) n = n - 1
      y = y*x(n)
    end do
  end subroutine head
end module counting
