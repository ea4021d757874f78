! An argument that is allocated, and has no derivative, where it is; what is passed for it has one.
! entry: model; independents: p; dependents: j
module arrays
  implicit none
contains
  subroutine prepare(u, n, k0)
    real(8), allocatable, intent(inout) :: u(:)
    integer, intent(in) :: n
    real(8), intent(in) :: k0
    allocate(u(n))
    u = 1
    u(2) = 3
  end subroutine
  subroutine model(p, j)
    real(8), intent(in) :: p(2)
    real(8), intent(out) :: j
    real(8), allocatable :: u(:)
    call prepare(u, 4, p(1))
    u(1) = p(2); j = sum(u)*p(2)
  end subroutine
end module
