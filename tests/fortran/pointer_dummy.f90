! Pointers as arguments.
! entry: head; independents: x; dependents: y
module parts
  implicit none
contains
  subroutine scale(p, s)
    real(8), pointer, intent(in) :: p(:)
    real(8), intent(in) :: s
    p = p*s
  end subroutine scale
  function norm(p)
    real(8), pointer, intent(in) :: p(:)
    real(8) :: norm
    norm = sum(p**2)
  end function norm
end module parts
subroutine head(x, y)
  use parts
  implicit none
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y(4)
  real(8), target :: a(4)
  real(8), pointer :: p(:)
  a = x
  p => a(2:3)
  call scale(p, x(1))
  y = a
  p => a
  y(1) = norm(p)
end subroutine head
