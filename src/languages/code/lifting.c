/*
 * Routines that lie within others, for languages without such, or where they lie deeper than any language
 * allows: what they use of the variables around them becomes arguments of theirs, and of what calls them, up
 * to the routine that declares these; then all routines stand side by side.
 */
#include "languages/code/loops.h"

/* What is lifted. */
typedef struct lifting {
    xb_source_maker *maker;
    xb_arena *arena;
    xb_list open;    /* xb_source_expression, while one is walked */
    xb_list *wanted; /* by number of the unit: xb_source_variable from around it */
    xb_list nothing; /* of units without body */
    xb_map seen;     /* xb_source_variable that one from around is within a unit, by both */
} lifting;

static xb_list *wanted_by(lifting *l, const xb_source_unit *unit)
{
    return unit->is_external ? &l->nothing : &l->wanted[unit->number];
}

/* @return whether it was not wanted before */
static bool want(lifting *l, const xb_source_unit *unit, xb_source_variable *variable)
{
    if (!variable->home || variable->home == unit ||
        xb_map_get(&l->seen, (uintptr_t)variable, (uint64_t)unit->number + 1))
        return false;
    xb_map_put(l->arena, &l->seen, (uintptr_t)variable, (uint64_t)unit->number + 1, variable);
    xb_list_append(l->arena, wanted_by(l, unit), variable);
    return true;
}

/* ---- expressions ----------------------------------------------------------------------------------------
 */

typedef void visit(lifting *l, xb_source_unit *unit, xb_source_expression *e);

/* Visits an expression and its operands, which may not nest: they are listed. */
static void walk(lifting *l, xb_source_unit *unit, const xb_source_expression *root, visit *to)
{
    xb_list *open = &l->open;
    if (root)
        xb_list_append(l->arena, open, root);
    while (open->count > 0) {
        xb_source_expression *e = open->items[--open->count];
        to(l, unit, e);
        for (size_t i = 0; i < e->count; i++)
            if (e->operands[i])
                xb_list_append(l->arena, open, e->operands[i]);
    }
}

static void walk_statement(lifting *l, xb_source_unit *unit, xb_source_statement *s, visit *to)
{
    const xb_source_expression *parts[] = {s->target, s->value,     s->first, s->last,
                                           s->step,   s->condition, s->update};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        walk(l, unit, parts[i], to);
    for (size_t i = 0; i < s->count && s->arguments; i++)
        walk(l, unit, s->arguments[i], to);
}

static void walk_unit(lifting *l, xb_source_unit *unit, visit *to)
{
    for (size_t i = 0; i < unit->statements.count; i++)
        walk_statement(l, unit, &((xb_source_statement *)unit->statements.items)[i], to);
}

static void collect(lifting *l, xb_source_unit *unit, xb_source_expression *e);

/* What the bounds of an array from around are made of. */
static void collect_bounds(lifting *l, xb_source_unit *unit, const xb_source_variable *variable)
{
    for (int d = 0; variable->dimensions && d < variable->rank; d++) {
        walk(l, unit, variable->dimensions[d].lower, collect);
        walk(l, unit, variable->dimensions[d].upper, collect);
        walk(l, unit, variable->dimensions[d].stride, collect);
    }
}

static void take_out(xb_list *variables, const xb_source_variable *variable)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < variables->count; i++)
        if (variables->items[i] != variable)
            variables->items[kept++] = variables->items[i];
    variables->count = kept;
}

/* A constant of a routine around is one of the program. */
static void hoist(lifting *l, xb_source_variable *constant)
{
    take_out(&constant->home->locals, constant);
    take_out(&constant->home->declared, constant);
    constant->home = NULL;
    xb_list_append(l->arena, &l->maker->source->globals, constant);
}

static void collect(lifting *l, xb_source_unit *unit, xb_source_expression *e)
{
    if (e->kind == XB_SOURCE_VARIABLE && e->variable->parameter && e->variable->home &&
        e->variable->home != unit)
        hoist(l, e->variable);
    if (e->kind == XB_SOURCE_VARIABLE && want(l, unit, e->variable))
        collect_bounds(l, unit, e->variable);
}

/* The variable that one from around is within a unit. */
static xb_source_variable *seen_by(const lifting *l, const xb_source_unit *unit, xb_source_variable *variable)
{
    return variable->home == unit ? variable
                                  : xb_map_get(&l->seen, (uintptr_t)variable, (uint64_t)unit->number + 1);
}

/* Arguments of a call with those that were added: they stand before the one for a result. */
static const xb_source_expression **more_arguments(lifting *l, xb_source_unit *unit,
                                                   const xb_source_unit *callee,
                                                   const xb_source_expression *const *arguments,
                                                   size_t *count, size_t results)
{
    const xb_list *wanted = wanted_by(l, callee);
    size_t before = *count - results, next = before;
    const xb_source_expression **made = xb_arena_array(l->arena, *count + wanted->count, sizeof *made);
    for (size_t i = 0; i < before; i++)
        made[i] = arguments[i];
    for (size_t i = 0; i < wanted->count; i++)
        made[next++] = xb_source_whole(l->arena, seen_by(l, unit, wanted->items[i]));
    for (size_t i = before; i < *count; i++)
        made[next++] = arguments[i];
    *count = next;
    return made;
}

static void replace(lifting *l, xb_source_unit *unit, xb_source_expression *e)
{
    if (e->kind == XB_SOURCE_VARIABLE && e->variable->home && e->variable->home != unit)
        e->variable = seen_by(l, unit, e->variable);
}

/* A copy of an expression of the bounds of an array from around. */
static const xb_source_expression *replaced(lifting *l, xb_source_unit *unit, const xb_source_expression *e)
{
    if (!e)
        return NULL;
    const xb_source_expression **operands = xb_arena_array(l->arena, e->count, sizeof *operands);
    for (size_t i = 0; i < e->count; i++)
        operands[i] = replaced(l, unit, e->operands[i]);
    xb_source_expression *made = xb_source_rebuilt(l->arena, e, operands);
    replace(l, unit, made);
    return made;
}

static void replace_bounds(lifting *l, xb_source_unit *unit, xb_source_variable *variable)
{
    if (!variable->dimensions)
        return;
    xb_source_dimension *made = xb_arena_array(l->arena, (size_t)variable->rank, sizeof *made);
    for (int d = 0; d < variable->rank; d++) {
        const xb_source_dimension *outer = &variable->dimensions[d];
        made[d] = (xb_source_dimension){.extent = outer->extent,
                                        .lower = replaced(l, unit, outer->lower),
                                        .upper = replaced(l, unit, outer->upper),
                                        .stride = replaced(l, unit, outer->stride)};
    }
    variable->dimensions = made;
}

/* An expression may be part of two statements, such as the head of a loop and its end. */
static void extend(lifting *l, xb_source_unit *unit, xb_source_expression *e)
{
    if (e->kind != XB_SOURCE_FUNCTION || wanted_by(l, e->callee)->count == 0)
        return;
    size_t count = e->callee->formals.count - e->callee->is_function;
    size_t own = count - wanted_by(l, e->callee)->count;
    if (e->count == count)
        return;
    const xb_source_expression **operands = xb_arena_array(l->arena, own, sizeof *operands);
    for (size_t i = 0; i < own; i++)
        operands[i] = i < e->count ? e->operands[i] : NULL;
    e->operands = more_arguments(l, unit, e->callee, operands, &own, 0);
    e->count = own;
}

static void extend_calls(lifting *l, xb_source_unit *unit)
{
    walk_unit(l, unit, extend);
    for (size_t i = 0; i < unit->statements.count; i++) {
        xb_source_statement *s = &((xb_source_statement *)unit->statements.items)[i];
        if (s->kind == XB_SOURCE_CALL && wanted_by(l, s->callee)->count > 0)
            s->arguments =
                more_arguments(l, unit, s->callee, s->arguments, &s->count, s->callee->is_function);
    }
}

/* ---- units ----------------------------------------------------------------------------------------------
 */

static bool want_for_callees(lifting *l, const xb_source_unit *unit)
{
    bool found = false;
    for (size_t i = 0; i < unit->calls.count; i++) {
        const xb_list *wanted = wanted_by(l, unit->calls.items[i]);
        for (size_t v = 0; v < wanted->count; v++)
            found |= want(l, unit, wanted->items[v]);
    }
    return found;
}

/* Variables belong to routines around. Versions of a routine may call what lies within another one. */
static void check(lifting *l, const xb_source_unit *unit)
{
    const xb_list *wanted = wanted_by(l, unit);
    for (size_t i = 0; i < wanted->count; i++) {
        const xb_source_variable *variable = wanted->items[i];
        const xb_source_unit *around = unit->host;
        while (around && around != variable->home)
            around = around->host;
        l->maker->at = &unit->routine->node;
        if (!around)
            xb_maker_refuse(l->maker, NULL, "%s belongs to a routine that does not lie around %s",
                            variable->symbol ? variable->symbol->id->text : variable->stem,
                            unit->routine->symbol->id->text);
    }
}

static void add_formals(lifting *l, xb_source_unit *unit)
{
    const xb_list *wanted = wanted_by(l, unit);
    xb_list formals = {0};
    size_t own = unit->formals.count - unit->is_function;
    uint32_t last = 0;
    for (size_t i = 0; i < unit->formals.count; i++)
        last = ((const xb_source_variable *)unit->formals.items[i])->position;
    for (size_t i = 0; i < own; i++)
        xb_list_append(l->arena, &formals, unit->formals.items[i]);
    for (size_t i = 0; i < wanted->count; i++) {
        xb_source_variable *outer = wanted->items[i], *made = xb_arena_alloc(l->arena, sizeof *made);
        *made = *outer;
        made->home = unit;
        made->is_result = false;
        made->position = last + (uint32_t)i + 1;
        made->reshaped = outer->reshaped || outer->allocatable || outer->pointer;
        xb_list_append(l->arena, &formals, made);
        xb_list_append(l->arena, &l->maker->all, made);
        if (!l->maker->language->lacks_nesting)
            xb_list_append(l->arena, &unit->declared, made);
        xb_map_put(l->arena, &l->seen, (uintptr_t)outer, (uint64_t)unit->number + 1, made);
    }
    if (unit->is_function)
        xb_list_append(l->arena, &formals, unit->formals.items[own]);
    unit->formals = formals;
    for (size_t i = 0; i < wanted->count; i++)
        replace_bounds(l, unit, formals.items[own + i]);
}

static bool any_lies_within(const xb_list *units)
{
    for (size_t i = 0; i < units->count; i++)
        if (((const xb_source_unit *)units->items[i])->host)
            return true;
    return false;
}

/* One more than the largest number of a unit. */
static size_t numbers_of(const xb_source *source)
{
    const xb_list *lists[] = {&source->units, &source->externals};
    size_t numbers = 0;
    for (size_t l = 0; l < sizeof lists / sizeof *lists; l++)
        for (size_t i = 0; i < lists[l]->count; i++) {
            size_t number = ((const xb_source_unit *)lists[l]->items[i])->number;
            numbers = number >= numbers ? number + 1 : numbers;
        }
    return numbers;
}

/* What is lifted stands where the outermost unit around it does. */
static void stand_beside(xb_source_unit *unit)
{
    const xb_source_unit *around = unit;
    while (around->host)
        around = around->host;
    unit->is_made = unit->host;
    unit->is_loose = around->is_loose;
    unit->module = around->module;
}

void xb_source_lift(xb_source_maker *maker)
{
    const xb_list *units = &maker->source->units;
    if (!any_lies_within(units))
        return;
    lifting l = {.maker = maker, .arena = maker->arena};
    l.wanted = xb_arena_array(l.arena, numbers_of(maker->source), sizeof *l.wanted);
    for (size_t i = 0; i < units->count; i++)
        walk_unit(&l, units->items[i], collect);
    for (bool again = true; again;) {
        again = false;
        for (size_t i = units->count; i-- > 0;)
            again |= want_for_callees(&l, units->items[i]);
    }
    for (size_t i = 0; i < units->count; i++)
        check(&l, units->items[i]);
    for (size_t i = 0; i < units->count && !maker->status; i++)
        add_formals(&l, units->items[i]);
    for (size_t i = 0; i < units->count && !maker->status; i++) {
        walk_unit(&l, units->items[i], replace);
        extend_calls(&l, units->items[i]);
    }
    for (size_t i = 0; i < units->count; i++)
        stand_beside(units->items[i]);
    for (size_t i = 0; i < units->count; i++) {
        xb_source_unit *unit = units->items[i];
        unit->host = NULL;
        unit->inner = (xb_list){0};
    }
}
