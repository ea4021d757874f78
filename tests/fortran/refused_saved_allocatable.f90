! A saved variable that is allocated, of a routine in another file: reverse mode does not restore it.
! entry: head; independents: x; dependents: y
! files: saved_allocatable.f90
! modes: tangent
! because: saved_allocatable.f90:6: factors keeps its value
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y
  real(8) :: p(5), q(4)
  external :: polynomials
  call polynomials(5, x(1), p)
  call polynomials(4, x(2), q)
  y = sum(p)*q(4)
  call polynomials(4, y, q)
  y = q(4)
end subroutine head
