! Pointers that are not local, move along what they point to, or have bounds of their own.
! refused: 21: p can't be let point to something
! refused: 22: b_at can't be let point to something
! refused: 23: q, a pointer with bounds of its own, can't be read
! refused: 27: what it points to here is not known
! refused: 29: this pointer can't be let point to something
module shared_pointers
  implicit none
  real(8), pointer :: b_at(:)
  type :: holder
    real(8), pointer :: v(:)
  end type holder
contains
  subroutine head(x, y, p)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y(4)
    real(8), pointer :: p(:)
    real(8), pointer :: q(:), r(:)
    real(8), target :: a(4)
    type(holder) :: h
    p => a
    b_at => a
    q(0:) => a
    r => a
    a = x
    do while (size(r) > 1)
      r => r(2:)
    end do
    h%v => a
    y = a
  end subroutine head
end module shared_pointers
