! Programs that end with an error; tests/unit/test_evaluate_errors.c says which and where.
external nowhere
common passive integer count

subroutine unset_scalar(y out)
  real y, t
  y = t + 1.0
end

subroutine unset_element(y out)
  real y, t(3)
  t(1:2) = 0.0
  y = t(3)
end

subroutine unset_section(y out)
  real y(3), t(3)
  t(1:2) = 0.0
  5: y = t
end

subroutine unset_part(y out)
  real y(2), t(0:2,-1:1)
  t(:,0:1) = 0.0
  t(0,-1) = 0.0
  t(2,-1) = 0.0
  5: y = t(0:1,-1)
end

subroutine unset_formal(y out)
  real y, t(4)
  t(1) = 0.0
  t(4) = 0.0
  call reads_formal(t(2:4), y)
end

subroutine reads_formal(p, y out)
  real p(:), y
  y = p(3) + p(2)
end

subroutine unset_scalar_formal(y out)
  real y, t(4)
  call reads_second(y, t(2))
end

subroutine unset_locals(y out)
  real y
  count = 0
  call sets_local(y)
  call sets_local(y)
end

subroutine sets_local(y)
  real y, t
  if (count == 0) then
    t = 1.0
    count = 1
  end
  y = t
end

subroutine above(y out)
  real y(3)
  passive integer i
  i = 4
  y(i) = 1.0
end

subroutine below(y out)
  real y, a(0:2,3)
  a = 0.0
  y = a(2,0)
end

subroutine section_outside(y out)
  real y(3), a(2)
  a = y(2:4:2)
end

subroutine vector_outside(y out)
  real y(3)
  passive integer k(2)
  k(1) = 1
  k(2) = 0
  y(k) = 1.0
end

subroutine vector_repeated(y out)
  real y(3)
  passive integer k(3)
  k(1) = 1
  k(2) = 3
  k(3) = 1
  y(k) = 1.0
end

subroutine stride_zero(y out)
  real y(3)
  passive integer k
  k = 0
  y(1:3:k) = 1.0
end

subroutine real_subscript(y out)
  real y(3), t
  t = 1.5
  y(gives_real(t)) = 1.0
end

subroutine gives_real(a in, r out)
  real a, r
  r = a
end

subroutine shapes_of_operands(y out)
  real y(3), a(3)
  passive integer n
  n = 2
  a = 1.0
  y = a(1:n) + a
end

subroutine shapes_of_assignment(y out)
  real y(3), a(2,2)
  passive integer n
  n = 2
  a = 1.0
  y = a(1:n,1)
end

subroutine array_to_scalar(y out)
  real y, t
  t = 1.0
  y = gives_array(t)
end

subroutine gives_array(a in, r out)
  real a, r(2)
  r = a
end

subroutine not_allocated(y out)
  real y, a(:)
  y = a(1)
end

subroutine not_allocated_scalar(y out)
  real y, a(:)
  a = 1.0
end

subroutine writes(x)
  real x
  x = 2.0
end

subroutine absent(y out)
  real y
  call reads_second(y,)
end

subroutine reads_second(y out, x)
  real y, x
  y = x
end

subroutine too_small(y out)
  real y(2)
  call passes_all(y)
end

subroutine passes_all(p)
  real p(:)
  call wants_three(p)
end

subroutine too_late(y out)
  real y, t(-1:1)
  call wants_three(t(0))
end

subroutine wants_three(x)
  real x(3)
  x = 0.0
end

subroutine rank_differs(y out)
  real y(2)
  call wants_matrix(y)
end

subroutine wants_matrix(x)
  real x(:,:)
  x = 0.0
end

subroutine type_differs(y out)
  real y
  call wants_integer(y)
end

subroutine wants_integer(x)
  passive integer x
  x = 0
end

subroutine loop_changed(y out)
  real y
  passive integer i
  do i = 1, 3
    y = i
    i = 2
  end
end

subroutine loop_away(y out)
  real y
  passive integer i, s
  y = 0.0
  s = -1
  do i = 3, 1, s
    y = 2.0
  end
end

subroutine loop_step_zero(y out)
  real y
  passive integer i, s
  s = 0
  do i = 1, 3, s
    y = 2.0
  end
end

subroutine endless(y out)
  real y
  y = 0.0
  while (y < 1.0)
    y = y*0.5
  end
end

subroutine bottomless(y out)
  real y
  call bottomless(y)
end

subroutine hungry(y out)
  real y
  call eats(y)
end

subroutine eats(y)
  real y, t(100000)
  t = 0.0
  call eats(y)
end

subroutine outside_world(y out)
  real y
  call nowhere(y)
end

subroutine division(y out)
  real y
  passive integer i
  i = 0
  y = 1/i
end

subroutine opaque(y out)
  real y, unused(2)
  marker [passive: OPR_ISTORE]
  y = 1.0
end

subroutine harmless(y out)
  real y
  marker [passive: OPR_PRAGMA]
  y = 1.0
end

subroutine text(y out)
  real y
  y = 1.0
  y = not_an_intrinsic(y, y)
end

subroutine wrong_condition(y out)
  real y
  y = 1.0
  if (gives_real(y)) then
    y = 2.0
  end
end

subroutine too_many_functions(y out)
  real y
  y = endlessly(y)
end

subroutine endlessly(a, r out)
  real a, r
  r = endlessly(r)
end

subroutine no_function(y out)
  real y
  y = harmless(y)
end

subroutine unknown_function(y out)
  real y
  y = nowhere(y)
end

subroutine unset_result(y out)
  real y
  y = 1.0
  y = y + leaves_unset(y)
end

subroutine leaves_unset(a in, r out)
  real a, r
  a = a
end
