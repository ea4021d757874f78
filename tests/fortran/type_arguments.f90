! Structures as arguments of the entry, nested, in arrays, of assumed shape; what is passed of them.
! entry: head; independents: p, r, s; dependents: r, y
! compared: no
! checked: yes
module bodies
  implicit none
  integer, parameter :: wp = kind(1d0)
  type :: inner
    real(wp) :: w(3)
  end type
  type :: body
    real(wp) :: a, b
    type(inner) :: in
  end type
contains
  subroutine mix(q, total)
    type(inner), intent(inout) :: q
    real(wp), intent(out) :: total
    q%w = q%w*q%w(1)
    total = sum(q%w(:2))
  end subroutine
  subroutine shift(all, by)
    class(body), intent(inout) :: all(:)
    real(wp), intent(in) :: by
    integer :: i
    do i = 1, size(all)
      all(i)%b = all(i)%b*by
      all(i)%in%w(2:3) = all(i)%in%w(1:2)*by
    end do
  end subroutine
  function middle(a, b) result(c)
    type(body), intent(in) :: a, b
    type(body) :: c
    c%a = (a%a + b%a)/2
    c%b = a%b*b%b
    c%in%w = a%in%w + b%in%w*c%a
  end function
  subroutine head(p, r, s, y)
    type(body), intent(in) :: p
    type(body), intent(inout) :: r(2)
    type(body), intent(in) :: s(2)
    real(wp), intent(out) :: y
    type(body) :: l, k(2)
    real(wp) :: total
    integer :: i
    l = p
    k = s
    call mix(l%in, total)
    do i = 1, 2
      r(i)%a = l%a*total + r(i)%in%w(2)
    end do
    call shift(k, l%b)
    l = middle(k(1), r(2))
    call mix(r(2)%in, total)
    y = total + r(1)%a*l%b + sum(k(2)%in%w) + sum(l%in%w)
  end subroutine
end module
