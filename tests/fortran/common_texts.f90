! Texts in common blocks of external routines.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  implicit none
  real(8) :: x, y, z
  character(len=4) :: kind, list(2)
  common /choices/ kind, list
  kind = 'sine'
  list = ['plus', 'time']
  call apply(x, z)
  y = z
  kind = list(2)
  call apply(z, y)
end subroutine
subroutine apply(v, w)
  implicit none
  real(8) :: v, w
  character(len=4) :: what, names(2)
  common /choices/ what, names
  if (what == 'sine') w = sin(v)*v
  if (what == names(2)) w = w*w + 1
end subroutine
