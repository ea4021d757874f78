! Parts of what other pointers point to, columns of matrices, branches and jumps.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(out) :: y(6)
  real(8), target :: a(3, 4), b(6)
  real(8), pointer :: p(:), q(:), s
  integer :: i, j
  do j = 1, 4
    p => a(:, j)
    p = x(j)*x(1:3)
    q => p(2:3)
    q(1) = q(1)*q(2)
  end do
  b = x**2
  q => b
  do i = 1, 6
    select case (mod(i, 3))
    case (0)
      p => b(1:i)
    case (1)
      p => a(i/2 + 1, :)
      q => p
    case default
      if (i == 5) then
        q => p(1:2)
      else
        q => b(i:)
      end if
    end select
    s => p(1)
    do j = 1, size(p)
      if (p(j) > 100) cycle
      s = s + 0.1d0*p(j)
    end do
    y(i) = sum(q)*s
    if (associated(q, b) .and. i == 6) y(i) = y(i)*x(6)
  end do
end subroutine head
