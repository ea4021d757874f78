/*
 * Array statements become loops, for languages that have none. Before a statement stands what is not
 * elementwise in it: reductions, products, calls; then each element of the target is assigned the same
 * expression of elements. The right-hand side is computed as a whole, into an array of its own, where the
 * target may overlap other elements that it needs. Statements of scalars stay as they are.
 */
#include "languages/code/loops.h"

#include <string.h>

enum { MOST_NODES = 10000 /* of an expression: parts of it are handled one within the other */ };

/* ---- loops ----------------------------------------------------------------------------------------------
 */

static xb_source_variable *new_variable(xb_loops *loops, const char *stem, xb_type type, unsigned bytes)
{
    xb_source_variable *made = xb_maker_temporary(loops->maker, stem, type, bytes);
    made->stem = stem;
    made->written = true;
    return made;
}

/* Loops at the same level count with the same variable. */
static const xb_source_expression *counter_of(xb_loops *loops, bool wide)
{
    static const char *const stems[] = {"i", "j", "k", "l", "m", "n"};
    enum { STEMS = sizeof stems / sizeof *stems };
    xb_list *counters = &loops->counters[wide];
    while (counters->count <= loops->level) {
        const char *stem = stems[counters->count < STEMS ? counters->count : STEMS - 1];
        xb_list_append(loops->maker->arena, counters,
                       new_variable(loops, stem, XB_TYPE_INTEGER, wide ? 8 : 0));
    }
    return xb_source_whole(loops->maker->arena, counters->items[loops->level]);
}

static const xb_source_expression *open_one(xb_loops *loops, const xb_source_expression *extent)
{
    xb_arena *arena = loops->maker->arena;
    const xb_source_expression *counter =
        counter_of(loops, xb_source_kind_of(XB_TYPE_INTEGER, extent->bytes) == 8);
    xb_source_statement *head = xb_maker_add(loops->maker, XB_SOURCE_DO);
    head->target = counter;
    head->first = xb_source_integer(arena, 0);
    head->last = xb_source_minus(arena, extent, xb_source_integer(arena, 1));
    head->step = xb_source_integer(arena, 1);
    loops->level++;
    return counter;
}

xb_nest xb_loops_open(xb_loops *loops, const xb_source_expression *const *extents, size_t count)
{
    xb_nest nest = {.count = count};
    for (size_t d = count; d-- > 0;)
        nest.index[d] = open_one(loops, extents[d]);
    return nest;
}

xb_nest xb_loops_over(xb_loops *loops, const xb_source_expression *array)
{
    const xb_source_expression *extents[XB_LOOPS_MOST] = {NULL};
    for (int d = 0; d < array->rank; d++)
        extents[d] = xb_source_extent(loops->maker->arena, array, d);
    return xb_loops_open(loops, extents, (size_t)array->rank);
}

void xb_loops_close(xb_loops *loops, const xb_nest *nest)
{
    for (size_t d = 0; d < nest->count; d++) {
        xb_maker_add(loops->maker, XB_SOURCE_END_DO);
        loops->level--;
    }
}

/* ---- variables ------------------------------------------------------------------------------------------
 */

void xb_loops_set(xb_loops *loops, const xb_source_expression *target, const xb_source_expression *value)
{
    xb_source_statement *statement = xb_maker_add(loops->maker, XB_SOURCE_ASSIGN);
    statement->target = target;
    statement->value = value;
}

const xb_source_expression *xb_loops_scalar(xb_loops *loops, const char *stem, xb_type type, unsigned bytes)
{
    return xb_source_whole(loops->maker->arena, new_variable(loops, stem, type, bytes));
}

/* Allocations just before another one of the same variable go. */
static void drop_allocations(xb_loops *loops, const xb_source_variable *variable)
{
    xb_vector *all = &loops->maker->unit->statements;
    for (; all->count > 0; all->count--) {
        const xb_source_statement *last = &((const xb_source_statement *)all->items)[all->count - 1];
        if ((last->kind != XB_SOURCE_ALLOCATE && last->kind != XB_SOURCE_FIT) ||
            last->target->variable != variable || variable->pointer)
            return;
    }
}

/* Gives an array that is allocated the extents that it needs. */
static void fit(xb_loops *loops, const xb_source_expression *target,
                const xb_source_expression *const *extents)
{
    drop_allocations(loops, target->variable);
    xb_source_statement *statement = xb_maker_add(loops->maker, XB_SOURCE_FIT);
    size_t rank = (size_t)target->variable->rank;
    statement->target = target;
    statement->arguments = xb_arena_array(loops->maker->arena, rank, sizeof *extents);
    statement->count = rank;
    memcpy(statement->arguments, extents, rank * sizeof *extents);
}

const xb_source_expression *xb_loops_array(xb_loops *loops, xb_type type, unsigned bytes,
                                           const xb_source_expression *const *extents, size_t rank)
{
    xb_arena *arena = loops->maker->arena;
    xb_source_variable *made = new_variable(loops, "values", type, bytes);
    xb_bounds *bounds = xb_arena_array(arena, rank, sizeof *bounds);
    made->rank = (int)rank;
    bool known = true;
    for (size_t d = 0; d < rank; d++) {
        bounds[rank - 1 - d].lower = 1;
        known = known && xb_source_is_integer(extents[d], &bounds[rank - 1 - d].upper);
    }
    const xb_source_expression *whole = xb_source_whole(arena, made);
    if (known) {
        made->bounds = bounds;
        return whole;
    }
    made->allocatable = true;
    fit(loops, whole, extents);
    return whole;
}

const xb_source_expression *xb_loops_result(xb_loops *loops, xb_type type, unsigned bytes,
                                            const xb_source_expression *const *extents, size_t rank)
{
    const xb_source_expression *into = loops->into;
    loops->into = NULL;
    if (!into)
        return xb_loops_array(loops, type, bytes, extents, rank);
    if (into->variable->allocatable)
        fit(loops, into, extents);
    return into;
}

const xb_source_expression *xb_loops_like(xb_loops *loops, const xb_source_expression *model, xb_type type,
                                          unsigned bytes)
{
    const xb_source_expression *extents[XB_LOOPS_MOST] = {NULL};
    for (int d = 0; d < model->rank; d++)
        extents[d] = xb_source_room(loops->maker->arena, model, d);
    return xb_loops_array(loops, type, bytes, extents, (size_t)model->rank);
}

/* ---- elementwise assignment -----------------------------------------------------------------------------
 */

/* Whether all elements of an array, and of those that it goes with, are taken in the order of storage. */
static bool is_flat(const xb_source_expression *value, const xb_source_variable *like)
{
    if (value->rank == 0)
        return true;
    if (value->kind == XB_SOURCE_VARIABLE) {
        const xb_source_variable *variable = value->variable;
        for (int d = 0; xb_source_is_whole(value) && variable->bounds && d < like->rank; d++)
            if (variable->bounds[d].upper - variable->bounds[d].lower !=
                like->bounds[d].upper - like->bounds[d].lower)
                return false;
        return xb_source_is_whole(value) && variable->bounds;
    }
    if (value->intrinsic == XB_INTRINSIC_TRANSPOSE || value->intrinsic == XB_INTRINSIC_SPREAD)
        return false;
    for (size_t i = 0; i < value->count; i++)
        if (!is_flat(value->operands[i], like))
            return false;
    return value->kind == XB_SOURCE_OPERATION;
}

/* The element at a place in storage. */
static const xb_source_expression *element_at(xb_arena *arena, const xb_source_expression *value,
                                              const xb_source_expression *place)
{
    if (value->rank == 0)
        return value;
    xb_source_expression *made = xb_source_rebuilt(arena, value, value->operands);
    made->rank = 0;
    made->size = 1;
    if (value->kind == XB_SOURCE_VARIABLE) {
        xb_source_take_operands(arena, made, 1);
        xb_source_set_operand(made, 0, place);
        return made;
    }
    for (size_t i = 0; i < value->count; i++)
        xb_source_set_operand(made, i, element_at(arena, value->operands[i], place));
    return made;
}

/* Whether each of the places where a variable occurs is a given one. */
static bool occurs_only_as(const xb_source_expression *e, const xb_source_expression *reference)
{
    if (!e || (e->kind == XB_SOURCE_VARIABLE && e->variable == reference->variable))
        return !e || xb_source_is_equal(e, reference);
    if (e->kind == XB_SOURCE_FUNCTION ||
        (e->kind == XB_SOURCE_VARIABLE && e->variable->pointer && reference->variable->pointer) ||
        (e->kind == XB_SOURCE_VARIABLE && xb_source_overlap(e->variable, reference->variable)))
        return false;
    for (size_t i = 0; i < e->count; i++)
        if (!occurs_only_as(e->operands[i], reference))
            return false;
    return true;
}

static bool are_independent(const xb_source_expression *target, const xb_source_expression *value,
                            const xb_source_statement *before)
{
    return occurs_only_as(before->target, target) && occurs_only_as(before->value, target) &&
           occurs_only_as(target, before->target) && occurs_only_as(value, before->target);
}

/* Whether elements can be assigned in the loops that were closed last: each of its assignments has to do with
 * the same elements in each iteration, or with other variables. */
static bool fits_last(const xb_loops *loops, const xb_source_expression *const *extents, size_t count,
                      const xb_source_expression *target, const xb_source_expression *value)
{
    const xb_vector *all = &loops->maker->unit->statements;
    const xb_source_statement *statements = all->items;
    if (loops->last_end == 0 || loops->last_end != all->count || loops->last.count != count ||
        target->variable->pointer)
        return false;
    for (size_t d = 0; d < count; d++)
        if (!xb_source_is_equal(extents[d], loops->last_extents[d]))
            return false;
    for (uint32_t i = loops->last_begin; i < loops->last_end; i++)
        if (statements[i].kind == XB_SOURCE_ASSIGN && !are_independent(target, value, &statements[i]))
            return false;
    return true;
}

/* Opens loops over so many elements, or goes on with the last ones. */
static void assign_in_loops(xb_loops *loops, const xb_source_expression *const *extents, size_t count,
                            const xb_source_expression *target, const xb_source_expression *value)
{
    xb_arena *arena = loops->maker->arena;
    xb_vector *all = &loops->maker->unit->statements;
    uint32_t begin = all->count;
    bool flat = (size_t)target->rank != count;
    xb_nest nest = xb_loops_open(loops, extents, count);
    const xb_source_expression *to =
        flat ? element_at(arena, target, nest.index[0]) : xb_source_element(arena, target, nest.index);
    const xb_source_expression *from =
        flat ? element_at(arena, value, nest.index[0]) : xb_source_element(arena, value, nest.index);
    uint32_t heads = all->count - begin;
    all->count = begin;
    bool goes_on = fits_last(loops, extents, count, to, from);
    if (goes_on)
        all->count -= heads;
    else
        all->count += heads;
    xb_loops_set(loops, to, from);
    xb_loops_close(loops, &nest);
    loops->last = nest;
    loops->last_begin = goes_on ? loops->last_begin : begin;
    loops->last_end = all->count;
    loops->last_extents = xb_arena_array(arena, count, sizeof *extents);
    memcpy(loops->last_extents, extents, count * sizeof *extents);
}

void xb_loops_assign_elements(xb_loops *loops, const xb_source_expression *target,
                              const xb_source_expression *value, const xb_source_expression *shape)
{
    xb_arena *arena = loops->maker->arena;
    const xb_source_expression *extents[XB_LOOPS_MOST], *all = xb_source_integer(arena, 1);
    for (int d = 0; d < shape->rank; d++) {
        extents[d] = xb_source_extent(arena, shape, d);
        all = xb_source_times(arena, all, extents[d]);
    }
    bool flat = target->rank > 1 && target->variable->bounds && is_flat(target, target->variable) &&
                is_flat(value, target->variable);
    assign_in_loops(loops, flat ? &all : (const xb_source_expression *const *)extents,
                    flat ? 1 : (size_t)shape->rank, target, value);
}

const xb_source_expression *xb_loops_copy(xb_loops *loops, const xb_source_expression *value)
{
    const xb_source_expression *made;
    if (value->rank == 0) {
        made = xb_loops_scalar(loops, "part", value->type, value->bytes);
        xb_loops_set(loops, made, value);
        return made;
    }
    made = xb_loops_like(loops, value, value->type, value->bytes);
    xb_loops_assign_elements(loops, made, value, value);
    return made;
}

/* Whether two references to a variable have no element in common, for all that is known. */
static bool are_apart(const xb_source_expression *a, const xb_source_expression *b)
{
    for (size_t i = 0; i < a->count && i < b->count; i++)
        if (xb_source_differs(a->operands[i], b->operands[i]))
            return true;
    return false;
}

static bool has_vector(const xb_source_expression *reference)
{
    for (size_t i = 0; i < reference->count; i++)
        if (reference->operands[i]->kind != XB_SOURCE_RANGE && reference->operands[i]->rank > 0)
            return true;
    return false;
}

static bool is_same_part(const xb_source_expression *a, const xb_source_expression *b)
{
    return !has_vector(a) && (xb_source_is_equal(a, b) || (xb_source_is_whole(a) && xb_source_is_whole(b)));
}

/* Whether an assignment of elements may change what others still need. @param aligned the element that is
 * needed is the one that is assigned */
static bool overlaps(const xb_source_expression *target, const xb_source_expression *value, bool aligned)
{
    if (!value)
        return false;
    if (value->kind == XB_SOURCE_VARIABLE) {
        bool same = value->variable == target->variable;
        bool points = value->variable->pointer && target->variable->pointer && value->type == target->type;
        if (same && !(aligned && is_same_part(target, value)) && !are_apart(target, value))
            return true;
        if (!same && (points || xb_source_overlap(value->variable, target->variable)))
            return true;
    }
    bool elementwise =
        aligned && !(value->kind == XB_SOURCE_OPERATION &&
                     (value->intrinsic == XB_INTRINSIC_TRANSPOSE || value->intrinsic == XB_INTRINSIC_SPREAD));
    if (value->kind == XB_SOURCE_OPERATION && xb_intrinsic_facts_of(value->intrinsic)->inquiry)
        return false;
    for (size_t i = 0; i < value->count; i++)
        if (overlaps(target, value->operands[i], elementwise && value->kind == XB_SOURCE_OPERATION))
            return true;
    return false;
}

static bool is_plain(const xb_source_expression *scalar)
{
    if (scalar->kind == XB_SOURCE_CONSTANT || scalar->kind == XB_SOURCE_VARIABLE)
        return true;
    if (scalar->kind != XB_SOURCE_OPERATION || !xb_intrinsic_facts_of(scalar->intrinsic)->sign)
        return scalar->kind == XB_SOURCE_OPERATION && scalar->intrinsic == XB_INTRINSIC_MINUS &&
               is_plain(scalar->operands[0]);
    return is_plain(scalar->operands[0]) && is_plain(scalar->operands[1]);
}

/* Scalars that are costly, or parts of the target, are computed before the loop. */
static const xb_source_expression *fix_scalars(xb_loops *loops, const xb_source_expression *value,
                                               const xb_source_variable *target)
{
    if (!value)
        return NULL;
    if (value->rank == 0)
        return is_plain(value) && !xb_source_mentions(value, target) ? value : xb_loops_copy(loops, value);
    if (value->kind != XB_SOURCE_OPERATION)
        return value;
    const xb_source_expression **operands =
        xb_arena_array(loops->maker->arena, value->count, sizeof *operands);
    bool same = true;
    for (size_t i = 0; i < value->count; i++) {
        operands[i] = fix_scalars(loops, value->operands[i], target);
        same = same && operands[i] == value->operands[i];
    }
    return same ? value : xb_source_rebuilt(loops->maker->arena, value, operands);
}

/* Subscripts that an assignment changes are those from before it. */
static const xb_source_expression *fix_subscripts(xb_loops *loops, const xb_source_expression *target)
{
    const xb_source_expression **operands =
        xb_arena_array(loops->maker->arena, target->count, sizeof *operands);
    for (size_t i = 0; i < target->count; i++) {
        const xb_source_expression *subscript = operands[i] = target->operands[i];
        if (!xb_source_mentions(subscript, target->variable))
            continue;
        if (subscript->kind != XB_SOURCE_RANGE) {
            operands[i] = xb_loops_copy(loops, subscript);
            continue;
        }
        const xb_source_expression *parts[3];
        for (size_t p = 0; p < 3; p++)
            parts[p] = subscript->operands[p] ? xb_loops_copy(loops, subscript->operands[p]) : NULL;
        operands[i] = xb_source_rebuilt(loops->maker->arena, subscript, parts);
    }
    return xb_source_rebuilt(loops->maker->arena, target, operands);
}

/* Whether an array gets the shape of what is assigned to it. */
static bool takes_shape(const xb_source_expression *target, const xb_source_expression *value)
{
    return target->variable->allocatable && target->count == 0 && value->rank > 0;
}

void xb_loops_take_shape(xb_loops *loops, const xb_source_expression *target,
                         const xb_source_expression *value)
{
    const xb_source_expression *extents[XB_LOOPS_MOST] = {NULL};
    for (int d = 0; d < value->rank; d++)
        extents[d] = xb_source_room(loops->maker->arena, value, d);
    fit(loops, target, extents);
}

static void assign_array(xb_loops *loops, const xb_source_expression *target,
                         const xb_source_expression *value)
{
    if (value->rank > 0 && value->rank != target->rank) {
        xb_maker_refuse(
            loops->maker, NULL, "a value of %d dimensions is assigned to %s, which has %d", value->rank,
            target->variable->symbol ? target->variable->symbol->id->text : "a temporary", target->rank);
        return;
    }
    target = fix_subscripts(loops, target);
    value = fix_scalars(loops, value, target->variable);
    bool mentioned = xb_source_mentions(value, target->variable);
    if (overlaps(target, value, true)) {
        const xb_source_expression *copy =
            xb_loops_like(loops, value->rank ? value : target, target->type, target->bytes);
        xb_loops_assign_elements(loops, copy, value, copy);
        value = copy;
        mentioned = false;
    }
    if (takes_shape(target, value) && !mentioned)
        xb_loops_take_shape(loops, target, value);
    xb_loops_assign_elements(loops, target, value, target);
}

static void assign_scalar(xb_loops *loops, const xb_source_expression *target,
                          const xb_source_expression *value)
{
    bool reduces =
        value->kind == XB_SOURCE_OPERATION && value->rank == 0 && target->count == 0 &&
        value->type == target->type &&
        xb_source_kind_of(value->type, value->bytes) == xb_source_kind_of(target->type, target->bytes) &&
        (xb_intrinsic_facts_of(value->intrinsic)->form == XB_FORM_REDUCTION ||
         value->intrinsic == XB_INTRINSIC_DOT_PRODUCT) &&
        !xb_source_mentions(value, target->variable);
    if (reduces) {
        const xb_source_expression **operands =
            xb_arena_array(loops->maker->arena, value->count, sizeof *operands);
        for (size_t i = 0; i < value->count; i++)
            operands[i] = xb_loops_prepare(loops, value->operands[i]);
        value = xb_loops_reduce(loops, xb_source_rebuilt(loops->maker->arena, value, operands), target);
    } else {
        value = xb_loops_prepare(loops, value);
    }
    if (value != target)
        xb_loops_set(loops, target, value);
}

static bool is_arranged(const xb_source_expression *operation)
{
    switch (operation->intrinsic) {
    case XB_INTRINSIC_MATMUL:
    case XB_INTRINSIC_RESHAPE:
    case XB_INTRINSIC_CSHIFT:
    case XB_INTRINSIC_EOSHIFT:
    case XB_INTRINSIC_PACK:
    case XB_INTRINSIC_UNPACK:
    case XB_INTRINSIC_SPREAD: return true;
    case XB_INTRINSIC_TRANSFER: return operation->rank > 0 || operation->operands[0]->rank > 0;
    default: return false;
    }
}

/* An integer that is multiplied by 0. */
static bool is_zero(const xb_source_expression *operation)
{
    int64_t value;
    for (size_t i = 0; i < 2 && operation->intrinsic == XB_INTRINSIC_MUL && operation->rank == 0; i++)
        if (operation->type == XB_TYPE_INTEGER && xb_source_is_integer(operation->operands[i], &value) &&
            value == 0)
            return operation->operands[1 - i]->kind == XB_SOURCE_VARIABLE;
    return false;
}

static const xb_source_expression *prepare_operation(xb_loops *loops, const xb_source_expression *operation)
{
    xb_intrinsic_form form = xb_intrinsic_facts_of(operation->intrinsic)->form;
    if (form == XB_FORM_REDUCTION || form == XB_FORM_LOCATION ||
        operation->intrinsic == XB_INTRINSIC_DOT_PRODUCT)
        return xb_loops_reduce(loops, operation, NULL);
    if (is_zero(operation))
        return xb_source_integer(loops->maker->arena, 0);
    return is_arranged(operation) ? xb_loops_arrange(loops, operation) : operation;
}

/* Whether the result of an operation may be what it is assigned to. */
static bool goes_into(const xb_source_expression *target, const xb_source_expression *value)
{
    xb_intrinsic_form form = xb_intrinsic_facts_of(value->intrinsic)->form;
    return value->kind == XB_SOURCE_OPERATION && value->rank == target->rank && target->count == 0 &&
           !target->variable->pointer && value->type == target->type &&
           xb_source_kind_of(value->type, value->bytes) == xb_source_kind_of(target->type, target->bytes) &&
           (form == XB_FORM_REDUCTION || form == XB_FORM_LOCATION || is_arranged(value)) &&
           !xb_source_mentions(value, target->variable);
}

static void assign_result(xb_loops *loops, const xb_source_expression *target,
                          const xb_source_expression *value)
{
    const xb_source_expression **operands =
        xb_arena_array(loops->maker->arena, value->count, sizeof *operands);
    for (size_t i = 0; i < value->count; i++)
        operands[i] = xb_loops_prepare(loops, value->operands[i]);
    loops->into = target;
    value = prepare_operation(loops, xb_source_rebuilt(loops->maker->arena, value, operands));
    loops->into = NULL;
    if (value != target)
        assign_array(loops, target, value);
}

void xb_loops_assign(xb_loops *loops, const xb_source_expression *target, const xb_source_expression *value)
{
    target = xb_loops_prepare(loops, target);
    if (target->rank > 0 && goes_into(target, value))
        assign_result(loops, target, value);
    else if (target->rank > 0)
        assign_array(loops, target, xb_loops_prepare(loops, value));
    else
        assign_scalar(loops, target, value);
}

const xb_source_expression *xb_loops_refuse(xb_loops *loops, const xb_source_expression *operation,
                                            const char *what)
{
    xb_maker_refuse(loops->maker, NULL, "%s%s%s", operation->text ? operation->text : "",
                    operation->text ? " " : "", what);
    xb_source_expression *made =
        xb_source_new(loops->maker->arena, XB_SOURCE_CONSTANT, operation->type, operation->bytes, 0);
    made->text = "0";
    return made;
}

/* ---- expressions ----------------------------------------------------------------------------------------
 */

const xb_source_expression *xb_loops_prepare(xb_loops *loops, const xb_source_expression *expression)
{
    if (!expression || expression->count == 0)
        return expression;
    if (expression->size > MOST_NODES) {
        return xb_loops_refuse(loops, expression, "in an expression that is too large");
    }
    if (expression->kind == XB_SOURCE_OPERATION && xb_intrinsic_facts_of(expression->intrinsic)->inquiry)
        return xb_loops_inquire(loops, expression);
    const xb_source_expression **operands = NULL;
    for (size_t i = 0; i < expression->count; i++) {
        const xb_source_expression *operand = xb_loops_prepare(loops, expression->operands[i]);
        if (operand == expression->operands[i])
            continue;
        if (!operands) {
            operands = xb_arena_array(loops->maker->arena, expression->count, sizeof *operands);
            memcpy(operands, expression->operands, expression->count * sizeof *operands);
        }
        operands[i] = operand;
    }
    if (operands)
        expression = xb_source_rebuilt(loops->maker->arena, expression, operands);
    if (expression->kind == XB_SOURCE_FUNCTION)
        return xb_loops_function(loops, expression);
    return expression->kind == XB_SOURCE_OPERATION ? prepare_operation(loops, expression) : expression;
}
