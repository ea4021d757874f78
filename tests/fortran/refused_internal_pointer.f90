! A pointer that is kept in a structure points to an internal procedure, which can't be called from elsewhere by its name.
! refused: 20: an internal procedure of another one
! entry: head; independents: x; dependents: y
module holders
  implicit none
  type :: holder
    procedure(with_number), pointer, nopass :: f => null()
  end type holder
  abstract interface
    function with_number(t) result(v)
      real(8), intent(in) :: t
      real(8) :: v
    end function with_number
  end interface
contains
  subroutine apply(h, x, y)
    type(holder), intent(in) :: h
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    y = h%f(x)
  end subroutine apply
  subroutine head(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    type(holder) :: h
    h%f => own
    call apply(h, x, y)
  contains
    function own(t) result(v)
      real(8), intent(in) :: t
      real(8) :: v
      v = sin(t)*x
    end function own
  end subroutine head
end module holders
