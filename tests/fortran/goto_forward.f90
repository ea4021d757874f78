! Jumps forward as Fortran 77 has them: an if with an else, a loop that is left, a computed one.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  integer :: i, k
  y = x(1)
  do 30 i = 1, 3
    if (x(i) > 0.8d0) go to 10
    y = y + x(i)*x(i)
    go to 20
10  y = y*x(i)
20  continue
    k = mod(i, 3) + 1
    go to (21, 22), k
    y = y + 1
21  y = y*1.5d0
    if (y > 8) goto 40
22  y = y + x(1)
30 continue
  y = y*2
40 y = y*y
end subroutine
