! Elements of an array of assumed size are passed for what is passive otherwise: nothing could be copied, since its size is not known.
! entry: head; independents: x; dependents: y
subroutine head(x, y, w)
  implicit none
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y
  real(8), intent(inout) :: w(*)
  w(1) = x(1)
  w(2) = x(2)
  call add(w, w(3))
  y = w(1)*w(2)
end subroutine head
subroutine add(a, z)
  implicit none
  real(8), intent(inout) :: a(2), z(2)
  z = 0.5d0
  a(1) = sin(a(1))*z(1)
end subroutine add
