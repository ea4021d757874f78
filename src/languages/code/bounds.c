/*
 * Bounds that are expressions, for languages without arrays. When a unit begins, they are computed once: what
 * is no sum or product of constants and of arguments that nothing changes gets a variable of its own, and so
 * do the strides of arrays whose elements lie one after the other. Local arrays get their memory then.
 */
#include "languages/code/loops.h"

#include <string.h>

enum {
    SIMPLE = 5,    /* nodes of a bound that is written where it is needed */
    REMEMBERED = 8 /* strides: arrays of one shape stand together */
};

/* A unit under way. */
typedef struct bounding {
    xb_source_maker *maker;
    xb_arena *arena;
    xb_vector before;                               /* xb_source_statement that come first */
    const xb_source_expression *values[REMEMBERED]; /* of the last strides */
    const xb_source_expression *strides[REMEMBERED];
    size_t count; /* of strides so far */
} bounding;

static xb_source_statement *add(bounding *b, xb_source_statement_kind kind,
                                const xb_source_expression *target)
{
    xb_source_statement *made = xb_vector_push(b->arena, &b->before, sizeof *made);
    *made =
        (xb_source_statement){.kind = kind, .from = b->maker->at, .line = b->maker->line, .target = target};
    return made;
}

/* A variable that has a value from the beginning. */
static const xb_source_expression *keep(bounding *b, const char *stem, const xb_source_expression *value,
                                        unsigned bytes)
{
    xb_source_variable *made = xb_maker_temporary(b->maker, stem, XB_TYPE_INTEGER, bytes);
    made->stem = stem;
    made->live = made->written = true;
    const xb_source_expression *whole = xb_source_whole(b->arena, made);
    add(b, XB_SOURCE_ASSIGN, whole)->value = value;
    return whole;
}

/* ---- bounds ---------------------------------------------------------------------------------------------
 */

/* Whether an expression has the same value as long as the unit runs. */
static bool is_steady(const bounding *b, const xb_source_expression *e)
{
    if (e->kind == XB_SOURCE_CONSTANT)
        return true;
    if (e->kind == XB_SOURCE_VARIABLE) {
        const xb_source_variable *variable = e->variable;
        bool own = variable->home == b->maker->unit && variable->position > 0 && !variable->optional;
        return e->count == 0 && variable->rank == 0 &&
               (variable->parameter || (own && !variable->written && !variable->is_result));
    }
    if (e->kind != XB_SOURCE_OPERATION || e->size > SIMPLE || !xb_intrinsic_facts_of(e->intrinsic)->sign)
        return false;
    for (size_t i = 0; i < e->count; i++)
        if (!is_steady(b, e->operands[i]))
            return false;
    return true;
}

static const xb_source_expression *steady(bounding *b, const char *stem, const xb_source_expression *e)
{
    return !e || is_steady(b, e) ? e : keep(b, stem, e, e->bytes);
}

/* ---- strides --------------------------------------------------------------------------------------------
 */

/* A stride: arrays with the same one share its variable. */
static const xb_source_expression *stride(bounding *b, const char *stem, const xb_source_expression *value)
{
    int64_t known;
    size_t first = b->count > REMEMBERED ? b->count - REMEMBERED : 0;
    if (xb_source_is_integer(value, &known))
        return value;
    for (size_t i = first; i < b->count; i++)
        if (xb_source_is_equal(b->values[i % REMEMBERED], value))
            return b->strides[i % REMEMBERED];
    size_t at = b->count++ % REMEMBERED;
    b->values[at] = value;
    return b->strides[at] = keep(b, stem, value, 8);
}

static void make_strides(bounding *b, const xb_source_variable *variable, xb_source_dimension *dimensions)
{
    static const char *const stems[] = {"rows", "plane", "stride"};
    const xb_source_expression *next = xb_source_integer(b->arena, 1);
    for (int d = 0; d < variable->rank; d++) {
        xb_source_dimension *dimension = &dimensions[variable->rank - 1 - d];
        dimension->stride = d == 0 ? next : stride(b, stems[d < 3 ? d - 1 : 2], next);
        if (d + 1 == variable->rank)
            return;
        const xb_source_expression *extent =
            xb_source_plus(b->arena, xb_source_minus(b->arena, dimension->upper, dimension->lower),
                           xb_source_integer(b->arena, 1));
        next = d == 0 ? extent
                      : xb_source_times(b->arena, dimension->stride, xb_source_widened(b->arena, extent));
    }
}

/* ---- variables ------------------------------------------------------------------------------------------
 */

/* The memory of a local array. */
static void make_room(bounding *b, xb_source_variable *variable)
{
    const xb_source_expression *whole = xb_source_whole(b->arena, variable);
    const xb_source_expression *count =
        variable->rank > 1 ? xb_source_integer(b->arena, 1) : xb_source_extent(b->arena, whole, 0);
    for (int d = 0; variable->rank > 1 && d < variable->rank; d++)
        count =
            xb_source_times(b->arena, count, xb_source_widened(b->arena, xb_source_room(b->arena, whole, d)));
    const xb_source_expression **arguments = xb_arena_array(b->arena, 1, sizeof *arguments);
    arguments[0] = count;
    xb_source_statement *made = add(b, XB_SOURCE_ROOM, whole);
    made->arguments = arguments;
    made->count = 1;
}

static void settle_variable(bounding *b, xb_source_variable *variable)
{
    if (!variable->dimensions)
        return;
    if (variable->bounds || variable->dimensions[0].extent == XB_EXTENT_DEFERRED) {
        variable->dimensions = NULL;
        return;
    }
    b->maker->at = variable->symbol ? &variable->symbol->node : b->maker->at;
    xb_source_dimension *made = xb_arena_array(b->arena, (size_t)variable->rank, sizeof *made);
    for (int d = 0; d < variable->rank; d++) {
        const xb_source_dimension *said = &variable->dimensions[d];
        made[d] = (xb_source_dimension){.extent = said->extent,
                                        .lower = steady(b, "lower", said->lower),
                                        .upper = steady(b, "upper", said->upper)};
    }
    variable->dimensions = made;
    if (xb_source_is_flat(variable))
        make_strides(b, variable, made);
    if (variable->position == 0)
        make_room(b, variable);
}

static void settle_unit(xb_source_maker *maker, xb_source_unit *unit)
{
    bounding b = {.maker = maker, .arena = maker->arena};
    const xb_vector body = unit->statements;
    uint32_t count = unit->declared.count; /* variables of bounds are declared under way */
    maker->unit = unit;
    maker->at = &unit->routine->node;
    for (uint32_t i = 0; i < count; i++)
        settle_variable(&b, unit->declared.items[i]);
    if (b.before.count == 0)
        return;
    unit->statements = (xb_vector){0};
    xb_vector_reserve(b.arena, &unit->statements, body.count + b.before.count, sizeof(xb_source_statement));
    for (uint32_t i = 0; i < b.before.count; i++)
        *(xb_source_statement *)xb_vector_push(b.arena, &unit->statements, sizeof(xb_source_statement)) =
            ((const xb_source_statement *)b.before.items)[i];
    for (uint32_t i = 0; i < body.count; i++)
        *(xb_source_statement *)xb_vector_push(b.arena, &unit->statements, sizeof(xb_source_statement)) =
            ((const xb_source_statement *)body.items)[i];
}

void xb_source_settle_bounds(xb_source_maker *maker)
{
    xb_source *source = maker->source;
    for (size_t i = 0; i < source->units.count; i++)
        settle_unit(maker, source->units.items[i]);
    for (size_t i = 0; i < source->globals.count; i++) {
        xb_source_variable *variable = source->globals.items[i];
        if (variable->bounds || variable->allocatable || variable->pointer)
            variable->dimensions = NULL;
    }
}

/* ---- places ---------------------------------------------------------------------------------------------
 */

static const xb_source_dimension *dimension_of(const xb_source_variable *variable, int dimension)
{
    return &variable->dimensions[variable->rank - 1 - dimension];
}

/* A subscript, from 0. */
static const xb_source_expression *offset(xb_arena *arena, const xb_source_variable *variable, int dimension,
                                          const xb_source_expression *subscript)
{
    xb_sum sum = {.arena = arena};
    xb_sum_add(&sum, subscript, 1);
    xb_sum_add(&sum, dimension_of(variable, dimension)->lower, -1);
    return xb_sum_expression(&sum);
}

const xb_source_expression *xb_source_place(xb_arena *arena, const xb_source_expression *element)
{
    const xb_source_variable *variable = element->variable;
    xb_sum sum = {.arena = arena};
    for (int d = 0; d < variable->rank; d++) {
        const xb_source_expression *from_zero = offset(arena, variable, d, element->operands[d]);
        int64_t known;
        if (d > 0 && xb_source_is_integer(dimension_of(variable, d)->stride, &known))
            from_zero = xb_source_widened(arena, from_zero);
        xb_sum_add(&sum,
                   d == 0 ? from_zero : xb_source_times(arena, from_zero, dimension_of(variable, d)->stride),
                   1);
    }
    xb_source_expression *made =
        xb_source_new(arena, XB_SOURCE_VARIABLE, element->type, element->bytes, element->rank);
    made->variable = element->variable;
    xb_source_take_operands(arena, made, 1);
    xb_source_set_operand(made, 0, xb_sum_expression(&sum));
    return made;
}

/* ---- references -----------------------------------------------------------------------------------------
 */

/* A subscript from 1: of an element, of a range, or of each element of a vector. */
static const xb_source_expression *from_one(xb_arena *arena, const xb_source_variable *variable,
                                            int dimension, const xb_source_expression *subscript)
{
    const xb_source_expression *one = xb_source_integer(arena, 1);
    if (subscript->kind != XB_SOURCE_RANGE)
        return xb_source_plus(arena, offset(arena, variable, dimension, subscript), one);
    const xb_source_expression *parts[3];
    for (int p = 0; p < 3; p++) {
        parts[p] = subscript->operands[p];
        if (p < 2 && parts[p])
            parts[p] = xb_source_plus(arena, offset(arena, variable, dimension, parts[p]), one);
    }
    return xb_source_rebuilt(arena, subscript, parts);
}

static const xb_source_expression *rewrite_reference(xb_arena *arena, const xb_source_expression *e)
{
    const xb_source_variable *variable = e->variable;
    if (!variable->dimensions || e->count == 0)
        return e;
    bool is_element = true;
    for (size_t d = 0; d < e->count; d++)
        is_element = is_element && xb_source_is_element(e->operands[d]);
    if (is_element && xb_source_is_flat(variable))
        return xb_source_place(arena, e);
    const xb_source_expression **operands = xb_arena_array(arena, e->count, sizeof *operands);
    for (size_t d = 0; d < e->count; d++)
        operands[d] = from_one(arena, variable, (int)d, e->operands[d]);
    return xb_source_rebuilt(arena, e, operands);
}

static const xb_source_expression *rewrite(xb_arena *arena, const xb_source_expression *e)
{
    if (!e || (e->count == 0 && e->kind != XB_SOURCE_VARIABLE))
        return e;
    const xb_source_expression **operands = NULL;
    for (size_t i = 0; i < e->count; i++) {
        const xb_source_expression *operand = rewrite(arena, e->operands[i]);
        if (operand == e->operands[i])
            continue;
        if (!operands) {
            operands = xb_arena_array(arena, e->count, sizeof *operands);
            memcpy(operands, e->operands, e->count * sizeof *operands);
        }
        operands[i] = operand;
    }
    if (operands)
        e = xb_source_rebuilt(arena, e, operands);
    return e->kind == XB_SOURCE_VARIABLE ? rewrite_reference(arena, e) : e;
}

static void rewrite_statement(xb_arena *arena, xb_source_statement *s)
{
    s->target = rewrite(arena, s->target);
    s->value = rewrite(arena, s->value);
    s->first = rewrite(arena, s->first);
    s->last = rewrite(arena, s->last);
    s->step = rewrite(arena, s->step);
    s->condition = rewrite(arena, s->condition);
    s->update = rewrite(arena, s->update);
    if (!s->arguments)
        return;
    const xb_source_expression **arguments = xb_arena_array(arena, s->count, sizeof *arguments);
    for (size_t i = 0; i < s->count; i++)
        arguments[i] = rewrite(arena, s->arguments[i]);
    s->arguments = arguments;
}

/* From now on, arrays begin with 1; those of assumed shape need nothing else. */
static void forget_bounds(xb_arena *arena, const xb_list *variables)
{
    const xb_source_expression *one = xb_source_integer(arena, 1);
    for (size_t i = 0; i < variables->count; i++) {
        xb_source_variable *variable = variables->items[i];
        if (!variable->dimensions)
            continue;
        if (!xb_source_is_flat(variable)) {
            variable->dimensions = NULL;
            continue;
        }
        xb_source_dimension *made = xb_arena_array(arena, (size_t)variable->rank, sizeof *made);
        for (int d = 0; d < variable->rank; d++) {
            made[d] = variable->dimensions[d];
            made[d].lower = one;
            if (made[d].upper)
                made[d].upper = xb_source_plus(
                    arena, xb_source_minus(arena, made[d].upper, variable->dimensions[d].lower), one);
        }
        variable->dimensions = made;
    }
}

static bool has_dimensions(const xb_list *variables)
{
    for (size_t i = 0; i < variables->count; i++)
        if (((const xb_source_variable *)variables->items[i])->dimensions)
            return true;
    return false;
}

void xb_source_place_elements(xb_source_maker *maker)
{
    const xb_list *units = &maker->source->units;
    for (size_t i = 0; i < units->count; i++) {
        xb_source_unit *unit = units->items[i];
        if (!has_dimensions(&unit->formals) && !has_dimensions(&unit->locals))
            continue;
        for (size_t s = 0; s < unit->statements.count; s++)
            rewrite_statement(maker->arena, &((xb_source_statement *)unit->statements.items)[s]);
        forget_bounds(maker->arena, &unit->formals);
        forget_bounds(maker->arena, &unit->locals);
    }
}
