! An option makes real numbers without a kind double precision: constants of what is derived say their kind.
! entry: head; independents: x; dependents: y
! options: -fdefault-real-8
subroutine head(x, y)
  implicit none
  real, intent(in) :: x
  real, intent(out) :: y
  real(4) :: half
  half = 0.5
  y = max(x*x, 0.) + abs(x)*half
  y = sqrt(y)**1.5
end subroutine head
