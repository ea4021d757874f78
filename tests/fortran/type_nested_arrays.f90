! Arrays of structures in arrays of structures; bounds that do not begin at 1; assumed shape and size; association with sections.
! entry: head; independents: x; dependents: y
! checked: yes
module trees
  implicit none
  type leaf
    real(8) :: c(-1:1) = 0.5d0
  end type
  type branch
    type(leaf) :: leaves(0:1)
    real(8) :: w
  end type
contains
  subroutine grow(b, f)
    type(branch), intent(inout) :: b(0:)
    real(8), intent(in) :: f
    integer :: i
    do i = 0, size(b) - 1
      b(i)%leaves(0)%c = b(i)%leaves(0)%c + f*i
      b(i)%leaves(1)%c(-1) = b(i)%w*b(i)%leaves(0)%c(1)
    end do
  end subroutine
  subroutine trim_all(b, n)
    integer, intent(in) :: n
    type(branch), intent(inout) :: b(*)
    integer :: i
    do i = 1, n
      b(i)%w = b(i)%w*sum(b(i)%leaves(1)%c)
    end do
  end subroutine
end module
subroutine head(x, y)
  use trees
  implicit none
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y
  type(branch) :: b(2, 2)
  integer :: i, j
  do j = 1, 2
    do i = 1, 2
      b(i, j)%w = x(i)*j
    end do
  end do
  call grow(b(:, 2), x(1))
  call grow(b(2:2, 1), x(2))
  call trim_all(b, 3)
  call trim_all(b(2, 1), 2)
  associate (col => b(:, 2))
    associate (l => col(2)%leaves)
      l(1)%c(0) = l(0)%c(1)*x(2)
    end associate
    y = sum(col%w) + col(1)%leaves(1)%c(-1)
  end associate
  y = y + b(2, 2)%leaves(1)%c(0) + sum(b(2, :)%leaves(0)%c(1))
end subroutine
