! Two layers of long short-term memory cells of 14 units over 100 steps, by hand.
module hand
  implicit none
  integer, parameter :: units = 14, layers = 2, steps = 100
contains
  subroutine head(x, p, y)
    real(8), intent(in) :: x(322), p(units, steps + 1)
    real(8), intent(out) :: y
    real(8) :: h(units, layers), c(units, layers), z(units), s, f, g, o, a
    integer :: i, j, l, w

    do l = 1, layers
      do j = 1, units
        h(j, l) = x(266 + 28*l - 28 + j)
        c(j, l) = x(266 + 28*l - 14 + j)
      end do
    end do
    y = 0
    do i = 1, steps
      do j = 1, units
        z(j) = p(j, i)*x(224 + j)
      end do
      do l = 1, layers
        w = 112*l - 112
        do j = 1, units
          f = 1/(1 + exp(-(z(j)*x(w + j) + x(w + 56 + j))))
          g = 1/(1 + exp(-(h(j, l)*x(w + 14 + j) + x(w + 70 + j))))
          o = 1/(1 + exp(-(z(j)*x(w + 28 + j) + x(w + 84 + j))))
          a = tanh(h(j, l)*x(w + 42 + j) + x(w + 98 + j))
          c(j, l) = c(j, l)*f + g*a
          h(j, l) = o*tanh(c(j, l))
          z(j) = h(j, l)
        end do
      end do
      s = 2
      do j = 1, units
        z(j) = z(j)*x(238 + j) + x(252 + j)
        s = s + exp(z(j))
      end do
      do j = 1, units
        y = y - p(j, i + 1)*(z(j) - log(s))
      end do
    end do
  end subroutine head

  subroutine head_b(x, x_b, p, y, y_b)
    real(8), intent(in) :: x(322), p(units, steps + 1)
    real(8), intent(inout) :: x_b(322), y_b
    real(8), intent(out) :: y
    real(8), dimension(units, layers, 0:steps) :: h, c
    real(8), dimension(units, layers, steps) :: f, g, o, a, q
    real(8) :: z(units, 0:layers, steps), r(units, steps), s(steps)
    real(8) :: h_b(units, layers), c_b(units, layers), z_b(units), s_b, f_b, g_b, o_b, a_b
    integer :: i, j, l, w

    do l = 1, layers
      do j = 1, units
        h(j, l, 0) = x(266 + 28*l - 28 + j)
        c(j, l, 0) = x(266 + 28*l - 14 + j)
      end do
    end do
    y = 0
    do i = 1, steps
      do j = 1, units
        z(j, 0, i) = p(j, i)*x(224 + j)
      end do
      do l = 1, layers
        w = 112*l - 112
        do j = 1, units
          f(j, l, i) = 1/(1 + exp(-(z(j, l - 1, i)*x(w + j) + x(w + 56 + j))))
          g(j, l, i) = 1/(1 + exp(-(h(j, l, i - 1)*x(w + 14 + j) + x(w + 70 + j))))
          o(j, l, i) = 1/(1 + exp(-(z(j, l - 1, i)*x(w + 28 + j) + x(w + 84 + j))))
          a(j, l, i) = tanh(h(j, l, i - 1)*x(w + 42 + j) + x(w + 98 + j))
          c(j, l, i) = c(j, l, i - 1)*f(j, l, i) + g(j, l, i)*a(j, l, i)
          q(j, l, i) = tanh(c(j, l, i))
          h(j, l, i) = o(j, l, i)*q(j, l, i)
          z(j, l, i) = h(j, l, i)
        end do
      end do
      s(i) = 2
      do j = 1, units
        r(j, i) = z(j, layers, i)*x(238 + j) + x(252 + j)
        s(i) = s(i) + exp(r(j, i))
      end do
      do j = 1, units
        y = y - p(j, i + 1)*(r(j, i) - log(s(i)))
      end do
    end do

    h_b = 0
    c_b = 0
    do i = steps, 1, -1
      s_b = 0
      do j = 1, units
        s_b = s_b + y_b*p(j, i + 1)/s(i)
      end do
      do j = 1, units
        f_b = s_b*exp(r(j, i)) - y_b*p(j, i + 1)
        x_b(238 + j) = x_b(238 + j) + f_b*z(j, layers, i)
        x_b(252 + j) = x_b(252 + j) + f_b
        z_b(j) = f_b*x(238 + j)
      end do
      do l = layers, 1, -1
        w = 112*l - 112
        do j = 1, units
          h_b(j, l) = h_b(j, l) + z_b(j)
          o_b = h_b(j, l)*q(j, l, i)*o(j, l, i)*(1 - o(j, l, i))
          c_b(j, l) = c_b(j, l) + h_b(j, l)*o(j, l, i)*(1 - q(j, l, i)*q(j, l, i))
          f_b = c_b(j, l)*c(j, l, i - 1)*f(j, l, i)*(1 - f(j, l, i))
          g_b = c_b(j, l)*a(j, l, i)*g(j, l, i)*(1 - g(j, l, i))
          a_b = c_b(j, l)*g(j, l, i)*(1 - a(j, l, i)*a(j, l, i))
          c_b(j, l) = c_b(j, l)*f(j, l, i)
          x_b(w + j) = x_b(w + j) + f_b*z(j, l - 1, i)
          x_b(w + 56 + j) = x_b(w + 56 + j) + f_b
          x_b(w + 14 + j) = x_b(w + 14 + j) + g_b*h(j, l, i - 1)
          x_b(w + 70 + j) = x_b(w + 70 + j) + g_b
          x_b(w + 28 + j) = x_b(w + 28 + j) + o_b*z(j, l - 1, i)
          x_b(w + 84 + j) = x_b(w + 84 + j) + o_b
          x_b(w + 42 + j) = x_b(w + 42 + j) + a_b*h(j, l, i - 1)
          x_b(w + 98 + j) = x_b(w + 98 + j) + a_b
          h_b(j, l) = g_b*x(w + 14 + j) + a_b*x(w + 42 + j)
          z_b(j) = f_b*x(w + j) + o_b*x(w + 28 + j)
        end do
      end do
      do j = 1, units
        x_b(224 + j) = x_b(224 + j) + z_b(j)*p(j, i)
      end do
    end do
    do l = 1, layers
      do j = 1, units
        x_b(266 + 28*l - 28 + j) = x_b(266 + 28*l - 28 + j) + h_b(j, l)
        x_b(266 + 28*l - 14 + j) = x_b(266 + 28*l - 14 + j) + c_b(j, l)
      end do
    end do
    y_b = 0
  end subroutine head_b
end module hand
