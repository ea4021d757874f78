! Structures of a host in its internal procedures, saved structures, data in blocks, structures in modules with common routines.
! entry: head; independents: x; dependents: y
! compared: no
module memory
  implicit none
  type counter
    integer :: n = 0
    real(8) :: sum = 0d0
  end type
  type(counter), save :: all_of
end module
subroutine head(x, y)
  use memory
  implicit none
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y
  type(counter) :: c
  c%sum = x(1)
  call step(x(2))
  block
    type(counter) :: d
    d%sum = d%sum + c%sum**2
    c = d
  end block
  call step(x(1))
  all_of%n = c%n
  all_of%sum = c%sum*x(2)
  y = all_of%sum*(all_of%n + 1) + c%sum
contains
  subroutine step(f)
    real(8), intent(in) :: f
    c%n = c%n + 1
    c%sum = c%sum*f + all_of%n
  end subroutine
end subroutine
