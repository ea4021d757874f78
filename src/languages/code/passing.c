/*
 * Arguments of calls, for languages without arrays. What an argument with declared bounds takes is a whole
 * variable, or its first element, if all lie one after the other; else it is a copy, which is copied back if
 * it may have been changed. An argument of assumed shape takes whole variables and plain sections.
 */
#include "languages/code/loops.h"

static bool has_vector(const xb_source_expression *actual)
{
    for (size_t i = 0; i < actual->count; i++)
        if (actual->operands[i]->kind != XB_SOURCE_RANGE && actual->operands[i]->rank > 0)
            return true;
    return false;
}

/* Whether what is passed has to be copied. */
static bool wants_copy(const xb_source_variable *formal, const xb_source_expression *actual)
{
    if (actual->rank == 0)
        return false;
    if (actual->kind != XB_SOURCE_VARIABLE)
        return true;
    return xb_source_is_flat(formal) ? !xb_source_is_contiguous(actual) : has_vector(actual);
}

/* The subscripts of what is copied back are those at the time of the call. */
static const xb_source_expression *fixed(xb_loops *loops, const xb_source_expression *part)
{
    const xb_source_expression **operands =
        xb_arena_array(loops->maker->arena, part->count, sizeof *operands);
    for (size_t i = 0; i < part->count; i++) {
        const xb_source_expression *subscript = operands[i] = part->operands[i];
        int64_t value;
        if (subscript->kind != XB_SOURCE_RANGE) {
            operands[i] =
                xb_source_is_integer(subscript, &value) ? subscript : xb_loops_copy(loops, subscript);
            continue;
        }
        const xb_source_expression *parts[3];
        for (size_t p = 0; p < 3; p++) {
            parts[p] = subscript->operands[p];
            if (parts[p] && !xb_source_is_integer(parts[p], &value))
                parts[p] = xb_loops_copy(loops, parts[p]);
        }
        operands[i] = xb_source_rebuilt(loops->maker->arena, subscript, parts);
    }
    return xb_source_rebuilt(loops->maker->arena, part, operands);
}

/* What is copied back after a call. */
typedef struct copies {
    xb_list to, from;
} copies;

static const xb_source_expression *pass_one(xb_loops *loops, const xb_source_variable *formal,
                                            const xb_source_expression *actual, copies *back)
{
    xb_arena *arena = loops->maker->arena;
    if (!actual)
        return NULL;
    actual = xb_loops_prepare(loops, actual);
    if (!wants_copy(formal, actual))
        return xb_source_is_flat(formal) && actual->rank > 0 && !xb_source_is_whole(actual)
                   ? xb_source_first(arena, actual)
                   : actual;
    if (actual->kind == XB_SOURCE_VARIABLE && actual->variable->optional)
        xb_maker_refuse(loops->maker, NULL,
                        "%s may be absent, and is passed to an argument with declared bounds",
                        actual->variable->symbol->id->text);
    if (formal->written)
        actual = fixed(loops, actual);
    const xb_source_expression *copy = xb_loops_copy(loops, actual);
    if (formal->written) {
        xb_list_append(arena, &back->to, actual);
        xb_list_append(arena, &back->from, copy);
    }
    return copy;
}

static void copy_back(xb_loops *loops, const copies *back)
{
    for (size_t i = 0; i < back->to.count; i++)
        xb_loops_assign(loops, back->to.items[i], back->from.items[i]);
}

static const xb_source_expression **pass_all(xb_loops *loops, const xb_source_unit *callee,
                                             const xb_source_expression *const *actuals, size_t count,
                                             copies *back)
{
    size_t room = callee->formals.count;
    const xb_source_expression **passed = xb_arena_array(loops->maker->arena, room, sizeof *passed);
    for (size_t i = 0; i < room; i++)
        passed[i] = i < count ? pass_one(loops, callee->formals.items[i], actuals[i], back) : NULL;
    return passed;
}

static void add_call(xb_loops *loops, xb_source_unit *callee, const xb_source_expression **arguments)
{
    xb_source_statement *made = xb_maker_add(loops->maker, XB_SOURCE_CALL);
    made->callee = callee;
    made->arguments = arguments;
    made->count = callee->formals.count;
}

void xb_loops_call(xb_loops *loops, const xb_source_statement *call)
{
    copies back = {{0}, {0}};
    const xb_source_expression **passed = pass_all(loops, call->callee, call->arguments, call->count, &back);
    add_call(loops, call->callee, passed);
    copy_back(loops, &back);
}

/* A function whose result is an array is called before. */
static const xb_source_expression *array_of_function(xb_loops *loops, const xb_source_expression *call,
                                                     const xb_source_expression **passed)
{
    xb_arena *arena = loops->maker->arena;
    const xb_source_variable *result = call->callee->formals.items[call->callee->formals.count - 1];
    const xb_source_expression *extents[XB_LOOPS_MOST];
    if (!result->bounds) {
        const char *name = call->callee->routine->symbol->id->text;
        return xb_loops_refuse(loops, call, xb_arena_format(arena, "%s has a result of unknown shape", name));
    }
    const xb_source_expression *model = xb_source_whole(arena, (xb_source_variable *)result);
    for (int d = 0; d < result->rank; d++)
        extents[d] = xb_source_room(arena, model, d);
    const xb_source_expression *made =
        xb_loops_array(loops, result->type, result->bytes, extents, (size_t)result->rank);
    passed[call->callee->formals.count - 1] = made;
    add_call(loops, call->callee, passed);
    return made;
}

const xb_source_expression *xb_loops_function(xb_loops *loops, const xb_source_expression *call)
{
    copies back = {{0}, {0}};
    const xb_source_expression **passed = pass_all(loops, call->callee, call->operands, call->count, &back);
    if (call->rank > 0) {
        const xb_source_expression *made = array_of_function(loops, call, passed);
        copy_back(loops, &back);
        return made;
    }
    xb_source_expression *made =
        xb_source_new(loops->maker->arena, XB_SOURCE_FUNCTION, call->type, call->bytes, 0);
    made->callee = call->callee;
    xb_source_take_operands(loops->maker->arena, made, call->callee->formals.count - 1);
    for (size_t i = 0; i < made->count; i++)
        xb_source_set_operand(made, i, passed[i]);
    if (back.to.count == 0)
        return made;
    const xb_source_expression *value = xb_loops_copy(loops, made);
    copy_back(loops, &back);
    return value;
}
