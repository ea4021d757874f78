! A program with complex derivatives; tests/unit/test_evaluate_derivatives.c has them.

subroutine complexly(x in, y out)
  real x(2), y(2)
  complex z
  z = complex(x(1), x(2))
  z = z*z
  y(1) = real(z)
  y(2) = imag(z)
end
