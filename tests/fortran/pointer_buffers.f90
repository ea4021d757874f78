! Work arrays that are allocated by the pointers that swap them.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(5)
  real(8), intent(out) :: y(5)
  real(8), pointer :: old(:), new(:), tmp(:)
  integer :: t, n
  n = size(x)
  allocate (old(n), new(n))
  old = x
  new = 0
  t = 0
  do while (t < 3 .and. sum(old) > 0.01d0)
    new(1) = old(1)
    new(n) = old(n)*x(1)
    new(2:n - 1) = old(2:n - 1) + 0.1d0*old(1:n - 2)*old(3:n)
    tmp => old
    old => new
    new => tmp
    t = t + 1
  end do
  y = old*sum(new)
  deallocate (old, new)
  if (associated(old)) y = 0
end subroutine head
