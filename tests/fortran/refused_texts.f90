! Concatenation, and a part of a text.
! refused: 8: a concatenation of texts can't be read
! refused: 9: a part of a text can't be read
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  real(8) :: x, y
  character(8) :: s
  s = 'ab'//'cd'//trim(s)
  if (s(2:3) == 'bc') y = x
end subroutine
