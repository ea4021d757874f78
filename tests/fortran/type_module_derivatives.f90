! Structures of modules: their derivatives are structures of the same types, that are passed as these are; also of a type of another module, and in arrays.
! entry: head; independents: x; dependents: y
! compared: no; checked: yes
module kinds_of_things
  implicit none
  type limits
    real(8) :: low = -1d0, high = 1d0
  end type
  type model
    type(limits) :: range
    real(8) :: c(3) = [1d0, 2d0, 3d0]
    integer :: n = 2
    real(8), allocatable :: unused(:)
  end type
end module
module state
  use kinds_of_things
  implicit none
  private
  public :: prepare, combine
  type pair
    real(8) :: a, b
  end type
  type(model) :: m
  type(limits) :: several(2) = [limits(1d0, 2d0), limits(3d0, 4d0)]
  type(pair) :: p = pair(1d0, 2d0)
  real(8) :: p_d = 1d0, p_b = 1d0
contains
  subroutine prepare(x)
    real(8), intent(in) :: x(2)
    integer :: i
    m%range%high = m%range%low*x(1)
    m%c(2) = x(2)**2
    p%a = x(1)*x(2)*p_d*p_b
    do i = 1, 2
      m%c(i + 1) = x(i)*m%c(i)
      several(i)%low = several(i)%high*x(i)
    end do
  end subroutine
  subroutine scale(l, f)
    type(limits), intent(inout) :: l
    real(8), intent(in) :: f
    l%low = l%low*f
  end subroutine
  function combine(x) result(y)
    real(8), intent(in) :: x(2)
    real(8) :: y
    call scale(several(2), x(1))
    call scale(m%range, p%a)
    y = p%a*p%b + m%range%high*m%range%low + sum(m%c) + several(1)%low*several(2)%low
    m%range%low = -1d0
  end function
end module
subroutine head(x, y)
  use state
  implicit none
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y
  call prepare(x)
  y = combine(x)
end subroutine
