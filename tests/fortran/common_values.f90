! What variables begin with that share storage: a block is laid out in another way where it gets its values; real numbers
! are given bit by bit, as integers; an equivalence whose members give values in turn.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  implicit none
  double precision, intent(in) :: x(3)
  double precision, intent(out) :: y
  double precision :: first, rest(3), machine, a(4), b(3)
  external :: machine
  common /table/ first, rest
  equivalence (a(3), b(1))
  data a(2)/3d0/
  data b/-0.25d0, 0.5d0, 4d0/
  y = first*x(1) + sum(rest(2:3))*sin(x(2)) + machine(1)*x(3)**2
  rest(1) = y*x(1)
  y = y + a(2)*rest(1) + b(2)*x(3)*a(3) + b(3)*machine(2)*x(1)
end subroutine head

double precision function machine(i)
  implicit none
  integer, intent(in) :: i
  integer :: low(2), high(2)
  double precision :: values(2)
  equivalence (values(1), low(1))
  equivalence (values(2), high(1))
  data low(1), low(2)/0, 1073741824/
  data high(1), high(2)/0, 1074266112/
  machine = values(i)
end function machine

block data
  implicit none
  double precision :: all(4)
  common /table/ all
  data all/1.5d0, 2d0, -0.75d0, 2.5d0/
end block data
