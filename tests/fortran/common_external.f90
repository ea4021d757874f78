! Common blocks of external routines stay where they are: what is derived declares them, and blocks of derivatives.
! entry: model; independents: x; dependents: y
! checked: yes
subroutine model(x, y)
  implicit none
  integer, parameter :: n = 3
  double precision x(n), y(n)
  double precision a, b, w
  common /coef/ a, b, w(10)
  integer i
  ! sets the weights
  a = x(1)
  do i = 1, n
    w(i) = x(i)*b
    call step(i, y(i))
  end do
end
subroutine step(i, r)
  implicit none
  integer i
  double precision r, p, q, v(10)
  common /coef/ p, q, v
  ! uses them
  r = p*v(i)**2 + q
end
block data
  implicit none
  double precision a, b, w
  common /coef/ a, b, w(10)
  data b /2.5d0/
end
