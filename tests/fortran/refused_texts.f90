! Texts of which not all is known.
! refused: 13: the length of c, an argument, is computed
! refused: 16: names is an array of texts whose length is not constant
! refused: 18: p(:)%note can't be read: it is a text whose length varies
! refused: 19: whether a text is allocated can't be read
! entry: head; independents: x; dependents: y
subroutine head(n, c, x, y)
  implicit none
  type part
    character(:), allocatable :: note
  end type part
  integer :: n
  character(n) :: c
  real(8) :: x, y
  character(:), allocatable :: text
  character(:), allocatable :: names(:)
  type(part) :: p(2)
  p(1)%note = 'a'
  if (allocated(text)) deallocate (text)
  allocate (character(n) :: names(2))
  names = c
  if (names(1) == 'a') y = x
end subroutine head
