! Programs whose derivatives are known exactly, and are the same after a transformation;
! tests/unit/test_evaluate_derivatives.c has them. x and y have two elements.
common real through

subroutine products(x in, y out)
  real x(2), y(2)
  y(1) = x(1)*x(2)
  y(2) = x(1)/x(2) - x(2)
end

subroutine overwritten(x in, y out)
  real x(2), y(2)
  real t
  t = x(1)*x(1)
  t = t*x(2)
  y(1) = t
  t = 3.0
  y(2) = t*x(2)
end

subroutine whole(x in, y out)
  real x(2), y(2)
  real a(2), b(2)
  a = x*x
  b = a + x(1)
  y = -b*2.0
end

subroutine scattered(x in, y out)
  real x(2), y(2)
  real a(4)
  a(4:1:-1) = 0.0
  a(1:3:2) = x
  y = a(3:1:-2)*a(1)
end

subroutine looped(x in, y out)
  real x(2), y(2)
  passive integer i
  y(1) = 1.0
  do i = 1, 3
    y(1) = y(1)*x(1)
  end
  y(2) = y(1)
end

subroutine branched(x in, y out)
  real x(2), y(2)
  if (x(1) > 1.0) then
    y(1) = x(1)*x(1)
  else
    y(1) = x(2)
  end
  y(2) = max(x(1), x(2))
end

subroutine called(x in, y out)
  real x(2), y(2)
  call square(x(2), y(1))
  call square(y(1), y(2))
end

subroutine square(a in, b out)
  real a, b
  b = a*a
end

subroutine global(x in, y out)
  real x(2), y(2)
  call set_global(x(1))
  call add_global(x(2))
  y(1) = through
  y(2) = 1.0
end

subroutine set_global(a in)
  real a
  through = a*3.0
end

subroutine add_global(a in)
  real a
  through = through + a*a
end

subroutine summed(x in, y out)
  real x(2), y(2)
  y(1) = sum(x*x)
  y(2) = x(1)
end

subroutine rounded(x in, y out)
  real x(2), y(2)
  passive real p
  passive integer i
  i = x(1)
  p = x(2)
  y(1) = i*x(1)
  y(2) = p*0.0 + x(2)
end

subroutine functions(x in, y out)
  real x(2), y(2)
  y(1) = sqrt(x(1) - x(2))*3.0
  y(2) = x(2)**3 + sign(x(1), -x(2))
end

subroutine composed(x in, y out)
  real x(2), y(2)
  y(1) = squared(x(1))*x(2) + squared(x(2))
  y(2) = x(1)
end

subroutine squared(a in, b out)
  real a, b
  b = a*a
end
