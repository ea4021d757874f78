! Programs whose results are known exactly; tests/unit/test_evaluate.c has them.
common real shared, pool(6)
common real window(6) @ pool
common real head_of_pool @ pool
common passive integer calls

subroutine arithmetic(y out)
  real y(8)
  passive integer i, j
  i = 7
  j = -2
  y(1) = i/j
  y(2) = i - j*i
  y(3) = 0.1f
  y(4) = 2.0**j
  y(5) = -(i/2.0)
  y(6) = mod(i, 4)
  i = 2.9
  y(7) = i
  i = -2.9
  y(8) = i
end

subroutine logic(y out)
  real y(4)
  passive logical p, q
  p = .true.
  q = 1 > 2
  y = 0.0
  if (p .and. .not. q) then
    y(1) = 1.0
  end
  if* (p .xor. q) then
    y(2) = 1.0
  else
    y(2) = 2.0
  end
  if (q .or. 2.5 <= 2.5) then
    y(3) = 1.0
  end
  if (1 /= 1) then
    y(4) = 1.0
  end
end

subroutine choices(y out)
  real y(4)
  passive integer i
  do i = 1, 4
    select (i)
    case 1
      y(i) = 10.0
    case 3
      y(i) = 30.0
    default
      y(i) = -1.0
    end
  end
end

subroutine counted(y out)
  real y(10)
  passive integer i, n, s
  y = 0.0
  n = 5
  do i = 1, n
    n = 1
    y(1) = y(1) + i
  end
  y(2) = i
  do i = 1, 10, 4
    y(3) = y(3) + i
  end
  y(4) = i
  do i = 3, 1, -1
    y(5) = y(5)*10.0 + i
  end
  y(6) = i
  do i = 2, 1
    y(7) = 1.0
  end
  y(8) = i
  s = 2
  do i = 1, 6
    if (i == 3) goto out
    s = s + i
  end
out::
  y(9) = s
  y(10) = i
end

subroutine repeated(y out)
  real y(4)
  passive integer i, k
  i = 0
  while (i*i < 50)
    i = i + 3
  end
  y(1) = i
  k = 0
  repeat
    k = k + 1
    repeat
      i = i - 1
    until (mod(i, 4) == 0)
  until (i <= 0)
  y(2) = k
  y(3) = i
  while (i > 0)
    i = 100
  end
  y(4) = i
end

subroutine jumps(y out)
  real y(2)
  passive integer i, n
  n = 0
  i = 0
again::
  i = i + 1
  if (i > 9) goto finish
  if (mod(i, 2) == 0) goto again
  n = n + i
  goto again
finish::
  y(1) = n
  y(2) = i
end

subroutine subscripts(y out)
  real y(3)
  real a(-1:1,2:4)
  passive integer i, j, k(3)
  do i = -1, 1
    do j = 2, 4
      a(i,j) = 10.0*i + j
    end
  end
  k(1) = 1
  k(2) = -1
  k(3) = 0
  y(1) = a(-1,4)
  y(2) = a(k(k(1)),k(1)+1)
  y(3) = a(k(2),2) + a(k(3),3)
end

subroutine sections(y out)
  real y(12)
  real a(3,4), b(4), c(2,2)
  passive integer i, j, k(3)
  do j = 1, 4
    do i = 1, 3
      a(i,j) = 10.0*i + j
    end
  end
  b = a(2,:)
  y(1:4) = b
  y(5:7) = a(3:1:-1,2)
  c = a(1:3:2,2:4:2)
  y(8:9) = c(:,2)
  k(1) = 3
  k(2) = 1
  k(3) = 3
  a(k(1:2),1) = 0.5
  y(10:12) = a(k,1) + a(k,2)
end

subroutine overlaps(y out)
  real y(9)
  passive integer i
  do i = 1, 5
    y(i) = i
  end
  y(2:5) = y(1:4)
  y(6:9) = y(4:1:-1)
  y(1:9:2) = y(1:9:2)*2.0
end

subroutine broadcasts(y out)
  real y(6)
  real a(2,3), b(2,3), s
  s = 2.0
  a = s
  b = a*3.0 - 1.0
  b(:,2) = s
  a = a + b/s
  y(1:2) = a(:,1)
  y(3:4) = a(:,2)
  y(5:6) = a(:,3)
end

subroutine allocations(y out)
  real y(6)
  real a(:), b(:,:), c(2:3,1:2)
  a = y(1:0)
  y(1) = size(a)
  c = 3.0
  b = c*2.0
  y(2) = size(b, 2)
  y(3) = b(1,2)
  call resized(a)
  y(4) = size(b)
  if (allocated(a)) then
    y(5) = 1.0
  end
  y(6) = size(a)
end

subroutine resized(a)
  real a(:)
  real b(3)
  b = 1.0
end

subroutine grown(y out)
  real y(3)
  real a(:)
  passive logical before, behind
  before = allocated(a)
  call made(a)
  behind = allocated(a)
  y = a
  if (before) then
    y(1) = -1.0
  end
  if (.not. behind) then
    y(2) = -1.0
  end
end

subroutine made(a)
  real a(:)
  real b(3)
  passive integer i
  do i = 1, 3
    b(i) = i*i
  end
  a = b
end

subroutine sequences(y out)
  real y(8)
  real a(3,4)
  passive integer i, j
  do j = 1, 4
    do i = 1, 3
      a(i,j) = 10.0*i + j
    end
  end
  call second_of(a(2,3), y(1))
  call second_of(a, y(2))
  call total_of(a(1,2), y(3))
  call second_of(a(2,1:4), y(4))
  call turned(a, y(5))
  call shaped(a(2:3,2:4), y(6))
  call negated(a(1,:))
  y(7) = a(1,3)
  call first_only(a(3,4), y(8))
end

subroutine second_of(v, r out)
  real v(2), r
  r = v(2)
end

subroutine first_only(v, r out)
  real v, r
  r = v
end

subroutine total_of(v, r out)
  real v(:), r
  passive integer i
  r = 0.0
  do i = 1, size(v)
    r = r + v(i)
  end
end

subroutine turned(v, r out)
  real v(4,0:2), r
  r = v(1,2)
end

subroutine shaped(v, r out)
  real v(:,:), r
  r = v(2,3)*100.0 + ubound(v, 1)*10.0 + lbound(v, 2)
end

subroutine negated(v)
  real v(4)
  v = -v
end

subroutine passed_on(y out)
  real y(3)
  real a(5)
  passive integer i
  do i = 1, 5
    a(i) = i
  end
  call middle(a(2), y)
  y(3) = a(4)
end

subroutine middle(v, y)
  real v, y(2)
  call second_of(v, y(1))
  call zeroed(v)
  y(2) = v
end

subroutine zeroed(v)
  real v(3)
  v = 0.0
end

subroutine optionals(y out)
  real y(4)
  call maybe(y(1), 5.0)
  call maybe(y(2),)
  call perhaps(y(3), 7.0)
  call perhaps(y(4),)
end

subroutine maybe(r out, x)
  real r, x
  r = -1.0
  if (present(x)) then
    r = x
  end
end

subroutine perhaps(r out, x)
  real r, x
  call maybe(r, x)
end

subroutine recursive(y out)
  real y(2)
  passive integer n
  n = 6
  calls = 0
  call factorial(n, y(1))
  y(2) = calls
end

subroutine factorial(n in, r out)
  passive integer n
  real r, below
  calls = calls + 1
  if (n <= 1) then
    r = 1.0
  else
    call factorial_of_less(n, below)
    r = n*below
  end
end

subroutine factorial_of_less(n in, r out)
  passive integer n, less
  real r
  less = n - 1
  call factorial(less, r)
end

subroutine commons(y out)
  real y(7)
  passive integer i
  head_of_pool{range=2-7p} = 4.0
  y(7) = pool(1)
  shared = 2.0
  do i = 1, 6
    pool(i) = i
  end
  call doubled(shared)
  y(1) = shared
  y(2) = window(3)
  window(1) = 9.0
  y(3) = pool(1)
  call second_of(pool(5), y(4))
  y(5:6) = window(2:3)
end

subroutine doubled(r)
  real r
  r = r*2.0
  pool(3) = pool(3)*2.0
end

subroutine complexes(y out)
  real y(6)
  complex z, w(2)
  z = complex(1.0, 2.0)
  w = z*z
  w(2) = w(1)/z
  y(1) = real(w(1))
  y(2) = imag(w(1))
  y(3) = real(w(2))
  y(4) = imag(w(2))
  z = 2.5
  y(5) = imag(z)
  y(6) = z
end

subroutine early(y out)
  real y(2)
  y(1) = 1.0
  y(2) = 2.0
  if (y(1) > 0.5) goto leave
  y(2) = 3.0
leave::
end

subroutine functions(y out)
  real y(9)
  real t, a(3)
  passive integer n
  t = 2.0
  n = 5
  y(1) = cube(t) + cube(t)*10.0
  a = 1.0
  a(truncated(t)) = cube(a(truncated(t))) + 4.0
  y(2) = a(2)
  y(3) = product_below(n)
  if (cube(t) > 7.0) then
    y(4) = 1.0
  else
    y(4) = 2.0
  end
  y(5:7) = spread3(t)*a + a
  y(8) = 0.0
  while (cube(y(8)) < 60.0)
    y(8) = y(8) + 1.0
  end
  y(9) = t + twice_cube(t)
end

subroutine cube(a in, r out)
  real a, r
  r = a*a*a
end

subroutine twice_cube(a in, r out)
  real a, r
  r = cube(a) + cube(a)
end

subroutine truncated(a in, r out)
  real a
  passive integer r
  r = a
end

subroutine spread3(a in, r out)
  real a, r(3)
  passive integer i
  do i = 1, 3
    r(i) = a*i
  end
end

subroutine product_below(n in, r out)
  passive integer n, less, r
  r = 1
  if (n > 1) then
    less = n - 1
    r = n*product_below(less)
  end
end
