! What the tape and the checkpoints give back, compared bit by bit. With the argument "stop" the
! program takes a value from an empty tape without a handler, which has to end it.
module tape_test
    use, intrinsic :: iso_fortran_env, only: error_unit, int64
    use xaif_tape
    implicit none

    integer :: failures = 0
    integer :: errors = 0
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
end module tape_test

program test_tape
    use, intrinsic :: iso_fortran_env, only: error_unit, int8, int16, int32, int64, real32, real64
    use xaif_tape
    use tape_test
    implicit none

    ! More than three segments.
    integer, parameter :: many = 200000

    integer(int64), parameter :: nan_8 = int(z'7FF8000000012345', int64)
    integer(int32), parameter :: nan_4 = int(z'7FC01234', int32)

    character(len=8) :: argument

    call get_command_argument(1, argument)
    if (argument == 'stop') then
        call take_nothing()
    else
        call test_scalars()
        call test_checkpoint_scalars()
        call test_boundaries()
        call test_reals()
        call test_integers()
        call test_checkpoint_arrays()
        call test_sections()
        call test_characters()
        call test_sizes()
        call test_independence()
        call test_errors()
        call test_threads()
    end if
    if (failures > 0) error stop 1

contains

    subroutine take_nothing()
        real(real64) :: x

        call tape_pop(x)
        write (error_unit, '(a)') 'the program was not stopped'
    end subroutine take_nothing

    ! Every type once, and everything back in reverse order.
    subroutine test_scalars()
        real(real32) :: r4
        real(real64) :: r8
        complex(real32) :: c4
        complex(real64) :: c8
        integer(int8) :: i1
        integer(int16) :: i2
        integer(int32) :: i4
        integer(int64) :: i8
        logical :: l
        character(len=5) :: s

        call check(tape_is_empty(), 'empty at first')
        call tape_push(-0.0_real32)
        call tape_push(transfer(nan_4, r4))
        call tape_push(-0.0_real64)
        call tape_push(transfer(nan_8, r8))
        call tape_push(tiny(r8) / 4)
        call tape_push(cmplx(0.1_real32, -0.0_real32, real32))
        c8 = transfer([nan_8, transfer(-huge(r8), nan_8)], c8)
        call tape_push(c8)
        call tape_push(-huge(i1) - 1_int8)
        call tape_push(-huge(i2) - 1_int16)
        call tape_push(-huge(i4) - 1_int32)
        call tape_push(huge(i8))
        call tape_push(-huge(i8) - 1_int64)
        call tape_push(.true.)
        call tape_push('hello')
        call tape_push(.false.)
        call check(.not. tape_is_empty(), 'not empty')

        call tape_pop(l)
        call check(.not. l, 'false')
        call tape_pop(s)
        call check(s == 'hello', 'text')
        call tape_pop(l)
        call check(l, 'true')
        call tape_pop(i8)
        call check(i8 == -huge(i8) - 1_int64, 'smallest i8')
        call tape_pop(i8)
        call check(i8 == huge(i8), 'largest i8')
        call tape_pop(i4)
        call check(i4 == -huge(i4) - 1_int32, 'smallest i4')
        call tape_pop(i2)
        call check(i2 == -huge(i2) - 1_int16, 'smallest i2')
        call tape_pop(i1)
        call check(i1 == -huge(i1) - 1_int8, 'smallest i1')
        call tape_pop(c8)
        call check(transfer(real(c8), i8) == nan_8, 'real part of c8')
        call check(transfer(aimag(c8), i8) == transfer(-huge(r8), i8), 'imaginary part of c8')
        call tape_pop(c4)
        call check(transfer(real(c4), i4) == transfer(0.1_real32, i4), 'real part of c4')
        call check(transfer(aimag(c4), i4) == transfer(-0.0_real32, i4), 'imaginary part of c4')
        call tape_pop(r8)
        call check(transfer(r8, i8) == transfer(tiny(r8) / 4, i8), 'subnormal r8')
        call tape_pop(r8)
        call check(transfer(r8, i8) == nan_8, 'r8 that is not a number')
        call tape_pop(r8)
        call check(transfer(r8, i8) == transfer(-0.0_real64, i8), 'negative zero of r8')
        call tape_pop(r4)
        call check(transfer(r4, i4) == nan_4, 'r4 that is not a number')
        call tape_pop(r4)
        call check(transfer(r4, i4) == transfer(-0.0_real32, i4), 'negative zero of r4')
        call check(tape_is_empty(), 'empty after scalars')
    end subroutine test_scalars

    subroutine test_checkpoint_scalars()
        real(real32) :: r4
        real(real64) :: r8
        complex(real32) :: c4
        complex(real64) :: c8
        integer(int8) :: i1
        integer(int16) :: i2
        integer(int32) :: i4
        integer(int64) :: i8
        logical :: l
        character(len=3) :: s

        call checkpoint_store('abc')
        call checkpoint_store(.true.)
        call checkpoint_store(8_int64)
        call checkpoint_store(4_int32)
        call checkpoint_store(2_int16)
        call checkpoint_store(1_int8)
        call checkpoint_store((1.0_real64, 2.0_real64))
        call checkpoint_store((3.0_real32, 4.0_real32))
        call checkpoint_store(5.0_real64)
        call checkpoint_store(6.0_real32)
        call check(tape_is_empty(), 'checkpoints are not on the tape')
        call checkpoint_restore(r4)
        call checkpoint_restore(r8)
        call checkpoint_restore(c4)
        call checkpoint_restore(c8)
        call checkpoint_restore(i1)
        call checkpoint_restore(i2)
        call checkpoint_restore(i4)
        call checkpoint_restore(i8)
        call checkpoint_restore(l)
        call checkpoint_restore(s)
        call check(nint(r4) == 6 .and. nint(r8) == 5, 'restored reals')
        call check(nint(real(c4)) == 3 .and. nint(aimag(c4)) == 4, 'restored c4')
        call check(nint(real(c8)) == 1 .and. nint(aimag(c8)) == 2, 'restored c8')
        call check(i1 == 1 .and. i2 == 2 .and. i4 == 4 .and. i8 == 8, 'restored integers')
        call check(l .and. s == 'abc', 'restored logical and text')
        call check(checkpoint_is_empty(), 'no checkpoints after scalars')
    end subroutine test_checkpoint_scalars

    ! Scalars around the ends of segments, with turns at all places around them.
    subroutine test_boundaries()
        integer :: i, turn
        integer(int64) :: k
        real(real64) :: x
        logical :: good

        good = .true.
        do i = 1, 65536 * 2 + 3
            call tape_push(real(i, real64))
            call tape_push(int(i, int64))
            if (i > 6 .and. modulo(i + 3, 65536) < 7) then
                do turn = 1, 5
                    call tape_pop(k)
                    call tape_pop(x)
                    good = good .and. k == i - turn + 1 .and. nint(x) == i - turn + 1
                end do
                do turn = 5, 1, -1
                    call tape_push(real(i - turn + 1, real64))
                    call tape_push(int(i - turn + 1, int64))
                end do
            end if
        end do
        call check(good, 'turns at the ends of segments')
        do i = 65536 * 2 + 3, 1, -1
            call tape_pop(k)
            call tape_pop(x)
            good = good .and. k == i .and. nint(x) == i
        end do
        call check(good, 'scalars in several segments')
        call check(tape_is_empty(), 'empty after scalars in several segments')
    end subroutine test_boundaries

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
        integer(int32), allocatable :: bits4(:)
        real(real32), allocatable :: r4(:), r4_new(:)
        real(real64), allocatable :: r8(:), r8_new(:)
        complex(real32), allocatable :: c4(:), c4_new(:)
        complex(real64), allocatable :: c8(:), c8_new(:)
        real(real64) :: x

        allocate (bits(2 * many), r8(many), r4(many), c4(many), c8(many))
        allocate (r8_new(many), r4_new(many), c4_new(many), c8_new(many))
        call fill(bits)
        r8 = transfer(bits, r8, many)
        c8 = transfer(bits, c8, many)
        ! Signalling numbers become quiet, in assignments as well.
        bits4 = transfer(bits, bits4, 2 * many)
        where (iand(bits4, int(z'7F800000', int32)) == int(z'7F800000', int32)) &
            bits4 = ior(bits4, int(z'00400000', int32))
        r4 = transfer(bits4, r4, many)
        c4 = transfer(bits4, c4, many)
        r8_new = 1
        r4_new = 1
        c8_new = 1
        c4_new = 1

        call tape_push_r8(r8, int(many, int64))
        call tape_push_r4(r4, int(many, int64))
        call tape_push(0.5_real64)
        call tape_push_c8(c8, int(many, int64))
        call tape_push_r8(r8, 0_int64)
        call tape_push_c4(c4, int(many, int64))
        call check(tape_size() == 8_int64 * (6 * many + 1), 'size of real arrays')
        call tape_pop_c4(c4_new, int(many, int64))
        call tape_pop_r8(r8_new, 0_int64)
        call tape_pop_c8(c8_new, int(many, int64))
        call tape_pop(x)
        call tape_pop_r4(r4_new, int(many, int64))
        call tape_pop_r8(r8_new, int(many, int64))
        call check(nint(2 * x) == 1, 'scalar between arrays')
        call check(all(transfer(r8_new, bits) == bits(:many)), 'array r8')
        call check(all(transfer(c8_new, bits) == bits), 'array c8')
        call check(all(transfer(r4_new, bits4) == bits4(:many)), 'array r4')
        call check(all(transfer(c4_new, bits4) == bits4), 'array c4')
        call check(tape_is_empty(), 'empty after real arrays')
    end subroutine test_reals

    subroutine test_integers()
        integer(int8), allocatable :: i1(:), i1_new(:)
        integer(int16), allocatable :: i2(:), i2_new(:)
        integer(int32), allocatable :: i4(:), i4_new(:)
        integer(int64), allocatable :: i8(:), i8_new(:)
        logical, allocatable :: l(:), l_new(:)
        integer(int64), parameter :: n = many

        allocate (i1(many), i2(many), i4(many), i8(many), l(many))
        allocate (i1_new(many), i2_new(many), i4_new(many), i8_new(many), l_new(many))
        call fill(i8)
        i4 = transfer(i8, i4, many)
        i2 = transfer(i8, i2, many)
        i1 = transfer(i8, i1, many)
        l = i8 > 0
        i1_new = 0
        i2_new = 0
        i4_new = 0
        i8_new = 0
        l_new = .not. l

        call tape_push_l(l, n)
        call tape_push_i1(i1, n)
        call tape_push_i2(i2, n)
        call tape_push_i4(i4, n)
        call tape_push_i8(i8, n)
        call tape_pop_i8(i8_new, n)
        call tape_pop_i4(i4_new, n)
        call tape_pop_i2(i2_new, n)
        call tape_pop_i1(i1_new, n)
        call tape_pop_l(l_new, n)
        call check(all(i8_new == i8), 'array i8')
        call check(all(i4_new == i4), 'array i4')
        call check(all(i2_new == i2), 'array i2')
        call check(all(i1_new == i1), 'array i1')
        call check(all(l_new .eqv. l), 'array of logicals')
        call check(tape_is_empty(), 'empty after integer arrays')
    end subroutine test_integers

    subroutine test_checkpoint_arrays()
        real(real32) :: r4(2, 3)
        real(real64) :: r8(2, 3)
        complex(real32) :: c4(6)
        complex(real64) :: c8(6)
        integer(int8) :: i1(6)
        integer(int16) :: i2(6)
        integer(int32) :: i4(6), i
        integer(int64) :: i8(6)
        logical :: l(6)
        character(len=2) :: s(6)
        integer(int64), parameter :: n = 6

        i4 = [(i, i = 1, 6)]
        r8 = reshape(real(i4, real64), [2, 3])
        call checkpoint_store_r4(real(r8, real32), n)
        call checkpoint_store_s(['ab', 'cd', 'ef', 'gh', 'ij', 'kl'], n)
        call checkpoint_store_r8(r8, n)
        call checkpoint_store_c4(cmplx(i4, -i4, real32), n)
        call checkpoint_store_c8(cmplx(i4, -i4, real64), n)
        call checkpoint_store_l(i4 > 3, n)
        call checkpoint_store_i1(int(i4, int8), n)
        call checkpoint_store_i2(int(i4, int16), n)
        call checkpoint_store_i4(i4, n)
        call checkpoint_store_i8(int(i4, int64), n)
        r8 = 0
        i4 = 0
        call checkpoint_restore_i8(i8, n)
        call checkpoint_restore_i4(i4, n)
        call checkpoint_restore_i2(i2, n)
        call checkpoint_restore_i1(i1, n)
        call checkpoint_restore_l(l, n)
        call checkpoint_restore_c8(c8, n)
        call checkpoint_restore_c4(c4, n)
        call checkpoint_restore_r8(r8, n)
        call checkpoint_restore_s(s, n)
        call checkpoint_restore_r4(r4, n)
        call check(all(i4 == [(i, i = 1, 6)]), 'restored i4')
        call check(all(i8 == i4) .and. all(i2 == i4) .and. all(i1 == i4), 'restored i1, i2, i8')
        call check(all(l .eqv. i4 > 3), 'restored logicals')
        call check(all(nint(real(c8)) == i4) .and. all(nint(aimag(c8)) == -i4), 'restored c8')
        call check(all(nint(real(c4)) == i4) .and. all(nint(aimag(c4)) == -i4), 'restored c4')
        call check(all(nint(reshape(r8, [6])) == i4), 'restored r8')
        call check(all(nint(reshape(r4, [6])) == i4), 'restored r4')
        call check(all(s == ['ab', 'cd', 'ef', 'gh', 'ij', 'kl']), 'restored texts')
        call check(checkpoint_is_empty(), 'no checkpoints after arrays')
    end subroutine test_checkpoint_arrays

    ! Arrays that are not contiguous, and pops of fewer elements than the argument has, which must
    ! leave the others as they are.
    subroutine test_sections()
        real(real64) :: a(8, 9), b(8, 9)
        integer(int16) :: k(20), i
        real(real64), allocatable :: none(:, :)
        character(len=3) :: s(4)

        a = reshape([(real(i, real64), i = 1_int16, 72_int16)], [8, 9])
        b = a
        call tape_push_r8(a(2:8:3, 1:9:2), int(size(a(2:8:3, 1:9:2)), int64))
        a(2:8:3, 1:9:2) = -1
        call tape_pop_r8(a(2:8:3, 1:9:2), int(size(a(2:8:3, 1:9:2)), int64))
        call check(all(nint(a) == nint(b)), 'section in two dimensions')

        call tape_push_r8(a(1, 1:3), 3_int64)
        a(2, 1:3) = 0
        call tape_pop_r8(a(2, :), 3_int64)
        b(2, 1:3) = b(1, 1:3)
        call check(all(nint(a) == nint(b)), 'fewer elements than the section has')

        k = [(i, i = 1_int16, 20_int16)]
        call tape_push_i2(k(20:2:-2), 10_int64)
        k(2:20:2) = 0
        call tape_pop_i2(k(20:2:-2), 10_int64)
        call check(all(k == [(i, i = 1_int16, 20_int16)]), 'section backwards')
        call tape_push_i2(k(19:20), 2_int64)
        call tape_pop_i2(k(1:20:5), 2_int64)
        call check(all(k(1:20:5) == [19, 20, 11, 16]), 'fewer integers than the section has')

        s = ['abc', 'def', 'ghi', 'jkl']
        call tape_push_s(s(1:4:2), 2_int64)
        call tape_pop_s(s(4:2:-2), 2_int64)
        call check(all(s == ['abc', 'ghi', 'ghi', 'abc']), 'section of texts')

        allocate (none(0, 5))
        call tape_push_r8(none, int(size(none), int64))
        call tape_pop_r8(none, int(size(none), int64))
        call tape_push_s(s, 0_int64)
        call tape_pop_s(s, 0_int64)
        call check(tape_is_empty(), 'empty after sections')
    end subroutine test_sections

    subroutine test_characters()
        character(len=7), allocatable :: texts(:), new(:)
        character(len=4) :: short, shorts(3)
        character(len=10) :: long, longs(3)
        character(len=0) :: nothing
        character(len=:), allocatable :: text, text_new
        integer :: i

        call tape_push('abcdef')
        call tape_push('abcdef')
        call tape_push('')
        call tape_push(nothing)
        long = '?'
        call tape_pop(long)
        call check(long == '', 'nothing in a longer text')
        call tape_pop(nothing)
        call tape_pop(long)
        call check(long == 'abcdef', 'padded')
        call tape_pop(short)
        call check(short == 'abcd', 'truncated')

        call tape_push_s(['abcdef', 'ghijkl', 'mnopqr'], 3_int64)
        call tape_push_s(['abcdef', 'ghijkl', 'mnopqr'], 3_int64)
        call tape_pop_s(longs, 3_int64)
        call check(all(longs == ['abcdef', 'ghijkl', 'mnopqr']), 'array padded')
        call tape_pop_s(shorts, 3_int64)
        call check(all(shorts == ['abcd', 'ghij', 'mnop']), 'array truncated')

        allocate (texts(30000), new(30000))
        do i = 1, 30000
            write (texts(i), '(i7)') i
        end do
        allocate (character(len=many) :: text, text_new)
        do i = 1, many
            text(i:i) = achar(32 + modulo(i * 7, 95))
        end do
        new = ''
        call tape_push_s(texts, 30000_int64)
        call tape_push(text)
        call check(tape_size() == 30000 * 7 + many + 2 * 8, 'size of texts')
        call tape_pop(text_new)
        call tape_pop_s(new, 30000_int64)
        call check(text == text_new, 'text in several segments')
        call check(all(texts == new), 'texts in several segments')
        call check(tape_is_empty(), 'empty after texts')
    end subroutine test_characters

    subroutine test_sizes()
        real(real64) :: x
        real(real32), allocatable :: small(:)
        integer :: i
        character(len=5) :: s

        call tape_reset()
        call check(tape_size() == 0 .and. tape_peak() == 0, 'size and peak after reset')
        call tape_push(1.0_real64)
        call tape_push((1.0_real32, 2.0_real32))
        call check(tape_size() == 24 .and. tape_peak() == 24, 'size of three numbers')
        call tape_push('hello')
        call check(tape_size() == 37 .and. tape_peak() == 37, 'size with a text')
        call tape_pop(s)
        call check(tape_size() == 24 .and. tape_peak() == 37, 'peak remains')
        call tape_push(1_int8)
        call tape_push(.true.)
        call tape_pop(x)
        call tape_pop(x)
        call check(tape_size() == 24 .and. tape_peak() == 40, 'peak of numbers of several types')
        allocate (small(many))
        small = 3
        call tape_push_r4(small, int(many, int64))
        call tape_pop_r4(small, int(many, int64))
        call check(tape_peak() == 24 + 8_int64 * many, 'peak of arrays')
        do i = 1, 10
            call tape_push(x)
            call tape_pop(x)
        end do
        call check(tape_size() == 24 .and. tape_peak() == 24 + 8_int64 * many, 'lower peaks')
        call tape_push_r4(small, int(many, int64))
        call tape_reset()
        call check(tape_is_empty() .and. tape_size() == 0 .and. tape_peak() == 0, 'reset')
        call tape_push(2.0_real64)
        call tape_pop(x)
        call check(nint(x) == 2, 'the tape can be used after a reset')

        call checkpoint_reset()
        call checkpoint_store(1_int32)
        call check(checkpoint_size() == 8 .and. checkpoint_peak() == 8, 'size of checkpoints')
        call check(.not. checkpoint_is_empty(), 'a checkpoint is there')
        call checkpoint_restore(i)
        call check(checkpoint_size() == 0 .and. checkpoint_peak() == 8, 'peak of checkpoints')
        call checkpoint_reset()
        call check(checkpoint_peak() == 0, 'reset of checkpoints')
    end subroutine test_sizes

    ! The tape and the checkpoints, interleaved otherwise than as a LIFO.
    subroutine test_independence()
        real(real64) :: x, y

        call tape_push(1.0_real64)
        call checkpoint_store(2.0_real64)
        call tape_push(3.0_real64)
        call checkpoint_restore(y)
        call check(nint(y) == 2 .and. tape_size() == 16, 'checkpoint below the tape')
        call tape_pop(x)
        call tape_pop(y)
        call check(nint(x) == 3 .and. nint(y) == 1, 'tape around a checkpoint')
    end subroutine test_independence

    subroutine test_errors()
        real(real64) :: x, a(3)
        complex(real32) :: c
        integer(int32) :: i
        logical :: l
        character(len=3) :: s

        call tape_reset()
        call checkpoint_reset()
        tape_error_handler => count_error
        x = 1
        call tape_pop(x)
        call check_errors(1, 'real from an empty tape')
        call check(index(last_error, 'tape: no real') > 0, 'message: ' // last_error)
        call check(transfer(x, 0_int64) == 0, 'a real that is not there is zero')
        call checkpoint_restore(i)
        call check_errors(1, 'integer from no checkpoints')
        call check(index(last_error, 'checkpoints: no integer') > 0, 'message: ' // last_error)
        call check(i == 0, 'an integer that is not there is zero')
        call tape_pop(l)
        call check_errors(1, 'logical from an empty tape')
        call check(.not. l, 'a logical that is not there is false')
        s = 'abc'
        call tape_pop(s)
        call check_errors(1, 'text from an empty tape')
        call check(s == '', 'a text that is not there is blank')
        call tape_push(4.0_real64)
        call tape_pop(c)
        call check_errors(1, 'complex number of one real')
        call tape_push(5.0_real64)
        a = 1
        call tape_pop_r8(a, 3_int64)
        call check_errors(1, 'array of one real')
        call check(all(nint(a) == 0), 'an array that is not there is zero')
        call tape_pop(x)
        call check_errors(0, 'the real is still there')
        call check(nint(x) == 5, 'what the array did not take')
        call tape_push(1000000)
        call tape_pop(s)
        call check_errors(1, 'integer taken as a text')
        call tape_push(-1)
        call tape_pop(s)
        call check_errors(1, 'negative integer taken as a text')
        call check(tape_is_empty(), 'empty after errors')
        call tape_push(6.0_real64)
        call tape_pop(x)
        call check_errors(0, 'a value after errors')
        call check(nint(x) == 6, 'the value after errors')
        nullify (tape_error_handler)
    end subroutine test_errors

    ! Compiled with OpenMP, every thread has a tape of its own.
    subroutine test_threads()
        integer :: i, k, bad

        bad = 0
        call tape_push(4711)
        !$omp parallel do num_threads(4) schedule(static, 1) private(k) reduction(+:bad)
        do i = 1, 4
            call count_up(i * 1000000, k)
            bad = bad + k
        end do
        !$omp end parallel do
        call check(bad == 0, 'tapes of threads')
        call tape_pop(k)
        call check(k == 4711 .and. tape_is_empty(), 'the tape of the first thread')
    end subroutine test_threads

    subroutine count_up(start, bad)
        integer, intent(in) :: start
        integer, intent(out) :: bad
        integer(int64) :: before
        integer :: i, k

        bad = 0
        before = tape_size()
        do i = 1, many
            call tape_push(start + i)
        end do
        do i = many, 1, -1
            call tape_pop(k)
            if (k /= start + i) bad = bad + 1
        end do
        if (tape_size() /= before) bad = bad + 1
        if (before == 0) call tape_reset()
    end subroutine count_up
end program test_tape
