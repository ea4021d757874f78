! Several returns, in branches and loops, in a routine that is called.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  real(8) :: a, b, c
  call f(x(1), x(2), a)
  call f(x(2)*3, x(3), b)
  call f(x(3)*9, x(1), c)
  y = a*b + c
end subroutine
subroutine f(p, q, r)
  implicit none
  real(8) :: p, q, r
  integer :: i
  r = p*q
  if (r < 0.4d0) return
  r = r*r
  do i = 1, 5
    r = r*q
    if (r > 4) then
      r = sqrt(r)
      if (i > 1) return
    end if
  end do
  r = r + p
end subroutine
