program check
  use resizing
  implicit none
  real(8), parameter :: x(3) = [0.3d0, 0.7d0, 1.1d0], d(3) = [1d0, -2d0, 0.5d0], e(0:1) = [0.4d0, 0.9d0], h = 1d-6
  real(8), allocatable :: a(:), a_d(:), high(:), low(:)
  real(8) :: y, y_high, y_low, along
  allocate(a(0:1), a_d(0:1), high(0:1), low(0:1))
  a = [2d0, 3d0]
#ifdef TANGENT
  a_d = e
  call head_d(x, d, a, a_d, y, along)
#else
  block
    real(8) :: x_b(3), y_b
    a_d = 7
    x_b = 0
    y_b = 1
    call head_b(x, x_b, a, a_d, y, y_b)
    along = sum(x_b*d) + sum(a_d*e)
  end block
#endif
  high = [2d0, 3d0] + h*e
  low = [2d0, 3d0] - h*e
  call head(x + h*d, high, y_high)
  call head(x - h*d, low, y_low)
  print *, along, (y_high - y_low)/(2*h)
end program check
