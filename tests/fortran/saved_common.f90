! Texts choose what a common block means to another routine; saved variables of external functions, one of them with a derivative.
! entry: head; independents: p, t; dependents: y
! compared: no; checked: yes
subroutine setup(name, p)
  implicit none
  character(*), intent(in) :: name
  real(8), intent(in) :: p(2)
  real(8) c1, c2
  integer mode
  character(len=20) :: key
  common /par/ c1, c2, mode
  key = trim(adjustl(name))//'_x'
  if (index(key, 'lin') > 0) then
    mode = 1
  else if (key(1:3) == 'qua') then
    mode = 2
  else
    mode = len_trim(key)
  end if
  c1 = p(1)
  c2 = p(2)*mode
end subroutine
real(8) function model(t)
  implicit none
  real(8), intent(in) :: t
  real(8) c(2)
  integer mode
  common /par/ c, mode
  integer, save :: calls = 0
  real(8), save :: last
  calls = calls + 1
  if (calls == 1) last = 0
  select case (mode)
  case (1)
    model = c(1) + c(2)*t
  case (2)
    model = c(1)*t**2 + sin(c(2))
  case default
    model = c(1)*c(2)**2 + t
  end select
  last = 0.5d0*last + model
  model = last
  if (calls == 4) calls = 0
end function
subroutine head(p, t, y)
  implicit none
  real(8), intent(in) :: p(2), t(4)
  real(8), intent(out) :: y(4)
  real(8), external :: model
  character(len=9), parameter :: names(3) = ['linear   ', 'quadratic', 'other    ']
  integer i
  do i = 1, 4
    call setup(names(mod(i, 3) + 1), p)
    y(i) = model(t(i))
  end do
end subroutine
