! A routine with local variables that is called for what is active, and for what is not.
! entry: head; independents: x; dependents: y
module pairs
  implicit none
contains
  subroutine swap(a, b)
    real(8), intent(inout) :: a, b
    real(8) :: z
    z = a
    a = b*2
    b = z
  end subroutine
  subroutine head(x, y)
    real(8), intent(in) :: x(2)
    real(8), intent(out) :: y
    real(8) :: u, v, s, t
    u = x(1)
    v = x(2)**2
    s = 3
    t = 5
    call swap(u, v)
    call swap(s, t)
    y = u*s + sin(v)*t
  end subroutine
end module
