! Methods are chosen by names, in whatever case, with blanks around them.
! entry: head; independents: x; dependents: y
module choices
  implicit none
contains
  subroutine lower(from, to)
    character(*), intent(in) :: from
    character(*), intent(out) :: to
    integer :: i, code
    to = from
    do i = 1, len_trim(from)
      code = iachar(from(i:i))
      if (code >= iachar('A') .and. code <= iachar('Z')) to(i:i) = achar(code + 32)
    end do
  end subroutine lower
  subroutine step(method, h, u)
    character(*), intent(in) :: method
    real(8), intent(in) :: h
    real(8), intent(inout) :: u
    character(10) :: name
    real(8) :: k
    call lower(adjustl(method), name)
    select case (trim(name))
    case ('euler')
      u = u + h*u*cos(u)
    case ('midpoint', 'rk2')
      k = u + 0.5d0*h*u*cos(u)
      u = u + h*k*cos(k)
    case ('implicit':'implicit9')
      u = u/(1 + h*u)
    case default
      u = -u
    end select
  end subroutine step
end module choices
subroutine head(x, y)
  use choices
  implicit none
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y
  character(12) :: method
  integer :: i
  y = x(1)
  method = '  Euler'
  do i = 1, 4
    call step(method, x(2), y)
    if (i == 1) method = 'RK2'
    if (i == 2) method = ' Implicit'//'1'
    if (i == 3) method(1:3) = '???'
  end do
end subroutine head
