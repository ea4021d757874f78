! Types whose components their module keeps to itself, and variables of them in another one.
! entry: head; independents: x; dependents: y
module base
  implicit none
  private
  integer, parameter, public :: wp = kind(1d0)
  type, public :: poly
    private
    integer :: deg = 0
    real(wp) :: c(0:5) = 0
  contains
    procedure, public :: set, at
    procedure :: mul
    procedure :: scaled
    generic, public :: operator(*) => mul, scaled
    generic, public :: assignment(=) => set
  end type
contains
  subroutine set(p, c)
    class(poly), intent(out) :: p
    real(wp), intent(in) :: c(0:)
    p%deg = ubound(c, 1)
    p%c(0:p%deg) = c
  end subroutine
  pure function at(p, x) result(v)
    class(poly), intent(in) :: p
    real(wp), intent(in) :: x
    real(wp) :: v
    integer :: i
    v = 0
    do i = p%deg, 0, -1
      v = v*x + p%c(i)
    end do
  end function
  function mul(a, b) result(r)
    class(poly), intent(in) :: a, b
    type(poly) :: r
    integer :: i
    r%deg = a%deg + b%deg
    do i = 0, a%deg
      r%c(i:i+b%deg) = r%c(i:i+b%deg) + a%c(i)*b%c(0:b%deg)
    end do
  end function
  function scaled(a, s) result(r)
    class(poly), intent(in) :: a
    real(wp), intent(in) :: s
    type(poly) :: r
    r%deg = a%deg
    r%c = a%c*s
  end function
end module
module app
  use base, only: wp, poly
  implicit none
contains
  subroutine head(x, y)
    real(wp), intent(in) :: x(3)
    real(wp), intent(out) :: y
    type(poly) :: p, q
    p = [x(1), 1._wp]
    q = p*p*x(2)
    q = q*p
    y = q%at(x(3))
  end subroutine
end module
