! Bundle adjustment: squares of the errors of 5000 observations of 1000 points by 50 cameras, by hand.
module hand
  implicit none
contains
  subroutine head(x, p, y)
    real(8), intent(in) :: x(8550), p(2, 5000)
    real(8), intent(out) :: y
    real(8) :: f(2), w
    integer :: i, c, t

    y = 0
    do i = 1, 5000
      c = mod(i, 50)*11 + 1
      t = mod(i*7, 1000)*3 + 551
      call project(x(c:c + 10), x(t:t + 2), f)
      w = x(3550 + i)
      y = y + (w*(f(1) - p(1, i)))**2 + (w*(f(2) - p(2, i)))**2 + (1 - w*w)**2
    end do
  end subroutine head

  subroutine project(c, t, f)
    real(8), intent(in) :: c(11), t(3)
    real(8), intent(out) :: f(2)
    real(8) :: v(3), r(3), k(3), n, co, si, m, u, u1, u2, l

    v = t - c(4:6)
    n = sqrt(c(1)*c(1) + c(2)*c(2) + c(3)*c(3))
    co = cos(n)
    si = sin(n)
    k = c(1:3)/n
    m = (k(1)*v(1) + k(2)*v(2) + k(3)*v(3))*(1 - co)
    r(1) = v(1)*co + (k(2)*v(3) - k(3)*v(2))*si + k(1)*m
    r(2) = v(2)*co + (k(3)*v(1) - k(1)*v(3))*si + k(2)*m
    r(3) = v(3)*co + (k(1)*v(2) - k(2)*v(1))*si + k(3)*m
    u1 = r(1)/r(3)
    u2 = r(2)/r(3)
    u = u1*u1 + u2*u2
    l = 1 + c(10)*u + c(11)*u*u
    f(1) = c(7)*u1*l + c(8)
    f(2) = c(7)*u2*l + c(9)
  end subroutine project

  subroutine head_b(x, x_b, p, y, y_b)
    real(8), intent(in) :: x(8550), p(2, 5000)
    real(8), intent(inout) :: x_b(8550), y_b
    real(8), intent(out) :: y
    real(8) :: e(2), w, a, f_b(2)
    real(8) :: v(3), r(3), k(3), n, co, si, dot, m, u, u1, u2, l
    real(8) :: v_b(3), r_b(3), k_b(3), n_b, co_b, si_b, m_b, u_b, u1_b, u2_b, l_b
    integer :: i, c, t

    y = 0
    do i = 1, 5000
      c = mod(i, 50)*11
      t = mod(i*7, 1000)*3 + 550
      v = x(t + 1:t + 3) - x(c + 4:c + 6)
      n = sqrt(x(c + 1)*x(c + 1) + x(c + 2)*x(c + 2) + x(c + 3)*x(c + 3))
      co = cos(n)
      si = sin(n)
      k = x(c + 1:c + 3)/n
      dot = k(1)*v(1) + k(2)*v(2) + k(3)*v(3)
      m = dot*(1 - co)
      r(1) = v(1)*co + (k(2)*v(3) - k(3)*v(2))*si + k(1)*m
      r(2) = v(2)*co + (k(3)*v(1) - k(1)*v(3))*si + k(2)*m
      r(3) = v(3)*co + (k(1)*v(2) - k(2)*v(1))*si + k(3)*m
      u1 = r(1)/r(3)
      u2 = r(2)/r(3)
      u = u1*u1 + u2*u2
      l = 1 + x(c + 10)*u + x(c + 11)*u*u
      w = x(3550 + i)
      e(1) = x(c + 7)*u1*l + x(c + 8) - p(1, i)
      e(2) = x(c + 7)*u2*l + x(c + 9) - p(2, i)
      a = 1 - w*w
      y = y + (w*e(1))**2 + (w*e(2))**2 + a**2

      x_b(3550 + i) = x_b(3550 + i) + y_b*(2*w*(e(1)*e(1) + e(2)*e(2)) - 4*a*w)
      f_b = 2*y_b*w*w*e
      x_b(c + 8:c + 9) = x_b(c + 8:c + 9) + f_b
      x_b(c + 7) = x_b(c + 7) + (f_b(1)*u1 + f_b(2)*u2)*l
      l_b = x(c + 7)*(f_b(1)*u1 + f_b(2)*u2)
      x_b(c + 10) = x_b(c + 10) + l_b*u
      x_b(c + 11) = x_b(c + 11) + l_b*u*u
      u_b = l_b*(x(c + 10) + 2*x(c + 11)*u)
      u1_b = f_b(1)*x(c + 7)*l + 2*u_b*u1
      u2_b = f_b(2)*x(c + 7)*l + 2*u_b*u2
      r_b(1) = u1_b/r(3)
      r_b(2) = u2_b/r(3)
      r_b(3) = -(u1_b*u1 + u2_b*u2)/r(3)
      v_b = r_b*co
      co_b = r_b(1)*v(1) + r_b(2)*v(2) + r_b(3)*v(3)
      si_b = r_b(1)*(k(2)*v(3) - k(3)*v(2)) + r_b(2)*(k(3)*v(1) - k(1)*v(3)) + r_b(3)*(k(1)*v(2) - k(2)*v(1))
      m_b = r_b(1)*k(1) + r_b(2)*k(2) + r_b(3)*k(3)
      k_b(1) = r_b(1)*m + si*(r_b(3)*v(2) - r_b(2)*v(3))
      k_b(2) = r_b(2)*m + si*(r_b(1)*v(3) - r_b(3)*v(1))
      k_b(3) = r_b(3)*m + si*(r_b(2)*v(1) - r_b(1)*v(2))
      v_b(1) = v_b(1) + si*(r_b(2)*k(3) - r_b(3)*k(2))
      v_b(2) = v_b(2) + si*(r_b(3)*k(1) - r_b(1)*k(3))
      v_b(3) = v_b(3) + si*(r_b(1)*k(2) - r_b(2)*k(1))
      co_b = co_b - m_b*dot
      k_b = k_b + m_b*(1 - co)*v
      v_b = v_b + m_b*(1 - co)*k
      n_b = si_b*co - co_b*si - (k_b(1)*k(1) + k_b(2)*k(2) + k_b(3)*k(3))/n
      x_b(c + 1:c + 3) = x_b(c + 1:c + 3) + k_b/n + n_b*k
      x_b(t + 1:t + 3) = x_b(t + 1:t + 3) + v_b
      x_b(c + 4:c + 6) = x_b(c + 4:c + 6) - v_b
    end do
    y_b = 0
  end subroutine head_b
end module hand
