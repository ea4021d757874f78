! Texts that may be left out, and keywords.
! entry: head; independents: x; dependents: y
! modes: tangent, split
module norms
  implicit none
contains
  real(8) function norm(v, kind, suffix)
    real(8), intent(in) :: v(:)
    character(*), intent(in), optional :: kind, suffix
    character(8) :: wanted
    wanted = 'two'
    if (present(kind)) wanted = kind
    if (present(suffix)) wanted = trim(wanted)//suffix
    select case (wanted)
    case ('one')
      norm = sum(abs(v))
    case ('two')
      norm = sqrt(sum(v**2))
    case ('max')
      norm = maxval(abs(v))
    case default
      norm = product(v)
    end select
  end function norm
end module norms
subroutine head(x, y)
  use norms
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(4)
  character(3) :: names(2)
  names = ['one', 'max']
  y(1) = norm(x)
  y(2) = norm(x, names(1))
  y(3) = norm(x, kind='m', suffix='ax')*norm(x, names(2))
  y(4) = norm(x, suffix=trim(names(1)//' ')) + norm(x, 'tw'//names(1)(1:1))
end subroutine head
