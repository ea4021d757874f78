! Pointers whose targets depend on what is computed.
! entry: head; independents: x; dependents: y
subroutine work(p, s)
  implicit none
  real(8), intent(inout) :: p(:)
  real(8), intent(in) :: s
  p = p*s
end subroutine work
subroutine head(x, y)
  implicit none
  interface
    subroutine work(p, s)
      real(8), intent(inout) :: p(:)
      real(8), intent(in) :: s
    end subroutine work
  end interface
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y(4)
  real(8), target :: a(4), b(4), c(3)
  real(8), pointer :: p(:)
  integer :: i
  a = x
  b = x**2
  c = 1
  do i = 1, 4
    nullify (p)
    if (x(i) > 0.5d0) then
      p => a(i:4)
    else if (i > 2) then
      p => b
    end if
    y(i) = x(i)
    if (associated(p)) then
      y(i) = sum(p)
      call work(p, x(1))
      if (p(1) > 0.3d0) y(i) = y(i)*size(p)
    end if
  end do
  y(4) = sum(a*b)
end subroutine head
