! Texts of any length: they have the one of what is assigned.
! entry: head; independents: x; dependents: y
! modes: tangent, split
module options
  implicit none
contains
  subroutine describe(n, text)
    integer, intent(in) :: n
    character(:), allocatable, intent(out) :: text
    text = 'n'
    if (n > 1) text = text//repeat('+', n - 1)
  end subroutine describe
  subroutine power(text, v, r)
    character(*), intent(in) :: text
    real(8), intent(in) :: v
    real(8), intent(inout) :: r
    r = r + v**len(text)
  end subroutine power
end module options
subroutine head(x, y)
  use options
  implicit none
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y
  character(:), allocatable :: text, other
  integer :: i
  y = x(1)
  other = ''
  do i = 1, 3
    call describe(i, text)
    call power(text, x(2), y)
    other = other//text
    call power(other(2:), x(1), y)
    y = y/(1 + len(other))
  end do
  if (other == 'nn+n++') y = y*x(1)
  call power(trim(other)//'  ', x(1), y)
end subroutine head
