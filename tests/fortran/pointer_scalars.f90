! Pointers to numbers: allocated, pointed, and let go.
! entry: head; independents: x; dependents: y
module numbers
  implicit none
  real(8) :: t = 2d0
contains
  subroutine show(v)
    real(8), intent(in) :: v
    real(8) :: t
    t = v*2
    if (t > 1d10) print *, 't =', t
  end subroutine show

  subroutine head(x, y)
    real(8), intent(in) :: x(2)
    real(8), intent(out) :: y
    real(8), pointer :: a, b
    real(8), target :: here(2)
    integer :: i
    allocate(a)
    a = 2*x(1)*t
    here = x
    y = 0
    do i = 1, 2
      b => here(i)
      b = b*a + i
      a = sin(b)
      y = y + a*b
    end do
    nullify(b)
    if (.not. associated(b)) allocate(b)
    b = y*a
    y = y + sin(b)
    deallocate(a)
    call show(y)
    y = y*here(1)
  end subroutine head
end module numbers
