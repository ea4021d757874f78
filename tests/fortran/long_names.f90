! entry: head; independents: x; dependents: y
! Lines are broken between tokens where there is no blank for long.
subroutine head(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8) :: numerator_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
  real(8) :: denominator_bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
  real(8) :: another_denominator_cccccccccccccccccccccccccccccccccccccccc

  numerator_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa = sin(x)
  denominator_bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb = 2 + x
  another_denominator_cccccccccccccccccccccccccccccccccccccccc = 3 + x
  y = numerator_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa / &
    denominator_bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb / &
    another_denominator_cccccccccccccccccccccccccccccccccccccccc
end subroutine head
