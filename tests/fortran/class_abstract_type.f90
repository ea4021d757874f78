! An abstract type whose procedures work with components: each concrete type has its versions of these.
! entry: head; independents: p; dependents: y
! checked: yes
module ode
  implicit none
  integer, parameter :: wp = kind(1d0)
  type, abstract :: system
    integer :: n = 0
    real(wp), allocatable :: y(:)
  contains
    procedure(rhs_i), deferred :: rhs
    procedure :: energy => default_energy
  end type
  abstract interface
    subroutine rhs_i(self, y, f)
      import :: system, wp
      class(system), intent(in) :: self
      real(wp), intent(in) :: y(:)
      real(wp), intent(out) :: f(:)
    end subroutine
  end interface
  type, extends(system) :: osc
    real(wp) :: k = 1, c = 0
  contains
    procedure :: rhs => osc_rhs
    procedure :: energy => osc_energy
  end type
  type, extends(system) :: lotka
    real(wp) :: a(4)
  contains
    procedure :: rhs => lotka_rhs
  end type
contains
  function default_energy(self) result(e)
    class(system), intent(in) :: self
    real(wp) :: e
    e = sum(self%y**2)
  end function
  function osc_energy(self) result(e)
    class(osc), intent(in) :: self
    real(wp) :: e
    e = 0.5_wp*self%k*sum(self%y**2)
  end function
  subroutine osc_rhs(self, y, f)
    class(osc), intent(in) :: self
    real(wp), intent(in) :: y(:)
    real(wp), intent(out) :: f(:)
    f = self%c*sin(y) - self%k*y
  end subroutine
  subroutine lotka_rhs(self, y, f)
    class(lotka), intent(in) :: self
    real(wp), intent(in) :: y(:)
    real(wp), intent(out) :: f(:)
    f = self%a(1:2)*y - self%a(3:4)*y**2
  end subroutine
  subroutine rk4(s, h, nsteps)
    class(system), intent(inout) :: s
    real(wp), intent(in) :: h
    integer, intent(in) :: nsteps
    real(wp), dimension(2) :: k1, k2, k3, k4
    integer :: i
    do i = 1, nsteps
      call s%rhs(s%y, k1)
      call s%rhs(s%y + 0.5_wp*h*k1, k2)
      call s%rhs(s%y + 0.5_wp*h*k2, k3)
      call s%rhs(s%y + h*k3, k4)
      s%y = s%y + h/6*(k1 + 2*k2 + 2*k3 + k4)
    end do
  end subroutine
  subroutine head(kind_of, p, y)
    integer, intent(in) :: kind_of
    real(wp), intent(in) :: p(4)
    real(wp), intent(out) :: y
    class(system), allocatable :: s
    if (kind_of == 1) then
      s = osc(n=2, y=p(3:4), k=p(1), c=p(2))
    else
      s = lotka(n=2, y=p(3:4), a=p)
    end if
    s%n = 2
    s%y = p(3:4)
    call rk4(s, 0.1_wp, 7)
    y = s%energy()
  end subroutine
end module
