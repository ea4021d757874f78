! What the program prints itself stands among what is compared.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  implicit none
  real(8) :: x(2), y
  integer :: i
  do i = 1, 2
    print 20, i, x(i)
    if (x(i) > 0.9d0) write (*, *) 'large'
  end do
20 format (' x(', i1, ') = ', f8.4)
  y = x(1)*exp(x(2))
  print *, y
end subroutine
