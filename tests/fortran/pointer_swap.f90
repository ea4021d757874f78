! Two work arrays that pointers swap in a loop.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(5)
  real(8), intent(out) :: y(5)
  real(8), target :: a(5), b(5)
  real(8), pointer :: old(:), new(:), tmp(:)
  integer :: t, i
  a = x
  b = 0
  old => a
  new => b
  do t = 1, 3
    new(1) = old(1)
    new(5) = old(5)
    do i = 2, 4
      new(i) = old(i) + 0.1d0*(old(i - 1)*old(i + 1) - old(i)**2)
    end do
    tmp => old
    old => new
    new => tmp
  end do
  y = old*sum(new)
end subroutine head
