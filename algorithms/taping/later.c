/*
 * What a block needs of a value that it has had since it was entered is offered to earlier blocks. Going
 * through the blocks from the last to the first one, an offer of a later block is taken if this is run
 * whenever the earlier one has been, that is, if it is at a level around that, and if the value has not
 * changed in between: in the text between the blocks, and in loops around the earlier one, which may be run
 * once more. Of several offers of a value, the nearest one at each level counts.
 */
#include "algorithms/taping/block.h"

/* The value that a need is for. */
typedef struct origin {
    const xb_expression *reference; /* NULL: it is not that of a variable */
    uint32_t number;                /* of its location */
    uint64_t time;
} origin;

typedef struct sharing {
    xb_taping *t;
    const xb_constructs *constructs;
    xb_map offers; /* by number of a location and level: offer */
} sharing;

/* A need that earlier blocks may share. */
typedef struct offer {
    xb_tape_need *need;
    uint32_t place; /* of its block */
} offer;

static origin origin_of(const xb_block_taping *b, const xb_tape_need *need)
{
    const xb_reference *root = (const xb_reference *)xb_expression_root(need->value);
    if (need->value->graph.vertex_count != 1 || root->vertex.node.kind != XB_KIND_VARIABLE_REFERENCE ||
        xb_reference_rank(root) != 0)
        return (origin){NULL, 0, 0};
    if (!root->symbol->temporary)
        return (origin){need->value, need->number, need->time};
    const xb_copied_value *copied = xb_node_map_get(&b->copies, &root->symbol->node);
    if (!copied)
        return (origin){NULL, 0, 0};
    const xb_reference *original = (const xb_reference *)xb_expression_root(copied->original);
    return (origin){copied->original, xb_location_of(b->locations, original)->number, copied->time};
}

/* ---- whether a value lasts ------------------------------------------------------------------------------
 */

/* The place of the first vertex that may be run after a block, before control comes back to a level around
 * it: the head of the outermost loop in between, or what follows the block. */
static uint32_t first_place_after(const sharing *s, uint32_t vertex, uint32_t outer)
{
    uint32_t first = s->constructs->place[vertex] + 1;
    for (uint32_t level = s->constructs->level[vertex]; level != outer;) {
        const xb_level *inner = xb_constructs_level(s->constructs, level);
        if (xb_is_loop(&s->t->version->flow, inner->head))
            first = s->constructs->place[inner->head];
        level = inner->parent;
    }
    return first;
}

static bool lasts(const sharing *s, const origin *o, uint32_t vertex, uint32_t level, uint32_t place)
{
    const xb_flow_part part = {.place = s->constructs->place,
                               .first_place = first_place_after(s, vertex, level),
                               .last_place = place - 1,
                               .head = XB_GRAPH_NONE};
    return part.first_place == place ||
           !xb_changes_value_within(s->t->homes->changes, &part, o->reference, o->reference->root);
}

/* ---- sharing --------------------------------------------------------------------------------------------
 */

static void share(sharing *s, const xb_block_taping *b, uint32_t vertex, xb_tape_need *need, const origin *o)
{
    const xb_reference *reference = (const xb_reference *)xb_expression_root(o->reference);
    if (xb_stamp_of_reference(&b->stamps, reference) != o->time)
        return;
    for (uint32_t level = s->constructs->level[vertex]; level != XB_GRAPH_NONE && !need->later;
         level = xb_constructs_level(s->constructs, level)->parent) {
        const offer *found = xb_map_get(&s->offers, o->number, level);
        if (found && found->need->shape.type == need->shape.type &&
            found->need->shape.fe_type == need->shape.fe_type && lasts(s, o, vertex, level, found->place))
            need->later = found->need;
    }
}

static void offer_need(sharing *s, uint32_t vertex, xb_tape_need *need, const origin *o)
{
    xb_arena *scratch = xb_run_scratch(s->t->run);
    if (o->time != 0)
        return;
    offer *made = xb_arena_alloc(scratch, sizeof *made);
    *made = (offer){need, s->constructs->place[vertex]};
    xb_map_put(scratch, &s->offers, o->number, s->constructs->level[vertex], made);
}

static void share_needs(sharing *s, const xb_block_taping *b, uint32_t vertex)
{
    const xb_list *needs = &b->needs_listed;
    for (size_t i = 0; i < needs->count; i++) {
        const origin o = origin_of(b, needs->items[i]);
        if (o.reference)
            share(s, b, vertex, needs->items[i], &o);
    }
    for (size_t i = 0; i < needs->count; i++) {
        const origin o = origin_of(b, needs->items[i]);
        if (o.reference)
            offer_need(s, vertex, needs->items[i], &o);
    }
}

void xb_needs_share(xb_taping *t, xb_block_taping *const *blocks)
{
    sharing s = {.t = t, .constructs = t->homes->constructs};
    for (uint32_t i = s.constructs ? s.constructs->count : 0; i-- > 0;) {
        const uint32_t v = s.constructs->order[i];
        if (blocks[v])
            share_needs(&s, blocks[v], v);
    }
}
