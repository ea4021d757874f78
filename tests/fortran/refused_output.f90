! Structures that can't be written member by member, and what an implied loop has no place for.
! refused: 17: s, a structure, is named in input or output
! refused: 18: s(i)%v is named in an implied loop of input or output
! refused: 19: s(k)%n is named in an implied loop of input or output
! refused: 21: n(s(1)%n) may rest on what is read before it
module counts
  type count
    integer :: n
    real(8) :: v(2)
  end type
contains
  subroutine put(s, n)
    type(count), intent(inout) :: s(2)
    integer, intent(inout) :: n(3)
    integer :: i, k

    print *, s
    print *, (s(i)%v, i = 1, 2)
    print *, ((s(k)%n, k = i, 2), i = 1, 2)
    read (5, *) s(1)%v
    read (5, *) s(1)%n, n(s(1)%n)
  end subroutine
end module
