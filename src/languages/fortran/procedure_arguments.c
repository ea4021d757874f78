/*
 * Procedures that the entry gets as arguments. In the statement form they are routines without body, which
 * any unit may call. In the text they are arguments of each unit that calls them, or what does so: they are
 * passed on to it by their names. The entry, and what is derived of it, has them where the source has them:
 * after the same argument, and what belongs to that. Units within others see what these have.
 */
#include <string.h>
#include <strings.h>

#include "languages/fortran/fortran.h"

static bool has(const xb_source_unit *unit, const xb_source_unit *procedure)
{
    for (size_t i = 0; i < unit->passed.count; i++)
        if (unit->passed.items[i] == procedure)
            return true;
    return false;
}

/* In the order of their numbers, which is that of the source. */
static bool add(xb_arena *arena, xb_source_unit *unit, xb_source_unit *procedure)
{
    if (has(unit, procedure) || unit->is_external)
        return false;
    xb_list_append(arena, &unit->passed, procedure);
    for (size_t i = unit->passed.count - 1; i > 0; i--) {
        xb_source_unit *before = unit->passed.items[i - 1];
        if (before->number < procedure->number)
            break;
        unit->passed.items[i - 1] = procedure;
        unit->passed.items[i] = before;
    }
    return true;
}

/* What callees get comes from their callers. */
static bool spread(xb_arena *arena, xb_source_unit *unit)
{
    bool is_changed = false;
    for (size_t i = 0; i < unit->calls.count; i++) {
        xb_source_unit *callee = unit->calls.items[i];
        if (callee->is_argument)
            is_changed |= add(arena, unit, callee);
        for (size_t k = 0; k < callee->passed.count; k++)
            is_changed |= add(arena, unit, callee->passed.items[k]);
    }
    for (size_t i = 0; i < unit->inner.count; i++) {
        const xb_source_unit *inner = unit->inner.items[i];
        for (size_t k = 0; k < inner->passed.count; k++)
            is_changed |= add(arena, unit, inner->passed.items[k]);
    }
    return is_changed;
}

void xb_fortran_find_procedures(xb_fortran *f)
{
    const xb_list *units = &f->source->units;
    bool is_changed = false;
    for (size_t i = 0; i < f->source->externals.count; i++)
        is_changed |= ((const xb_source_unit *)f->source->externals.items[i])->is_argument;
    while (is_changed) {
        is_changed = false;
        for (size_t i = units->count; i-- > 0;)
            is_changed |= spread(f->arena, units->items[i]);
    }
}

static bool is_called(const xb_source_variable *formal, const char *name)
{
    const xb_fortran_member *member = xb_fortran_member_of(formal);
    const xb_declaration *facts = formal->symbol ? formal->symbol->declaration : NULL;
    const char *own = member                     ? member->structure->name
                      : facts && facts->spelling ? facts->spelling->text
                                                 : formal->name;
    return strcasecmp(own, name) == 0;
}

/* Before which formal argument a procedure stands. */
static size_t place_of(const xb_source_unit *unit, const xb_source_unit *procedure)
{
    size_t place = 0;
    for (size_t i = 0; procedure->after && i < unit->formals.count; i++) {
        const xb_source_variable *formal = unit->formals.items[i];
        if (!formal->is_derivative && is_called(formal, procedure->after))
            for (place = i + 1; place < unit->formals.count; place++)
                if (!((const xb_source_variable *)unit->formals.items[place])->is_derivative)
                    break;
    }
    return place;
}

bool xb_fortran_put_passed(xb_fortran *f, const xb_source_unit *unit, size_t place, bool any, bool by_keyword)
{
    for (size_t i = 0; i < unit->passed.count && !unit->host; i++) {
        const xb_source_unit *procedure = unit->passed.items[i];
        if (place_of(unit, procedure) != place)
            continue;
        xb_output_format(f->lines.line, "%s%s%s%s", any ? ", " : "", by_keyword ? procedure->name : "",
                         by_keyword ? "=" : "", procedure->name);
        any = true;
    }
    return any;
}
