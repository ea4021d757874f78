! Associate: variables, elements, sections, expressions; nested; as the left side of assignments and as arguments.
! entry: head; independents: x; dependents: y
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y(4)
  real(8) :: a(3, 4)
  integer :: i, k
  k = 2
  do i = 1, 4
    a(:, i) = x(i)*[1.0d0, 2.0d0, 3.0d0]
  end do
  associate (row => a(k, :), p => x(1)*x(2), e => a(3, k), all => y)
    k = 3
    row(1) = p*p
    row(2:3) = row(2:3) + p
    associate (part => row(2:4), q => p + e)
      part = part*q
      call double(part)
      e = q
    end associate
    all(1) = sum(row)
    all(2) = e
    all(3:4) = a(2, 1:2)
  end associate
contains
  subroutine double(v)
    real(8), intent(inout) :: v(:)
    v = 2.0d0*v*v(1)
  end subroutine double
end subroutine head
