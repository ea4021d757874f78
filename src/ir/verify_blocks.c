/*
 * What blocks of storage say has to be what alias sets say: analyses go by the latter. References to
 * variables of blocks are noted with the addresses that their sets have, as long as each set tells of a whole
 * variable or of unknown parts of it; at the end, variables are looked at in the order of their places.
 */
#include <stdlib.h>

#include "ir/verify_internal.h"

/* A variable of a block. */
typedef struct placed {
    const xb_symbol *symbol;
    uint64_t from, to; /* the addresses of its references */
    bool is_known;     /* all of them have sets */
    bool is_seen;      /* there is one that tells of all of it */
} placed;

static placed *placed_of(xb_verifier *v, const xb_symbol *symbol)
{
    placed *p = xb_node_map_get(&v->placed_of, &symbol->node);
    if (p)
        return p;
    p = xb_arena_alloc(v->scratch, sizeof *p);
    *p = (placed){.symbol = symbol, .from = UINT64_MAX, .is_known = true};
    xb_node_map_put(v->scratch, &v->placed_of, &symbol->node, p);
    xb_list_append(v->scratch, &v->placed, p);
    return p;
}

void xb_verify_place(xb_verifier *v, const xb_reference *reference)
{
    const xb_declaration *facts = reference->symbol->declaration;
    if (v->view != XB_VIEW_READ || !facts || facts->block_kind == XB_BLOCK_NONE)
        return;
    placed *p = placed_of(v, reference->symbol);
    const xb_alias_set *set =
        reference->alias ? xb_alias_map_find(&v->program->aliases, reference->alias) : NULL;
    p->is_known = p->is_known && set;
    for (size_t i = 0; set && i < set->ranges.count; i++) {
        const xb_alias_range *range = &((const xb_alias_range *)set->ranges.items)[i];
        p->from = range->from < p->from ? range->from : p->from;
        p->to = range->to > p->to ? range->to : p->to;
        p->is_seen = p->is_seen || range->partial || reference->subscripts.count == 0;
    }
}

/* By block, and by place in it. */
static int compare(const void *left, const void *right)
{
    return xb_compare_places((*(placed *const *)left)->symbol, (*(placed *const *)right)->symbol);
}

static uint64_t end_of(const placed *p)
{
    return p->symbol->declaration->offset + xb_symbol_storage(p->symbol);
}

static bool is_contradiction(const placed *a, const placed *b)
{
    bool tell = a->is_known && a->is_seen && b->is_known && b->is_seen;
    return tell && (a->to < b->from || b->to < a->from);
}

void xb_verify_blocks(xb_verifier *v, const xb_verify_step *up)
{
    const placed *last = NULL; /* of those of the block so far, the one that ends last */
    if (v->placed.count > 0)
        qsort(v->placed.items, v->placed.count, sizeof *v->placed.items, compare);
    for (size_t i = 0; i < v->placed.count; i++) {
        const placed *p = v->placed.items[i];
        xb_verify_step step = xb_verify_step_to(up, p->symbol, p->symbol->id);
        bool same = last && xb_are_of_one_block(last->symbol, p->symbol);
        if (same && p->symbol->declaration->offset < end_of(last) && is_contradiction(last, p))
            xb_verify_error(v, &step, "give references to them alias sets whose ranges overlap, or 0",
                            "%s and %s share storage in the block %s, but not by their alias sets",
                            last->symbol->id->text, p->symbol->id->text, p->symbol->declaration->block->text);
        last = same && end_of(last) >= end_of(p) ? last : p;
    }
}
