! A string of options is taken apart.
! entry: head; independents: x; dependents: y
module parsing
  implicit none
  type settings
    integer :: order = 1
    logical :: damped = .false.
    character(8) :: rule = 'left'
  end type settings
contains
  subroutine next_word(text, from, word)
    character(*), intent(in) :: text
    integer, intent(inout) :: from
    character(*), intent(out) :: word
    integer :: comma
    comma = index(text(from:), ',')
    if (comma == 0) then
      word = text(from:)
      from = len(text) + 1
    else
      word = text(from:from + comma - 2)
      from = from + comma
    end if
    word = adjustl(word)
  end subroutine next_word
  integer function number_in(text)
    character(*), intent(in) :: text
    integer :: i
    number_in = 0
    do i = 1, len_trim(text)
      if (verify(text(i:i), '0123456789') /= 0) cycle
      number_in = 10*number_in + (ichar(text(i:i)) - ichar('0'))
    end do
  end function number_in
  subroutine parse(text, s)
    character(*), intent(in) :: text
    type(settings), intent(out) :: s
    character(len(text)) :: word
    integer :: from, sign
    from = 1
    do while (from <= len_trim(text))
      call next_word(text, from, word)
      sign = index(word, '=')
      if (sign == 0) then
        if (word == 'damped') s%damped = .true.
        cycle
      end if
      select case (word(:sign - 1))
      case ('order')
        s%order = number_in(word(sign + 1:))
      case ('rule')
        s%rule = word(sign + 1:)
      end select
    end do
  end subroutine parse
end module parsing
subroutine head(x, y)
  use parsing
  implicit none
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y
  type(settings) :: s
  call parse('order=3, damped, rule=mid', s)
  y = x(1)**s%order
  if (s%damped) y = y*exp(-x(2))
  if (s%rule == 'mid') y = y + x(1)*x(2)
  call parse('', s)
  y = y*x(2)**s%order
  if (s%damped .or. s%rule /= 'left'//' ') y = 0
end subroutine head
