! Log-likelihood of a mixture of 25 Gaussians in 10 dimensions for 1000 points, by hand.
module hand
  implicit none
  integer, parameter :: dims = 10, parts = 25, points = 1000, triangle = 45
contains
  subroutine head(x, p, y)
    real(8), intent(in) :: x(1650), p(dims, points)
    real(8), intent(out) :: y
    real(8) :: q(dims, parts), sums(parts), main(parts), c(dims), t, s, largest
    integer :: i, j, k, l, d, e

    do k = 1, parts
      sums(k) = 0
      do d = 1, dims
        q(d, k) = exp(x(265 + 10*k + d))
        sums(k) = sums(k) + x(265 + 10*k + d)
      end do
    end do
    y = 0
    do i = 1, points
      do k = 1, parts
        do d = 1, dims
          c(d) = p(d, i) - x(15 + 10*k + d)
        end do
        s = 0
        l = 480 + 45*k
        do d = 1, dims
          t = q(d, k)*c(d)
          do e = 1, d - 1
            l = l + 1
            t = t + x(l)*c(e)
          end do
          s = s + t*t
        end do
        main(k) = x(k) + sums(k) - 0.5d0*s
      end do
      largest = main(1)
      do k = 2, parts
        if (main(k) > largest) largest = main(k)
      end do
      s = 0
      do k = 1, parts
        s = s + exp(main(k) - largest)
      end do
      y = y + largest + log(s)
    end do
    s = 0
    do k = 1, parts
      s = s + exp(x(k))
    end do
    y = y - 1000*log(s)
    do k = 1, parts
      s = 0
      do d = 1, dims
        s = s + q(d, k)*q(d, k)
      end do
      do j = 1, triangle
        s = s + x(480 + 45*k + j)*x(480 + 45*k + j)
      end do
      y = y + 0.5d0*s - sums(k)
    end do
  end subroutine head

  subroutine head_b(x, x_b, p, y, y_b)
    real(8), intent(in) :: x(1650), p(dims, points)
    real(8), intent(inout) :: x_b(1650), y_b
    real(8), intent(out) :: y
    real(8) :: q(dims, parts), sums(parts), main(parts), c(dims, parts), r(dims, parts), s, largest
    real(8) :: q_b(dims, parts), sums_b(parts), main_b, c_b(dims), t_b
    integer :: i, j, k, l, d, e

    do k = 1, parts
      sums(k) = 0
      do d = 1, dims
        q(d, k) = exp(x(265 + 10*k + d))
        sums(k) = sums(k) + x(265 + 10*k + d)
      end do
    end do
    q_b = 0
    sums_b = 0
    y = 0
    do i = 1, points
      do k = 1, parts
        do d = 1, dims
          c(d, k) = p(d, i) - x(15 + 10*k + d)
        end do
        s = 0
        l = 480 + 45*k
        do d = 1, dims
          r(d, k) = q(d, k)*c(d, k)
          do e = 1, d - 1
            l = l + 1
            r(d, k) = r(d, k) + x(l)*c(e, k)
          end do
          s = s + r(d, k)*r(d, k)
        end do
        main(k) = x(k) + sums(k) - 0.5d0*s
      end do
      largest = maxval(main)
      s = 0
      do k = 1, parts
        main(k) = exp(main(k) - largest)
        s = s + main(k)
      end do
      y = y + largest + log(s)
      do k = 1, parts
        main_b = y_b*main(k)/s
        x_b(k) = x_b(k) + main_b
        sums_b(k) = sums_b(k) + main_b
        c_b = 0
        l = 480 + 45*k
        do d = 1, dims
          t_b = -main_b*r(d, k)
          q_b(d, k) = q_b(d, k) + t_b*c(d, k)
          c_b(d) = c_b(d) + t_b*q(d, k)
          do e = 1, d - 1
            l = l + 1
            x_b(l) = x_b(l) + t_b*c(e, k)
            c_b(e) = c_b(e) + t_b*x(l)
          end do
        end do
        do d = 1, dims
          x_b(15 + 10*k + d) = x_b(15 + 10*k + d) - c_b(d)
        end do
      end do
    end do
    s = 0
    do k = 1, parts
      main(k) = exp(x(k))
      s = s + main(k)
    end do
    y = y - 1000*log(s)
    do k = 1, parts
      x_b(k) = x_b(k) - 1000*y_b*main(k)/s
    end do
    do k = 1, parts
      s = 0
      do d = 1, dims
        s = s + q(d, k)*q(d, k)
        q_b(d, k) = q_b(d, k) + y_b*q(d, k)
      end do
      do j = 1, triangle
        s = s + x(480 + 45*k + j)*x(480 + 45*k + j)
        x_b(480 + 45*k + j) = x_b(480 + 45*k + j) + y_b*x(480 + 45*k + j)
      end do
      y = y + 0.5d0*s - sums(k)
      do d = 1, dims
        x_b(265 + 10*k + d) = x_b(265 + 10*k + d) + q_b(d, k)*q(d, k) + sums_b(k) - y_b
      end do
    end do
    y_b = 0
  end subroutine head_b
end module hand
