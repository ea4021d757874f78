! A procedure of an abstract type calls one that an extension in another module has: what is derived of it needs that module,
! which uses its own.
! entry: head; independents: x; dependents: y
module shapes_in_general
  implicit none
  type, abstract :: shape_of_any_kind
  contains
    procedure(elemental_value), deferred :: value
    procedure :: total
  end type shape_of_any_kind
  abstract interface
    elemental function elemental_value(this, t) result(v)
      import :: shape_of_any_kind
      class(shape_of_any_kind), intent(in) :: this
      real(8), intent(in) :: t
      real(8) :: v
    end function elemental_value
  end interface
contains
  subroutine total(this, t, r)
    class(shape_of_any_kind), intent(in) :: this
    real(8), intent(in) :: t(:)
    real(8), intent(out) :: r
    integer :: i
    r = 0
    do i = 1, size(t)
      r = r + this%value(t(i))*i
    end do
  end subroutine total
end module shapes_in_general
module waves
  use shapes_in_general, only: shape_of_any_kind
  implicit none
  private
  public :: wave
  type, extends(shape_of_any_kind) :: wave
    real(8) :: height = 2d0
  contains
    procedure :: value => value_of_wave
  end type wave
contains
  elemental function value_of_wave(this, t) result(v)
    class(wave), intent(in) :: this
    real(8), intent(in) :: t
    real(8) :: v
    v = this%height*sin(t)
  end function value_of_wave
end module waves
subroutine head(x, y)
  use waves, only: wave
  implicit none
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y
  type(wave) :: w
  w%height = x(1)
  call w%total(x, y)
end subroutine head
