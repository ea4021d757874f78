! Without an interface, an array stands for its first element, and a section for where it begins.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  implicit none
  real(8) :: x(3), y(1)
  call product(x, x(2:3), y)
end subroutine
subroutine product(a, b, c)
  implicit none
  real(8) :: a, b, c
  c = a*b*b
end subroutine
