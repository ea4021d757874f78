/*
 * Counted loops, for languages whose loops test a condition and update a variable. The last value, if the
 * body may change it, is kept; a step whose sign is not known gives a number of iterations. Of each variable
 * the places are noted that may write it, so that it takes a search to know whether a loop does.
 */
#include "languages/code/loops.h"

enum { SMALL = 1000 /* a step */ };

static void note(xb_loops *loops, const xb_source_variable *variable, uint32_t at)
{
    xb_arena *arena = loops->maker->arena;
    xb_vector *places = xb_map_get(&loops->written, (uintptr_t)variable, 0);
    if (!places) {
        places = xb_arena_alloc(arena, sizeof *places);
        *places = (xb_vector){0};
        xb_map_put(arena, &loops->written, (uintptr_t)variable, 0, places);
    }
    *(uint32_t *)xb_vector_push(arena, places, sizeof(uint32_t)) = at;
}

/* Functions may write their arguments. */
static void note_functions(xb_loops *loops, const xb_source_expression *e, uint32_t at)
{
    for (size_t i = 0; e && i < e->count; i++) {
        const xb_source_expression *operand = e->operands[i];
        note_functions(loops, operand, at);
        if (e->kind == XB_SOURCE_FUNCTION && operand && operand->kind == XB_SOURCE_VARIABLE &&
            ((const xb_source_variable *)e->callee->formals.items[i])->written)
            note(loops, operand->variable, at);
    }
}

static void note_statement(xb_loops *loops, const xb_source_statement *s, uint32_t at)
{
    bool reads = s->kind == XB_SOURCE_PUSH;
    if (s->target && s->target->kind == XB_SOURCE_VARIABLE && !reads)
        note(loops, s->target->variable, at);
    note_functions(loops, s->value, at);
    note_functions(loops, s->condition, at);
    note_functions(loops, s->update, at);
    for (size_t i = 0; s->callee && i < s->count; i++) {
        const xb_source_expression *actual = s->arguments[i];
        if (actual && actual->kind == XB_SOURCE_VARIABLE &&
            ((const xb_source_variable *)s->callee->formals.items[i])->written)
            note(loops, actual->variable, at);
    }
    for (int64_t i = 0; s->kind == XB_SOURCE_OPAQUE && i < s->number; i++)
        note(loops, s->arguments[i]->variable, at);
}

/* Whether a variable may be written between two places. What others can write, too, counts as such. */
static bool may_change(const xb_loops *loops, const xb_source_variable *variable, uint32_t from, uint32_t to)
{
    const xb_vector *places = xb_map_get(&loops->written, (uintptr_t)variable, 0);
    if (variable->parameter)
        return false;
    if (variable->home != loops->maker->unit || variable->shared)
        return true;
    if (!places)
        return false;
    const uint32_t *items = places->items;
    size_t low = 0, high = places->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (items[middle] <= from)
            low = middle + 1;
        else
            high = middle;
    }
    return low < places->count && items[low] < to;
}

bool xb_loops_is_steady(const xb_loops *loops, const xb_source_expression *e, uint32_t from, uint32_t to)
{
    if (e->kind == XB_SOURCE_CONSTANT)
        return true;
    if (e->kind == XB_SOURCE_VARIABLE)
        return e->count == 0 && !may_change(loops, e->variable, from, to);
    if (e->kind != XB_SOURCE_OPERATION || e->size > 8 || !xb_intrinsic_facts_of(e->intrinsic)->sign)
        return false;
    for (size_t i = 0; i < e->count; i++)
        if (!xb_loops_is_steady(loops, e->operands[i], from, to))
            return false;
    return true;
}

static const xb_source_expression *kept(xb_loops *loops, const char *stem, const xb_source_expression *value,
                                        const xb_source_expression *like)
{
    const xb_source_expression *made = xb_loops_scalar(loops, stem, XB_TYPE_INTEGER, like->bytes);
    xb_loops_set(loops, made, value);
    return made;
}

/* The greatest number of a kind of integers. */
static int64_t most_of(unsigned kind)
{
    unsigned bits = 8 * xb_source_size(kind);
    if (bits >= 64)
        return INT64_MAX;
    return kind >= XB_SOURCE_UNSIGNED ? (INT64_C(1) << bits) - 1 : (INT64_C(1) << (bits - 1)) - 1;
}

bool xb_loops_stays_in_range(const xb_source_statement *loop, int64_t step)
{
    unsigned kind = xb_source_kind_of(XB_TYPE_INTEGER, loop->target->bytes);
    bool is_unsigned = kind >= XB_SOURCE_UNSIGNED;
    int64_t most = most_of(kind), least = is_unsigned ? 0 : -most - 1, end;
    if (xb_source_is_integer(loop->last, &end))
        return !__builtin_add_overflow(end, step, &end) && end <= most && end >= least;
    if (xb_source_size(kind) > 4)
        return true;
    return xb_source_size(kind) == 4 && step >= (is_unsigned ? 0 : -SMALL) && step <= SMALL;
}

static const xb_source_expression *kept_unless_constant(xb_loops *loops, const char *stem,
                                                        const xb_source_expression *value,
                                                        const xb_source_expression *like)
{
    return value->kind == XB_SOURCE_CONSTANT ? value : kept(loops, stem, value, like);
}

const xb_source_expression *xb_loops_trips(xb_arena *arena, const xb_source_expression *last,
                                           const xb_source_expression *first,
                                           const xb_source_expression *step)
{
    int64_t value;
    const xb_source_expression *span = xb_source_plus(
        arena, xb_source_minus(arena, xb_source_widened(arena, last), xb_source_widened(arena, first)), step);
    bool is_one = xb_source_is_integer(step, &value) && value == 1;
    return is_one ? span : xb_source_binary(arena, XB_INTRINSIC_DIV, span, step);
}

void xb_loops_count(xb_loops *loops, const xb_source_statement *loop, xb_counting *counting)
{
    xb_arena *arena = loops->maker->arena;
    const xb_source_expression *first = kept_unless_constant(loops, "first", loop->first, loop->target);
    counting->step = kept_unless_constant(loops, "step", loop->step, loop->target);
    const xb_source_expression *trips = xb_loops_trips(arena, loop->last, first, counting->step);
    counting->left = kept(loops, "left", trips, trips);
    xb_loops_set(loops, loop->target, first);
    xb_maker_add(loops->maker, XB_SOURCE_WHILE)->value =
        xb_source_relation(arena, XB_INTRINSIC_GREATER_THAN, counting->left, xb_source_integer(arena, 0));
}

void xb_loops_begin_counting(xb_loops *loops, const xb_source_statement *loop, uint32_t at, uint32_t end,
                             xb_counting *counting)
{
    int64_t step;
    xb_source_statement head = *loop;
    *counting = (xb_counting){.target = loop->target};
    head.first = xb_loops_prepare(loops, loop->first);
    head.last = xb_loops_prepare(loops, loop->last);
    if (!xb_source_is_integer(loop->step, &step) || step == 0 || !xb_loops_stays_in_range(loop, step)) {
        head.step = xb_loops_prepare(loops, loop->step);
        xb_loops_count(loops, &head, counting);
        return;
    }
    bool own = xb_source_mentions(head.last, loop->target->variable);
    if (own || !xb_loops_is_steady(loops, head.last, at, end))
        head.last = kept(loops, "last", head.last, head.last);
    *xb_maker_add(loops->maker, XB_SOURCE_DO) = head;
}

void xb_loops_end_counting(xb_loops *loops, const xb_counting *counting)
{
    xb_arena *arena = loops->maker->arena;
    if (counting->left) {
        xb_loops_set(loops, counting->target,
                     xb_source_binary(arena, XB_INTRINSIC_ADD, counting->target, counting->step));
        xb_loops_set(loops, counting->left,
                     xb_source_minus(arena, counting->left, xb_source_integer(arena, 1)));
    }
    xb_maker_add(loops->maker, XB_SOURCE_END_DO);
}

void xb_loops_note_writes(xb_loops *loops, const xb_source_statement *statements, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        note_statement(loops, &statements[i], i);
}
