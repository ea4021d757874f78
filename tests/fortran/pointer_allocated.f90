! Pointers that are allocated are like allocatable variables.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y(4)
  real(8), pointer :: p(:), q(:, :)
  integer :: i
  do i = 1, 4
    allocate (p(i), q(2, i))
    p = x(1:i)*x(i)
    q(1, :) = p
    q(2, :) = p**2
    y(i) = sum(q)
    deallocate (p, q)
  end do
  nullify (p)
  if (.not. associated(p)) y(1) = y(1)*x(2)
end subroutine head
