! What the tape and the checkpoints give back, compared bit by bit. With the argument "stop" the program takes a
! value from an empty tape without a handler, which has to end it.
module tape_test
  use, intrinsic :: iso_fortran_env, only: error_unit, int64, real64
  use xaif_tape
  implicit none

  integer :: failures = 0, errors = 0
  character(len=200) :: last_error = ''

contains

  subroutine check(condition, what)
    logical, intent(in) :: condition
    character(len=*), intent(in) :: what

    if (condition) return
    write (error_unit, '(2a)') 'failed: ', what
    failures = failures + 1
  end subroutine check

  subroutine count_error(message)
    character(len=*), intent(in) :: message

    errors = errors + 1
    last_error = message
  end subroutine count_error

  ! Checks that there were so many errors since this was last called.
  subroutine check_errors(wanted, what)
    integer, intent(in) :: wanted
    character(len=*), intent(in) :: what

    call check(errors == wanted, what)
    errors = 0
  end subroutine check_errors

  ! A push and a pop as programs have them.

  subroutine push(stack, x)
    type(tape_stack), intent(inout) :: stack
    real(real64), intent(in) :: x

    if (stack%top + 1 > stack%limit) call tape_grow(stack, 1)
    stack%x(stack%top + 1) = x
    stack%top = stack%top + 1
  end subroutine push

  subroutine pop(stack, x)
    type(tape_stack), intent(inout) :: stack
    real(real64), intent(out) :: x

    x = stack%x(stack%top)
    stack%top = stack%top - 1
    if (stack%top < 0) call tape_shrink(stack)
  end subroutine pop

  ! The number i is put, and looked for, at the place i of a run.
  subroutine push_run(stack, first, count)
    type(tape_stack), intent(inout) :: stack
    integer, intent(in) :: first, count
    integer :: i

    if (stack%top + count > stack%limit) call tape_grow(stack, count)
    do i = 1, count
      stack%x(stack%top + i) = first + i - 1
    end do
    stack%top = stack%top + count
  end subroutine push_run

  subroutine pop_run(stack, last, count, good)
    type(tape_stack), intent(inout) :: stack
    integer, intent(in) :: last, count
    logical, intent(inout) :: good
    integer :: i

    do i = 0, count - 1
      good = good .and. nint(stack%x(stack%top - i)) == last - i
    end do
    stack%top = stack%top - count
    if (stack%top < 0) call tape_shrink(stack)
  end subroutine pop_run
end module tape_test

program test_tape
  use, intrinsic :: iso_fortran_env, only: error_unit, int8, int16, int32, int64, real32, real64
  use xaif_tape
  use tape_test
  implicit none

  ! More than three segments.
  integer, parameter :: many = 200000
  integer(int64), parameter :: nan_8 = int(z'7FF8000000012345', int64)
  character(len=8) :: argument

  call get_command_argument(1, argument)
  if (argument == 'stop') then
    call take_nothing()
  else
    call test_scalars()
    call test_runs()
    call test_turns()
    call test_reals()
    call test_others()
    call test_sections()
    call test_characters()
    call test_sizes()
    call test_file()
    call test_errors()
    call test_checks()
    call test_contexts()
    call test_threads()
  end if
  if (failures > 0) error stop 1

contains

  subroutine take_nothing()
    real(real64) :: x

    call tape_turn(tape)
    call pop(tape, x)
    write (error_unit, '(a)') 'the program was not stopped'
  end subroutine take_nothing

  ! Bits stay as they are, and both stacks are apart.
  subroutine test_scalars()
    real(real64) :: x

    call check(tape_is_empty(tape), 'empty at first')
    call push(tape, transfer(nan_8, 0.0_real64))
    call push(checkpoints, 1.0_real64)
    call push(tape, -0.0_real64)
    call push(tape, tiny(x)/4)
    call check(tape_size(tape) == 24 .and. tape_size(checkpoints) == 8, 'sizes of both')
    call pop(tape, x)
    call check(transfer(x, nan_8) == transfer(tiny(x)/4, nan_8), 'subnormal')
    call pop(tape, x)
    call check(transfer(x, nan_8) == transfer(-0.0_real64, nan_8), 'negative zero')
    call pop(checkpoints, x)
    call check(nint(x) == 1, 'checkpoint below the tape')
    call pop(tape, x)
    call check(transfer(x, nan_8) == nan_8, 'not a number')
    call check(tape_is_empty(tape) .and. tape_is_empty(checkpoints), 'empty after scalars')
  end subroutine test_scalars

  ! Runs of any lengths are put, and taken in runs of others.
  subroutine test_runs()
    integer :: lengths, count, last
    logical :: good

    good = .true.
    do lengths = 1, 3
      last = 0
      do while (last < many)
        count = 1 + modulo(last*lengths, 64)
        call push_run(tape, last + 1, count)
        last = last + count
      end do
      call check(tape_size(tape) == 8_int64*last, 'size of runs')
      do while (last > 0)
        count = min(last, 1 + modulo(last*7, 128))
        call pop_run(tape, last, count, good)
        last = last - count
      end do
      call check(good .and. tape_is_empty(tape), 'runs of other lengths')
    end do
  end subroutine test_runs

  ! Back and forth at the end of a segment.
  subroutine test_turns()
    integer :: i, k
    logical :: good

    good = .true.
    do i = 1, 65536*2, 32
      call push_run(tape, i, 32)
      do k = 1, 3
        call pop_run(tape, i + 31, min(i + 31, 100), good)
        call push_run(tape, i + 32 - min(i + 31, 100), min(i + 31, 100))
      end do
    end do
    do i = 65536*2, 32, -32
      call pop_run(tape, i, 32, good)
    end do
    call check(good .and. tape_is_empty(tape), 'turns')
  end subroutine test_turns

  ! Numbers with all kinds of bits.
  subroutine fill(bits)
    integer(int64), intent(out) :: bits(:)
    integer :: i
    integer(int64) :: state

    state = 88172645463325252_int64
    do i = 1, size(bits)
      state = ieor(state, ishft(state, 13))
      state = ieor(state, ishft(state, -7))
      state = ieor(state, ishft(state, 17))
      bits(i) = state
    end do
    bits(3) = nan_8
    bits(size(bits)) = -huge(bits) - 1
  end subroutine fill

  subroutine test_reals()
    integer(int64), allocatable :: bits(:)
    real(real64), allocatable :: a(:), b(:)
    real(real32), allocatable :: c(:), d(:)
    complex(real64), allocatable :: z(:), w(:)
    complex(real32), allocatable :: s(:), t(:)
    real(real64) :: x
    integer(int64), parameter :: n = many

    allocate (bits(n), a(n), b(n), c(n), d(n), z(n/2), w(n/2), s(n/2), t(n/2))
    call fill(bits)
    a = transfer(bits, a)
    c = real(modulo(bits, 1000003_int64), real32)
    z = cmplx(a(1:many/2), a(many/2 + 1:many), real64)
    s = cmplx(c(1:many/2), c(many/2 + 1:many), real32)
    call push(tape, 1.0_real64)
    call tape_put_r8(tape, a, n)
    call tape_put_c8(tape, z, n/2)
    call push(tape, 2.0_real64)
    call tape_put_r4(tape, c, n)
    call tape_put_c4(tape, s, n/2)
    call check(tape_size(tape) == 8*(4*n + 2), 'size of real arrays')
    call tape_take_c4(tape, t, n/2)
    call tape_take_r4(tape, d, n)
    call pop(tape, x)
    call check(nint(x) == 2, 'scalar between arrays')
    call tape_take_c8(tape, w, n/2)
    call tape_take_r8(tape, b, n)
    call pop(tape, x)
    call check(nint(x) == 1 .and. tape_is_empty(tape), 'scalar below arrays')
    call check(all(transfer(b, bits) == bits), 'array r8')
    call check(all(nint(c - d) == 0), 'array r4')
    call check(all(transfer(real(w), bits) == bits(:many/2)) .and. &
      all(transfer(aimag(w), bits) == bits(many/2 + 1:)), 'array c8')
    call check(all(nint(real(s - t)) == 0) .and. all(nint(aimag(s - t)) == 0), 'array c4')
  end subroutine test_reals

  subroutine test_others()
    integer(int64), allocatable :: i8(:), j8(:)
    integer(int32), allocatable :: i4(:), j4(:)
    integer(int16), allocatable :: i2(:), j2(:)
    integer(int8), allocatable :: i1(:), j1(:)
    logical, allocatable :: l(:), m(:)
    integer(int64), parameter :: n = many

    allocate (i8(n), j8(n), i4(n), j4(n), i2(n), j2(n), i1(n), j1(n), l(n), m(n))
    call fill(i8)
    i4 = transfer(i8, i4, many)
    i2 = transfer(i8, i2, many)
    i1 = transfer(i8, i1, many)
    l = i4 > 0
    call tape_put_i8(checkpoints, i8, n)
    call tape_put_i4(checkpoints, i4, n)
    call tape_put_i2(checkpoints, i2, n)
    call tape_put_i1(checkpoints, i1, n)
    call tape_put_l(checkpoints, l, n)
    call tape_take_l(checkpoints, m, n)
    call tape_take_i1(checkpoints, j1, n)
    call tape_take_i2(checkpoints, j2, n)
    call tape_take_i4(checkpoints, j4, n)
    call tape_take_i8(checkpoints, j8, n)
    call check(all(i8 == j8) .and. all(i4 == j4) .and. all(i2 == j2) .and. all(i1 == j1), 'arrays of integers')
    call check(all(l .eqv. m), 'array of logicals')
    call check(tape_is_empty(checkpoints), 'empty after other arrays')
  end subroutine test_others

  ! Arrays that are not contiguous, and fewer elements than the argument has, which leave the others as they are.
  subroutine test_sections()
    real(real64) :: a(8, 9), b(8, 9)
    integer(int16) :: k(20), i
    real(real64), allocatable :: none(:, :)

    a = reshape([(real(i, real64), i = 1_int16, 72_int16)], [8, 9])
    b = a
    call tape_put_r8(tape, a(2:8:3, 1:9:2), int(size(a(2:8:3, 1:9:2)), int64))
    a(2:8:3, 1:9:2) = -1
    call tape_take_r8(tape, a(2:8:3, 1:9:2), int(size(a(2:8:3, 1:9:2)), int64))
    call check(all(nint(a) == nint(b)), 'section in two dimensions')
    call tape_put_r8(tape, a(1, 1:3), 3_int64)
    call tape_take_r8(tape, a(2, :), 3_int64)
    b(2, 1:3) = b(1, 1:3)
    call check(all(nint(a) == nint(b)), 'fewer elements than the section has')
    k = [(i, i = 1_int16, 20_int16)]
    call tape_put_i2(tape, k(20:2:-2), 10_int64)
    k(2:20:2) = 0
    call tape_take_i2(tape, k(20:2:-2), 10_int64)
    call check(all(k == [(i, i = 1_int16, 20_int16)]), 'section backwards')
    allocate (none(0, 5))
    call tape_put_r8(tape, none, int(size(none), int64))
    call tape_take_r8(tape, none, int(size(none), int64))
    call check(tape_is_empty(tape), 'empty after sections')
  end subroutine test_sections

  subroutine test_characters()
    character(len=7), allocatable :: texts(:), new(:)
    integer :: i

    allocate (texts(30000), new(30000))
    do i = 1, 30000
      texts(i) = char(33 + modulo(i, 90)) // 'abc' // char(33 + modulo(i/90, 90))
    end do
    new = ''
    call tape_put_s(tape, texts, 30000_int64)
    call check(tape_size(tape) == 8*30000*7, 'size of texts')
    call tape_take_s(tape, new, 30000_int64)
    call check(all(texts == new) .and. tape_is_empty(tape), 'texts')
  end subroutine test_characters

  subroutine test_sizes()
    real(real64) :: x
    real(real64), allocatable :: a(:)

    allocate (a(many))
    call tape_reset(tape)
    call check(tape_size(tape) == 0 .and. tape_peak(tape) == 0, 'size and peak after reset')
    call push(tape, 1.0_real64)
    call push(tape, 2.0_real64)
    call check(tape_size(tape) == 16 .and. tape_peak(tape) == 16, 'size of two numbers')
    call tape_turn(tape)
    call pop(tape, x)
    call check(tape_size(tape) == 8 .and. tape_peak(tape) == 16, 'the peak remains')
    a = 3
    call tape_put_r8(tape, a, int(many, int64))
    call tape_take_r8(tape, a, int(many, int64))
    call check(tape_peak(tape) == 8 + 8_int64*many, 'peak of arrays')
    call tape_put_r8(tape, a, int(many, int64))
    call tape_reset(tape)
    call check(tape_is_empty(tape) .and. tape_peak(tape) == 0, 'reset')
    call push(tape, 2.0_real64)
    call pop(tape, x)
    call check(nint(x) == 2 .and. tape_is_empty(tape), 'the tape can be used after a reset')
  end subroutine test_sizes

  ! With little memory, segments go to a file and come back.
  subroutine test_file()
    integer :: last, turn
    real(real64), allocatable :: a(:), b(:)
    logical :: good

    allocate (a(many), b(many))
    good = .true.
    call tape_in_memory(tape, 1000000_int64)
    do turn = 1, 2
      do last = 64, 40*65536, 64
        call push_run(tape, last - 63, 64)
        if (modulo(last, 655360) == 0) call pop_run(tape, last, 100, good)
        if (modulo(last, 655360) == 0) call push_run(tape, last - 99, 100)
      end do
      a = turn
      call tape_put_r8(tape, a, int(many, int64))
      call push_run(tape, 1, 60)
      call pop_run(tape, 60, 60, good)
      call tape_take_r8(tape, b, int(many, int64))
      good = good .and. all(nint(b) == turn)
      do last = 40*65536, 128, -128
        call pop_run(tape, last, 128, good)
      end do
      call check(good .and. tape_is_empty(tape), 'segments in a file')
    end do
    call tape_in_memory(tape, huge(0_int64))
    call tape_reset(tape)
  end subroutine test_file

  subroutine test_errors()
    real(real64) :: x, a(3)

    call tape_reset(tape)
    tape_error_handler => count_error
    call tape_turn(tape)
    call pop(tape, x)
    call check_errors(1, 'real from an empty tape')
    call check(index(last_error, 'xaif_tape: the stack has nothing left') > 0, 'message: ' // last_error)
    call push(tape, 5.0_real64)
    call tape_take_r8(tape, a, 3_int64)
    call check_errors(1, 'array of one real')
    call pop(tape, x)
    call check_errors(0, 'the real is still there')
    call check(nint(x) == 5 .and. tape_is_empty(tape), 'what the array did not take')
    call tape_take_r8(checkpoints, a, 1_int64)
    call check(errors > 0, 'array from no checkpoints')
    nullify (tape_error_handler)
  end subroutine test_errors

  ! What is taken is compared with what was put.
  subroutine test_checks()
    real(real64) :: x

    errors = 0
    tape_error_handler => count_error
    call tape_check_put(tape, 'real(8)', 1_int64, 'f, line 7')
    call push(tape, 1.0_real64)
    call tape_check_put(tape, 'integer', 1_int64, 'f, line 9')
    call push(tape, 2.0_real64)
    call tape_check_take(tape, 'integer', 1_int64, 'g, line 3')
    call pop(tape, x)
    call check_errors(0, 'an integer is taken as such')
    call tape_check_empty(tape)
    call check_errors(1, 'something is left')
    call check(index(last_error, '1 of type real(8) were put last, at f, line 7') > 0, 'message: ' // last_error)
    call tape_check_take(tape, 'integer', 1_int64, 'g, line 5')
    call pop(tape, x)
    call check_errors(1, 'a real number is taken as an integer')
    call check(last_error == 'xaif_tape: 1 of type integer are taken at g, line 5, ' // &
      'but 1 of type real(8) were put at f, line 7', 'message: ' // last_error)
    call tape_check_put(tape, 'real(8)', 3_int64, 'f, line 7')
    call tape_check_take(tape, 'real(8)', 2_int64, 'g, line 5')
    call check_errors(1, 'less is taken than was put')
    call tape_check_take(tape, 'real(8)', 1_int64, 'g, line 11')
    call check_errors(1, 'more is taken than was put')
    call check(index(last_error, 'g, line 11, but nothing is left') > 0, 'message: ' // last_error)
    call tape_check_empty(tape)
    call check_errors(0, 'nothing is left')
    call push(tape, 1.0_real64)
    call tape_check_empty(tape)
    call check_errors(1, 'something is left that was not said')
    call check(index(last_error, 'something is left: 8 bytes') > 0, 'message: ' // last_error)
    call tape_reset(tape)
    nullify (tape_error_handler)
  end subroutine test_checks

  ! Contexts have both stacks, and may have handlers of their own.
  subroutine test_contexts()
    type(tape_context) :: a, b
    real(real64) :: x

    call check(tape_is_empty(a), 'a context is empty at first')
    call push(a%tape, 1.0_real64)
    call push(b%checkpoints, 2.0_real64)
    call check(.not. (tape_is_empty(a) .or. tape_is_empty(b)), 'contexts')
    call check(tape_is_empty(b%tape) .and. tape_is_empty(tape), 'contexts are apart')
    call pop(b%checkpoints, x)
    call check(nint(x) == 2 .and. tape_is_empty(b), 'checkpoints of a context')
    b%tape%handler => count_error
    call tape_turn(b%tape)
    call pop(b%tape, x)
    call check_errors(1, 'the handler of a stack')
    call tape_check_empty(a%checkpoints)
    call tape_in_memory(a, 1000000_int64)
    call tape_reset(a)
    call tape_reset(b)
    call check(tape_is_empty(a) .and. associated(b%tape%handler), 'handlers stay')
  end subroutine test_contexts

  ! Compiled with OpenMP, every thread has a tape of its own.
  subroutine test_threads()
    integer :: i
    logical :: good
    real(real64) :: x

    good = .true.
    call push(tape, 4711.0_real64)
    !$omp parallel do num_threads(8) schedule(static, 1) reduction(.and.:good)
    do i = 1, 8
      if (.not. counts_up(i*1000000)) good = .false.
    end do
    !$omp end parallel do
    call check(good, 'tapes of threads')
    call pop(tape, x)
    call check(nint(x) == 4711 .and. tape_is_empty(tape), 'the tape of the first thread')
  end subroutine test_threads

  function counts_up(start) result(good)
    integer, intent(in) :: start
    logical :: good
    integer(int64) :: before
    integer :: i

    good = .true.
    before = tape_size(tape)
    do i = 1, many, 50
      call push_run(tape, start + i, 50)
    end do
    do i = many, 1, -50
      call pop_run(tape, start + i, 50, good)
    end do
    good = good .and. tape_size(tape) == before
    if (before == 0) call tape_reset(tape)
  end function counts_up
end program test_tape
