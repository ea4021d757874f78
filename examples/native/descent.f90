! The shape of a chain of ten masses between two supports, where its energy is least: gradient descent. chain.xaif
! has the energy, chain_adjoint.f90 its adjoint, which xaifbooster writes.
program descent
  use chain_module, only: energy_b
  use xaif_tape, only: tape, tape_is_empty, tape_peak
  implicit none
  integer, parameter :: n = 10, most = 1000
  real(8), parameter :: enough = 1.0d-6
  real(8) :: x(n), gradient(n), y, step
  integer :: i, rounds

  x = [(0.5d0*sin(1.0d0*i), i=1, n)]
  call value_and_gradient(x, y, gradient)
  call check(x, gradient)
  step = 0.1d0
  do rounds = 1, most
    if (maxval(abs(gradient)) < enough) exit
    call descend(x, y, gradient, step)
  end do
  print '(a, i0, a, f12.9)', 'after ', rounds - 1, ' steps, the energy is ', y
  print '(a, 10f8.4)', 'x =', x
  if (maxval(abs(gradient)) >= enough) error stop 'no minimum was found'
contains
  ! The adjoint of the energy is 1; those of x are incremented, so that they are 0 at first.
  subroutine value_and_gradient(x, y, gradient)
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y, gradient(n)
    real(8) :: y_b

    gradient = 0.0d0
    y_b = 1.0d0
    call energy_b(x, gradient, y, y_b)
  end subroutine value_and_gradient

  ! A step against the gradient, which is shorter if the energy does not fall.
  subroutine descend(x, y, gradient, step)
    real(8), intent(inout) :: x(n), y, gradient(n), step
    real(8) :: to(n), y_to, gradient_to(n)

    do
      to = x - step*gradient
      call value_and_gradient(to, y_to, gradient_to)
      if (y_to <= y - 0.25d0*step*sum(gradient**2) .or. step < 1.0d-12) exit
      step = 0.5d0*step
    end do
    x = to
    y = y_to
    gradient = gradient_to
    step = 1.5d0*step
  end subroutine descend

  ! Prints the gradient beside central differences. They agree to about eight digits.
  subroutine check(x, gradient)
    real(8), intent(in) :: x(n), gradient(n)
    real(8), parameter :: h = 1.0d-5
    real(8) :: up(n), down(n), y_up, y_down, ignored(n), by_differences(n)
    integer :: i

    do i = 1, n
      up = x
      down = x
      up(i) = x(i) + h
      down(i) = x(i) - h
      call value_and_gradient(up, y_up, ignored)
      call value_and_gradient(down, y_down, ignored)
      by_differences(i) = (y_up - y_down)/(2.0d0*h)
    end do
    print '(a, 10f8.4)', 'gradient:      ', gradient
    print '(a, 10f8.4)', 'by differences:', by_differences
    print '(a, i0, a)', 'the tape has taken ', tape_peak(tape), ' bytes at most'
    if (maxval(abs(gradient - by_differences)) > 1.0d-7) error stop 'the gradient is wrong'
    if (.not. tape_is_empty(tape)) error stop 'something is left on the tape'
  end subroutine check
end program descent
