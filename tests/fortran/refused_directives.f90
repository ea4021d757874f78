! Directives that are not known, or stand at the wrong place.
! refused: 15: an unknown directive: indepedent
! refused: 16: there is no variable zz in head
! refused: 17: independent needs names of variables
! refused: 18: can't be understood
! refused: 19: no loop follows
! refused: 20: no call follows
! refused: 21: an unknown directive: foo
! refused: 23: without its closing parenthesis
! refused: 24: says nothing
! refused: 26: stands in no routine
! refused: 29: variables of other are to be differentiated
subroutine head(x, y)
  real(8) :: x, y
  !$xaif indepedent(x)
  !$xaif independent(zz)
  !$xaif independent()
  !$xaif checkpoint(many)
  !$xaif checkpoint
  !$xaif reversal(weak)
  !$openad foo
  y = x**2
  !$xaif dependent(y
  !$xaif
end subroutine
!$xaif checkpoint(2)
subroutine other(x)
  real(8) :: x
  !$XAIF  Independent ( x )
  x = x*2
end subroutine
