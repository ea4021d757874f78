! entry: head; independents: a; dependents: w
! Arrays of assumed size that are active here, and get constants there: what is called sets derivatives to zero, element by element, since it alone
! says which elements it assigns. So are they where they begin with constants, in the middle, and where a part of them stays as it is.
subroutine head(a, w)
  implicit none
  real(8), intent(in) :: a(4)
  real(8), intent(out) :: w(4)
  real(8) :: z(4), t(2, 4)
  call work(4, a, z, w(1))
  call begin(4, a, z, w(2))
  call rest(2, a, z, w(3))
  t = 1
  call columns(2, a, t, w(4))
end subroutine head
subroutine work(n, a, z, w)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n)
  real(8), intent(inout) :: z(*), w
  integer :: i
  do i = 1, n
    z(i) = a(i)**2
  end do
  w = z(1)*z(2)
  call scale(n, z)
end subroutine work
subroutine begin(n, a, z, w)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n)
  real(8), intent(inout) :: z(*), w
  integer :: i
  call scale(n, z)
  w = z(1)*a(1) + z(2)*a(2)
  do i = 1, n
    z(i) = a(i)*z(i)
  end do
  w = w + z(3)*z(4)*a(3)
end subroutine begin
subroutine rest(n, a, z, w)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(*)
  real(8), intent(inout) :: z(*), w
  integer :: i
  do i = 1, 2*n
    z(i) = sin(a(i))
  end do
  call scale(n - 1, z(2))
  call print(z)
  w = z(1)*z(2) + z(3)*z(4)
  call scale(n, z(n + 1))
end subroutine rest
subroutine columns(n, a, t, w)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(*)
  real(8), intent(inout) :: t(n, *), w
  call scale(n, t(1, 2))
  t(1, 1) = t(2, 2)*a(1)
  t(2, 3) = a(2)
  w = t(1, 1)*t(2, 3)*t(1, 2)
  call scale(2*n, t(1, 2))
end subroutine columns
subroutine scale(n, z)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: z(*)
  integer :: i
  do i = 1, n
    z(i) = 2 + 0.5d0*i
  end do
end subroutine scale
subroutine print(z)
  implicit none
  real(8), intent(in) :: z(*)
  if (z(1) > 100) print *, 'large', z(1)
end subroutine print
