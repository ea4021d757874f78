! Pointers to structures as arguments of intent in, and such that are only allocated; pointers that begin with null() and
! are set first.
! entry: head; independents: x; dependents: y
module cells
  implicit none
  type cell
    real(8) :: v = 0.5d0, w(2) = [1d0, 2d0]
  end type cell
contains
  subroutine grow(c, by)
    type(cell), pointer, intent(in) :: c
    real(8), intent(in) :: by
    c%v = c%v*by + c%w(1)
    c%w = c%w*sin(by)
  end subroutine grow

  function total(c) result(t)
    type(cell), pointer, intent(in) :: c
    real(8) :: t
    type(cell), pointer :: own => null()
    own => c
    own%w(2) = own%w(2)*own%v
    t = own%v*sum(own%w)
  end function total

  subroutine head(x, y)
    real(8), intent(in) :: x(2)
    real(8), intent(out) :: y
    type(cell), target :: here(2)
    type(cell), pointer :: p => null(), q, made
    real(8), pointer :: w(:) => null()
    integer :: i
    p => here(1)
    p%v = x(1)
    p%w = x*x
    here(2) = p
    allocate(made)
    made%w(2) = x(2)*made%v
    y = 0
    do i = 1, 2
      q => here(i)
      call grow(q, x(i))
      w => q%w
      w(1) = w(1) + w(2)*made%v
      y = y + total(q)
      call grow(made, y)
    end do
    y = y + total(made) + made%w(1)*p%w(2)
    deallocate(made)
  end subroutine head
end module cells
