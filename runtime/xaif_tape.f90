! The run time of adjoint programs: a tape and a stack of checkpoints.
!
! Both are stacks of real(8): what was put last is taken first. A complex number takes up two elements; a logical
! or a character is an integer; integers are kept as reals that are equal to them, those of 8 bytes by their bits.
!
! A stack is a list of segments. Programs write into the current one themselves, so that a push is a store:
!
!     if (tape%top + 2 > tape%limit) call tape_grow(tape, 2)        a = tape%x(tape%top)
!     tape%x(tape%top + 1) = b                                      b = tape%x(tape%top - 1)
!     tape%x(tape%top + 2) = a                                      tape%top = tape%top - 2
!     tape%top = tape%top + 2                                       if (tape%top < 0) call tape_shrink(tape)
!
! Where a segment begins, it has a copy of the last elements of the one below it, at x(0), x(-1) and so on: up to
! tape_run elements may be taken before the end of the segment is looked for. An array lies in one segment.
! Segments that became empty stay, for the next time, until the stack is reset. Beyond a limit on memory, the
! lowest segments go to a temporary file.
!
! Each thread of OpenMP has a tape and checkpoints of its own; one that ends should reset them. Programs that get
! them as an argument have a context, which has both, and is empty at first: each call may have another one.
!
! Programs that check what they do say what they put, and where, with tape_check_put, and what they take with
! tape_check_take.
module xaif_tape
  use, intrinsic :: iso_fortran_env, only: error_unit, int8, int16, int32, int64, real32, real64
  implicit none
  private

  public :: tape_stack, tape_context, tape, checkpoints, tape_handler, tape_error_handler, tape_run
  public :: tape_grow, tape_shrink, tape_turn, tape_is_empty, tape_size, tape_peak, tape_reset, tape_in_memory
  public :: tape_check_put, tape_check_take, tape_check_empty
  public :: tape_put_r4, tape_put_r8, tape_put_c4, tape_put_c8, tape_put_i1, tape_put_i2, tape_put_i4, tape_put_i8, &
    tape_put_l, tape_put_s, tape_put_t, tape_put_a
  public :: tape_take_r4, tape_take_r8, tape_take_c4, tape_take_c8, tape_take_i1, tape_take_i2, tape_take_i4, &
    tape_take_i8, tape_take_l, tape_take_s, tape_take_t, tape_take_a

  ! Elements of a segment, if no array needs more, and most that may be taken without a look at the end.
  integer, parameter :: segment_size = 65536, tape_run = 128

  ! Elements that an array may have.
  integer(int64), parameter :: largest = 2000000000

  ! below: elements in the segments below; used: elements, once there is a segment above.
  type segment
    real(real64), pointer, contiguous :: x(:) => null()
    integer :: size = 0, used = 0
    integer(int64) :: below = 0
  end type segment

  abstract interface
    subroutine tape_handler(message)
      character(len=*), intent(in) :: message
    end subroutine tape_handler
  end interface

  ! What was put: its type, how many, and where.
  type put
    character(len=16) :: what
    integer(int64) :: count
    character(len=96) :: place
  end type put

  type tape_stack
    real(real64), pointer, contiguous :: x(:) => null() ! the current segment
    integer :: top = 0                                  ! its last element that is used
    integer :: limit = -1                               ! its last element; -1: there is none
    integer, private :: level = 0, lowest = 1           ! number of the current segment, and of the lowest in memory
    integer, private :: unit = 0                        ! of the temporary file
    integer(int64), private :: below = 0, peak = 0      ! elements in other segments; most elements
    integer(int64), private :: allowed = huge(0_int64)  ! elements in memory
    procedure(tape_handler), pointer, nopass :: handler => null() ! instead of tape_error_handler
    type(put), pointer, private :: puts(:) => null()    ! of programs that check
    integer, private :: put_count = 0
    type(segment), pointer, private :: segments(:) => null()
  end type tape_stack

  type tape_context
    type(tape_stack) :: tape, checkpoints
  end type tape_context

  type(tape_stack), save :: tape, checkpoints
  !$omp threadprivate(tape, checkpoints)

  ! Is called where something is to be taken that is not there, or there is no memory or file to go on with. When
  ! it returns from the former, what was taken has any value; from the latter, the program stops. Without a handler
  ! the message is printed, and the program stops. All threads share it; a stack may have one of its own.
  procedure(tape_handler), pointer, save :: tape_error_handler => null()

  ! Of a stack, or of both of a context.
  interface tape_is_empty
    procedure is_empty, both_are_empty
  end interface tape_is_empty

  interface tape_in_memory
    procedure in_memory, both_in_memory
  end interface tape_in_memory

  interface tape_reset
    procedure reset, reset_both
  end interface tape_reset

  interface tape_check_empty
    procedure check_empty, check_both_empty
  end interface tape_check_empty

contains

  subroutine report(stack, text)
    type(tape_stack), intent(in) :: stack
    character(len=*), intent(in) :: text

    if (associated(stack%handler)) then
      call stack%handler('xaif_tape: ' // text)
    else if (associated(tape_error_handler)) then
      call tape_error_handler('xaif_tape: ' // text)
    else
      write (error_unit, '(2a)') 'xaif_tape: ', text
      flush (error_unit)
      error stop
    end if
  end subroutine report

  subroutine give_up(stack, text)
    type(tape_stack), intent(in) :: stack
    character(len=*), intent(in) :: text

    call report(stack, text)
    error stop
  end subroutine give_up

  ! What a stack is like.

  ! Bytes that are on it.
  pure function tape_size(stack) result(bytes)
    type(tape_stack), intent(in) :: stack
    integer(int64) :: bytes

    bytes = 8*(stack%below + stack%top)
  end function tape_size

  pure function is_empty(stack)
    type(tape_stack), intent(in) :: stack
    logical :: is_empty

    is_empty = stack%below + stack%top == 0
  end function is_empty

  pure function both_are_empty(context)
    type(tape_context), intent(in) :: context
    logical :: both_are_empty

    both_are_empty = is_empty(context%tape) .and. is_empty(context%checkpoints)
  end function both_are_empty

  ! Most bytes that have been on it since it was reset.
  pure function tape_peak(stack) result(bytes)
    type(tape_stack), intent(in) :: stack
    integer(int64) :: bytes

    bytes = max(8*stack%peak, tape_size(stack))
  end function tape_peak

  ! Is called before something is taken after something may have been put.
  subroutine tape_turn(stack)
    type(tape_stack), intent(inout) :: stack

    if (.not. associated(stack%x)) call tape_grow(stack, 0)
    stack%peak = max(stack%peak, stack%below + stack%top)
  end subroutine tape_turn

  ! From now on, keeps at most so many bytes of each stack in memory, but for two segments.
  subroutine in_memory(stack, bytes)
    type(tape_stack), intent(inout) :: stack
    integer(int64), intent(in) :: bytes

    stack%allowed = bytes/8
  end subroutine in_memory

  subroutine both_in_memory(context, bytes)
    type(tape_context), intent(inout) :: context
    integer(int64), intent(in) :: bytes

    call in_memory(context%tape, bytes)
    call in_memory(context%checkpoints, bytes)
  end subroutine both_in_memory

  ! Empties a stack, and gives its memory back; the limit and the handler stay.
  subroutine reset(stack)
    type(tape_stack), intent(inout) :: stack
    type(tape_stack) :: new
    integer :: k

    if (associated(stack%segments)) then
      do k = 1, size(stack%segments)
        if (associated(stack%segments(k)%x)) deallocate (stack%segments(k)%x)
      end do
      deallocate (stack%segments)
    end if
    if (associated(stack%puts)) deallocate (stack%puts)
    if (stack%unit /= 0) close (stack%unit)
    new%allowed = stack%allowed
    new%handler => stack%handler
    stack = new
  end subroutine reset

  subroutine reset_both(context)
    type(tape_context), intent(inout) :: context

    call reset(context%tape)
    call reset(context%checkpoints)
  end subroutine reset_both

  ! Segments.

  ! Makes a segment the current one that has room for so many elements.
  subroutine tape_grow(stack, count)
    type(tape_stack), intent(inout) :: stack
    integer, intent(in) :: count
    real(real64), pointer, contiguous :: last(:)
    integer :: old

    last => stack%x
    old = stack%top
    if (stack%level > 0) stack%segments(stack%level)%used = old
    stack%below = stack%below + old
    stack%level = stack%level + 1
    call make_room(stack)
    call provide(stack, max(count, segment_size))
    stack%segments(stack%level)%below = stack%below
    stack%x => stack%segments(stack%level)%x
    stack%limit = stack%segments(stack%level)%size
    stack%top = 0
    if (associated(last)) stack%x(1 - tape_run:0) = last(old - tape_run + 1:old)
    call save_lowest(stack)
  end subroutine tape_grow

  ! Goes back to the segment below, as far as more than is in the current one was taken.
  subroutine tape_shrink(stack)
    type(tape_stack), intent(inout) :: stack

    if (stack%level <= 1) then
      stack%top = 0
      call report(stack, 'the stack has nothing left to take back')
      return
    end if
    stack%level = stack%level - 1
    if (stack%level < stack%lowest) call load(stack)
    stack%x => stack%segments(stack%level)%x
    stack%limit = stack%segments(stack%level)%size
    stack%top = stack%top + stack%segments(stack%level)%used
    stack%below = stack%segments(stack%level)%below
  end subroutine tape_shrink

  ! The list of segments becomes longer where it has to.
  subroutine make_room(stack)
    type(tape_stack), intent(inout) :: stack
    type(segment), pointer :: longer(:)
    integer :: length, status

    length = 0
    if (associated(stack%segments)) length = size(stack%segments)
    if (stack%level <= length) return
    allocate (longer(2*length + 16), stat=status)
    if (status /= 0) call give_up(stack, 'out of memory')
    if (length > 0) then
      longer(:length) = stack%segments
      deallocate (stack%segments)
    end if
    stack%segments => longer
  end subroutine make_room

  ! Sees to it that the current segment has room for so many elements.
  subroutine provide(stack, count)
    type(tape_stack), intent(inout) :: stack
    integer, intent(in) :: count
    integer :: status

    associate (s => stack%segments(stack%level))
      if (associated(s%x)) then
        if (s%size >= count) return
        deallocate (s%x)
      end if
      allocate (s%x(1 - tape_run:count), stat=status)
      if (status /= 0) call give_up(stack, 'out of memory')
      s%x(1 - tape_run:0) = 0
      s%size = count
    end associate
  end subroutine provide

  ! The temporary file has the elements of the lowest segments, each after those that it has a copy of.

  function position(stack, level)
    type(tape_stack), intent(in) :: stack
    integer, intent(in) :: level
    integer(int64) :: position

    position = 1 + 8*(stack%segments(level)%below + int(tape_run, int64)*(level - 1))
  end function position

  subroutine save_lowest(stack)
    type(tape_stack), intent(inout) :: stack
    integer :: status

    do while (stack%level - stack%lowest >= 2)
      if (stack%below + stack%limit - stack%segments(stack%lowest)%below <= stack%allowed) return
      if (stack%unit == 0) then
        open (newunit=stack%unit, status='scratch', access='stream', form='unformatted', iostat=status)
        if (status /= 0) call give_up(stack, 'a temporary file can''t be opened')
      end if
      associate (s => stack%segments(stack%lowest))
        write (stack%unit, pos=position(stack, stack%lowest), iostat=status) s%x(:s%used)
        if (status /= 0) call give_up(stack, 'the temporary file can''t be written to')
        deallocate (s%x)
      end associate
      stack%lowest = stack%lowest + 1
    end do
  end subroutine save_lowest

  subroutine load(stack)
    type(tape_stack), intent(inout) :: stack
    integer :: status

    stack%lowest = stack%level
    associate (s => stack%segments(stack%level))
      call provide(stack, s%size)
      read (stack%unit, pos=position(stack, stack%level), iostat=status) s%x(:s%used)
      if (status /= 0) call give_up(stack, 'the temporary file can''t be read')
    end associate
  end subroutine load

  ! Checks.

  function number(n)
    integer(int64), intent(in) :: n
    character(len=20) :: number
    integer(int64) :: rest
    integer :: k

    number = ''
    rest = n
    do k = len(number), 1, -1
      number(k:k) = achar(iachar('0') + int(mod(rest, 10_int64)))
      rest = rest/10
      if (rest == 0) exit
    end do
    number = adjustl(number)
  end function number

  ! A program is about to put so many values of a type at a place of its text.
  subroutine tape_check_put(stack, what, count, place)
    type(tape_stack), intent(inout) :: stack
    character(len=*), intent(in) :: what, place
    integer(int64), intent(in) :: count
    type(put), pointer :: more(:)
    integer :: length, status

    length = 0
    if (associated(stack%puts)) length = size(stack%puts)
    if (stack%put_count == length) then
      allocate (more(2*length + 1024), stat=status)
      if (status /= 0) call give_up(stack, 'out of memory')
      if (length > 0) then
        more(:length) = stack%puts
        deallocate (stack%puts)
      end if
      stack%puts => more
    end if
    stack%put_count = stack%put_count + 1
    stack%puts(stack%put_count) = put(what, count, place)
  end subroutine tape_check_put

  ! A program is about to take so many values of a type.
  subroutine tape_check_take(stack, what, count, place)
    type(tape_stack), intent(inout) :: stack
    character(len=*), intent(in) :: what, place
    integer(int64), intent(in) :: count
    type(put) :: last

    if (stack%put_count == 0) then
      call report(stack, trim(number(count)) // ' of type ' // what // ' are taken at ' // place // &
        ', but nothing is left')
      return
    end if
    last = stack%puts(stack%put_count)
    stack%put_count = stack%put_count - 1
    if (last%what == what .and. last%count == count) return
    call report(stack, trim(number(count)) // ' of type ' // what // ' are taken at ' // place // ', but ' // &
      trim(number(last%count)) // ' of type ' // trim(last%what) // ' were put at ' // trim(last%place))
  end subroutine tape_check_take

  ! Reports what is left on a stack where nothing should be, and where it was put, if that is known.
  subroutine check_empty(stack)
    type(tape_stack), intent(in) :: stack

    if (stack%put_count > 0) then
      associate (last => stack%puts(stack%put_count))
        call report(stack, 'something is left: ' // trim(number(last%count)) // ' of type ' // &
          trim(last%what) // ' were put last, at ' // trim(last%place))
      end associate
    else if (.not. is_empty(stack)) then
      call report(stack, 'something is left: ' // trim(number(tape_size(stack))) // ' bytes')
    end if
  end subroutine check_empty

  subroutine check_both_empty(context)
    type(tape_context), intent(in) :: context

    call check_empty(context%tape)
    call check_empty(context%checkpoints)
  end subroutine check_both_empty

  ! Arrays: x has n elements.

  ! Makes room for so many elements in one segment.
  subroutine reserve(stack, n)
    type(tape_stack), intent(inout) :: stack
    integer(int64), intent(in) :: n

    if (n > largest) call give_up(stack, 'an array is too large')
    if (stack%top + n > stack%limit) call tape_grow(stack, int(n))
  end subroutine reserve

  ! Takes n elements away, which are stack%x(first:last) afterwards, if it returns true.
  function takes(stack, n, first, last)
    type(tape_stack), intent(inout) :: stack
    integer(int64), intent(in) :: n
    integer, intent(out) :: first, last
    logical :: takes

    call tape_turn(stack)
    if (stack%top == 0 .and. n > 0) call tape_shrink(stack)
    takes = n <= stack%top
    first = 1
    last = 0
    if (.not. takes) then
      call report(stack, 'the stack has less left than is to be taken back')
      return
    end if
    last = stack%top
    stack%top = stack%top - int(n)
    first = stack%top + 1
  end function takes

  ! Arguments that do not overlap are copied by the fastest means that there are.
  pure subroutine copy(n, from, to)
    integer(int64), intent(in) :: n
    real(real64), intent(in) :: from(n)
    real(real64), intent(inout) :: to(n)

    to = from
  end subroutine copy

  subroutine tape_put_r4(stack, x, n)
    type(tape_stack), intent(inout) :: stack
    real(real32), intent(in) :: x(*)
    integer(int64), intent(in) :: n

    call reserve(stack, n)
    stack%x(stack%top + 1:stack%top + n) = x(:n)
    stack%top = stack%top + int(n)
  end subroutine tape_put_r4

  subroutine tape_take_r4(stack, x, n)
    type(tape_stack), intent(inout) :: stack
    real(real32), intent(inout) :: x(*)
    integer(int64), intent(in) :: n
    integer :: first, last

    if (takes(stack, n, first, last)) x(:n) = real(stack%x(first:last), real32)
  end subroutine tape_take_r4

  subroutine tape_put_r8(stack, x, n)
    type(tape_stack), intent(inout) :: stack
    real(real64), intent(in) :: x(*)
    integer(int64), intent(in) :: n

    call reserve(stack, n)
    call copy(n, x, stack%x(stack%top + 1:stack%top + n))
    stack%top = stack%top + int(n)
  end subroutine tape_put_r8

  subroutine tape_take_r8(stack, x, n)
    type(tape_stack), intent(inout) :: stack
    real(real64), intent(inout) :: x(*)
    integer(int64), intent(in) :: n
    integer :: first, last

    if (takes(stack, n, first, last)) call copy(n, stack%x(first:last), x)
  end subroutine tape_take_r8

  subroutine tape_put_i1(stack, x, n)
    type(tape_stack), intent(inout) :: stack
    integer(int8), intent(in) :: x(*)
    integer(int64), intent(in) :: n

    call reserve(stack, n)
    stack%x(stack%top + 1:stack%top + n) = x(:n)
    stack%top = stack%top + int(n)
  end subroutine tape_put_i1

  subroutine tape_take_i1(stack, x, n)
    type(tape_stack), intent(inout) :: stack
    integer(int8), intent(inout) :: x(*)
    integer(int64), intent(in) :: n
    integer :: first, last

    if (takes(stack, n, first, last)) x(:n) = int(stack%x(first:last), int8)
  end subroutine tape_take_i1

  subroutine tape_put_i2(stack, x, n)
    type(tape_stack), intent(inout) :: stack
    integer(int16), intent(in) :: x(*)
    integer(int64), intent(in) :: n

    call reserve(stack, n)
    stack%x(stack%top + 1:stack%top + n) = x(:n)
    stack%top = stack%top + int(n)
  end subroutine tape_put_i2

  subroutine tape_take_i2(stack, x, n)
    type(tape_stack), intent(inout) :: stack
    integer(int16), intent(inout) :: x(*)
    integer(int64), intent(in) :: n
    integer :: first, last

    if (takes(stack, n, first, last)) x(:n) = int(stack%x(first:last), int16)
  end subroutine tape_take_i2

  subroutine tape_put_i4(stack, x, n)
    type(tape_stack), intent(inout) :: stack
    integer(int32), intent(in) :: x(*)
    integer(int64), intent(in) :: n

    call reserve(stack, n)
    stack%x(stack%top + 1:stack%top + n) = x(:n)
    stack%top = stack%top + int(n)
  end subroutine tape_put_i4

  subroutine tape_take_i4(stack, x, n)
    type(tape_stack), intent(inout) :: stack
    integer(int32), intent(inout) :: x(*)
    integer(int64), intent(in) :: n
    integer :: first, last

    if (takes(stack, n, first, last)) x(:n) = int(stack%x(first:last), int32)
  end subroutine tape_take_i4

  subroutine tape_put_i8(stack, x, n)
    type(tape_stack), intent(inout) :: stack
    integer(int64), intent(in) :: x(*)
    integer(int64), intent(in) :: n

    call reserve(stack, n)
    stack%x(stack%top + 1:stack%top + n) = transfer(x(:n), stack%x)
    stack%top = stack%top + int(n)
  end subroutine tape_put_i8

  subroutine tape_take_i8(stack, x, n)
    type(tape_stack), intent(inout) :: stack
    integer(int64), intent(inout) :: x(*)
    integer(int64), intent(in) :: n
    integer :: first, last

    if (takes(stack, n, first, last)) x(:n) = transfer(stack%x(first:last), x(:1))
  end subroutine tape_take_i8

  subroutine tape_put_l(stack, x, n)
    type(tape_stack), intent(inout) :: stack
    logical, intent(in) :: x(*)
    integer(int64), intent(in) :: n

    call reserve(stack, n)
    stack%x(stack%top + 1:stack%top + n) = merge(1, 0, x(:n))
    stack%top = stack%top + int(n)
  end subroutine tape_put_l

  subroutine tape_take_l(stack, x, n)
    type(tape_stack), intent(inout) :: stack
    logical, intent(inout) :: x(*)
    integer(int64), intent(in) :: n
    integer :: first, last

    if (takes(stack, n, first, last)) x(:n) = stack%x(first:last) > 0
  end subroutine tape_take_l

  subroutine tape_put_c4(stack, x, n)
    type(tape_stack), intent(inout) :: stack
    complex(real32), intent(in) :: x(*)
    integer(int64), intent(in) :: n

    call reserve(stack, 2*n)
    stack%x(stack%top + 1:stack%top + 2*n:2) = real(x(:n))
    stack%x(stack%top + 2:stack%top + 2*n:2) = aimag(x(:n))
    stack%top = stack%top + 2*int(n)
  end subroutine tape_put_c4

  subroutine tape_take_c4(stack, x, n)
    type(tape_stack), intent(inout) :: stack
    complex(real32), intent(inout) :: x(*)
    integer(int64), intent(in) :: n
    integer :: first, last

    if (takes(stack, 2*n, first, last)) &
      x(:n) = cmplx(stack%x(first:last:2), stack%x(first + 1:last:2), real32)
  end subroutine tape_take_c4

  subroutine tape_put_c8(stack, x, n)
    type(tape_stack), intent(inout) :: stack
    complex(real64), intent(in) :: x(*)
    integer(int64), intent(in) :: n

    call reserve(stack, 2*n)
    stack%x(stack%top + 1:stack%top + 2*n:2) = real(x(:n))
    stack%x(stack%top + 2:stack%top + 2*n:2) = aimag(x(:n))
    stack%top = stack%top + 2*int(n)
  end subroutine tape_put_c8

  subroutine tape_take_c8(stack, x, n)
    type(tape_stack), intent(inout) :: stack
    complex(real64), intent(inout) :: x(*)
    integer(int64), intent(in) :: n
    integer :: first, last

    if (takes(stack, 2*n, first, last)) &
      x(:n) = cmplx(stack%x(first:last:2), stack%x(first + 1:last:2), real64)
  end subroutine tape_take_c8

  ! All characters of an array have one length.
  subroutine tape_put_s(stack, x, n)
    type(tape_stack), intent(inout) :: stack
    character(len=*), intent(in) :: x(*)
    integer(int64), intent(in) :: n
    integer(int64) :: i
    integer :: k

    call reserve(stack, n*len(x))
    do i = 1, n
      do k = 1, len(x)
        stack%x(stack%top + k) = ichar(x(i)(k:k))
      end do
      stack%top = stack%top + len(x)
    end do
  end subroutine tape_put_s

  subroutine tape_take_s(stack, x, n)
    type(tape_stack), intent(inout) :: stack
    character(len=*), intent(inout) :: x(*)
    integer(int64), intent(in) :: n
    integer(int64) :: i
    integer :: k, first, last

    if (.not. takes(stack, n*len(x), first, last)) return
    do i = 1, n
      do k = 1, len(x)
        x(i)(k:k) = char(int(stack%x(first + k - 1)))
      end do
      first = first + len(x)
    end do
  end subroutine tape_take_s

  ! A text of any length, which comes after it.
  subroutine tape_put_t(stack, x)
    type(tape_stack), intent(inout) :: stack
    character(len=*), intent(in) :: x
    integer :: k

    call reserve(stack, len(x) + 1_int64)
    do k = 1, len(x)
      stack%x(stack%top + k) = ichar(x(k:k))
    end do
    stack%top = stack%top + len(x) + 1
    stack%x(stack%top) = len(x)
  end subroutine tape_put_t

  subroutine tape_take_t(stack, x)
    type(tape_stack), intent(inout) :: stack
    character(len=*), intent(inout) :: x
    integer :: first, last, length, k

    if (.not. takes(stack, 1_int64, first, last)) return
    length = int(stack%x(first))
    if (.not. takes(stack, int(max(0, length), int64), first, last)) return
    if (length /= len(x)) then
      call report(stack, 'a text has another length than when it was put on the stack')
      return
    end if
    do k = 1, length
      x(k:k) = char(int(stack%x(first + k - 1)))
    end do
  end subroutine tape_take_t

  ! The same of one that is allocated; the length is -1 if it is not.
  subroutine tape_put_a(stack, x)
    type(tape_stack), intent(inout) :: stack
    character(len=:), allocatable, intent(in) :: x

    if (allocated(x)) then
      call tape_put_t(stack, x)
    else
      call reserve(stack, 1_int64)
      stack%top = stack%top + 1
      stack%x(stack%top) = -1
    end if
  end subroutine tape_put_a

  subroutine tape_take_a(stack, x)
    type(tape_stack), intent(inout) :: stack
    character(len=:), allocatable, intent(inout) :: x
    integer :: length

    call tape_turn(stack)
    if (stack%top == 0) call tape_shrink(stack)
    length = -1
    if (stack%top > 0) length = int(stack%x(stack%top))
    if (allocated(x)) deallocate (x)
    if (length >= 0) then
      allocate (character(len=length) :: x)
      call tape_take_t(stack, x)
    else if (stack%top > 0) then
      stack%top = stack%top - 1
    end if
  end subroutine tape_take_a
end module xaif_tape
