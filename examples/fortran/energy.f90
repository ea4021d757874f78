! The energy of a chain of springs.
subroutine energy(x, e)
  real(8), intent(in) :: x(5)
  real(8), intent(out) :: e
  integer :: i
  e = x(1)**2
  do i = 2, 5
    e = e + sqrt(1 + (x(i) - x(i-1))**2)
  end do
end subroutine energy
