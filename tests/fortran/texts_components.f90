! Texts in structures, in arrays of these, too.
! entry: head; independents: x; dependents: y
module materials
  implicit none
  type :: material
    character(10) :: name = 'none'
    real(8) :: density = 1
    character(2) :: tags(2) = 'aa'
  end type material
contains
  subroutine make(m, name, density)
    type(material), intent(inout) :: m
    character(*), intent(in) :: name
    real(8), intent(in) :: density
    m%name = 'm:'//name
    m%density = density
    m%tags(2) = name(1:1)//'x'
  end subroutine make
  real(8) function weight(m, v)
    type(material), intent(in) :: m
    real(8), intent(in) :: v
    weight = m%density*v
    if (m%name(3:) == 'lead') weight = weight*v
    if (m%tags(2)(2:2) == 'x' .and. m%tags(1) == 'aa') weight = weight + 1
  end function weight
end module materials
subroutine head(x, y)
  use materials
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  type(material) :: one, several(2)
  integer :: i
  call make(one, 'lead', x(1))
  call make(several(1), 'iron', x(2))
  several(2) = one
  several(2)%name(3:3) = 'L'
  y = weight(one, x(3))
  do i = 1, 2
    y = y + weight(several(i), x(1)*x(i))
    if (trim(several(i)%name) == 'm:Lead') y = y*x(2)
  end do
end subroutine head
