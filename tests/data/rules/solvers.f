! Two solvers of linear equations, a scaling of vectors, and the routines of their rules.
! x{deriv=1} is the derivative of x. Calls of the solvers are differentiated by rules.
subroutine head(p in, q in, y out)
  real p(3), q(3), y(3)
  real a(3,3), b(3), x(3), s
  integer i, j, n
  do i = 1, 3
    do j = 1, 3
      a(i,j) = 0.2*p(i)*q(j)
    end
    a(i,i) = a(i,i) + 4.0 + q(i)*q(i)
    b(i) = sin(p(i))
  end
  call solve(a, b, x)
  do i = 1, 3
    b(i) = x(i)*x(i) + q(i)
    a(i,i) = a(i,i)*x(i)*x(i) + 3.0
  end
  n = 2
  do i = 1, n
    call solve_symmetric(a, b, b)
    s = b(i)*p(i) + 1.0
    call scale(n, s, x)
    n = 3
  end
  do i = 1, 3
    y(i) = x(i)*b(i)
  end
end
subroutine solve(a in, b in, x out)
  real a(3,3), b(3), x(3)
  real u(3,3), m
  integer i, j, k
  u = a
  x = b
  do k = 1, 2
    do i = k + 1, 3
      m = u(i,k)/u(k,k)
      do j = k + 1, 3
        u(i,j) = u(i,j) - m*u(k,j)
      end
      x(i) = x(i) - m*x(k)
    end
  end
  do i = 3, 1, -1
    do j = i + 1, 3
      x(i) = x(i) - u(i,j)*x(j)
    end
    x(i) = x(i)/u(i,i)
  end
end
subroutine factor(a in, u out)
  real a(3,3)
  passive real u(3,3)
  integer i, j, k
  u = a
  do k = 1, 2
    do i = k + 1, 3
      u(i,k) = u(i,k)/u(k,k)
      do j = k + 1, 3
        u(i,j) = u(i,j) - u(i,k)*u(k,j)
      end
    end
  end
end
subroutine substitute(u in, t inout)
  passive real u(3,3)
  real t(3)
  integer i, j
  do i = 2, 3
    do j = 1, i - 1
      t(i){deriv=1} = t(i){deriv=1} - u(i,j)*t(j){deriv=1}
    end
  end
  do i = 3, 1, -1
    do j = i + 1, 3
      t(i){deriv=1} = t(i){deriv=1} - u(i,j)*t(j){deriv=1}
    end
    t(i){deriv=1} = t(i){deriv=1}/u(i,i)
  end
end
subroutine substitute_transposed(u in, t inout)
  passive real u(3,3)
  real t(3)
  integer i, j
  do i = 1, 3
    do j = 1, i - 1
      t(i){deriv=1} = t(i){deriv=1} - u(j,i)*t(j){deriv=1}
    end
    t(i){deriv=1} = t(i){deriv=1}/u(i,i)
  end
  do i = 2, 1, -1
    do j = i + 1, 3
      t(i){deriv=1} = t(i){deriv=1} - u(j,i)*t(j){deriv=1}
    end
  end
end
subroutine solve_tangent(a in, b in, x out)
  real a(3,3), b(3), x(3)
  passive real u(3,3)
  integer i, j
  call solve(a, b, x)
  call factor(a, u)
  do i = 1, 3
    x(i){deriv=1} = b(i){deriv=1}
    do j = 1, 3
      x(i){deriv=1} = x(i){deriv=1} - a(i,j){deriv=1}*x(j)
    end
  end
  call substitute(u, x)
end
subroutine solve_adjoint(a inout, b inout, x inout)
  real a(3,3), b(3), x(3)
  real t(3)
  passive real u(3,3)
  integer i, j
  call factor(a, u)
  do i = 1, 3
    t(i){deriv=1} = x(i){deriv=1}
    x(i){deriv=1} = 0.0
  end
  call substitute_transposed(u, t)
  do i = 1, 3
    b(i){deriv=1} = b(i){deriv=1} + t(i){deriv=1}
    do j = 1, 3
      a(i,j){deriv=1} = a(i,j){deriv=1} - t(i){deriv=1}*x(j)
    end
  end
end
subroutine solve_symmetric(a in, b in, x out)     ! reads the lower triangle of a
  real a(3,3), b(3), x(3)
  real l(3,3)
  integer i, j, k
  do j = 1, 3
    do i = j, 3
      l(i,j) = a(i,j)
      do k = 1, j - 1
        l(i,j) = l(i,j) - l(i,k)*l(j,k)
      end
    end
    l(j,j) = sqrt(l(j,j))
    do i = j + 1, 3
      l(i,j) = l(i,j)/l(j,j)
    end
  end
  x = b
  do i = 1, 3
    do j = 1, i - 1
      x(i) = x(i) - l(i,j)*x(j)
    end
    x(i) = x(i)/l(i,i)
  end
  do i = 3, 1, -1
    do j = i + 1, 3
      x(i) = x(i) - l(j,i)*x(j)
    end
    x(i) = x(i)/l(i,i)
  end
end
subroutine factor_symmetric(a in, l out)
  real a(3,3)
  passive real l(3,3)
  integer i, j, k
  do j = 1, 3
    do i = j, 3
      l(i,j) = a(i,j)
      do k = 1, j - 1
        l(i,j) = l(i,j) - l(i,k)*l(j,k)
      end
    end
    l(j,j) = sqrt(l(j,j))
    do i = j + 1, 3
      l(i,j) = l(i,j)/l(j,j)
    end
  end
end
subroutine substitute_symmetric(l in, t inout)    ! solves for the derivative of t
  passive real l(3,3)
  real t(3)
  integer i, j
  do i = 1, 3
    do j = 1, i - 1
      t(i){deriv=1} = t(i){deriv=1} - l(i,j)*t(j){deriv=1}
    end
    t(i){deriv=1} = t(i){deriv=1}/l(i,i)
  end
  do i = 3, 1, -1
    do j = i + 1, 3
      t(i){deriv=1} = t(i){deriv=1} - l(j,i)*t(j){deriv=1}
    end
    t(i){deriv=1} = t(i){deriv=1}/l(i,i)
  end
end
subroutine solve_symmetric_tangent(a in, b in, x out)
  real a(3,3), b(3), x(3)
  passive real l(3,3)
  integer i, j
  call solve_symmetric(a, b, x)
  call factor_symmetric(a, l)
  do i = 1, 3
    x(i){deriv=1} = b(i){deriv=1}
    do j = 1, i
      x(i){deriv=1} = x(i){deriv=1} - a(i,j){deriv=1}*x(j)
    end
    do j = i + 1, 3
      x(i){deriv=1} = x(i){deriv=1} - a(j,i){deriv=1}*x(j)
    end
  end
  call substitute_symmetric(l, x)
end
subroutine solve_symmetric_adjoint(a inout, b inout, x inout)
  real a(3,3), b(3), x(3)
  real t(3)
  passive real l(3,3)
  integer i, j
  call factor_symmetric(a, l)
  do i = 1, 3
    t(i){deriv=1} = x(i){deriv=1}
    x(i){deriv=1} = 0.0
  end
  call substitute_symmetric(l, t)
  do i = 1, 3
    b(i){deriv=1} = b(i){deriv=1} + t(i){deriv=1}
    a(i,i){deriv=1} = a(i,i){deriv=1} - t(i){deriv=1}*x(i)
    do j = 1, i - 1
      a(i,j){deriv=1} = a(i,j){deriv=1} - t(i){deriv=1}*x(j) - t(j){deriv=1}*x(i)
    end
  end
end
subroutine scale(n in, s in, x inout)             ! x = s*x, for n elements
  integer n
  real s, x(:)
  integer i
  do i = 1, n
    x(i) = s*x(i)
  end
end
subroutine scale_tangent(n in, s in, x inout)
  integer n
  real s, x(:)
  integer i
  do i = 1, n
    x(i){deriv=1} = s*x(i){deriv=1} + s{deriv=1}*x(i)
    x(i) = s*x(i)
  end
end
subroutine scale_record(n in, s in, x inout)
  integer n
  real s, x(:)
  call scale(n, s, x)
end
subroutine scale_return(n in, s inout, x inout)
  integer n
  real s, x(:)
  integer i
  do i = 1, n
    s{deriv=1} = s{deriv=1} + x(i){deriv=1}*x(i)
    x(i){deriv=1} = s*x(i){deriv=1}
  end
end
