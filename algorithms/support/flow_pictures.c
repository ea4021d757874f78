/*
 * Pictures are kept as text.
 */
#include "algorithms/support/flow_pictures.h"

#include <string.h>

#include "base/text.h"

typedef struct kept {
    const char *kind, *routine, *text;
} kept;

/* A vector of kept. */
static xb_vector *pictures(xb_run *run)
{
    return xb_run_state(run, "support.pictures", sizeof(xb_vector));
}

const char *xb_flow_picture_text(xb_arena *arena, const xb_flow_vertex *vertex)
{
    return xb_arena_format(arena, "%s %s", xb_kind_name(vertex->node.kind),
                           vertex->id ? vertex->id->text : "");
}

void xb_flow_picture_keep(xb_run *run, const char *kind, const xb_routine *routine,
                          void (*describe)(void *context, uint32_t v, xb_dot_look *look), void *context)
{
    xb_arena *arena = xb_run_program(run)->arena;
    xb_text *text = xb_text_create(arena);
    const char *name = routine->symbol->id->text;
    xb_dot_put(xb_text_output(text), &routine->flow.graph,
               &(xb_dot){.name = name, .label = name, .vertex = describe, .context = context});
    kept *picture = xb_vector_push(arena, pictures(run), sizeof *picture);
    *picture = (kept){kind, name, xb_text_join(text, NULL)};
}

xb_status xb_flow_picture_put(xb_run *run, const char *kind, const char *detail, xb_output *output)
{
    const xb_vector *all = pictures(run);
    size_t drawn = 0;
    for (size_t i = 0; i < all->count; i++) {
        const kept *picture = (const kept *)all->items + i;
        if (strcmp(kind, picture->kind) != 0 || (detail && strcmp(detail, picture->routine) != 0))
            continue;
        xb_output_put(output, picture->text);
        drawn++;
    }
    return drawn > 0 || !detail ? XB_STATUS_OK
                                : xb_error(xb_run_program(run)->diagnostics, XB_STATUS_USAGE, (xb_place){0},
                                           NULL, "there is no routine %s with control flow", detail);
}
