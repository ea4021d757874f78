/*
 * Pictures are kept as text.
 */
#include "algorithms/support/flow_pictures.h"

#include <string.h>

#include "base/text.h"
#include "ir/decoration.h"

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

/* How well routines with pictures of a kind agree with a name at best. */
static xb_agreement best_agreement(const xb_vector *all, const char *kind, const char *name)
{
    xb_agreement best = XB_AGREES_NOT;
    const kept *each = all->items;
    for (size_t i = 0; i < all->count; i++) {
        if (strcmp(kind, each[i].kind) != 0 || !xb_name_agrees(each[i].routine, name))
            continue;
        const xb_agreement here = xb_name_agreement(each[i].routine, name);
        best = here < best ? here : best;
    }
    return best;
}

xb_status xb_flow_picture_put(xb_run *run, const char *kind, const char *detail, xb_output *output)
{
    const xb_vector *all = pictures(run);
    const xb_agreement best = detail ? best_agreement(all, kind, detail) : XB_AGREES_NOT;
    if (detail && best == XB_AGREES_NOT)
        return xb_error(xb_run_program(run)->diagnostics, XB_STATUS_USAGE, (xb_place){0},
                        "name routines as the document or its source does",
                        "there is no routine %s with control flow", detail);
    const kept *each = all->items;
    for (size_t i = 0; i < all->count; i++)
        if (strcmp(kind, each[i].kind) == 0 &&
            (!detail || xb_name_agreement(each[i].routine, detail) == best))
            xb_output_put(output, each[i].text);
    return XB_STATUS_OK;
}
