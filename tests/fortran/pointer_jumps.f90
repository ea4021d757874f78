! Pointers that are set between jumps, and allocated in each iteration.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y(4)
  real(8), target :: a(4), b(4)
  real(8), pointer :: p(:), w(:), v(:)
  integer :: i
  a = x
  b = x**2
  i = 0
  p => a
10 continue
  i = i + 1
  y(i) = p(i)*p(1)
  if (y(i) > 0.4d0) go to 20
  p => b
20 if (i < 4) go to 10
  do i = 1, 4
    allocate (w(i))
    w = x(1:i)**2
    v => w
    v(1) = v(1)*x(2)
    y(i) = y(i) + sum(w)
    deallocate (v)
    nullify (w)
  end do
end subroutine head
