! A group with an active variable is refused where it is differentiated; one with a structure is not read.
! refused: 10: s, a structure, is named in input or output
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  type pair
    real(8) :: a, b
  end type
  real(8) :: x, y
  type(pair) :: s; namelist /group/ y, s
  read (5, group)
  y = x*y
end subroutine
