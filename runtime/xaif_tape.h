/*
 * The run-time of adjoint programs in C: a tape and a stack of checkpoints.
 *
 * Both are LIFOs of one context, struct xaif_tape: what is put last is taken first, and what is taken must
 * have the type of what was put. A context that is all zero is empty:
 *
 *     struct xaif_tape tape = {0};
 *     head_b(&tape, ...);
 *     xaif_tape_free(&tape);
 *
 * Nothing is shared between contexts, so that each thread may have one of its own. Functions that put and
 * take scalars have the type in their names: r4, r8, c4, c8 for real and complex numbers of single and double
 * precision, i1, i2, i4, i8 for integers, l for truth values, s for characters. Those of arrays take a number
 * of elements, too. Values lie in segments of XAIF_SEGMENT bytes, as many bytes each as its type has. Growing
 * appends a segment, and never moves what is stored. Beyond a limit, if there is one, the segments that are
 * needed last go to a temporary file.
 *
 * With XB_TAPE_CHECK defined, what is taken is compared with what was put, and the message about the first
 * mismatch has the places of both.
 */
#ifndef XAIF_TAPE_H
#define XAIF_TAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#else
#include <complex.h>
#endif

#ifndef XAIF_SEGMENT
#define XAIF_SEGMENT 65536 /* bytes of a segment */
#endif

/* Is called where something is to be taken that is not there, or that was put otherwise; when it returns, what
 * is not there is zero. It is also called when no memory is left, or a file fails; then the program is aborted
 * even if it returns. */
typedef void xaif_error_handler(void *context, const char *message);

struct xaif_segment {
    struct xaif_segment *previous, *next;
    unsigned char *bytes; /* NULL: they are in the file */
    size_t used;          /* bytes, of a segment that is not the current one */
    long place;           /* in the file */
};

/* What is needed for each value: top of the current segment, its end, and the barrier at which taking stops to
 * look. The barrier is at the end after something was put, so that the first value that is taken comes there,
 * too, and the peak is known; then it is at the beginning. */
struct xaif_stack {
    unsigned char *top, *end, *barrier;
    struct xaif_segment *current;
    size_t below; /* bytes in the segments before the current one */
    size_t peak;
    size_t resident; /* segments in memory */
    struct xaif_segment *oldest; /* of those in memory */
    FILE *file;
};

struct xaif_tape {
    struct xaif_stack values, checkpoints;
    size_t limit; /* bytes in memory of each of both, about; 0: none */
    xaif_error_handler *handler; /* NULL: the message is printed, and the program aborted */
    void *context;               /* the handler's */
    /* Files that check and files that don't agree in what a context is like. */
    struct xaif_stack puts;            /* struct xaif_put */
    struct xaif_stack checkpoint_puts; /* the same of checkpoints */
    const char *place;                 /* of the call under way */
};

/* ---- errors -------------------------------------------------------------------------------------------- */

static inline void xaif_fail(const struct xaif_tape *tape, const char *message)
{
    if (tape->handler) {
        tape->handler(tape->context, message);
        return;
    }
    fprintf(stderr, "xaif_tape: %s\n", message);
    abort();
}

static inline void xaif_give_up(const struct xaif_tape *tape, const char *message)
{
    xaif_fail(tape, message);
    abort();
}

#ifdef XB_TAPE_CHECK
#define xaif_place_of(tape) ((tape)->place)
#else
#define xaif_place_of(tape) ((const char *)NULL)
#endif

/* ---- segments ------------------------------------------------------------------------------------------ */

static inline size_t xaif_used(const struct xaif_stack *stack)
{
    return stack->current ? (size_t)(stack->top - stack->current->bytes) : 0;
}

static inline void xaif_note_peak(struct xaif_stack *stack)
{
    size_t size = stack->below + xaif_used(stack);
    stack->peak = size > stack->peak ? size : stack->peak;
}

static inline void xaif_enter(struct xaif_stack *stack, struct xaif_segment *segment)
{
    stack->current = segment;
    stack->top = segment->bytes + segment->used;
    stack->end = segment->bytes + XAIF_SEGMENT;
    stack->barrier = segment->bytes;
}

static inline void *xaif_memory(struct xaif_tape *tape, size_t size)
{
    void *made = malloc(size);
    if (!made)
        xaif_give_up(tape, "no memory is left");
    return made;
}

/* Writes the segment that is needed last to the file, if there are too many. Its bytes are free then. */
static inline unsigned char *xaif_spill(struct xaif_tape *tape, struct xaif_stack *stack)
{
    struct xaif_segment *oldest = stack->oldest;
    if (tape->limit == 0 || stack->resident < 2 || (stack->resident + 1)*XAIF_SEGMENT <= tape->limit)
        return NULL;
    if (!stack->file)
        stack->file = tmpfile();
    oldest->place = oldest->previous ? oldest->previous->place + XAIF_SEGMENT : 0;
    if (!stack->file || fseek(stack->file, oldest->place, SEEK_SET) != 0 ||
        fwrite(oldest->bytes, 1, oldest->used, stack->file) != oldest->used)
        xaif_give_up(tape, "the temporary file can't be written");
    unsigned char *bytes = oldest->bytes;
    oldest->bytes = NULL;
    stack->oldest = oldest->next;
    stack->resident--;
    return bytes;
}

static inline void xaif_load(struct xaif_tape *tape, struct xaif_stack *stack, struct xaif_segment *segment)
{
    if (segment->bytes)
        return;
    segment->bytes = (unsigned char *)xaif_memory(tape, XAIF_SEGMENT);
    if (fseek(stack->file, segment->place, SEEK_SET) != 0 ||
        fread(segment->bytes, 1, segment->used, stack->file) != segment->used)
        xaif_give_up(tape, "the temporary file can't be read");
    stack->oldest = segment;
    stack->resident++;
}

/* The next segment becomes the current one: one that was left is there still. */
static inline void xaif_grow(struct xaif_tape *tape, struct xaif_stack *stack)
{
    struct xaif_segment *last = stack->current, *next = last ? last->next : NULL;
    if (last) {
        last->used = xaif_used(stack);
        stack->below += last->used;
    }
    if (!next) {
        unsigned char *bytes = last ? xaif_spill(tape, stack) : NULL;
        next = (struct xaif_segment *)xaif_memory(tape, sizeof *next);
        next->bytes = bytes ? bytes : (unsigned char *)xaif_memory(tape, XAIF_SEGMENT);
        next->previous = last;
        next->next = NULL;
        next->place = 0;
        stack->resident++;
        if (last)
            last->next = next;
        if (!last || !stack->oldest)
            stack->oldest = next;
    }
    next->used = 0;
    xaif_enter(stack, next);
}

/* The segment before becomes the current one; one after the current one is kept, no more.
 * @return whether there is one */
static inline bool xaif_shrink(struct xaif_tape *tape, struct xaif_stack *stack)
{
    struct xaif_segment *last = stack->current, *left = last ? last->next : NULL;
    if (!last || !last->previous)
        return false;
    if (left) {
        free(left->bytes);
        free(left);
        last->next = NULL;
        stack->resident--;
    }
    last->used = 0;
    xaif_load(tape, stack, last->previous);
    stack->below -= last->previous->used;
    xaif_enter(stack, last->previous);
    return true;
}

/* At the barrier. @return whether there is something to be taken */
static inline bool xaif_turn(struct xaif_tape *tape, struct xaif_stack *stack)
{
    if (!stack->current)
        return false;
    xaif_note_peak(stack);
    stack->barrier = stack->current->bytes;
    while (stack->top == stack->current->bytes)
        if (!xaif_shrink(tape, stack))
            return false;
    return true;
}

static inline void xaif_put(struct xaif_tape *tape, struct xaif_stack *stack, const void *value, size_t size)
{
    if ((size_t)(stack->end - stack->top) < size)
        xaif_grow(tape, stack);
    memcpy(stack->top, value, size);
    stack->top += size;
    stack->barrier = stack->end;
}

/* Makes room for so many bytes, which xaif_put_r8() and the like fill. */
static inline void xaif_reserve(struct xaif_tape *tape, size_t size)
{
    struct xaif_stack *stack = &tape->values;
    if ((size_t)(stack->end - stack->top) < size)
        xaif_grow(tape, stack);
    stack->barrier = stack->end;
}

static inline void xaif_say_empty(const struct xaif_tape *tape, const struct xaif_stack *stack,
                                  const char *what)
{
    char message[400];
    const char *place = xaif_place_of(tape);
    snprintf(message, sizeof message, "the %s no %s left to take back%s%s",
             stack == &tape->checkpoints ? "checkpoints have" : "tape has", what, place ? " at " : "", place ? place : "");
    xaif_fail(tape, message);
}

static inline void xaif_take(struct xaif_tape *tape, struct xaif_stack *stack, void *value, size_t size,
                             const char *what)
{
    if (stack->top <= stack->barrier &&
        (!xaif_turn(tape, stack) || (size_t)(stack->top - stack->current->bytes) < size)) {
        memset(value, 0, size);
        xaif_say_empty(tape, stack, what);
        return;
    }
    stack->top -= size;
    memcpy(value, stack->top, size);
}

/* Elements do not straddle segments. */
static inline void xaif_put_all(struct xaif_tape *tape, struct xaif_stack *stack, const void *values,
                                size_t count, size_t size)
{
    const unsigned char *from = (const unsigned char *)values;
    while (count > 0) {
        size_t room = (size_t)(stack->end - stack->top)/size, part = room < count ? room : count;
        if (part == 0) {
            xaif_grow(tape, stack);
            continue;
        }
        memcpy(stack->top, from, part*size);
        stack->top += part*size;
        from += part*size;
        count -= part;
    }
    stack->barrier = stack->end;
}

static inline void xaif_take_all(struct xaif_tape *tape, struct xaif_stack *stack, void *values, size_t count,
                                 size_t size, const char *what)
{
    unsigned char *to = (unsigned char *)values;
    while (count > 0) {
        size_t there = 0;
        if (xaif_turn(tape, stack))
            there = (size_t)(stack->top - stack->current->bytes)/size;
        if (there == 0) {
            memset(to, 0, count*size);
            xaif_say_empty(tape, stack, what);
            return;
        }
        size_t part = there < count ? there : count;
        count -= part;
        stack->top -= part*size;
        memcpy(to + count*size, stack->top, part*size);
    }
}

/* ---- checks -------------------------------------------------------------------------------------------- */

struct xaif_put {
    const char *what, *place;
    size_t count;
};

#ifdef XB_TAPE_CHECK

static inline struct xaif_stack *xaif_puts_of(struct xaif_tape *tape, const struct xaif_stack *stack)
{
    return stack == &tape->values ? &tape->puts : &tape->checkpoint_puts;
}

static inline void xaif_check_put(struct xaif_tape *tape, struct xaif_stack *stack, const char *what,
                                  size_t count)
{
    struct xaif_put put;
    memset(&put, 0, sizeof put);
    put.what = what;
    put.place = tape->place;
    put.count = count;
    xaif_put(tape, xaif_puts_of(tape, stack), &put, sizeof put);
}

static inline void xaif_check_take(struct xaif_tape *tape, struct xaif_stack *stack, const char *what,
                                   size_t count)
{
    struct xaif_stack *puts = xaif_puts_of(tape, stack);
    struct xaif_put put;
    char message[400];
    if (!xaif_turn(tape, puts))
        return; /* what is not there is said when it is taken */
    puts->top -= sizeof put;
    memcpy(&put, puts->top, sizeof put);
    if (strcmp(put.what, what) == 0 && put.count == count)
        return;
    snprintf(message, sizeof message, "%s: %zu of type %s are taken at %s, but %zu of type %s were put at %s",
             stack == &tape->checkpoints ? "checkpoints" : "tape", count, what,
             tape->place ? tape->place : "an unknown place", put.count, put.what,
             put.place ? put.place : "an unknown place");
    xaif_fail(tape, message);
}

static inline void xaif_check_room(struct xaif_tape *tape, size_t size)
{
    char message[400];
    if ((size_t)(tape->values.end - tape->values.top) >= size)
        return;
    snprintf(message, sizeof message, "tape: there is no room for what is put at %s",
             tape->place ? tape->place : "an unknown place");
    xaif_give_up(tape, message);
}

static inline struct xaif_tape *xaif_at(struct xaif_tape *tape, const char *place)
{
    tape->place = place;
    return tape;
}

#else

#define xaif_check_put(tape, stack, what, count) ((void)0)
#define xaif_check_take(tape, stack, what, count) ((void)0)
#define xaif_check_room(tape, size) ((void)0)

#endif

/* ---- what programs call -------------------------------------------------------------------------------- */

#define XAIF_TAPE_FUNCTIONS(k, type, what)                                                                     \
    static inline void xaif_push_##k(struct xaif_tape *tape, type value)                                       \
    {                                                                                                          \
        xaif_check_put(tape, &tape->values, what, 1);                                                          \
        xaif_put(tape, &tape->values, &value, sizeof value);                                                   \
    }                                                                                                          \
    static inline void xaif_put_##k(struct xaif_tape *tape, type value)                                        \
    {                                                                                                          \
        xaif_check_put(tape, &tape->values, what, 1);                                                          \
        xaif_check_room(tape, sizeof value);                                                                   \
        memcpy(tape->values.top, &value, sizeof value);                                                        \
        tape->values.top += sizeof value;                                                                      \
    }                                                                                                          \
    static inline type xaif_pop_##k(struct xaif_tape *tape)                                                    \
    {                                                                                                          \
        type value;                                                                                            \
        xaif_check_take(tape, &tape->values, what, 1);                                                         \
        xaif_take(tape, &tape->values, &value, sizeof value, what);                                            \
        return value;                                                                                          \
    }                                                                                                          \
    static inline void xaif_push_##k##_array(struct xaif_tape *tape, const type *values, int64_t count)        \
    {                                                                                                          \
        xaif_check_put(tape, &tape->values, what, (size_t)count);                                              \
        xaif_put_all(tape, &tape->values, values, (size_t)count, sizeof *values);                              \
    }                                                                                                          \
    static inline void xaif_pop_##k##_array(struct xaif_tape *tape, type *values, int64_t count)               \
    {                                                                                                          \
        xaif_check_take(tape, &tape->values, what, (size_t)count);                                             \
        xaif_take_all(tape, &tape->values, values, (size_t)count, sizeof *values, what);                       \
    }                                                                                                          \
    static inline void xaif_store_##k(struct xaif_tape *tape, type value)                                      \
    {                                                                                                          \
        xaif_check_put(tape, &tape->checkpoints, what, 1);                                                     \
        xaif_put(tape, &tape->checkpoints, &value, sizeof value);                                              \
    }                                                                                                          \
    static inline type xaif_restore_##k(struct xaif_tape *tape)                                                \
    {                                                                                                          \
        type value;                                                                                            \
        xaif_check_take(tape, &tape->checkpoints, what, 1);                                                    \
        xaif_take(tape, &tape->checkpoints, &value, sizeof value, what);                                       \
        return value;                                                                                          \
    }                                                                                                          \
    static inline void xaif_store_##k##_array(struct xaif_tape *tape, const type *values, int64_t count)       \
    {                                                                                                          \
        xaif_check_put(tape, &tape->checkpoints, what, (size_t)count);                                         \
        xaif_put_all(tape, &tape->checkpoints, values, (size_t)count, sizeof *values);                         \
    }                                                                                                          \
    static inline void xaif_restore_##k##_array(struct xaif_tape *tape, type *values, int64_t count)           \
    {                                                                                                          \
        xaif_check_take(tape, &tape->checkpoints, what, (size_t)count);                                        \
        xaif_take_all(tape, &tape->checkpoints, values, (size_t)count, sizeof *values, what);                  \
    }

XAIF_TAPE_FUNCTIONS(r4, float, "float")
XAIF_TAPE_FUNCTIONS(r8, double, "double")
XAIF_TAPE_FUNCTIONS(i1, int8_t, "int8_t")
XAIF_TAPE_FUNCTIONS(i2, int16_t, "int16_t")
XAIF_TAPE_FUNCTIONS(i4, int, "int")
XAIF_TAPE_FUNCTIONS(i8, int64_t, "int64_t")
XAIF_TAPE_FUNCTIONS(u1, uint8_t, "uint8_t")
XAIF_TAPE_FUNCTIONS(u2, uint16_t, "uint16_t")
XAIF_TAPE_FUNCTIONS(u4, uint32_t, "uint32_t")
XAIF_TAPE_FUNCTIONS(l, bool, "bool")
XAIF_TAPE_FUNCTIONS(s, char, "char")
#ifndef __cplusplus
XAIF_TAPE_FUNCTIONS(c4, float complex, "float complex")
XAIF_TAPE_FUNCTIONS(c8, double complex, "double complex")
#endif

#undef XAIF_TAPE_FUNCTIONS

static inline bool xaif_stack_is_empty(const struct xaif_stack *stack)
{
    return stack->below + xaif_used(stack) == 0;
}

static inline void xaif_stack_free(struct xaif_stack *stack)
{
    struct xaif_segment *segment = stack->current;
    while (segment && segment->next)
        segment = segment->next;
    while (segment) {
        struct xaif_segment *previous = segment->previous;
        free(segment->bytes);
        free(segment);
        segment = previous;
    }
    if (stack->file)
        fclose(stack->file);
    memset(stack, 0, sizeof *stack);
}

/* Whether nothing is on the tape. */
static inline bool xaif_tape_is_empty(const struct xaif_tape *tape)
{
    return xaif_stack_is_empty(&tape->values);
}

/* Bytes on the tape now. */
static inline size_t xaif_tape_size(const struct xaif_tape *tape)
{
    return tape->values.below + xaif_used(&tape->values);
}

/* The most bytes that have been on the tape. */
static inline size_t xaif_tape_peak(struct xaif_tape *tape)
{
    xaif_note_peak(&tape->values);
    return tape->values.peak;
}

static inline bool xaif_checkpoints_are_empty(const struct xaif_tape *tape)
{
    return xaif_stack_is_empty(&tape->checkpoints);
}

/* Bytes of checkpoints now. */
static inline size_t xaif_checkpoints_size(const struct xaif_tape *tape)
{
    return tape->checkpoints.below + xaif_used(&tape->checkpoints);
}

/* The most bytes of checkpoints that there have been. */
static inline size_t xaif_checkpoints_peak(struct xaif_tape *tape)
{
    xaif_note_peak(&tape->checkpoints);
    return tape->checkpoints.peak;
}

static inline void xaif_check_stack_empty(struct xaif_tape *tape, struct xaif_stack *stack,
                                          struct xaif_stack *puts, const char *name)
{
    char message[400];
    struct xaif_put last = {NULL, NULL, 0};
    if (xaif_stack_is_empty(stack))
        return;
    if (xaif_turn(tape, puts))
        memcpy(&last, puts->top - sizeof last, sizeof last);
    if (last.what)
        snprintf(message, sizeof message, "%s: something is left: %zu of type %s were put last, at %s", name,
                 last.count, last.what, last.place ? last.place : "an unknown place");
    else
        snprintf(message, sizeof message, "%s: something is left: %zu bytes", name,
                 stack->below + xaif_used(stack));
    xaif_fail(tape, message);
}

/* Reports what is left where nothing should be, and where it was put, if that is known. */
static inline void xaif_check_empty(struct xaif_tape *tape)
{
    xaif_check_stack_empty(tape, &tape->values, &tape->puts, "tape");
    xaif_check_stack_empty(tape, &tape->checkpoints, &tape->checkpoint_puts, "checkpoints");
}

/* Forgets what is there, and gives memory and files back; limit and handler stay. The context may be used again. */
static inline void xaif_tape_free(struct xaif_tape *tape)
{
    xaif_stack_free(&tape->values);
    xaif_stack_free(&tape->checkpoints);
    xaif_stack_free(&tape->puts);
    xaif_stack_free(&tape->checkpoint_puts);
}

#ifdef XB_TAPE_CHECK
#define XAIF_TEXT(x) XAIF_TEXT_OF(x)
#define XAIF_TEXT_OF(x) #x
#define XAIF_HERE __FILE__ ":" XAIF_TEXT(__LINE__)
/* A macro does not stand for itself within what it stands for: the functions are called. */
#define xaif_push_r4(tape, value) xaif_push_r4(xaif_at(tape, XAIF_HERE), value)
#define xaif_put_r4(tape, value) xaif_put_r4(xaif_at(tape, XAIF_HERE), value)
#define xaif_pop_r4(tape) xaif_pop_r4(xaif_at(tape, XAIF_HERE))
#define xaif_push_r4_array(tape, values, count) xaif_push_r4_array(xaif_at(tape, XAIF_HERE), values, count)
#define xaif_pop_r4_array(tape, values, count) xaif_pop_r4_array(xaif_at(tape, XAIF_HERE), values, count)
#define xaif_store_r4(tape, value) xaif_store_r4(xaif_at(tape, XAIF_HERE), value)
#define xaif_restore_r4(tape) xaif_restore_r4(xaif_at(tape, XAIF_HERE))
#define xaif_store_r4_array(tape, values, count) xaif_store_r4_array(xaif_at(tape, XAIF_HERE), values, count)
#define xaif_restore_r4_array(tape, values, count) \
    xaif_restore_r4_array(xaif_at(tape, XAIF_HERE), values, count)
#define xaif_push_r8(tape, value) xaif_push_r8(xaif_at(tape, XAIF_HERE), value)
#define xaif_put_r8(tape, value) xaif_put_r8(xaif_at(tape, XAIF_HERE), value)
#define xaif_pop_r8(tape) xaif_pop_r8(xaif_at(tape, XAIF_HERE))
#define xaif_push_r8_array(tape, values, count) xaif_push_r8_array(xaif_at(tape, XAIF_HERE), values, count)
#define xaif_pop_r8_array(tape, values, count) xaif_pop_r8_array(xaif_at(tape, XAIF_HERE), values, count)
#define xaif_store_r8(tape, value) xaif_store_r8(xaif_at(tape, XAIF_HERE), value)
#define xaif_restore_r8(tape) xaif_restore_r8(xaif_at(tape, XAIF_HERE))
#define xaif_store_r8_array(tape, values, count) xaif_store_r8_array(xaif_at(tape, XAIF_HERE), values, count)
#define xaif_restore_r8_array(tape, values, count) \
    xaif_restore_r8_array(xaif_at(tape, XAIF_HERE), values, count)
#define xaif_push_c4(tape, value) xaif_push_c4(xaif_at(tape, XAIF_HERE), value)
#define xaif_put_c4(tape, value) xaif_put_c4(xaif_at(tape, XAIF_HERE), value)
#define xaif_pop_c4(tape) xaif_pop_c4(xaif_at(tape, XAIF_HERE))
#define xaif_push_c4_array(tape, values, count) xaif_push_c4_array(xaif_at(tape, XAIF_HERE), values, count)
#define xaif_pop_c4_array(tape, values, count) xaif_pop_c4_array(xaif_at(tape, XAIF_HERE), values, count)
#define xaif_store_c4(tape, value) xaif_store_c4(xaif_at(tape, XAIF_HERE), value)
#define xaif_restore_c4(tape) xaif_restore_c4(xaif_at(tape, XAIF_HERE))
#define xaif_store_c4_array(tape, values, count) xaif_store_c4_array(xaif_at(tape, XAIF_HERE), values, count)
#define xaif_restore_c4_array(tape, values, count) \
    xaif_restore_c4_array(xaif_at(tape, XAIF_HERE), values, count)
#define xaif_push_c8(tape, value) xaif_push_c8(xaif_at(tape, XAIF_HERE), value)
#define xaif_put_c8(tape, value) xaif_put_c8(xaif_at(tape, XAIF_HERE), value)
#define xaif_pop_c8(tape) xaif_pop_c8(xaif_at(tape, XAIF_HERE))
#define xaif_push_c8_array(tape, values, count) xaif_push_c8_array(xaif_at(tape, XAIF_HERE), values, count)
#define xaif_pop_c8_array(tape, values, count) xaif_pop_c8_array(xaif_at(tape, XAIF_HERE), values, count)
#define xaif_store_c8(tape, value) xaif_store_c8(xaif_at(tape, XAIF_HERE), value)
#define xaif_restore_c8(tape) xaif_restore_c8(xaif_at(tape, XAIF_HERE))
#define xaif_store_c8_array(tape, values, count) xaif_store_c8_array(xaif_at(tape, XAIF_HERE), values, count)
#define xaif_restore_c8_array(tape, values, count) \
    xaif_restore_c8_array(xaif_at(tape, XAIF_HERE), values, count)
#define xaif_push_i1(tape, value) xaif_push_i1(xaif_at(tape, XAIF_HERE), value)
#define xaif_put_i1(tape, value) xaif_put_i1(xaif_at(tape, XAIF_HERE), value)
#define xaif_pop_i1(tape) xaif_pop_i1(xaif_at(tape, XAIF_HERE))
#define xaif_push_i1_array(tape, values, count) xaif_push_i1_array(xaif_at(tape, XAIF_HERE), values, count)
#define xaif_pop_i1_array(tape, values, count) xaif_pop_i1_array(xaif_at(tape, XAIF_HERE), values, count)
#define xaif_store_i1(tape, value) xaif_store_i1(xaif_at(tape, XAIF_HERE), value)
#define xaif_restore_i1(tape) xaif_restore_i1(xaif_at(tape, XAIF_HERE))
#define xaif_store_i1_array(tape, values, count) xaif_store_i1_array(xaif_at(tape, XAIF_HERE), values, count)
#define xaif_restore_i1_array(tape, values, count) \
    xaif_restore_i1_array(xaif_at(tape, XAIF_HERE), values, count)
#define xaif_push_i2(tape, value) xaif_push_i2(xaif_at(tape, XAIF_HERE), value)
#define xaif_put_i2(tape, value) xaif_put_i2(xaif_at(tape, XAIF_HERE), value)
#define xaif_pop_i2(tape) xaif_pop_i2(xaif_at(tape, XAIF_HERE))
#define xaif_push_i2_array(tape, values, count) xaif_push_i2_array(xaif_at(tape, XAIF_HERE), values, count)
#define xaif_pop_i2_array(tape, values, count) xaif_pop_i2_array(xaif_at(tape, XAIF_HERE), values, count)
#define xaif_store_i2(tape, value) xaif_store_i2(xaif_at(tape, XAIF_HERE), value)
#define xaif_restore_i2(tape) xaif_restore_i2(xaif_at(tape, XAIF_HERE))
#define xaif_store_i2_array(tape, values, count) xaif_store_i2_array(xaif_at(tape, XAIF_HERE), values, count)
#define xaif_restore_i2_array(tape, values, count) \
    xaif_restore_i2_array(xaif_at(tape, XAIF_HERE), values, count)
#define xaif_push_i4(tape, value) xaif_push_i4(xaif_at(tape, XAIF_HERE), value)
#define xaif_put_i4(tape, value) xaif_put_i4(xaif_at(tape, XAIF_HERE), value)
#define xaif_pop_i4(tape) xaif_pop_i4(xaif_at(tape, XAIF_HERE))
#define xaif_push_i4_array(tape, values, count) xaif_push_i4_array(xaif_at(tape, XAIF_HERE), values, count)
#define xaif_pop_i4_array(tape, values, count) xaif_pop_i4_array(xaif_at(tape, XAIF_HERE), values, count)
#define xaif_store_i4(tape, value) xaif_store_i4(xaif_at(tape, XAIF_HERE), value)
#define xaif_restore_i4(tape) xaif_restore_i4(xaif_at(tape, XAIF_HERE))
#define xaif_store_i4_array(tape, values, count) xaif_store_i4_array(xaif_at(tape, XAIF_HERE), values, count)
#define xaif_restore_i4_array(tape, values, count) \
    xaif_restore_i4_array(xaif_at(tape, XAIF_HERE), values, count)
#define xaif_push_u1(tape, value) xaif_push_u1(xaif_at(tape, XAIF_HERE), value)
#define xaif_put_u1(tape, value) xaif_put_u1(xaif_at(tape, XAIF_HERE), value)
#define xaif_pop_u1(tape) xaif_pop_u1(xaif_at(tape, XAIF_HERE))
#define xaif_push_u1_array(tape, values, count) xaif_push_u1_array(xaif_at(tape, XAIF_HERE), values, count)
#define xaif_pop_u1_array(tape, values, count) xaif_pop_u1_array(xaif_at(tape, XAIF_HERE), values, count)
#define xaif_store_u1(tape, value) xaif_store_u1(xaif_at(tape, XAIF_HERE), value)
#define xaif_restore_u1(tape) xaif_restore_u1(xaif_at(tape, XAIF_HERE))
#define xaif_store_u1_array(tape, values, count) xaif_store_u1_array(xaif_at(tape, XAIF_HERE), values, count)
#define xaif_restore_u1_array(tape, values, count) \
    xaif_restore_u1_array(xaif_at(tape, XAIF_HERE), values, count)
#define xaif_push_u2(tape, value) xaif_push_u2(xaif_at(tape, XAIF_HERE), value)
#define xaif_put_u2(tape, value) xaif_put_u2(xaif_at(tape, XAIF_HERE), value)
#define xaif_pop_u2(tape) xaif_pop_u2(xaif_at(tape, XAIF_HERE))
#define xaif_push_u2_array(tape, values, count) xaif_push_u2_array(xaif_at(tape, XAIF_HERE), values, count)
#define xaif_pop_u2_array(tape, values, count) xaif_pop_u2_array(xaif_at(tape, XAIF_HERE), values, count)
#define xaif_store_u2(tape, value) xaif_store_u2(xaif_at(tape, XAIF_HERE), value)
#define xaif_restore_u2(tape) xaif_restore_u2(xaif_at(tape, XAIF_HERE))
#define xaif_store_u2_array(tape, values, count) xaif_store_u2_array(xaif_at(tape, XAIF_HERE), values, count)
#define xaif_restore_u2_array(tape, values, count) \
    xaif_restore_u2_array(xaif_at(tape, XAIF_HERE), values, count)
#define xaif_push_u4(tape, value) xaif_push_u4(xaif_at(tape, XAIF_HERE), value)
#define xaif_put_u4(tape, value) xaif_put_u4(xaif_at(tape, XAIF_HERE), value)
#define xaif_pop_u4(tape) xaif_pop_u4(xaif_at(tape, XAIF_HERE))
#define xaif_push_u4_array(tape, values, count) xaif_push_u4_array(xaif_at(tape, XAIF_HERE), values, count)
#define xaif_pop_u4_array(tape, values, count) xaif_pop_u4_array(xaif_at(tape, XAIF_HERE), values, count)
#define xaif_store_u4(tape, value) xaif_store_u4(xaif_at(tape, XAIF_HERE), value)
#define xaif_restore_u4(tape) xaif_restore_u4(xaif_at(tape, XAIF_HERE))
#define xaif_store_u4_array(tape, values, count) xaif_store_u4_array(xaif_at(tape, XAIF_HERE), values, count)
#define xaif_restore_u4_array(tape, values, count) \
    xaif_restore_u4_array(xaif_at(tape, XAIF_HERE), values, count)
#define xaif_push_i8(tape, value) xaif_push_i8(xaif_at(tape, XAIF_HERE), value)
#define xaif_put_i8(tape, value) xaif_put_i8(xaif_at(tape, XAIF_HERE), value)
#define xaif_pop_i8(tape) xaif_pop_i8(xaif_at(tape, XAIF_HERE))
#define xaif_push_i8_array(tape, values, count) xaif_push_i8_array(xaif_at(tape, XAIF_HERE), values, count)
#define xaif_pop_i8_array(tape, values, count) xaif_pop_i8_array(xaif_at(tape, XAIF_HERE), values, count)
#define xaif_store_i8(tape, value) xaif_store_i8(xaif_at(tape, XAIF_HERE), value)
#define xaif_restore_i8(tape) xaif_restore_i8(xaif_at(tape, XAIF_HERE))
#define xaif_store_i8_array(tape, values, count) xaif_store_i8_array(xaif_at(tape, XAIF_HERE), values, count)
#define xaif_restore_i8_array(tape, values, count) \
    xaif_restore_i8_array(xaif_at(tape, XAIF_HERE), values, count)
#define xaif_push_l(tape, value) xaif_push_l(xaif_at(tape, XAIF_HERE), value)
#define xaif_put_l(tape, value) xaif_put_l(xaif_at(tape, XAIF_HERE), value)
#define xaif_pop_l(tape) xaif_pop_l(xaif_at(tape, XAIF_HERE))
#define xaif_push_l_array(tape, values, count) xaif_push_l_array(xaif_at(tape, XAIF_HERE), values, count)
#define xaif_pop_l_array(tape, values, count) xaif_pop_l_array(xaif_at(tape, XAIF_HERE), values, count)
#define xaif_store_l(tape, value) xaif_store_l(xaif_at(tape, XAIF_HERE), value)
#define xaif_restore_l(tape) xaif_restore_l(xaif_at(tape, XAIF_HERE))
#define xaif_store_l_array(tape, values, count) xaif_store_l_array(xaif_at(tape, XAIF_HERE), values, count)
#define xaif_restore_l_array(tape, values, count) \
    xaif_restore_l_array(xaif_at(tape, XAIF_HERE), values, count)
#define xaif_push_s(tape, value) xaif_push_s(xaif_at(tape, XAIF_HERE), value)
#define xaif_put_s(tape, value) xaif_put_s(xaif_at(tape, XAIF_HERE), value)
#define xaif_pop_s(tape) xaif_pop_s(xaif_at(tape, XAIF_HERE))
#define xaif_push_s_array(tape, values, count) xaif_push_s_array(xaif_at(tape, XAIF_HERE), values, count)
#define xaif_pop_s_array(tape, values, count) xaif_pop_s_array(xaif_at(tape, XAIF_HERE), values, count)
#define xaif_store_s(tape, value) xaif_store_s(xaif_at(tape, XAIF_HERE), value)
#define xaif_restore_s(tape) xaif_restore_s(xaif_at(tape, XAIF_HERE))
#define xaif_store_s_array(tape, values, count) xaif_store_s_array(xaif_at(tape, XAIF_HERE), values, count)
#define xaif_restore_s_array(tape, values, count) \
    xaif_restore_s_array(xaif_at(tape, XAIF_HERE), values, count)
#endif

#ifdef __cplusplus
}
#endif

#endif
