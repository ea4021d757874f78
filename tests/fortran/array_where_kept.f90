! Masks are kept where what they are made of is assigned; other elements are read.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(out) :: y(6)
  real(8) :: a(6), b(0:5)
  a = x
  b = x**2
  where (a > 0.7d0)
    a = a*b
    b = b + cshift(x, 1)
  elsewhere
    a = -a
  end where
  where (a(2:6) > 0) a(2:6) = a(1:5)*b(0:4)
  where (b > 1)
    b = 1/b
    where (b > 0.5d0)
      a = a + b
    elsewhere (a > 0)
      a = a*b(5:0:-1)
    end where
  end where
  y = a + b
end subroutine head
