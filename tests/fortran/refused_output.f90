! A member of a structure is named in output.
! refused: 10: s, a structure, is named in input or output
module counts
  type count
    integer :: n
  end type
contains
  subroutine put(s)
    type(count), intent(in) :: s
    print *, s%n
  end subroutine
end module
