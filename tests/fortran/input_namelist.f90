! Groups of variables are read and written, of a module and of a routine, and some are declared in several versions.
! entry: head; independents: x; dependents: y
! judged: driver; modes: tangent, split
module settings
  implicit none
  integer :: n = 1
  real(8) :: factor = 1d0
  namelist /global/ n, factor
contains
  subroutine set(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    character(len=8) :: word
    real(8) :: shift(2)
    character(len=60) :: line
    namelist /own/ word, shift
    word = 'none'
    shift = 0
    line = '&own word = "some", shift = 0.5, 0.25 /'
    read (line, nml=own)
    write (*, own)
    y = shift(1)*x + shift(2)
    if (word == 'some') y = y*x
  end subroutine
end module
subroutine head(x, y)
  use settings
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  character(len=40) :: line
  real(8) :: z
  integer :: i
  line = '&global n = 3, factor = 2.5 /'
  read (line, global)
  write (*, nml=global)
  y = x
  do i = 1, n
    call set(y, z)
    y = factor*z
  end do
end subroutine
