! Old style: bounds that are arguments, other lower bounds, negative and zero extents.
! entry: head; independents: x; dependents: y
subroutine shifted(n, m, a, b)
  integer n, m, k
  double precision a(m:n), b(n), w(n)
  w = 0
  w(1:n - m + 1) = a
  where (a > 0.5d0) a = a*a
  k = n
  b(1:k) = b(1:k) + w
  b(1:k - m + 1) = b(1:k - m + 1)*a
end subroutine shifted
subroutine nothing(n, a, y)
  integer, intent(in) :: n
  double precision, intent(in) :: a(n)
  double precision, intent(inout) :: y(2)
  double precision t(n), u(2:n)
  integer i
  t = a*2
  u = 1
  where (t > 1) t = sqrt(t)
  y(1) = y(1) + sum(t)*size(t) + sum(u)
  t = [(a(i)**2, i = 1, n)]
  y(2) = y(2) + sum([(t(i), i = n, 1, -1)])
end subroutine nothing
subroutine head(x, y)
  double precision, intent(in) :: x(6)
  double precision, intent(out) :: y(6)
  double precision a(6)
  integer n
  a = x
  y = 1
  n = 6
  call shifted(n, -1 + 3, a(1:5), y)
  call nothing(0, a, y)
  call nothing(-2, a, y)
  call nothing(3, a, y(3:4))
end subroutine head
