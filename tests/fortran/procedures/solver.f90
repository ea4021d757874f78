! A solver of differential equations of its own, which gets the right-hand side by an interface block, first, and gives it to its steps.
! entry: solve; independents: u,p; dependents: u
subroutine solve(rate, n, steps, u, p, h)
  implicit none
  interface
    subroutine rate(n, t, u, p, du)
      integer, intent(in) :: n
      real(8), intent(in) :: t, u(n), p(2)
      real(8), intent(out) :: du(n)
    end subroutine rate
  end interface
  integer, intent(in) :: n, steps
  real(8), intent(inout) :: u(n)
  real(8), intent(in) :: p(2), h
  integer :: k
  do k = 1, steps
    call step(rate, n, (k - 1)*h, u, p, h)
  end do
end subroutine solve
subroutine step(f, n, t, u, p, h)
  implicit none
  interface
    subroutine f(n, t, u, p, du)
      integer, intent(in) :: n
      real(8), intent(in) :: t, u(n), p(2)
      real(8), intent(out) :: du(n)
    end subroutine f
  end interface
  integer, intent(in) :: n
  real(8), intent(in) :: t, p(2), h
  real(8), intent(inout) :: u(n)
  real(8) :: one(n), two(n)
  call f(n, t, u, p, one)
  call f(n, t + h, u + h*one, p, two)
  u = u + 0.5d0*h*(one + two)
end subroutine step
