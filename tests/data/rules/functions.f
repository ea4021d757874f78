! Functions with rules: one of two numbers, one whose adjoint needs its result, one of an array, one that counts, and a constant one.
subroutine head(p in, q in, y out)
  real p(3), q(3), y(3)
  real t, u, z(3)
  passive real k
  integer i, n
  k = 1.5
  n = 1
  t = energy(p(1), k) + q(1)*energy(q(2), p(2))
  u = root(t)*root(q(3)) - root(t)
  z = blend(p, u)
  do i = 1, place(n)
    if (energy(z(i), k) > 0.1) then
      z(place(n)) = z(place(n))*energy(p(place(n)), z(i)) + sin(q(i))
    else
      t = root(z(i))
    end
  end
  call add(t, z)
  y = blend(z, t)
  y(1) = y(1)*root(u) + energy(u, t)*none()
end
subroutine add(t in, z inout)
  real t, z(3)
  z(1) = z(1) + root(t)
  z = blend(z, t)
end
subroutine energy(d in, k in, e out)              ! d*d*k/2
  real d, k, e
  real h
  h = d*k
  e = h*d/2.0
end
subroutine energy_tangent(d in, k in, e out)
  real d, k, e
  e{deriv=1} = d*k*d{deriv=1} + d*d/2.0*k{deriv=1}
  e = energy(d, k)
end
subroutine energy_adjoint(d inout, k inout, e inout)
  real d, k, e
  d{deriv=1} = d{deriv=1} + d*k*e{deriv=1}
  k{deriv=1} = k{deriv=1} + d*d/2.0*e{deriv=1}
  e{deriv=1} = 0.0
end
subroutine root(a in, r out)                      ! tanh(a)
  real a, r
  r = tanh(a)
end
subroutine root_tangent(a in, r out)
  real a, r
  r = tanh(a)
  r{deriv=1} = (1.0 - r*r)*a{deriv=1}
end
subroutine root_adjoint(a inout, r inout)
  real a, r
  a{deriv=1} = a{deriv=1} + (1.0 - r*r)*r{deriv=1}
  r{deriv=1} = 0.0
end
subroutine blend(v in, s in, r out)               ! v + s, and the square of s in the middle
  real v(3), s, r(3)
  integer i
  do i = 1, 3
    r(i) = v(i) + s
  end
  r(2) = s*s
end
subroutine blend_tangent(v in, s in, r out)
  real v(3), s, r(3)
  integer i
  call blend(v, s, r)
  do i = 1, 3
    r(i){deriv=1} = v(i){deriv=1} + s{deriv=1}
  end
  r(2){deriv=1} = 2.0*s*s{deriv=1}
end
subroutine blend_record(v in, s in, r out)
  real v(3), s, r(3)
  call blend(v, s, r)
end
subroutine blend_return(v inout, s inout, r inout)
  real v(3), s, r(3)
  integer i
  do i = 1, 3, 2
    v(i){deriv=1} = v(i){deriv=1} + r(i){deriv=1}
    s{deriv=1} = s{deriv=1} + r(i){deriv=1}
    r(i){deriv=1} = 0.0
  end
  s{deriv=1} = s{deriv=1} + 2.0*s*r(2){deriv=1}
  r(2){deriv=1} = 0.0
end
subroutine place(n in, r out)
  integer n, r
  r = n + 1
end
subroutine place_tangent(n in, r out)
  integer n, r
  r = n + 1
end
subroutine place_adjoint(n inout, r inout)
  integer n, r
end
subroutine none(r out)
  real r
  r = 0.75
end
subroutine none_tangent(r out)
  real r
  r = 0.75
  r{deriv=1} = 0.0
end
subroutine none_adjoint(r inout)
  real r
  r{deriv=1} = 0.0
end
