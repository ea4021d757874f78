! Constructors: one loop, several, nested, with arrays in them, of constants.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(out) :: y(30)
  real(8), parameter :: w(3) = [0.5d0, 0.25d0, 0.125d0]

  real(8) :: a(6), b(0:5), c(3)
  integer :: i, j, k, n
  integer, parameter :: p(2) = [(2*k, k = 1, 2)]
  a = [(x(i)**2, i = 1, 6)]
  b = [(x(i)*i, i = 1, 6)]
  y(1:6) = [(a(7 - i) + b(i - 1), i = 1, 6)]
  c = [x(1), x(2)*x(3), 2.0d0]
  y(7:9) = c*w
  a = [(a(7 - i), i = 1, 6)]
  y(10:15) = a
  a = [x(1:3), c]
  y(16:21) = a + [((x(i)*x(j), i = 1, 2), j = 1, 3)]
  y(22) = sum([(x(i)**3, i = 1, 5, 2)]) + dot_product(w, [x(4), x(5), x(6)])
  y(23:24) = x(p)
  n = 3
  y(25:30) = [x(1), (x(i), x(i)**2, i = 2, n), sum(w)*x(4)]
  y(1:2) = [y(2), y(1)]
end subroutine head
