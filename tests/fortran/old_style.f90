! Implicit types, data with repeat counts, save, shared terminations, a statement function, an arithmetic if, specific names, double complex.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  implicit double precision (a-h, o-z)
  dimension x(4), w(4), v(2,2)
  common /c/ w
  save k
  data k /3/, v /2*1.5d0, 2*2.5d0/
  double complex z
  f(t) = t*t + x(1)
  y = k
  do 10 i = 1, 4
  do 10 j = 1, 2
10 y = y + f(x(i))*v(j, 1)
  z = dcmplx(x(1), x(2))
  y = y + dreal(z*dconjg(z))
  if (y - 3d0) 20, 30, 40
20 y = y*2
  go to 50
30 y = y*3
40 y = y + x(3)
50 continue
end subroutine
