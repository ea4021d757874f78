! entry: head; independents: x, z; dependents: y
! Arguments that are always there are passed to optional ones, and what may be absent is passed on, after a
! question, to what is always there: only what is declared optional is so.
module inspections
  implicit none
contains
  subroutine head(n, x, z, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), z
    real(8), intent(out) :: y
    real(8) :: part, weight
    logical :: ok
    call inspect(ok, n=n, x=x)
    y = 0
    if (ok) call squares(n, x, y)
    weight = z
    call scaled(n, x, part, weight)
    y = y + part
    call scaled(n, x, part)
    y = y*part + weight
  end subroutine head
  subroutine inspect(ok, n, x)
    logical, intent(out) :: ok
    integer, intent(in), optional :: n
    real(8), intent(in), optional :: x(:)
    ok = .true.
    if (present(n) .and. present(x)) then
      if (size(x) /= n) ok = .false.
    end if
  end subroutine inspect
  subroutine squares(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    y = sum(x**2)
  end subroutine squares
  subroutine scaled(n, x, y, weight)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    real(8), intent(inout), optional :: weight
    y = x(1)*x(n)
    if (present(weight)) call multiply(weight, y)
    call renew(weight)
  end subroutine scaled
  subroutine multiply(weight, y)
    real(8), intent(in) :: weight
    real(8), intent(inout) :: y
    real(8) :: work(2)
    work = weight
    y = y*work(1)*sin(work(2))
  end subroutine multiply
  subroutine renew(weight)
    real(8), intent(inout), optional :: weight
    if (present(weight)) weight = weight**2
  end subroutine renew
end module inspections
