! entry: head; independents: x; dependents: y
! checked: yes
! Work arrays of assumed size, as most of Fortran 77 has them: their derivatives are arguments, too, since nothing tells their size.
subroutine head(n, x, y, w, c)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: w(*), c(2, *)
  call inner(n, x, y, w(1), w(n + 1), c)
end subroutine head
subroutine inner(n, x, y, u, v, c)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: u(*), v(n, *), c(2, *)
  integer :: i
  do i = 1, n
    u(i) = x(i)**2
    v(i, 1) = sin(u(i))
    v(i, 2) = u(i)*v(i, 1)
    c(1, i) = u(i)
    c(2, i) = 0.5d0
  end do
  y = 0
  do i = 1, n
    call add(y, v(i, 2), c(1, i))
  end do
end subroutine inner
subroutine add(y, v, c)
  implicit none
  real(8), intent(inout) :: y
  real(8), intent(in) :: v, c(2)
  y = y + v*c(1)*c(2)
end subroutine add
