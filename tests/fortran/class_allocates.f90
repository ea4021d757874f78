! Components that a procedure of the type allocates, and sets to what has no derivative, get derivatives later.
! entry: model; independents: p; dependents: j
! checked: yes
module grid_mod
  implicit none
  private
  integer, parameter, public :: wp = selected_real_kind(15, 307)
  type, public :: grid_t
    integer :: n = 0
    real(wp) :: dx = 0
    real(wp), allocatable :: u(:), k(:)
  contains
    procedure :: init => grid_init
    procedure :: step => grid_step
    procedure, private :: flux
    generic :: operator(.energy.) => energy
    procedure :: energy
  end type
contains
  subroutine grid_init(this, n, k0)
    class(grid_t), intent(inout) :: this
    integer, intent(in) :: n
    real(wp), intent(in) :: k0
    integer :: i
    this%n = n
    this%dx = 1.0_wp/real(n - 1, wp)
    allocate(this%u(n), this%k(n))
    this%u = [(sin(3.14_wp*this%dx*(i - 1)), i = 1, n)]
    this%k = k0
  end subroutine
  pure function flux(this, i) result(f)
    class(grid_t), intent(in) :: this
    integer, intent(in) :: i
    real(wp) :: f
    associate (u => this%u, dx => this%dx)
      f = -this%k(i)*(u(i + 1) - u(i))/dx
    end associate
  end function
  subroutine grid_step(this, dt)
    class(grid_t), intent(inout) :: this
    real(wp), intent(in) :: dt
    real(wp) :: unew(this%n)
    integer :: i
    unew = this%u
    do i = 2, this%n - 1
      unew(i) = this%u(i) - dt/this%dx*(this%flux(i) - this%flux(i - 1))
    end do
    this%u = unew
    where (this%u < 1e-3_wp) this%u = this%u**2
  end subroutine
  pure function energy(this) result(e)
    class(grid_t), intent(in) :: this
    real(wp) :: e
    e = 0.5_wp*this%dx*sum(this%u**2)
  end function
end module
module model_mod
  use grid_mod, only: grid_t, wp
  implicit none
contains
  subroutine model(p, j)
    real(wp), intent(in) :: p(3)
    real(wp), intent(out) :: j
    type(grid_t) :: g
    integer :: it
    call g%init(12, p(1))
    g%k(3:5) = p(2)
    do it = 1, 20
      call g%step(0.001_wp*p(3))
      if (mod(it, 10) == 0) write (*, '(a,i0,a,es12.4)') 'step ', it, ' energy ', g%energy()
    end do
    j = .energy. g + dot_product(g%u, g%u)*p(1)
  end subroutine
end module
