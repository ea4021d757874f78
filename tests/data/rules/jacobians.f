! Routines and their Jacobian routines, right and wrong; tests/unit/test_catalogue_rules.c has them.

common real shared

subroutine energy(e out, r in, q in)
  real e, r, q
  e = q/r + r*r
end

subroutine energy_right(r in, q in, by_r out, by_q out)
  real r, q, by_r, by_q
  by_r = r + r - q/(r*r)
  by_q = 1.0/r
end

subroutine energy_sign(r in, q in, by_r out, by_q out)
  real r, q, by_r, by_q
  by_r = r + r + q/(r*r)
  by_q = 1.0/r
end

subroutine energy_changes(r inout, q inout, by_r out, by_q out)
  real r, q, by_r, by_q
  by_r = r + r - q/(r*r)
  by_q = 1.0/r
  q = 0.0
end

! right, unless r and q are one variable
subroutine energy_restores(r inout, q inout, by_r out, by_q out)
  real r, q, by_r, by_q
  r = r*2.0
  by_q = 2.0/r
  by_r = r - q*4.0/(r*r)
  r = r*0.5
end

subroutine energy_unset(r in, q in, by_r out, by_q out)
  real r, q, by_r, by_q
  by_r = r + r - q/(r*r)
end

subroutine energy_fails(r in, q in, by_r out, by_q out)
  real r, q, by_r, by_q
  by_r = 1.0/(r - r)
  by_q = 1.0/r
end

! right, unless q is zero
subroutine energy_but_at_zero(r in, q in, by_r out, by_q out)
  real r, q, by_r, by_q
  by_r = r + r - q/(r*r)
  by_q = 1.0/r
  if (q == 0.0) then
    by_q = 0.0
  end
end

subroutine swirl(x inout, y in, r out)
  real x, y, r
  r = x*y
  x = x + y*y
end

subroutine swirl_right(x in, y in, r in, rx out, ry out, xx out, xy out)
  real x, y, r, rx, ry, xx, xy
  rx = y
  ry = x
  xx = 1.0
  xy = y + y
end

subroutine scaled(a in, n in, y out)
  real a, y
  passive integer n
  y = a*n
end

subroutine scaled_right(a in, n in, y in, by_a out)
  real a, y, by_a
  passive integer n
  by_a = n
end

subroutine vector(a in, y out)
  real a(3), y
  y = a(1)
end

subroutine vector_jacobian(a in, y in, by_a out)
  real a(3), y, by_a(3)
  by_a(1) = 1.0
end

! r has no value yet
subroutine swirl_reads(x in, y in, r in, rx out, ry out, xx out, xy out)
  real x, y, r, rx, ry, xx, xy
  rx = y + 0.0*r
  ry = x
  xx = 1.0
  xy = y + y
end

subroutine leaving(x in, r out)
  real x, r
  r = x
  shared = x
end

subroutine leaving_jacobian(x in, r in, rx out)
  real x, r, rx
  rx = 1.0
end

subroutine reading(x in, r out)
  real x, r
  r = x*shared
end

subroutine reading_jacobian(x in, r in, rx out)
  real x, r, rx
  rx = shared
end

subroutine energy_touches(r in, q in, by_r out, by_q out)
  real r, q, by_r, by_q
  by_r = r + r - q/(r*r)
  by_q = 1.0/r
  shared = r
end
