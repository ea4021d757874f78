! What a block allocates is gone at its end.
! refused: 10: q is allocated within a block
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  integer :: i
  y = 0
  do i = 1, 3
    block
      real(8), allocatable :: q(:)
      if (.not. allocated(q)) allocate(q(i))
      q = x(i)
      y = y + sum(q)
    end block
  end do
end subroutine
