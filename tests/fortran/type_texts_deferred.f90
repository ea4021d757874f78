! Components that are texts of any length.
! entry: head; independents: x; dependents: y
! checked: yes
module m
  implicit none
  type layer
    character(:), allocatable :: name
    real(8) :: w
  end type
contains
  subroutine act(l, x)
    type(layer), intent(in) :: l
    real(8), intent(inout) :: x
    if (l%name == 'relu') then
      x = max(0d0, x*l%w)
    else
      x = tanh(x*l%w)
    end if
  end subroutine
  function made(n, w) result(l)
    character(*), intent(in) :: n
    real(8), intent(in) :: w
    type(layer) :: l
    l%name = n
    l%w = w
  end function
end module
subroutine head(x, y)
  use m
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  type(layer) :: one, two
  one%name = 'tanh'
  one%w = x(1)
  y = x(2)
  call act(one, y)
  two = one
  two%name = 're'//'lu'
  call act(two, y)
  one = made('tanhhh', x(3))
  call act(one, y)
end subroutine
