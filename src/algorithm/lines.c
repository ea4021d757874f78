/*
 * Both programs are gone through in the order of the document; their nodes are the same ones.
 */
#include "algorithm/lines.h"

#include <string.h>

#include "traverse/traverse.h"

typedef struct collecting {
    xb_arena *arena;
    xb_list nodes;
} collecting;

static xb_visit collect(xb_walk *walk, xb_node *node, void *context)
{
    collecting *c = context;
    (void)walk;
    xb_list_append(c->arena, &c->nodes, node);
    return XB_VISIT_CONTINUE;
}

static xb_list nodes_of(const xb_program *program, xb_view view, xb_arena *scratch)
{
    xb_visitor visitor = {.view = view};
    collecting c = {.arena = scratch};
    for (int kind = 0; kind < XB_KIND_COUNT; kind++)
        visitor.enter[kind] = collect;
    xb_traverse((xb_program *)program, scratch, (xb_node *)&program->node, &visitor, &c);
    return c.nodes;
}

static bool are_alike(const xb_list *former, const xb_list *now)
{
    bool alike = former->count == now->count;
    for (size_t i = 0; alike && i < now->count; i++)
        alike = ((const xb_node *)former->items[i])->kind == ((const xb_node *)now->items[i])->kind;
    return alike;
}

void xb_lines_take(const xb_program *former, xb_program *program, xb_arena *scratch)
{
    xb_arena_mark mark = xb_arena_mark_now(scratch);
    const xb_list before = nodes_of(former, XB_VIEW_DERIVED, scratch);
    const xb_list now = nodes_of(program, XB_VIEW_READ, scratch);
    const bool alike = are_alike(&before, &now);
    uint32_t line = 1;
    for (size_t i = 0; alike && i < now.count; i++) {
        const uint32_t known = ((const xb_node *)before.items[i])->line;
        line = known > 0 ? known : line;
        ((xb_node *)now.items[i])->line = line;
    }
    if (alike && former->file)
        program->file = xb_arena_copy_text(program->arena, former->file, strlen(former->file));
    xb_arena_release(scratch, mark);
}
