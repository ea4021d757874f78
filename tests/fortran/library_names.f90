! Routines and variables with names of functions of the C library, of double and of other precision.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  real(8) :: remainder, gamma, index
  call expl(x(1), remainder)
  call cexp(x(2), gamma)
  call remquo(x(3), index)
  y = remainder*gamma*index
  call printf(y)
end subroutine head
subroutine expl(x, y)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  y = x**2*sin(x)
end subroutine expl
subroutine cexp(x, y)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  y = exp(x)
end subroutine cexp
subroutine remquo(x, y)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  y = sqrt(x)
end subroutine remquo
subroutine printf(y)
  implicit none
  real(8), intent(inout) :: y
  y = y*y
end subroutine printf
