! Whole structures are passed to procedures, which change them; nested structures; a function with a structure.
! entry: head; independents: x; dependents: y
! checked: yes
module bodies
  implicit none
  type vector
    real(8) :: u, v
  end type
  type body
    real(8) :: mass
    type(vector) :: place, speed
  end type
contains
  subroutine move(b, dt)
    type(body), intent(inout) :: b
    real(8), intent(in) :: dt
    b%place%u = b%place%u + dt*b%speed%u
    b%place%v = b%place%v + dt*b%speed%v
    call push(b%speed, b%mass)
  end subroutine
  subroutine push(s, m)
    type(vector), intent(inout) :: s
    real(8), intent(in) :: m
    s%u = s%u - exp(-m)*s%v
    s%v = s%v + m*s%u
  end subroutine
  function energy(b) result(e)
    type(body), intent(in) :: b
    real(8) :: e
    e = 0.5d0*b%mass*(b%speed%u**2 + b%speed%v**2) + b%place%v
  end function
end module
subroutine head(x, y)
  use bodies
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  type(body) :: b
  integer :: i
  b = body(x(1), vector(x(2), 0.5d0), vector(1d0, x(3)))
  do i = 1, 3
    call move(b, 0.1d0)
  end do
  y = energy(b)
end subroutine
