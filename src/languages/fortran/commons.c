/*
 * Common blocks of external routines. Within the source, each unit that was derived declares those blocks
 * whose variables it names, all of their variables in order; printed anew, a module does. Values to begin
 * with are given by a unit of their own for each block, but those of blocks of the source, which has such a
 * unit, or does without.
 */
#include <string.h>

#include "ir/declaration.h"
#include "languages/code/tidying.h"
#include "languages/fortran/fortran.h"

/* ---- blocks of a unit -----------------------------------------------------------------------------------
 */

/* The common blocks whose variables a unit names. */
typedef struct search {
    const xb_fortran *f;
    xb_list found; /* xb_source_common */
} search;

static void look_at(void *context, const xb_source_expression *e, bool reads, bool writes)
{
    (void)reads, (void)writes;
    search *s = context;
    const xb_source_variable *v = e->variable->same ? e->variable->same : e->variable;
    const xb_source_common *common = xb_map_get(&s->f->commons, (uintptr_t)v, 0);
    if (common && !xb_list_has(&s->found, common))
        xb_list_append(s->f->arena, &s->found, common);
}

static xb_list commons_of(const xb_fortran *f, const xb_source_unit *unit)
{
    search s = {.f = f};
    xb_fortran_see_variables(f->arena, unit, look_at, &s);
    return s.found;
}

void xb_fortran_put_commons(xb_fortran *f, const xb_source_unit *unit)
{
    const xb_list commons = commons_of(f, unit);
    for (size_t i = 0; i < commons.count; i++)
        xb_fortran_declare_all(f, &((const xb_source_common *)commons.items[i])->members);
    xb_fortran_commons(f, &commons);
}

/* ---- saved variables ------------------------------------------------------------------------------------
 */

static bool is_shared(const xb_source_common *common)
{
    return strchr(common->block, XB_SAVED_BLOCK_MARK) != NULL;
}

/* Whether a unit, or one within it, names variables that versions share. */
static bool names_shared(const xb_fortran *f, const xb_source_unit *unit)
{
    const xb_list commons = commons_of(f, unit);
    bool names = false;
    for (size_t i = 0; i < commons.count && !names; i++)
        names = is_shared(commons.items[i]);
    for (size_t i = 0; i < unit->inner.count && !names; i++)
        names = names_shared(f, unit->inner.items[i]);
    return names;
}

/* Whether a unit, or one within it, calls one of which it is known that it keeps them. */
static bool calls_keeping(const xb_fortran *f, const xb_source_unit *unit)
{
    bool calls = false;
    for (size_t i = 0; i < unit->calls.count && !calls; i++)
        calls = xb_fortran_keeps(f, unit->calls.items[i]);
    for (size_t i = 0; i < unit->inner.count && !calls; i++)
        calls = calls_keeping(f, unit->inner.items[i]);
    return calls;
}

/* Notes the units of which something holds. @return whether there are more than before */
static bool note_keeping(xb_fortran *f, bool (*holds)(const xb_fortran *, const xb_source_unit *))
{
    const xb_list *units = &f->source->units;
    bool any = false;
    for (size_t i = 0; i < units->count; i++) {
        const xb_source_unit *unit = units->items[i];
        if (xb_fortran_keeps(f, unit) || !holds(f, unit))
            continue;
        xb_map_put(f->arena, &f->keeping, (uintptr_t)unit, 0, f);
        any = true;
    }
    return any;
}

/* First the units that name shared variables, then their callers, and the callers of these. */
static void find_keeping(xb_fortran *f)
{
    bool any = note_keeping(f, names_shared);
    while (any)
        any = note_keeping(f, calls_keeping);
}

bool xb_fortran_keeps(const xb_fortran *f, const xb_source_unit *unit)
{
    return xb_map_get(&f->keeping, (uintptr_t)unit, 0) != NULL;
}

/* ---- all ------------------------------------------------------------------------------------------------
 */

void xb_fortran_find_commons(xb_fortran *f)
{
    const xb_list *commons = &f->source->commons;
    bool shares = false;
    for (size_t i = 0; i < commons->count; i++) {
        xb_source_common *common = commons->items[i];
        shares = shares || is_shared(common);
        for (size_t k = 0; k < common->members.count; k++) {
            const xb_source_variable *member = common->members.items[k];
            if (!member->module)
                xb_map_put(f->arena, &f->commons, (uintptr_t)member, 0, common);
        }
    }
    if (shares)
        find_keeping(f);
}

/* ---- values to begin with -------------------------------------------------------------------------------
 */

/* What was made has a quote, or another mark, in the name of its block. */
static bool is_of_source(const xb_source_common *common)
{
    return !strchr(common->block, '\'') && !is_shared(common);
}

static void put_values(xb_fortran *f, const xb_list *commons)
{
    for (size_t i = 0; i < commons->count; i++) {
        xb_source_common *common = commons->items[i];
        const xb_list one = {.items = commons->items + i, .count = 1};
        if (!common->has_initial || (f->weaves && is_of_source(common)))
            continue;
        f->in_block_data = true;
        if (f->weaves)
            xb_lines_skip(&f->lines);
        xb_lines_say(&f->lines, "block data %s_values", common->name);
        f->lines.depth++;
        xb_lines_say(&f->lines, "implicit none");
        xb_fortran_declare_all(f, &common->members);
        xb_fortran_commons(f, &one);
        f->lines.depth--;
        xb_lines_say(&f->lines, "end block data %s_values", common->name);
        if (!f->weaves)
            xb_lines_skip(&f->lines);
        f->in_block_data = false;
    }
}

/* Of places that give values, the first one counts. */
void xb_fortran_put_block_data(xb_fortran *f)
{
    const xb_source *source = f->source;
    put_values(f, &source->commons);
    for (size_t i = 0; i < source->units.count; i++)
        put_values(f, &((const xb_source_unit *)source->units.items[i])->commons);
}
