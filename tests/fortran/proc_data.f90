! Constants by data statements, also of elements, in a procedure that is given another one.
! entry: head; independents: x; dependents: y
module law
  implicit none
  real(8) :: rate
contains
  real(8) function decay(t)
    real(8) :: t
    decay = exp(-rate*t)
  end function
end module
subroutine head(x, y)
  use law
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  rate = x
  call rule(decay, 1d0, y)
end subroutine
subroutine rule(f, b, s)
  implicit none
  real(8), external :: f
  real(8) :: b, s, w(2), at(2)
  integer :: i
  data w(1), w(2) /0.4d0, 0.6d0/, at /0.3d0, 0.7d0/
  s = 0
  do i = 1, 2
    s = s + w(i)*f(at(i)*b)
  end do
end subroutine
