! Variables for propagations that tests/unit/test_evaluate_derivatives.c puts at the end.

subroutine operands(s, t, u, v, w, i)
  real s, t, u, v(3), w(3)
  passive integer i
  s = s*1.0
end
