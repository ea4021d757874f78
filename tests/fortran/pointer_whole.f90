! Pointers to whole arrays, to sections, to scalars and to parts of structures, whose targets are known.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  implicit none
  type :: pair
    real(8) :: a, b(3)
  end type pair
  real(8), intent(in) :: x(6)
  real(8), intent(out) :: y(6)
  real(8), target :: u(6), m(3, 4), e
  type(pair), target :: s
  real(8), pointer :: p(:), q(:), r, z(:, :)
  integer :: i, k
  u = x**2
  m = 1
  p => u
  p(2) = p(1)*x(3)
  k = 2
  q => p(k:5)
  k = 4
  q = q*x(1)
  y(1) = sum(p) + q(1) + size(q) + lbound(q, 1)
  q => m(k - 2, :)
  q(1:4) = x(1:4)
  y(2) = sum(m(2, :)**2)
  r => e
  r = x(5)
  r => u(3)
  r = r*e
  y(3) = r + u(3)
  s%a = x(6)
  s%b = x(1:3)
  q => s%b
  q = q*s%a
  r => s%a
  y(4) = r*sum(s%b)
  z => m(1:2, 2:3)
  z = z*x(4)
  y(5) = sum(m)
  nullify (q)
  y(6) = 1
  if (associated(p) .and. .not. associated(q)) y(6) = u(6)
  if (associated(p, u)) y(6) = y(6)*2
  p => u
  do i = 1, ubound(p, 1)
    y(6) = y(6) + p(i)*x(1)
  end do
end subroutine head
