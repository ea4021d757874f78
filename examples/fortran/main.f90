! The gradient of energy, beside central differences.
program main
  real(8) :: x(5) = [1, 2, 4, 3, 5], x_b(5), e, e_b, up, down
  real(8), parameter :: h = 1d-5
  integer :: i
  x_b = 0
  e_b = 1
  call energy_b(x, x_b, e, e_b)
  print '(a, f10.6)', 'energy    ', e
  print '(a)', '        gradient  by differences'
  do i = 1, 5
    x(i) = x(i) + h
    call energy(x, up)
    x(i) = x(i) - 2*h
    call energy(x, down)
    x(i) = x(i) + h
    print '(f16.9, f16.9)', x_b(i), (up - down)/(2*h)
  end do
end program main
