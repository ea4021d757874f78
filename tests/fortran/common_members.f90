! A common block with other members in another routine, and one without a name.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  implicit none
  real(8) :: x(3), y, a, b(2), t
  common /block/ a, b
  common t
  a = x(1)*x(2)
  b(1) = sin(x(3))
  b(2) = a*b(1)
  t = x(2)
  call inner(y)
end subroutine
subroutine inner(r)
  implicit none
  real(8) :: r, v(2), w, u
  common /block/ v, w
  common u
  r = v(1)*v(2) + w*u
end subroutine
