/*
 * Which variables are used. Being passed to an argument is no use as long as that is not used itself: what
 * calls pass is followed from callees to callers until nothing changes, in as many rounds as calls nest, but
 * for few.
 */
#include "languages/c/c.h"

bool xb_c_is_needless(const xb_source_variable *formal)
{
    return !formal->live && !formal->is_result && xb_c_passing_of(formal) == XB_C_BY_VALUE;
}

static void mark(const xb_source_expression *e);

/* Subscripts of what is passed are used, and so is what lies behind a pointer. */
static bool mark_passed(const xb_source_variable *formal, const xb_source_expression *actual)
{
    if (!actual || xb_c_is_needless(formal))
        return false;
    bool before = actual->kind == XB_SOURCE_VARIABLE && actual->variable->live;
    mark(actual);
    return !before && actual->kind == XB_SOURCE_VARIABLE;
}

static void mark(const xb_source_expression *e)
{
    if (!e)
        return;
    if (e->kind == XB_SOURCE_VARIABLE)
        e->variable->live = true;
    for (size_t i = 0; i < e->count; i++)
        if (e->kind != XB_SOURCE_FUNCTION)
            mark(e->operands[i]);
}

static bool mark_functions(const xb_source_expression *e)
{
    bool found = false;
    for (size_t i = 0; e && i < e->count; i++) {
        found |= mark_functions(e->operands[i]);
        if (e->kind == XB_SOURCE_FUNCTION)
            found |= mark_passed(e->callee->formals.items[i], e->operands[i]);
    }
    return found;
}

static void mark_statement(const xb_source_statement *s)
{
    const xb_source_expression *all[] = {s->target, s->value,     s->first, s->last,
                                         s->step,   s->condition, s->update};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        mark(all[i]);
    for (size_t i = 0; i < s->count && s->arguments && !s->callee; i++)
        mark(s->arguments[i]);
}

static bool mark_calls(const xb_source_statement *s)
{
    const xb_source_expression *all[] = {s->target, s->value,     s->first, s->last,
                                         s->step,   s->condition, s->update};
    bool found = false;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        found |= mark_functions(all[i]);
    for (size_t i = 0; i < s->count && s->callee; i++)
        found |= mark_passed(s->callee->formals.items[i], s->arguments[i]);
    return found;
}

static bool mark_unit(const xb_source_unit *unit, bool first)
{
    bool found = false;
    for (size_t i = 0; i < unit->statements.count; i++) {
        const xb_source_statement *s = &((const xb_source_statement *)unit->statements.items)[i];
        if (first)
            mark_statement(s);
        found |= mark_calls(s);
    }
    return found;
}

void xb_c_find_live(const xb_source *source)
{
    bool first = true;
    for (bool again = true; again; first = false) {
        again = first;
        for (size_t i = source->units.count; i-- > 0;)
            again |= mark_unit(source->units.items[i], first);
    }
}
