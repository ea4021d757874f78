! The run-time of adjoint programs: a tape and a stack of checkpoints.
!
! Both are LIFOs of type tape: what is put last is taken first, and what is taken must have the type
! of what was put. A tape has one stack for real numbers (a complex one is two of them), one for
! integers (logicals are 0 and 1), and one for characters, whose lengths are among the integers.
! Every number takes up 8 bytes, whatever its kind was; every value comes back as it was, down to
! its bits (but a signalling NaN of kind real32 may come back quiet). A stack is a list of segments
! of equal size; all below the current one are full. Growing appends a segment and never moves what
! is stored. Segments that became empty remain in the list, for the next time, until the tape is
! reset.
!
! tape_push and tape_pop, checkpoint_store and checkpoint_restore are for scalars. For arrays of any
! rank there are procedures with the kind in their names, as in "call tape_push_r8(x, n)", where n
! is the number of elements, of kind int64. An array is stored as its elements would be one after
! the other, but for characters, which have a single length for all of an array.
!
! With OpenMP every thread has a tape and checkpoints of its own; a thread that ends should reset
! them.
module xaif_tape
    use, intrinsic :: iso_fortran_env, only: error_unit, int8, int16, int32, int64, real32, real64
    implicit none
    private

    public :: tape_error_handler
    public :: tape_push, tape_pop, tape_is_empty, tape_size, tape_peak, tape_reset
    public :: tape_push_r4, tape_push_r8, tape_push_c4, tape_push_c8, tape_push_i1, tape_push_i2, &
        tape_push_i4, tape_push_i8, tape_push_l, tape_push_s
    public :: tape_pop_r4, tape_pop_r8, tape_pop_c4, tape_pop_c8, tape_pop_i1, tape_pop_i2, &
        tape_pop_i4, tape_pop_i8, tape_pop_l, tape_pop_s
    public :: checkpoint_store, checkpoint_restore, checkpoint_is_empty, checkpoint_size, &
        checkpoint_peak, checkpoint_reset
    public :: checkpoint_store_r4, checkpoint_store_r8, checkpoint_store_c4, checkpoint_store_c8, &
        checkpoint_store_i1, checkpoint_store_i2, checkpoint_store_i4, checkpoint_store_i8, &
        checkpoint_store_l, checkpoint_store_s
    public :: checkpoint_restore_r4, checkpoint_restore_r8, checkpoint_restore_c4, &
        checkpoint_restore_c8, checkpoint_restore_i1, checkpoint_restore_i2, &
        checkpoint_restore_i4, checkpoint_restore_i8, checkpoint_restore_l, &
        checkpoint_restore_s

    ! Elements in a segment.
    integer, parameter :: segment_size = 65536

    ! Bytes that a number takes up.
    integer(int64), parameter :: number_size = 8

    ! Arrays that are not of the kind that is stored are converted in blocks of this many numbers.
    ! They are small enough for the first level cache, and for the compiler to have them on the
    ! stack: were they static, threads would share them.
    integer, parameter :: block_size = 1024

    ! Nothing in a segment has a default, which would have to be written over all of it.
    type real_segment
        type(real_segment), pointer :: previous, next
        real(real64) :: x(segment_size)
    end type real_segment

    type integer_segment
        type(integer_segment), pointer :: previous, next
        integer(int64) :: x(segment_size)
    end type integer_segment

    type character_segment
        type(character_segment), pointer :: previous, next
        character :: x(segment_size)
    end type character_segment

    ! used: elements in the current segment; limit: how many it can have, none before there is one;
    ! below: elements in the segments before it.
    type real_stack
        type(real_segment), pointer :: current => null()
        integer :: used = 0
        integer :: limit = 0
        integer(int64) :: below = 0
    end type real_stack

    type integer_stack
        type(integer_segment), pointer :: current => null()
        integer :: used = 0
        integer :: limit = 0
        integer(int64) :: below = 0
    end type integer_stack

    type character_stack
        type(character_segment), pointer :: current => null()
        integer :: used = 0
        integer :: limit = 0
        integer(int64) :: below = 0
    end type character_stack

    ! The size of a tape is at a maximum only where the first value is taken after one was put, so
    ! that the peak has to be computed only there. Until then barrier is larger than the used
    ! elements of any segment, otherwise zero: one comparison with it finds this case and that of an
    ! empty segment.
    type tape
        type(real_stack) :: reals
        type(integer_stack) :: integers
        type(character_stack) :: characters
        integer :: barrier = 0
        integer(int64) :: peak = 0
        character(len=11) :: name = ''
    end type tape

    integer, parameter :: put_last = huge(0)

    type(tape), save :: values = tape(name='tape')
    type(tape), save :: checkpoints = tape(name='checkpoints')
    !$omp threadprivate(values, checkpoints)

    abstract interface
        subroutine handler(message)
            character(len=*), intent(in) :: message
        end subroutine handler
    end interface

    ! Is called where something is to be taken that is not there. When it returns, numbers that are
    ! not there are zero, logicals are false, and characters are blanks. It is also called when no
    ! memory is left, but then the program stops even if it returns. Without one (null, as it is at
    ! first) the message is printed and the program stopped. All threads share it.
    procedure(handler), pointer, save :: tape_error_handler => null()

    interface tape_push
        module procedure push_r4, push_r8, push_c4, push_c8, push_i1, &
            push_i2, push_i4, push_i8, push_l, push_s
    end interface tape_push

    interface tape_pop
        module procedure pop_r4, pop_r8, pop_c4, pop_c8, pop_i1, &
            pop_i2, pop_i4, pop_i8, pop_l, pop_s
    end interface tape_pop

    interface checkpoint_store
        module procedure store_r4, store_r8, store_c4, store_c8, store_i1, &
            store_i2, store_i4, store_i8, store_l, store_s
    end interface checkpoint_store

    interface checkpoint_restore
        module procedure restore_r4, restore_r8, restore_c4, restore_c8, restore_i1, &
            restore_i2, restore_i4, restore_i8, restore_l, restore_s
    end interface checkpoint_restore

contains

    ! Errors.

    subroutine report(t, text)
        type(tape), intent(in) :: t
        character(len=*), intent(in) :: text

        if (associated(tape_error_handler)) then
            call tape_error_handler('xaif_tape: ' // trim(t%name) // ': ' // text)
        else
            write (error_unit, '(4a)') 'xaif_tape: ', trim(t%name), ': ', text
            error stop
        end if
    end subroutine report

    ! Without memory there is nothing to go on with, even if the handler returns.
    subroutine report_memory(t)
        type(tape), intent(in) :: t

        call report(t, 'out of memory')
        error stop
    end subroutine report_memory

    ! Sizes.

    pure function size_of(t) result(bytes)
        type(tape), intent(in) :: t
        integer(int64) :: bytes

        bytes = number_size * (t%reals%below + t%reals%used + t%integers%below + t%integers%used) &
            + t%characters%below + t%characters%used
    end function size_of

    pure function peak_of(t) result(bytes)
        type(tape), intent(in) :: t
        integer(int64) :: bytes

        bytes = max(t%peak, size_of(t))
    end function peak_of

    subroutine note_peak(t)
        type(tape), intent(inout) :: t

        t%peak = peak_of(t)
        t%barrier = 0
    end subroutine note_peak

    subroutine reset(t)
        type(tape), intent(inout) :: t

        call free_reals(t%reals)
        call free_integers(t%integers)
        call free_characters(t%characters)
        t%barrier = 0
        t%peak = 0
    end subroutine reset

    ! The stack of real numbers.

    ! Makes a segment the current one that has room.
    subroutine grow_reals(t)
        type(tape), intent(inout) :: t
        type(real_segment), pointer :: added
        integer :: status

        associate (s => t%reals)
            if (associated(s%current)) then
                added => s%current%next
            else
                nullify (added)
            end if
            if (.not. associated(added)) then
                allocate (added, stat=status)
                if (status /= 0) call report_memory(t)
                added%previous => s%current
                nullify (added%next)
                if (associated(s%current)) s%current%next => added
            end if
            s%current => added
            s%below = s%below + s%used
            s%used = 0
            s%limit = segment_size
        end associate
    end subroutine grow_reals

    ! Prepares to take a value where a comparison with the barrier did not succeed. If there is none
    ! a zero is put there to be taken.
    subroutine uncover_real(t)
        type(tape), intent(inout) :: t

        if (t%barrier /= 0) call note_peak(t)
        if (t%reals%used > 0) return
        if (t%reals%below == 0) then
            call report(t, 'no real is left to be taken')
            if (t%reals%limit == 0) call grow_reals(t)
            t%reals%current%x(1) = 0.0_real64
            t%reals%used = 1
        else
            call shrink_reals(t%reals)
        end if
    end subroutine uncover_real

    ! Goes back from an empty segment to the full one below.
    subroutine shrink_reals(s)
        type(real_stack), intent(inout) :: s

        s%current => s%current%previous
        s%used = segment_size
        s%below = s%below - segment_size
    end subroutine shrink_reals

    subroutine free_reals(s)
        type(real_stack), intent(inout) :: s
        type(real_segment), pointer :: last, previous

        last => s%current
        if (associated(last)) then
            do while (associated(last%next))
                last => last%next
            end do
        end if
        do while (associated(last))
            previous => last%previous
            deallocate (last)
            last => previous
        end do
        s = real_stack()
    end subroutine free_reals

    subroutine put_real(t, x)
        type(tape), intent(inout) :: t
        real(real64), intent(in) :: x

        if (t%reals%used == t%reals%limit) call grow_reals(t)
        t%reals%used = t%reals%used + 1
        t%reals%current%x(t%reals%used) = x
        t%barrier = put_last
    end subroutine put_real

    subroutine take_real(t, x)
        type(tape), intent(inout) :: t
        real(real64), intent(out) :: x

        if (t%reals%used <= t%barrier) call uncover_real(t)
        x = t%reals%current%x(t%reals%used)
        t%reals%used = t%reals%used - 1
    end subroutine take_real

    subroutine put_reals(t, x, n)
        type(tape), intent(inout) :: t
        real(real64), intent(in) :: x(*)
        integer(int64), intent(in) :: n
        integer(int64) :: done
        integer :: m

        done = 0
        associate (s => t%reals)
            do while (done < n)
                if (s%used == s%limit) call grow_reals(t)
                m = int(min(n - done, int(segment_size - s%used, int64)))
                s%current%x(s%used + 1:s%used + m) = x(done + 1:done + m)
                s%used = s%used + m
                done = done + m
            end do
        end associate
        t%barrier = put_last
    end subroutine put_reals

    subroutine take_reals(t, x, n)
        type(tape), intent(inout) :: t
        real(real64), intent(inout) :: x(*)
        integer(int64), intent(in) :: n
        integer(int64) :: left
        integer :: m

        if (t%barrier /= 0) call note_peak(t)
        left = n
        associate (s => t%reals)
            if (s%below + s%used < n) then
                call report(t, 'fewer reals are left than are to be taken')
                x(1:n) = 0.0_real64
                return
            end if
            do while (left > 0)
                if (s%used == 0) call shrink_reals(s)
                m = int(min(left, int(s%used, int64)))
                x(left - m + 1:left) = s%current%x(s%used - m + 1:s%used)
                s%used = s%used - m
                left = left - m
            end do
        end associate
    end subroutine take_reals

    ! The stack of integers.

    ! Makes a segment the current one that has room.
    subroutine grow_integers(t)
        type(tape), intent(inout) :: t
        type(integer_segment), pointer :: added
        integer :: status

        associate (s => t%integers)
            if (associated(s%current)) then
                added => s%current%next
            else
                nullify (added)
            end if
            if (.not. associated(added)) then
                allocate (added, stat=status)
                if (status /= 0) call report_memory(t)
                added%previous => s%current
                nullify (added%next)
                if (associated(s%current)) s%current%next => added
            end if
            s%current => added
            s%below = s%below + s%used
            s%used = 0
            s%limit = segment_size
        end associate
    end subroutine grow_integers

    ! Prepares to take a value where a comparison with the barrier did not succeed. If there is none
    ! a zero is put there to be taken.
    subroutine uncover_integer(t)
        type(tape), intent(inout) :: t

        if (t%barrier /= 0) call note_peak(t)
        if (t%integers%used > 0) return
        if (t%integers%below == 0) then
            call report(t, 'no integer is left to be taken')
            if (t%integers%limit == 0) call grow_integers(t)
            t%integers%current%x(1) = 0_int64
            t%integers%used = 1
        else
            call shrink_integers(t%integers)
        end if
    end subroutine uncover_integer

    ! Goes back from an empty segment to the full one below.
    subroutine shrink_integers(s)
        type(integer_stack), intent(inout) :: s

        s%current => s%current%previous
        s%used = segment_size
        s%below = s%below - segment_size
    end subroutine shrink_integers

    subroutine free_integers(s)
        type(integer_stack), intent(inout) :: s
        type(integer_segment), pointer :: last, previous

        last => s%current
        if (associated(last)) then
            do while (associated(last%next))
                last => last%next
            end do
        end if
        do while (associated(last))
            previous => last%previous
            deallocate (last)
            last => previous
        end do
        s = integer_stack()
    end subroutine free_integers

    subroutine put_integer(t, x)
        type(tape), intent(inout) :: t
        integer(int64), intent(in) :: x

        if (t%integers%used == t%integers%limit) call grow_integers(t)
        t%integers%used = t%integers%used + 1
        t%integers%current%x(t%integers%used) = x
        t%barrier = put_last
    end subroutine put_integer

    subroutine take_integer(t, x)
        type(tape), intent(inout) :: t
        integer(int64), intent(out) :: x

        if (t%integers%used <= t%barrier) call uncover_integer(t)
        x = t%integers%current%x(t%integers%used)
        t%integers%used = t%integers%used - 1
    end subroutine take_integer

    subroutine put_integers(t, x, n)
        type(tape), intent(inout) :: t
        integer(int64), intent(in) :: x(*)
        integer(int64), intent(in) :: n
        integer(int64) :: done
        integer :: m

        done = 0
        associate (s => t%integers)
            do while (done < n)
                if (s%used == s%limit) call grow_integers(t)
                m = int(min(n - done, int(segment_size - s%used, int64)))
                s%current%x(s%used + 1:s%used + m) = x(done + 1:done + m)
                s%used = s%used + m
                done = done + m
            end do
        end associate
        t%barrier = put_last
    end subroutine put_integers

    subroutine take_integers(t, x, n)
        type(tape), intent(inout) :: t
        integer(int64), intent(inout) :: x(*)
        integer(int64), intent(in) :: n
        integer(int64) :: left
        integer :: m

        if (t%barrier /= 0) call note_peak(t)
        left = n
        associate (s => t%integers)
            if (s%below + s%used < n) then
                call report(t, 'fewer integers are left than are to be taken')
                x(1:n) = 0_int64
                return
            end if
            do while (left > 0)
                if (s%used == 0) call shrink_integers(s)
                m = int(min(left, int(s%used, int64)))
                x(left - m + 1:left) = s%current%x(s%used - m + 1:s%used)
                s%used = s%used - m
                left = left - m
            end do
        end associate
    end subroutine take_integers

    ! The stack of characters.

    ! Makes a segment the current one that has room.
    subroutine grow_characters(t)
        type(tape), intent(inout) :: t
        type(character_segment), pointer :: added
        integer :: status

        associate (s => t%characters)
            if (associated(s%current)) then
                added => s%current%next
            else
                nullify (added)
            end if
            if (.not. associated(added)) then
                allocate (added, stat=status)
                if (status /= 0) call report_memory(t)
                added%previous => s%current
                nullify (added%next)
                if (associated(s%current)) s%current%next => added
            end if
            s%current => added
            s%below = s%below + s%used
            s%used = 0
            s%limit = segment_size
        end associate
    end subroutine grow_characters

    ! Goes back from an empty segment to the full one below.
    subroutine shrink_characters(s)
        type(character_stack), intent(inout) :: s

        s%current => s%current%previous
        s%used = segment_size
        s%below = s%below - segment_size
    end subroutine shrink_characters

    subroutine free_characters(s)
        type(character_stack), intent(inout) :: s
        type(character_segment), pointer :: last, previous

        last => s%current
        if (associated(last)) then
            do while (associated(last%next))
                last => last%next
            end do
        end if
        do while (associated(last))
            previous => last%previous
            deallocate (last)
            last => previous
        end do
        s = character_stack()
    end subroutine free_characters

    subroutine put_characters(t, x, n)
        type(tape), intent(inout) :: t
        character, intent(in) :: x(*)
        integer(int64), intent(in) :: n
        integer(int64) :: done
        integer :: m

        done = 0
        associate (s => t%characters)
            do while (done < n)
                if (s%used == s%limit) call grow_characters(t)
                m = int(min(n - done, int(segment_size - s%used, int64)))
                s%current%x(s%used + 1:s%used + m) = x(done + 1:done + m)
                s%used = s%used + m
                done = done + m
            end do
        end associate
        t%barrier = put_last
    end subroutine put_characters

    subroutine take_characters(t, x, n)
        type(tape), intent(inout) :: t
        character, intent(inout) :: x(*)
        integer(int64), intent(in) :: n
        integer(int64) :: left
        integer :: m

        if (t%barrier /= 0) call note_peak(t)
        left = n
        associate (s => t%characters)
            if (s%below + s%used < n) then
                call report(t, 'fewer characters are left than are to be taken')
                x(1:n) = ' '
                return
            end if
            do while (left > 0)
                if (s%used == 0) call shrink_characters(s)
                m = int(min(left, int(s%used, int64)))
                x(left - m + 1:left) = s%current%x(s%used - m + 1:s%used)
                s%used = s%used - m
                left = left - m
            end do
        end associate
    end subroutine take_characters

    ! Scalars of other types and kinds.

    subroutine put_r4(t, x)
        type(tape), intent(inout) :: t
        real(real32), intent(in) :: x

        call put_real(t, real(x, real64))
    end subroutine put_r4

    subroutine take_r4(t, x)
        type(tape), intent(inout) :: t
        real(real32), intent(out) :: x
        real(real64) :: y

        call take_real(t, y)
        x = real(y, real32)
    end subroutine take_r4

    subroutine put_c4(t, x)
        type(tape), intent(inout) :: t
        complex(real32), intent(in) :: x

        call put_real(t, real(x, real64))
        call put_real(t, real(aimag(x), real64))
    end subroutine put_c4

    subroutine take_c4(t, x)
        type(tape), intent(inout) :: t
        complex(real32), intent(out) :: x
        real(real64) :: re, im

        call take_real(t, im)
        call take_real(t, re)
        x = cmplx(re, im, real32)
    end subroutine take_c4

    subroutine put_c8(t, x)
        type(tape), intent(inout) :: t
        complex(real64), intent(in) :: x

        call put_real(t, real(x, real64))
        call put_real(t, real(aimag(x), real64))
    end subroutine put_c8

    subroutine take_c8(t, x)
        type(tape), intent(inout) :: t
        complex(real64), intent(out) :: x
        real(real64) :: re, im

        call take_real(t, im)
        call take_real(t, re)
        x = cmplx(re, im, real64)
    end subroutine take_c8

    subroutine put_i1(t, x)
        type(tape), intent(inout) :: t
        integer(int8), intent(in) :: x

        call put_integer(t, int(x, int64))
    end subroutine put_i1

    subroutine take_i1(t, x)
        type(tape), intent(inout) :: t
        integer(int8), intent(out) :: x
        integer(int64) :: y

        call take_integer(t, y)
        x = int(y, int8)
    end subroutine take_i1

    subroutine put_i2(t, x)
        type(tape), intent(inout) :: t
        integer(int16), intent(in) :: x

        call put_integer(t, int(x, int64))
    end subroutine put_i2

    subroutine take_i2(t, x)
        type(tape), intent(inout) :: t
        integer(int16), intent(out) :: x
        integer(int64) :: y

        call take_integer(t, y)
        x = int(y, int16)
    end subroutine take_i2

    subroutine put_i4(t, x)
        type(tape), intent(inout) :: t
        integer(int32), intent(in) :: x

        call put_integer(t, int(x, int64))
    end subroutine put_i4

    subroutine take_i4(t, x)
        type(tape), intent(inout) :: t
        integer(int32), intent(out) :: x
        integer(int64) :: y

        call take_integer(t, y)
        x = int(y, int32)
    end subroutine take_i4

    subroutine put_l(t, x)
        type(tape), intent(inout) :: t
        logical, intent(in) :: x

        call put_integer(t, merge(1_int64, 0_int64, x))
    end subroutine put_l

    subroutine take_l(t, x)
        type(tape), intent(inout) :: t
        logical, intent(out) :: x
        integer(int64) :: y

        call take_integer(t, y)
        x = y /= 0
    end subroutine take_l

    ! The length is put last, as it has to be known before the characters can be taken.
    subroutine put_s(t, x)
        type(tape), intent(inout) :: t
        character(len=*), intent(in) :: x

        call put_characters(t, x, len(x, int64))
        call put_integer(t, len(x, int64))
    end subroutine put_s

    subroutine take_s(t, x)
        type(tape), intent(inout) :: t
        character(len=*), intent(inout) :: x
        integer(int64) :: length

        call take_integer(t, length)
        call take_text(t, x, length)
    end subroutine take_s

    ! Takes a text of that length; x gets it as by assignment.
    subroutine take_text(t, x, length)
        type(tape), intent(inout) :: t
        character(len=*), intent(inout) :: x
        integer(int64), intent(in) :: length
        character(len=:), allocatable :: text

        if (length == len(x)) then
            call take_characters(t, x, length)
        else if (length < 0 .or. length > t%characters%below + t%characters%used) then
            call report(t, 'fewer characters are left than are to be taken')
            x = ''
        else
            allocate (character(len=length) :: text)
            call take_characters(t, text, length)
            x = text
        end if
    end subroutine take_text

    ! Arrays of other types and kinds, block by block. Blocks are taken from the end.
    !
    ! An array that is taken has intent(inout), here and in all that calls this. If the actual
    ! argument is not contiguous the compiler passes a copy, and copies all of it back: with
    ! intent(out) that copy need not have the values of the actual argument to begin with, so that
    ! elements beyond n would be overwritten with what happened to be in memory.

    subroutine put_r4_array(t, x, n)
        type(tape), intent(inout) :: t
        real(real32), intent(in) :: x(*)
        integer(int64), intent(in) :: n
        real(real64) :: y(block_size)
        integer(int64) :: a, b, m

        do a = 1, n, block_size
            b = min(n, a + block_size - 1)
            m = b - a + 1
            y(1:m) = real(x(a:b), real64)
            call put_reals(t, y, m)
        end do
    end subroutine put_r4_array

    subroutine take_r4_array(t, x, n)
        type(tape), intent(inout) :: t
        real(real32), intent(inout) :: x(*)
        integer(int64), intent(in) :: n
        real(real64) :: y(block_size)
        integer(int64) :: a, b, m

        do b = n, 1, -block_size
            a = max(1_int64, b - block_size + 1)
            m = b - a + 1
            call take_reals(t, y, m)
            x(a:b) = real(y(1:m), real32)
        end do
    end subroutine take_r4_array

    subroutine put_c4_array(t, x, n)
        type(tape), intent(inout) :: t
        complex(real32), intent(in) :: x(*)
        integer(int64), intent(in) :: n
        real(real64) :: y(block_size)
        integer(int64) :: a, b, m

        do a = 1, n, block_size / 2
            b = min(n, a + block_size / 2 - 1)
            m = b - a + 1
            y(1:2 * m:2) = real(x(a:b), real64)
            y(2:2 * m:2) = real(aimag(x(a:b)), real64)
            call put_reals(t, y, 2 * m)
        end do
    end subroutine put_c4_array

    subroutine take_c4_array(t, x, n)
        type(tape), intent(inout) :: t
        complex(real32), intent(inout) :: x(*)
        integer(int64), intent(in) :: n
        real(real64) :: y(block_size)
        integer(int64) :: a, b, m

        do b = n, 1, -block_size / 2
            a = max(1_int64, b - block_size / 2 + 1)
            m = b - a + 1
            call take_reals(t, y, 2 * m)
            x(a:b) = cmplx(y(1:2 * m:2), y(2:2 * m:2), real32)
        end do
    end subroutine take_c4_array

    subroutine put_c8_array(t, x, n)
        type(tape), intent(inout) :: t
        complex(real64), intent(in) :: x(*)
        integer(int64), intent(in) :: n
        real(real64) :: y(block_size)
        integer(int64) :: a, b, m

        do a = 1, n, block_size / 2
            b = min(n, a + block_size / 2 - 1)
            m = b - a + 1
            y(1:2 * m:2) = real(x(a:b), real64)
            y(2:2 * m:2) = real(aimag(x(a:b)), real64)
            call put_reals(t, y, 2 * m)
        end do
    end subroutine put_c8_array

    subroutine take_c8_array(t, x, n)
        type(tape), intent(inout) :: t
        complex(real64), intent(inout) :: x(*)
        integer(int64), intent(in) :: n
        real(real64) :: y(block_size)
        integer(int64) :: a, b, m

        do b = n, 1, -block_size / 2
            a = max(1_int64, b - block_size / 2 + 1)
            m = b - a + 1
            call take_reals(t, y, 2 * m)
            x(a:b) = cmplx(y(1:2 * m:2), y(2:2 * m:2), real64)
        end do
    end subroutine take_c8_array

    subroutine put_i1_array(t, x, n)
        type(tape), intent(inout) :: t
        integer(int8), intent(in) :: x(*)
        integer(int64), intent(in) :: n
        integer(int64) :: y(block_size)
        integer(int64) :: a, b, m

        do a = 1, n, block_size
            b = min(n, a + block_size - 1)
            m = b - a + 1
            y(1:m) = int(x(a:b), int64)
            call put_integers(t, y, m)
        end do
    end subroutine put_i1_array

    subroutine take_i1_array(t, x, n)
        type(tape), intent(inout) :: t
        integer(int8), intent(inout) :: x(*)
        integer(int64), intent(in) :: n
        integer(int64) :: y(block_size)
        integer(int64) :: a, b, m

        do b = n, 1, -block_size
            a = max(1_int64, b - block_size + 1)
            m = b - a + 1
            call take_integers(t, y, m)
            x(a:b) = int(y(1:m), int8)
        end do
    end subroutine take_i1_array

    subroutine put_i2_array(t, x, n)
        type(tape), intent(inout) :: t
        integer(int16), intent(in) :: x(*)
        integer(int64), intent(in) :: n
        integer(int64) :: y(block_size)
        integer(int64) :: a, b, m

        do a = 1, n, block_size
            b = min(n, a + block_size - 1)
            m = b - a + 1
            y(1:m) = int(x(a:b), int64)
            call put_integers(t, y, m)
        end do
    end subroutine put_i2_array

    subroutine take_i2_array(t, x, n)
        type(tape), intent(inout) :: t
        integer(int16), intent(inout) :: x(*)
        integer(int64), intent(in) :: n
        integer(int64) :: y(block_size)
        integer(int64) :: a, b, m

        do b = n, 1, -block_size
            a = max(1_int64, b - block_size + 1)
            m = b - a + 1
            call take_integers(t, y, m)
            x(a:b) = int(y(1:m), int16)
        end do
    end subroutine take_i2_array

    subroutine put_i4_array(t, x, n)
        type(tape), intent(inout) :: t
        integer(int32), intent(in) :: x(*)
        integer(int64), intent(in) :: n
        integer(int64) :: y(block_size)
        integer(int64) :: a, b, m

        do a = 1, n, block_size
            b = min(n, a + block_size - 1)
            m = b - a + 1
            y(1:m) = int(x(a:b), int64)
            call put_integers(t, y, m)
        end do
    end subroutine put_i4_array

    subroutine take_i4_array(t, x, n)
        type(tape), intent(inout) :: t
        integer(int32), intent(inout) :: x(*)
        integer(int64), intent(in) :: n
        integer(int64) :: y(block_size)
        integer(int64) :: a, b, m

        do b = n, 1, -block_size
            a = max(1_int64, b - block_size + 1)
            m = b - a + 1
            call take_integers(t, y, m)
            x(a:b) = int(y(1:m), int32)
        end do
    end subroutine take_i4_array

    subroutine put_l_array(t, x, n)
        type(tape), intent(inout) :: t
        logical, intent(in) :: x(*)
        integer(int64), intent(in) :: n
        integer(int64) :: y(block_size)
        integer(int64) :: a, b, m

        do a = 1, n, block_size
            b = min(n, a + block_size - 1)
            m = b - a + 1
            y(1:m) = merge(1_int64, 0_int64, x(a:b))
            call put_integers(t, y, m)
        end do
    end subroutine put_l_array

    subroutine take_l_array(t, x, n)
        type(tape), intent(inout) :: t
        logical, intent(inout) :: x(*)
        integer(int64), intent(in) :: n
        integer(int64) :: y(block_size)
        integer(int64) :: a, b, m

        do b = n, 1, -block_size
            a = max(1_int64, b - block_size + 1)
            m = b - a + 1
            call take_integers(t, y, m)
            x(a:b) = y(1:m) /= 0
        end do
    end subroutine take_l_array

    ! An array of characters is one sequence of them.
    subroutine put_s_array(t, x, n)
        type(tape), intent(inout) :: t
        character(len=*), intent(in) :: x(*)
        integer(int64), intent(in) :: n

        if (n <= 0) return
        call put_characters(t, x, n * len(x))
        call put_integer(t, len(x, int64))
    end subroutine put_s_array

    subroutine take_s_array(t, x, n)
        type(tape), intent(inout) :: t
        character(len=*), intent(inout) :: x(*)
        integer(int64), intent(in) :: n
        integer(int64) :: i, length

        if (n <= 0) return
        call take_integer(t, length)
        if (length == len(x)) then
            call take_characters(t, x, n * length)
        else
            do i = n, 1, -1
                call take_text(t, x(i), length)
            end do
        end if
    end subroutine take_s_array

    ! Values on the tape.

    ! Bytes that are stored.
    function tape_size() result(bytes)
        integer(int64) :: bytes

        bytes = size_of(values)
    end function tape_size

    ! Most bytes that were stored since the last reset.
    function tape_peak() result(bytes)
        integer(int64) :: bytes

        bytes = peak_of(values)
    end function tape_peak

    function tape_is_empty() result(empty)
        logical :: empty

        empty = size_of(values) == 0
    end function tape_is_empty

    ! Forgets what is stored, and the peak, and gives all memory back.
    subroutine tape_reset()
        call reset(values)
    end subroutine tape_reset

    subroutine push_r4(x)
        real(real32), intent(in) :: x

        call put_r4(values, x)
    end subroutine push_r4

    subroutine push_r8(x)
        real(real64), intent(in) :: x

        call put_real(values, x)
    end subroutine push_r8

    subroutine push_c4(x)
        complex(real32), intent(in) :: x

        call put_c4(values, x)
    end subroutine push_c4

    subroutine push_c8(x)
        complex(real64), intent(in) :: x

        call put_c8(values, x)
    end subroutine push_c8

    subroutine push_i1(x)
        integer(int8), intent(in) :: x

        call put_i1(values, x)
    end subroutine push_i1

    subroutine push_i2(x)
        integer(int16), intent(in) :: x

        call put_i2(values, x)
    end subroutine push_i2

    subroutine push_i4(x)
        integer(int32), intent(in) :: x

        call put_i4(values, x)
    end subroutine push_i4

    subroutine push_i8(x)
        integer(int64), intent(in) :: x

        call put_integer(values, x)
    end subroutine push_i8

    subroutine push_l(x)
        logical, intent(in) :: x

        call put_l(values, x)
    end subroutine push_l

    subroutine push_s(x)
        character(len=*), intent(in) :: x

        call put_s(values, x)
    end subroutine push_s

    subroutine tape_push_r4(x, n)
        real(real32), intent(in) :: x(*)
        integer(int64), intent(in) :: n

        call put_r4_array(values, x, n)
    end subroutine tape_push_r4

    subroutine tape_push_r8(x, n)
        real(real64), intent(in) :: x(*)
        integer(int64), intent(in) :: n

        call put_reals(values, x, n)
    end subroutine tape_push_r8

    subroutine tape_push_c4(x, n)
        complex(real32), intent(in) :: x(*)
        integer(int64), intent(in) :: n

        call put_c4_array(values, x, n)
    end subroutine tape_push_c4

    subroutine tape_push_c8(x, n)
        complex(real64), intent(in) :: x(*)
        integer(int64), intent(in) :: n

        call put_c8_array(values, x, n)
    end subroutine tape_push_c8

    subroutine tape_push_i1(x, n)
        integer(int8), intent(in) :: x(*)
        integer(int64), intent(in) :: n

        call put_i1_array(values, x, n)
    end subroutine tape_push_i1

    subroutine tape_push_i2(x, n)
        integer(int16), intent(in) :: x(*)
        integer(int64), intent(in) :: n

        call put_i2_array(values, x, n)
    end subroutine tape_push_i2

    subroutine tape_push_i4(x, n)
        integer(int32), intent(in) :: x(*)
        integer(int64), intent(in) :: n

        call put_i4_array(values, x, n)
    end subroutine tape_push_i4

    subroutine tape_push_i8(x, n)
        integer(int64), intent(in) :: x(*)
        integer(int64), intent(in) :: n

        call put_integers(values, x, n)
    end subroutine tape_push_i8

    subroutine tape_push_l(x, n)
        logical, intent(in) :: x(*)
        integer(int64), intent(in) :: n

        call put_l_array(values, x, n)
    end subroutine tape_push_l

    subroutine tape_push_s(x, n)
        character(len=*), intent(in) :: x(*)
        integer(int64), intent(in) :: n

        call put_s_array(values, x, n)
    end subroutine tape_push_s

    subroutine pop_r4(x)
        real(real32), intent(out) :: x

        call take_r4(values, x)
    end subroutine pop_r4

    subroutine pop_r8(x)
        real(real64), intent(out) :: x

        call take_real(values, x)
    end subroutine pop_r8

    subroutine pop_c4(x)
        complex(real32), intent(out) :: x

        call take_c4(values, x)
    end subroutine pop_c4

    subroutine pop_c8(x)
        complex(real64), intent(out) :: x

        call take_c8(values, x)
    end subroutine pop_c8

    subroutine pop_i1(x)
        integer(int8), intent(out) :: x

        call take_i1(values, x)
    end subroutine pop_i1

    subroutine pop_i2(x)
        integer(int16), intent(out) :: x

        call take_i2(values, x)
    end subroutine pop_i2

    subroutine pop_i4(x)
        integer(int32), intent(out) :: x

        call take_i4(values, x)
    end subroutine pop_i4

    subroutine pop_i8(x)
        integer(int64), intent(out) :: x

        call take_integer(values, x)
    end subroutine pop_i8

    subroutine pop_l(x)
        logical, intent(out) :: x

        call take_l(values, x)
    end subroutine pop_l

    subroutine pop_s(x)
        character(len=*), intent(inout) :: x

        call take_s(values, x)
    end subroutine pop_s

    subroutine tape_pop_r4(x, n)
        real(real32), intent(inout) :: x(*)
        integer(int64), intent(in) :: n

        call take_r4_array(values, x, n)
    end subroutine tape_pop_r4

    subroutine tape_pop_r8(x, n)
        real(real64), intent(inout) :: x(*)
        integer(int64), intent(in) :: n

        call take_reals(values, x, n)
    end subroutine tape_pop_r8

    subroutine tape_pop_c4(x, n)
        complex(real32), intent(inout) :: x(*)
        integer(int64), intent(in) :: n

        call take_c4_array(values, x, n)
    end subroutine tape_pop_c4

    subroutine tape_pop_c8(x, n)
        complex(real64), intent(inout) :: x(*)
        integer(int64), intent(in) :: n

        call take_c8_array(values, x, n)
    end subroutine tape_pop_c8

    subroutine tape_pop_i1(x, n)
        integer(int8), intent(inout) :: x(*)
        integer(int64), intent(in) :: n

        call take_i1_array(values, x, n)
    end subroutine tape_pop_i1

    subroutine tape_pop_i2(x, n)
        integer(int16), intent(inout) :: x(*)
        integer(int64), intent(in) :: n

        call take_i2_array(values, x, n)
    end subroutine tape_pop_i2

    subroutine tape_pop_i4(x, n)
        integer(int32), intent(inout) :: x(*)
        integer(int64), intent(in) :: n

        call take_i4_array(values, x, n)
    end subroutine tape_pop_i4

    subroutine tape_pop_i8(x, n)
        integer(int64), intent(inout) :: x(*)
        integer(int64), intent(in) :: n

        call take_integers(values, x, n)
    end subroutine tape_pop_i8

    subroutine tape_pop_l(x, n)
        logical, intent(inout) :: x(*)
        integer(int64), intent(in) :: n

        call take_l_array(values, x, n)
    end subroutine tape_pop_l

    subroutine tape_pop_s(x, n)
        character(len=*), intent(inout) :: x(*)
        integer(int64), intent(in) :: n

        call take_s_array(values, x, n)
    end subroutine tape_pop_s

    ! Checkpoints.

    ! Bytes that are stored.
    function checkpoint_size() result(bytes)
        integer(int64) :: bytes

        bytes = size_of(checkpoints)
    end function checkpoint_size

    ! Most bytes that were stored since the last reset.
    function checkpoint_peak() result(bytes)
        integer(int64) :: bytes

        bytes = peak_of(checkpoints)
    end function checkpoint_peak

    function checkpoint_is_empty() result(empty)
        logical :: empty

        empty = size_of(checkpoints) == 0
    end function checkpoint_is_empty

    ! Forgets what is stored, and the peak, and gives all memory back.
    subroutine checkpoint_reset()
        call reset(checkpoints)
    end subroutine checkpoint_reset

    subroutine store_r4(x)
        real(real32), intent(in) :: x

        call put_r4(checkpoints, x)
    end subroutine store_r4

    subroutine store_r8(x)
        real(real64), intent(in) :: x

        call put_real(checkpoints, x)
    end subroutine store_r8

    subroutine store_c4(x)
        complex(real32), intent(in) :: x

        call put_c4(checkpoints, x)
    end subroutine store_c4

    subroutine store_c8(x)
        complex(real64), intent(in) :: x

        call put_c8(checkpoints, x)
    end subroutine store_c8

    subroutine store_i1(x)
        integer(int8), intent(in) :: x

        call put_i1(checkpoints, x)
    end subroutine store_i1

    subroutine store_i2(x)
        integer(int16), intent(in) :: x

        call put_i2(checkpoints, x)
    end subroutine store_i2

    subroutine store_i4(x)
        integer(int32), intent(in) :: x

        call put_i4(checkpoints, x)
    end subroutine store_i4

    subroutine store_i8(x)
        integer(int64), intent(in) :: x

        call put_integer(checkpoints, x)
    end subroutine store_i8

    subroutine store_l(x)
        logical, intent(in) :: x

        call put_l(checkpoints, x)
    end subroutine store_l

    subroutine store_s(x)
        character(len=*), intent(in) :: x

        call put_s(checkpoints, x)
    end subroutine store_s

    subroutine checkpoint_store_r4(x, n)
        real(real32), intent(in) :: x(*)
        integer(int64), intent(in) :: n

        call put_r4_array(checkpoints, x, n)
    end subroutine checkpoint_store_r4

    subroutine checkpoint_store_r8(x, n)
        real(real64), intent(in) :: x(*)
        integer(int64), intent(in) :: n

        call put_reals(checkpoints, x, n)
    end subroutine checkpoint_store_r8

    subroutine checkpoint_store_c4(x, n)
        complex(real32), intent(in) :: x(*)
        integer(int64), intent(in) :: n

        call put_c4_array(checkpoints, x, n)
    end subroutine checkpoint_store_c4

    subroutine checkpoint_store_c8(x, n)
        complex(real64), intent(in) :: x(*)
        integer(int64), intent(in) :: n

        call put_c8_array(checkpoints, x, n)
    end subroutine checkpoint_store_c8

    subroutine checkpoint_store_i1(x, n)
        integer(int8), intent(in) :: x(*)
        integer(int64), intent(in) :: n

        call put_i1_array(checkpoints, x, n)
    end subroutine checkpoint_store_i1

    subroutine checkpoint_store_i2(x, n)
        integer(int16), intent(in) :: x(*)
        integer(int64), intent(in) :: n

        call put_i2_array(checkpoints, x, n)
    end subroutine checkpoint_store_i2

    subroutine checkpoint_store_i4(x, n)
        integer(int32), intent(in) :: x(*)
        integer(int64), intent(in) :: n

        call put_i4_array(checkpoints, x, n)
    end subroutine checkpoint_store_i4

    subroutine checkpoint_store_i8(x, n)
        integer(int64), intent(in) :: x(*)
        integer(int64), intent(in) :: n

        call put_integers(checkpoints, x, n)
    end subroutine checkpoint_store_i8

    subroutine checkpoint_store_l(x, n)
        logical, intent(in) :: x(*)
        integer(int64), intent(in) :: n

        call put_l_array(checkpoints, x, n)
    end subroutine checkpoint_store_l

    subroutine checkpoint_store_s(x, n)
        character(len=*), intent(in) :: x(*)
        integer(int64), intent(in) :: n

        call put_s_array(checkpoints, x, n)
    end subroutine checkpoint_store_s

    subroutine restore_r4(x)
        real(real32), intent(out) :: x

        call take_r4(checkpoints, x)
    end subroutine restore_r4

    subroutine restore_r8(x)
        real(real64), intent(out) :: x

        call take_real(checkpoints, x)
    end subroutine restore_r8

    subroutine restore_c4(x)
        complex(real32), intent(out) :: x

        call take_c4(checkpoints, x)
    end subroutine restore_c4

    subroutine restore_c8(x)
        complex(real64), intent(out) :: x

        call take_c8(checkpoints, x)
    end subroutine restore_c8

    subroutine restore_i1(x)
        integer(int8), intent(out) :: x

        call take_i1(checkpoints, x)
    end subroutine restore_i1

    subroutine restore_i2(x)
        integer(int16), intent(out) :: x

        call take_i2(checkpoints, x)
    end subroutine restore_i2

    subroutine restore_i4(x)
        integer(int32), intent(out) :: x

        call take_i4(checkpoints, x)
    end subroutine restore_i4

    subroutine restore_i8(x)
        integer(int64), intent(out) :: x

        call take_integer(checkpoints, x)
    end subroutine restore_i8

    subroutine restore_l(x)
        logical, intent(out) :: x

        call take_l(checkpoints, x)
    end subroutine restore_l

    subroutine restore_s(x)
        character(len=*), intent(inout) :: x

        call take_s(checkpoints, x)
    end subroutine restore_s

    subroutine checkpoint_restore_r4(x, n)
        real(real32), intent(inout) :: x(*)
        integer(int64), intent(in) :: n

        call take_r4_array(checkpoints, x, n)
    end subroutine checkpoint_restore_r4

    subroutine checkpoint_restore_r8(x, n)
        real(real64), intent(inout) :: x(*)
        integer(int64), intent(in) :: n

        call take_reals(checkpoints, x, n)
    end subroutine checkpoint_restore_r8

    subroutine checkpoint_restore_c4(x, n)
        complex(real32), intent(inout) :: x(*)
        integer(int64), intent(in) :: n

        call take_c4_array(checkpoints, x, n)
    end subroutine checkpoint_restore_c4

    subroutine checkpoint_restore_c8(x, n)
        complex(real64), intent(inout) :: x(*)
        integer(int64), intent(in) :: n

        call take_c8_array(checkpoints, x, n)
    end subroutine checkpoint_restore_c8

    subroutine checkpoint_restore_i1(x, n)
        integer(int8), intent(inout) :: x(*)
        integer(int64), intent(in) :: n

        call take_i1_array(checkpoints, x, n)
    end subroutine checkpoint_restore_i1

    subroutine checkpoint_restore_i2(x, n)
        integer(int16), intent(inout) :: x(*)
        integer(int64), intent(in) :: n

        call take_i2_array(checkpoints, x, n)
    end subroutine checkpoint_restore_i2

    subroutine checkpoint_restore_i4(x, n)
        integer(int32), intent(inout) :: x(*)
        integer(int64), intent(in) :: n

        call take_i4_array(checkpoints, x, n)
    end subroutine checkpoint_restore_i4

    subroutine checkpoint_restore_i8(x, n)
        integer(int64), intent(inout) :: x(*)
        integer(int64), intent(in) :: n

        call take_integers(checkpoints, x, n)
    end subroutine checkpoint_restore_i8

    subroutine checkpoint_restore_l(x, n)
        logical, intent(inout) :: x(*)
        integer(int64), intent(in) :: n

        call take_l_array(checkpoints, x, n)
    end subroutine checkpoint_restore_l

    subroutine checkpoint_restore_s(x, n)
        character(len=*), intent(inout) :: x(*)
        integer(int64), intent(in) :: n

        call take_s_array(checkpoints, x, n)
    end subroutine checkpoint_restore_s

end module xaif_tape
