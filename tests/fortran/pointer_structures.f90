! Pointers to structures: variables, elements that are chosen in loops and branches, components, parts of arrays; what
! they point to is passed, assigned, and pointed into.
! entry: head; independents: x; dependents: y
module grids
  implicit none
  type layer
    real(8) :: t, q
    real(8) :: flux(2)
  end type layer
  type column
    integer :: n = 2
    type(layer) :: top
    type(layer) :: layers(3)
    real(8) :: work(2)
  end type column
contains
  subroutine warm(l, by)
    type(layer), intent(inout) :: l
    real(8), intent(in) :: by
    l%t = l%t + sin(by)*l%q
    l%flux = l%flux*l%t
  end subroutine warm

  subroutine head(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y
    type(column), target :: cols(2), other
    type(column), pointer :: c, d
    type(layer), pointer :: l, m, ls(:)
    real(8), pointer :: f(:)
    integer :: i, k
    do i = 1, 2
      c => cols(i)
      c%work = x(1:2)*i
      c%top = layer(x(i), x(3), [x(4), x(1)])
      do k = 1, 3
        l => c%layers(k)
        l%t = x(k)*c%top%q
        l%q = k*x(4)
        l%flux(1) = l%t*l%q
        l%flux(2) = l%t + i
        call warm(l, c%work(1))
      end do
    end do
    other = cols(1)
    if (x(1) > 0) then
      d => other
    else
      d => cols(2)
    end if
    d%top%t = d%layers(2)%t*x(2)
    k = 2
    l => d%layers(k)
    k = 3
    call warm(l, x(3))
    ls => cols(2)%layers(2:)
    ls(1)%q = ls(2)%t*ls(1)%t
    f => l%flux
    f(2) = f(1)*f(2)
    y = sum(d%layers%t) + sum(ls%q) + other%layers(2)%flux(2) + d%top%t*sum(cols(1)%work)
    m => cols(1)%top
    cols(2)%top = m
    y = y + cols(2)%top%t*m%q
  end subroutine head
end module grids
