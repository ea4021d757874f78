/*
 * Which variables a statement reads and writes. Expressions may be deep: what is still to be looked at is
 * listed.
 */
#include "languages/code/tidying.h"

/* What is still to be looked at. */
typedef struct part {
    const xb_source_expression *e;
    bool reads, writes;
} part;

static void add(xb_arena *arena, xb_vector *open, const xb_source_expression *e, bool reads, bool writes)
{
    if (e)
        *(part *)xb_vector_push(arena, open, sizeof(part)) = (part){e, reads, writes};
}

static bool is_written(const xb_source_unit *callee, size_t i)
{
    return ((const xb_source_variable *)callee->formals.items[i])->written;
}

static void look(xb_arena *arena, xb_vector *open, xb_source_visit *visit, void *context)
{
    while (open->count > 0) {
        const part p = ((const part *)open->items)[--open->count];
        if (p.e->kind == XB_SOURCE_VARIABLE)
            visit(context, p.e, p.reads, p.writes);
        for (size_t i = 0; i < p.e->count; i++)
            add(arena, open, p.e->operands[i], true,
                p.e->kind == XB_SOURCE_FUNCTION && is_written(p.e->callee, i));
    }
}

void xb_source_access_parts(xb_arena *arena, const xb_source_expression *e, xb_source_visit *visit,
                            void *context)
{
    xb_vector open = {0};
    add(arena, &open, e, true, false);
    look(arena, &open, visit, context);
}

void xb_source_accesses(xb_arena *arena, const xb_source_statement *s, xb_source_visit *visit, void *context)
{
    const xb_source_expression *all[] = {s->value, s->first, s->last, s->step, s->condition, s->update};
    bool takes = s->kind == XB_SOURCE_ASSIGN || s->kind == XB_SOURCE_POP;
    xb_vector open = {0};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        add(arena, &open, all[i], true, false);
    for (size_t i = 0; i < s->count && s->arguments; i++)
        add(arena, &open, s->arguments[i], true,
            (s->kind == XB_SOURCE_OPAQUE && (int64_t)i < s->number) ||
                (s->callee && is_written(s->callee, i)));
    add(arena, &open, s->target, !takes, s->kind != XB_SOURCE_PUSH);
    look(arena, &open, visit, context);
}
