! Finds the parameters with which the model is closest to what was observed, by the gradient of misfit.
program fit
  use population, only: dp, misfit_b
  implicit none
  real(dp) :: p(4) = [0.4_dp, 0.02_dp, 0.02_dp, 0.7_dp]
  call minimize(p)
  print '(a, 4f9.5)', 'p =', p
contains
  ! j at p, and its gradient g
  subroutine gradient(p, j, g)
    real(dp), intent(in) :: p(:)
    real(dp), intent(out) :: j, g(:)
    real(dp) :: j_b
    g = 0
    j_b = 1
    call misfit_b(p, g, j, j_b)
  end subroutine gradient

  ! The method of Broyden, Fletcher, Goldfarb and Shanno: h approximates the inverse of the Hessian.
  subroutine minimize(x)
    real(dp), intent(inout) :: x(:)
    real(dp), dimension(size(x)) :: d, g, new_g, s, y, hy
    real(dp) :: h(size(x), size(x)), f, new_f, t, sy
    integer :: i, n
    n = size(x)
    call gradient(x, f, g)
    h = 0
    forall (i = 1:n) h(i, i) = 0.01_dp*norm2(x)/norm2(g)
    do i = 0, 100
      if (mod(i, 5) == 0) print '(a, i3, a, f12.4, a, es9.2)', 'step', i, ': misfit', f, ', gradient', norm2(g)
      d = -matmul(h, g)
      t = 1
      do
        call gradient(x + t*d, new_f, new_g)
        if (new_f <= f + 1e-4_dp*t*dot_product(g, d)) exit
        t = t/2
        if (t < 1e-10_dp) return
      end do
      s = t*d
      y = new_g - g
      x = x + s
      f = new_f
      g = new_g
      sy = dot_product(s, y)
      if (norm2(s) < 1e-9_dp*norm2(x)) exit
      if (sy <= 0) cycle
      hy = matmul(h, y)
      h = h + (1 + dot_product(y, hy)/sy)/sy*outer(s, s) - (outer(hy, s) + outer(s, hy))/sy
    end do
    print '(a, i0, a, f0.4)', 'minimum after ', i, ' steps: misfit ', f
  end subroutine minimize

  function outer(a, b)
    real(dp), intent(in) :: a(:), b(:)
    real(dp) :: outer(size(a), size(b))
    outer = spread(a, 2, size(b))*spread(b, 1, size(a))
  end function outer
end program fit
