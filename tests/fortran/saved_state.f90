! Saved variables that change: a table that the first call fills, a counter, a number with a derivative; in a module, and where
! procedures within others have them.
! entry: head; independents: x; dependents: y
! compared: no; checked: yes
module history
  implicit none
contains
  function weight(i) result(w)
    integer, intent(in) :: i
    real(8) :: w
    logical, save :: is_filled = .false.
    real(8), save :: table(4)
    integer :: k
    if (.not. is_filled) then
      do k = 1, 4
        table(k) = 1d0/k
      end do
      is_filled = .true.
    end if
    w = table(i)
  end function

  subroutine smooth(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    real(8), save :: last = 0.5d0
    integer, save :: calls = 0
    calls = calls + 1
    if (mod(calls, 4) == 1) last = 0.25d0
    last = 0.5d0*last*x + sin(x)
    y = last*weight(mod(calls, 4) + 1)
  end subroutine

  subroutine head(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y(4)
    integer :: i
    do i = 1, 4
      call smooth(x(i), y(i))
      y(i) = y(i)*turn(x(i))
    end do
  contains
    real(8) function turn(a)
      real(8), intent(in) :: a
      real(8), save :: sign = 1d0
      sign = -sign
      turn = a*sign
      if (i == 4) sign = 1d0
    end function
  end subroutine
end module
