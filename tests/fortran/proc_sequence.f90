! Sequence association: elements and arrays of another rank passed to arrays of explicit and assumed size.
! entry: head; independents: x; dependents: y
subroutine fill(n, a)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  integer :: i
  do i = 2, n
    a(i) = a(i)*a(i - 1)
  end do
end subroutine fill
subroutine square(n, a)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n, n)
  a(n, 1) = a(1, n)*a(n, n)
end subroutine square
subroutine flat(n, a, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(*)
  real(8), intent(out) :: s
  integer :: i
  s = 0.0d0
  do i = 1, n
    s = s + i*a(i)**2
  end do
end subroutine flat
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(out) :: y(3)
  real(8) :: a(3, 2), b(9)
  a = reshape(x, [3, 2])
  call fill(3, a(2, 1))
  call fill(6, a)
  b(1:6) = x
  b(7:9) = 1.0d0
  call square(3, b)
  call square(2, b(4))
  call flat(5, a(2, 1), y(1))
  call flat(9, b, y(2))
  y(3) = a(3, 2)
end subroutine head
