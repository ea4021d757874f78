! Arrays of labels, in modules and in calls, that say which number is meant.
! entry: head; independents: x; dependents: y
! modes: tangent, split
module species
  implicit none
  character(8), parameter :: names(3) = [character(8) :: 'oxygen', 'neon', 'argon']
  character(4) :: short(2, 2) = reshape(['ox  ', 'ne  ', 'ar  ', 'none'], [2, 2])
contains
  integer function number_of(name)
    character(*), intent(in) :: name
    integer :: i
    number_of = 0
    do i = 1, size(names)
      if (names(i) == name) then
        number_of = i
        exit
      end if
    end do
  end function number_of
  subroutine add_all(labels, x, y)
    character(*), intent(in) :: labels(:)
    real(8), intent(in) :: x(:)
    real(8), intent(inout) :: y
    integer :: i
    do i = 1, size(labels)
      if (number_of(labels(i)) > 0) y = y + x(number_of(labels(i)))**i
    end do
  end subroutine add_all
end module species
subroutine head(x, y)
  use species
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  character(6) :: mine(4)
  integer :: i, n
  mine = ' '
  mine(1) = 'neon'
  mine(2) = names(1)
  mine(3:4) = ['argon ', 'neon  ']
  y = 1
  call add_all(mine, x, y)
  call add_all(['argon ', 'oxygen'], x, y)
  n = count(mine == 'neon')
  do i = 1, 2
    if (any(names == short(i, 1)(1:2)//'on')) y = y*x(i)
  end do
  y = y*x(n)
  mine(2)(1:3) = 'arg'
  mine(2)(4:) = names(3)(4:5)
  y = y + x(number_of(mine(2)))*x(number_of(trim(mine(1))))
  if (short(2, 2) == 'none') y = y + sin(x(1))
end subroutine head
