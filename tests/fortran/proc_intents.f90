! Arguments that may be changed, as their declaration says, but are not: passed on through several calls.
! entry: head; independents: x; dependents: y
module residuals
  implicit none
contains
  subroutine head(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y(3)
    integer :: flag
    real(8) :: weights(3)
    flag = 1
    weights = [1.0d0, 2.0d0, 3.0d0]
    call step(3, x, y, flag, weights)
    if (flag > 0) call step(3, x*y, y, flag, weights)
  end subroutine head

  subroutine step(n, u, r, flag, weights)
    integer, intent(in) :: n
    real(8), intent(in) :: u(n)
    real(8), intent(out) :: r(n)
    integer, intent(inout) :: flag
    real(8), intent(inout) :: weights(n)
    call residual(n, u, r, flag, weights)
    call residual(n, u*r, r, flag, weights)
  end subroutine step

  subroutine residual(n, u, r, flag, weights)
    integer, intent(in) :: n
    real(8), intent(in) :: u(n)
    real(8), intent(out) :: r(n)
    integer, intent(inout) :: flag
    real(8), intent(inout) :: weights(n)
    r = 0
    if (flag < 0) return
    r = sin(u)*weights
  end subroutine residual
end module residuals
