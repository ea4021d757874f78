! Character arguments, of any length and of a given one, which choose what is computed.
! entry: head; independents: x; dependents: y
module words
  implicit none
contains
  subroutine apply(what, v, r)
    character(*), intent(in) :: what
    real(8), intent(in) :: v
    real(8), intent(out) :: r
    select case (what)
    case ('square')
      r = v*v
    case ('sine')
      r = sin(v)
    case default
      r = v
    end select
  end subroutine apply
  real(8) function by_letter(c, v)
    character(1), intent(in) :: c
    real(8), intent(in) :: v
    by_letter = v
    if (c == 'N' .or. c == 'n') by_letter = -v*v
  end function by_letter
end module words
subroutine head(x, y)
  use words
  implicit none
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y(4)
  call apply('square', x(1), y(1))
  call apply('sine', x(2), y(2))
  call apply('other', x(1)*x(2), y(3))
  y(4) = by_letter('N', x(1)) + by_letter('T', x(2))
end subroutine head
