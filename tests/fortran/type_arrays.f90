! Arrays in structures, arrays of structures, both together; sections; whole members passed; structures by name.
! entry: head; independents: x; dependents: y
! checked: yes
module cells
  implicit none
  type cell
    real(8) :: v(0:2)
    real(8) :: weight
  end type
contains
  subroutine smooth(c)
    type(cell), intent(inout) :: c
    c%v(1) = 0.5d0*(c%v(0) + c%v(2))*c%weight
  end subroutine
  subroutine scale_all(cs, n, f)
    integer, intent(in) :: n
    type(cell), intent(inout) :: cs(n)
    real(8), intent(in) :: f
    integer :: i
    do i = 1, n
      cs(i)%v = cs(i)%v*f + cs(i)%weight
    end do
  end subroutine
  subroutine total(v, s)
    real(8), intent(in) :: v(:)
    real(8), intent(inout) :: s
    s = s + sum(v**2)
  end subroutine
end module
subroutine head(x, y)
  use cells
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  type(cell) :: cs(4)
  integer :: i
  do i = 1, 4
    cs(i)%v = x*i
    cs(i)%weight = sin(x(1))
  end do
  cs(2:3)%weight = cs(1)%weight*x(2)
  cs(4) = cs(2)
  cs(1:2) = cs(3:4)
  do i = 1, 4
    call smooth(cs(i))
  end do
  call scale_all(cs, 4, x(3))
  call scale_all(cs(2), 2, 0.5d0)
  y = 0
  associate (c => cs(3))
    c%v(2) = c%v(2)*c%v(0)
    call total(c%v, y)
  end associate
  call total(cs%weight, y)
  call total(cs%v(0), y)
end subroutine
