/*
 * Which arguments may share storage with others, or with global variables that a callee may use itself: those
 * get no restrict. A call that passes parts of one variable twice says so of both arguments; what is passed
 * on does as its own argument does, in as many rounds as calls nest, but for few.
 */
#include "languages/c/c.h"
#include "languages/code/loops.h"

/* What was passed of a variable first in the call at hand. */
typedef struct passed {
    xb_source_variable *formal;
    const xb_source_expression *actual;
} passed;

static bool mark(xb_source_variable *formal)
{
    bool found = !formal->may_overlap && (formal->rank > 0 || xb_c_passing_of(formal) == XB_C_BY_POINTER);
    if (found)
        formal->may_overlap = true;
    return found;
}

/* Whether two elements certainly differ; of arrays that begin somewhere, nothing is known. */
static bool are_apart(const passed *a, const xb_source_variable *formal, const xb_source_expression *actual)
{
    if (a->formal->rank > 0 || formal->rank > 0)
        return false;
    for (size_t i = 0; i < actual->count && i < a->actual->count; i++)
        if (xb_source_differs(actual->operands[i], a->actual->operands[i]))
            return true;
    return false;
}

static bool mark_one(const xb_source_unit *unit, xb_source_variable *formal,
                     const xb_source_expression *actual, passed *own)
{
    xb_source_variable *variable = actual->variable;
    bool found = false;
    if (variable->home != unit || variable->may_overlap || variable->shared)
        found = mark(formal);
    const passed *before = variable->note;
    if (before && !are_apart(before, formal, actual))
        found = mark(formal) | mark(before->formal) | found;
    *own = (passed){formal, actual};
    if (!before)
        variable->note = own;
    return found;
}

static bool mark_call(xb_arena *arena, const xb_source_unit *unit, const xb_source_unit *callee,
                      const xb_source_expression *const *actuals, size_t count)
{
    bool found = false;
    passed *all = xb_arena_array(arena, count, sizeof *all);
    for (size_t i = 0; i < count; i++)
        if (actuals[i] && actuals[i]->kind == XB_SOURCE_VARIABLE)
            found |= mark_one(unit, callee->formals.items[i], actuals[i], &all[i]);
    for (size_t i = 0; i < count; i++)
        if (actuals[i] && actuals[i]->kind == XB_SOURCE_VARIABLE)
            actuals[i]->variable->note = NULL;
    return found;
}

static bool mark_functions(xb_arena *arena, const xb_source_unit *unit, const xb_source_expression *e)
{
    bool found = false;
    for (size_t i = 0; e && i < e->count; i++)
        found |= mark_functions(arena, unit, e->operands[i]);
    if (e && e->kind == XB_SOURCE_FUNCTION)
        found |= mark_call(arena, unit, e->callee, e->operands, e->count);
    return found;
}

static bool mark_unit(xb_arena *arena, const xb_source_unit *unit)
{
    bool found = false;
    for (size_t i = 0; i < unit->statements.count && unit->calls.count > 0; i++) {
        const xb_source_statement *s = &((const xb_source_statement *)unit->statements.items)[i];
        const xb_source_expression *parts[] = {s->target, s->value,     s->first,
                                               s->last,   s->condition, s->update};
        for (size_t p = 0; p < sizeof parts / sizeof *parts; p++)
            found |= mark_functions(arena, unit, parts[p]);
        if (s->kind == XB_SOURCE_CALL)
            found |= mark_call(arena, unit, s->callee, s->arguments, s->count);
    }
    return found;
}

void xb_c_find_overlaps(xb_arena *arena, const xb_source *source)
{
    for (bool again = true; again;) {
        again = false;
        for (size_t i = 0; i < source->units.count; i++)
            again |= mark_unit(arena, source->units.items[i]);
    }
}
