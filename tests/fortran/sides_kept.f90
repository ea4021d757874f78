! entry: head; independents: x; dependents: y
! What a call has left in a variable of a module is not independent in the next one.
module memory
  real(8) :: kept = 1
contains
  subroutine head(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y

    y = x*x + kept
    kept = sin(x)
  end subroutine head
end module memory
