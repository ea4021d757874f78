! Orders of texts, whatever blanks they end in, and inquiries about them.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y
  character(5) :: a, b, grades(3)
  character(1) :: c
  integer :: i, k(3)
  logical :: is_first
  a = 'beta'
  b = 'alpha'
  y = x(1)
  if (a > b .and. a >= 'beta ' .and. .not. a < b) y = y*x(2)
  if (llt(b, a) .neqv. lgt(b, a)) y = y + x(1)
  if (a /= 'beta'//'s' .and. 'beta' == a) y = y*y
  is_first = min(len_trim(a), len(b)) == 4 .or. adjustr(a) == 'beta'
  if (is_first) y = sin(y)
  if (adjustr(a) == ' beta') y = y + x(2)
  grades = [character(5) :: 'c', 'a', 'b']
  do i = 1, 3
    c = grades(i)(1:1)
    select case (c)
    case ('a')
      y = y*x(1)
    case ('b':'c')
      y = y + x(2)*ichar(c)
    end select
    if (c == merge('a', 'b', i == 2)) y = y/2
  end do
  k = len_trim(grades)
  y = y*sum(k)
  k = index(grades, 'b')
  y = y + x(1)**(1 + k(3) + len(repeat(a, 2)) - len('a'//achar(9)//'b'))
  if (a//new_line('a') == 'beta '//achar(10)) y = y*x(2)
  if (merge(a, b, y > 1d3) == '') y = 0
end subroutine head
