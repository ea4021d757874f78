/**
 * @file
 * What the parts of the translation of array statements to loops share. Not installed.
 *
 * Subscripts in loops count from 0, whatever the bounds: element k of an array is the one at its lower bound
 * plus k. Loops nest as arrays are laid out, the first subscript innermost.
 */
#ifndef XB_LANGUAGES_CODE_LOOPS_H
#define XB_LANGUAGES_CODE_LOOPS_H

#include "languages/code/maker.h"

/** The most dimensions that a loop nest has. */
enum { XB_LOOPS_MOST = XB_RANK_LIMIT + 1 };

/** A loop nest. */
typedef struct xb_nest {
    size_t count;
    const xb_source_expression *index[XB_LOOPS_MOST]; /**< from 0 */
} xb_nest;

/** A translation under way. */
typedef struct xb_loops {
    xb_source_maker *maker;
    uint32_t level; /**< loops that are open */
    const xb_source_expression
        *into;    /**< a whole array that the next result of an operation may be; or NULL */
    xb_nest last; /**< private to elementwise.c: the loops that the last elements were assigned in */
    const xb_source_expression **last_extents;
    uint32_t last_begin, last_end; /**< private: their statements; the end is 0 if there are none */
    xb_map written;                /**< private to counting.c: places that may write a variable */
    xb_list counters[2];           /**< xb_source_variable of the unit, by level: of 4 bytes, and of 8 */
} xb_loops;

/** A counted loop that is open. */
typedef struct xb_counting {
    const xb_source_expression *target;
    const xb_source_expression *step, *left; /**< if iterations are counted; else NULL */
} xb_counting;

/* ---- arithmetic of subscripts (shapes.c) ---- */

/** Whether an expression is an integer of a kind that subscripts are computed with: it has a sign, and 4 or 8
 * bytes. Sums of other ones wrap around elsewhere: they are no sums of subscripts. */
bool xb_source_counts(const xb_source_expression *e);

/** An integer without sign as one that has one, and is wide enough, where that matters in a sum. */
const xb_source_expression *xb_source_signed(xb_arena *arena, const xb_source_expression *value);

/** The sum of two integers, as far as it is known. */
const xb_source_expression *xb_source_plus(xb_arena *arena, const xb_source_expression *a,
                                           const xb_source_expression *b);

/** Their difference. */
const xb_source_expression *xb_source_minus(xb_arena *arena, const xb_source_expression *a,
                                            const xb_source_expression *b);

/** Their product. */
const xb_source_expression *xb_source_times(xb_arena *arena, const xb_source_expression *a,
                                            const xb_source_expression *b);

/** An operation of two operands that has the wider type of both. */
const xb_source_expression *xb_source_binary(xb_arena *arena, xb_intrinsic_code code,
                                             const xb_source_expression *a, const xb_source_expression *b);

/** An operation of one operand, of its type. */
const xb_source_expression *xb_source_unary(xb_arena *arena, xb_intrinsic_code code,
                                            const xb_source_expression *a);

/** A copy of an expression with other operands, as many. */
xb_source_expression *xb_source_rebuilt(xb_arena *arena, const xb_source_expression *expression,
                                        const xb_source_expression *const *operands);

/** Whether two expressions are the same text. */
bool xb_source_is_equal(const xb_source_expression *a, const xb_source_expression *b);

/** Whether two subscripts certainly differ. */
bool xb_source_differs(const xb_source_expression *a, const xb_source_expression *b);

/** Whether two variables, which are not the same one, may have storage in common. */
bool xb_source_overlap(const xb_source_variable *a, const xb_source_variable *b);

/** Whether a variable, or one that shares storage with it, occurs in an expression. */
bool xb_source_mentions(const xb_source_expression *expression, const xb_source_variable *variable);

/** An integer as one of 8 bytes: a sum or a product of usual ones may be beyond their range. */
const xb_source_expression *xb_source_widened(xb_arena *arena, const xb_source_expression *value);

/* ---- sums (sums.c) ---- */

/** A term of a sum. */
typedef struct xb_summand {
    int64_t factor;
    const xb_source_expression *atom;
} xb_summand;

/** What is known of an integer: a sum of terms with factors, and a constant. */
typedef struct xb_sum {
    xb_arena *arena;
    xb_vector terms; /**< xb_summand, each atom once; factors may be 0 */
    int64_t constant;
} xb_sum;

/** Adds an integer so many times. */
void xb_sum_add(xb_sum *sum, const xb_source_expression *expression, int64_t factor);

/** Whether it is certainly zero. */
bool xb_sum_is_zero(const xb_sum *sum);

/** The sum as an expression: what is subtracted comes last. */
const xb_source_expression *xb_sum_expression(const xb_sum *sum);

/* ---- shapes (shapes.c) ---- */

/** Whether a variable is an array whose elements lie one after the other, as its declaration says. */
bool xb_source_is_flat(const xb_source_variable *variable);

/** An element of an array with bounds that are expressions, by its place in storage. (bounds.c) */
const xb_source_expression *xb_source_place(xb_arena *arena, const xb_source_expression *element);

/** Bounds of a dimension, counted from 0, of a variable; NULL if they are not known. */
const xb_bounds *xb_source_bounds(const xb_source_variable *variable, int dimension);

/** The lower bound of a dimension of a variable. */
const xb_source_expression *xb_source_lower(xb_arena *arena, const xb_source_variable *variable,
                                            int dimension);

/** The upper bound of a dimension of a variable. */
const xb_source_expression *xb_source_upper(xb_arena *arena, xb_source_variable *variable, int dimension);

/** Whether all of a variable is meant, be it by colons. */
bool xb_source_is_whole(const xb_source_expression *expression);

/** Whether a subscript is that of an element. */
bool xb_source_is_element(const xb_source_expression *subscript);

/** Whether an expression is a variable, or part of one, whose elements lie one after the other. */
bool xb_source_is_contiguous(const xb_source_expression *expression);

/** The number of elements in a dimension of an array expression, counted from 0; it may be negative, which
 * says that there are none. */
const xb_source_expression *xb_source_extent(xb_arena *arena, const xb_source_expression *expression,
                                             int dimension);

/** The same, never negative. */
const xb_source_expression *xb_source_room(xb_arena *arena, const xb_source_expression *expression,
                                           int dimension);

/** An element of an array expression. @param index by dimension, from 0 */
const xb_source_expression *xb_source_element(xb_arena *arena, const xb_source_expression *expression,
                                              const xb_source_expression *const *index);

/** The first element of a part of a variable. */
const xb_source_expression *xb_source_first(xb_arena *arena, const xb_source_expression *expression);

/* ---- loops (elementwise.c) ---- */

/** Opens loops over so many elements in each dimension. */
xb_nest xb_loops_open(xb_loops *loops, const xb_source_expression *const *extents, size_t count);

/** Opens loops over the elements of an array expression. */
xb_nest xb_loops_over(xb_loops *loops, const xb_source_expression *array);

/** Closes loops. */
void xb_loops_close(xb_loops *loops, const xb_nest *nest);

/** Assigns to a scalar. */
void xb_loops_set(xb_loops *loops, const xb_source_expression *target, const xb_source_expression *value);

/** A new scalar of the unit. */
const xb_source_expression *xb_loops_scalar(xb_loops *loops, const char *stem, xb_type type, unsigned bytes);

/** A new array of the unit, with so many elements in each dimension. */
const xb_source_expression *xb_loops_array(xb_loops *loops, xb_type type, unsigned bytes,
                                           const xb_source_expression *const *extents, size_t rank);

/** The same, for the result of an operation: it may be what the result is assigned to. */
const xb_source_expression *xb_loops_result(xb_loops *loops, xb_type type, unsigned bytes,
                                            const xb_source_expression *const *extents, size_t rank);

/** A new scalar or array that has the value of an expression. */
const xb_source_expression *xb_loops_copy(xb_loops *loops, const xb_source_expression *value);

/** A new array of the unit with the shape of an array expression. */
const xb_source_expression *xb_loops_like(xb_loops *loops, const xb_source_expression *model, xb_type type,
                                          unsigned bytes);

/** Gives an array that is allocated the shape of a value that is assigned to it. */
void xb_loops_take_shape(xb_loops *loops, const xb_source_expression *target,
                         const xb_source_expression *value);

/** Assigns elements, where none overlaps another one. @param shape which of both says how many there are */
void xb_loops_assign_elements(xb_loops *loops, const xb_source_expression *target,
                              const xb_source_expression *value, const xb_source_expression *shape);

/** Assigns to a scalar or an array. */
void xb_loops_assign(xb_loops *loops, const xb_source_expression *target, const xb_source_expression *value);

/** Refuses an operation: says its name, and what of it. @return something in its place */
const xb_source_expression *xb_loops_refuse(xb_loops *loops, const xb_source_expression *operation,
                                            const char *what);

/** An expression in which what is not elementwise is computed before. */
const xb_source_expression *xb_loops_prepare(xb_loops *loops, const xb_source_expression *expression);

/* ---- heads of ForLoops (heads.c) ---- */

/** Adds the head of a ForLoop: one that counts (XB_SOURCE_DO), or one that is run as it stands
 * (XB_SOURCE_FOR). */
xb_source_statement *xb_maker_for_loop(xb_source_maker *maker, const xb_flow_vertex *vertex);

/** Whether each language has a counted loop that does what one of the program does. */
bool xb_maker_has_counted_loop(const xb_source_maker *maker, const xb_source_statement *loop);

/** Sets the variable of a loop that counts and, after that, variables for the step and the number of
 * iterations. @return the condition to go on */
const xb_source_expression *xb_maker_begin_counting(xb_source_maker *maker, const xb_source_statement *loop,
                                                    xb_counting *counting);

/** Counts one iteration. */
void xb_maker_count_on(xb_source_maker *maker, const xb_source_statement *loop, const xb_counting *counting);

/** Adds an assignment. */
void xb_maker_assign(xb_source_maker *maker, const xb_source_expression *target,
                     const xb_source_expression *value);

/* ---- counted loops (counting.c) ---- */

/** Notes where statements of the unit at hand write variables. */
void xb_loops_note_writes(xb_loops *loops, const xb_source_statement *statements, uint32_t count);

/** Whether an expression is cheap, and the same at all places from one to another one, which are numbers of
 * statements whose writes have been noted. */
bool xb_loops_is_steady(const xb_loops *loops, const xb_source_expression *e, uint32_t from, uint32_t to);

/** How many iterations a counted loop has: (last - first + step)/step. */
const xb_source_expression *xb_loops_trips(xb_arena *arena, const xb_source_expression *last,
                                           const xb_source_expression *first,
                                           const xb_source_expression *step);

/** Begins a loop whose iterations are counted beforehand. */
void xb_loops_count(xb_loops *loops, const xb_source_statement *loop, xb_counting *counting);

/** Whether the variable of a counted loop certainly stays in the range of its kind when it goes beyond the
 * last value; by a small step it does as far as programs count, unless the kind is smaller than usual ones.
 */
bool xb_loops_stays_in_range(const xb_source_statement *loop, int64_t step);

/** Begins a counted loop. @param at where it begins, and @param end where it ends, among those statements */
void xb_loops_begin_counting(xb_loops *loops, const xb_source_statement *loop, uint32_t at, uint32_t end,
                             xb_counting *counting);

/** Ends it. */
void xb_loops_end_counting(xb_loops *loops, const xb_counting *counting);

/* ---- intrinsics of arrays (reductions.c, arrangement.c) ---- */

/** A reduction whose operands are prepared. @param into a scalar that may be used under way, or NULL */
const xb_source_expression *xb_loops_reduce(xb_loops *loops, const xb_source_expression *reduction,
                                            const xb_source_expression *into);

/** Another operation that is not elementwise, whose operands are prepared. */
const xb_source_expression *xb_loops_arrange(xb_loops *loops, const xb_source_expression *operation);

/** A question about a shape; others are left alone. */
const xb_source_expression *xb_loops_inquire(xb_loops *loops, const xb_source_expression *inquiry);

/* ---- arguments (passing.c) ---- */

/** A call whose arguments can be passed as pointers and descriptors. */
void xb_loops_call(xb_loops *loops, const xb_source_statement *call);

/** A call of a function in an expression. */
const xb_source_expression *xb_loops_function(xb_loops *loops, const xb_source_expression *call);

#endif
