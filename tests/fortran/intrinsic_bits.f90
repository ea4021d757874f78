! Bits and shifts of integers, and models of numbers.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y(14)
  integer :: k, m, v(4)
  k = int(x(1)*100)
  m = int(x(2)*100)
  v = [k, m, k + 1, m + 3]
  y(1) = x(1)*(iand(k, m) + ior(k, m) + ieor(k, m) + not(k))
  y(2) = x(1)*(ishft(k, 2) + ishft(m, -1) + shiftl(k, 3) + shiftr(m, 2) + shifta(-m, 1))
  y(3) = x(1)*(ibset(k, 4) + ibclr(k, 1) + ibits(k, 1, 3))
  y(4) = merge(x(1), x(2), btest(k, 0))
  y(5) = x(2)*k
  y(6) = x(1)*(iall(v) + iany(v) + iparity(v))
  y(7) = x(1)*(maskl(3) + maskr(5)) + x(2)*merge_bits(k, m, 12)
  y(8) = x(1)*(ishftc(k, 3))
  y(9) = x(1)*exponent(x(2)*8) + fraction(x(1))
  y(10) = scale(x(1), 3) + set_exponent(x(2), 2)
  y(11) = x(1)*(digits(x(1)) + maxexponent(x) + minexponent(1.0) + precision(x(1)) + radix(x(1)) + range(k))
  y(12) = x(1)*(huge(k)/1000 + epsilon(x(1)) + tiny(1.0) + bit_size(k) + kind(x(1)))
  y(13) = nearest(x(1), 1.0d0) + spacing(x(1)) + rrspacing(x(2))*0
  y(14) = x(1)*selected_real_kind(12) + x(2)*selected_int_kind(9)
end subroutine head
