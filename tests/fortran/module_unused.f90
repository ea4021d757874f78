! What can't be read in routines that the entry doesn't need is no matter, with a case file, either.
! entry: head; independents: x; dependents: y
! checked: yes
module partly_needed
  implicit none
  real(8) :: scale = 0.5d0
contains
  subroutine head(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    integer :: i
    y = 0
    do i = 1, n
      y = y + scale*sin(i*x(i))
    end do
  end subroutine head

  integer function bits_of(n)
    integer, intent(in) :: n
    bits_of = popcnt(n)
  end function bits_of
end module partly_needed
