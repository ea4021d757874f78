! Equivalence of scalars and a part of an array; of two arrays of other bounds.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  implicit none
  real(8) :: x(4), y, a(4), p, q, u(0:3), v(2, 2)
  integer :: i
  equivalence (a(2), p), (a(3), q), (u, v)
  do i = 1, 4
    a(i) = x(i)*i
    u(i - 1) = x(i)**2
  end do
  p = p*q
  v(1, 2) = v(1, 2)*a(2)
  y = sum(a) + u(2)*v(2, 1) + u(3)
end subroutine
