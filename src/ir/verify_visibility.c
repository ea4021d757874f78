/*
 * What can be seen from where: symbols of a scope in all scopes that it encloses.
 *
 * A scope that encloses others is given a range of numbers that has theirs in it, so that one comparison
 * tells whether a scope encloses another. Scopes are counted from the innermost outwards, and numbered on the
 * way back.
 */
#include "ir/verify_internal.h"

/* The numbers of a scope: its own is the first of them. */
typedef struct range {
    const xb_scope *scope;
    size_t first, count;
    size_t next;    /* the first number that is not given to an inner scope yet */
    size_t pending; /* directly inner scopes that have not been counted */
} range;

static range *range_of(const xb_verifier *v, const xb_scope *scope)
{
    return xb_node_map_get(&v->scope_ranges, &scope->node);
}

/* The ranges such that inner scopes come before those around them. */
static range **count_scopes(xb_verifier *v, range *ranges, size_t count)
{
    range **order = xb_arena_array(v->scratch, count, sizeof(range *));
    size_t known = 0;
    for (size_t i = 0; i < count; i++)
        if (ranges[i].scope->parent)
            range_of(v, ranges[i].scope->parent)->pending++;
    for (size_t i = 0; i < count; i++)
        if (ranges[i].pending == 0)
            order[known++] = &ranges[i];
    for (size_t i = 0; i < known; i++) {
        if (!order[i]->scope->parent)
            continue;
        range *outer = range_of(v, order[i]->scope->parent);
        outer->count += order[i]->count;
        if (--outer->pending == 0)
            order[known++] = outer;
    }
    return order;
}

void xb_verify_number_scopes(xb_verifier *v)
{
    const xb_list *scopes = &v->program->scopes;
    range *ranges = xb_arena_array(v->scratch, scopes->count, sizeof *ranges);
    for (size_t i = 0; i < scopes->count; i++) {
        ranges[i] = (range){.scope = scopes->items[i], .count = 1};
        xb_node_map_put(v->scratch, &v->scope_ranges, &ranges[i].scope->node, &ranges[i]);
    }
    range **order = count_scopes(v, ranges, scopes->count);
    for (size_t i = scopes->count; i-- > 0;) {
        range *outer = order[i]->scope->parent ? range_of(v, order[i]->scope->parent) : NULL;
        order[i]->first = outer ? outer->next : 0;
        order[i]->next = order[i]->first + 1;
        if (outer)
            outer->next += order[i]->count;
    }
}

/* Whether a scope is another one, or encloses it. */
static bool encloses(const xb_verifier *v, const xb_scope *outer, const xb_scope *inner)
{
    const range *around = range_of(v, outer), *within = range_of(v, inner);
    return around && within && within->first - around->first < around->count;
}

void xb_verify_block_scope(xb_verifier *v, const xb_verify_step *at, const xb_scope *scope)
{
    const xb_scope *own = v->routine ? v->routine->scope : NULL;
    v->block_scope = scope;
    if (xb_node_map_is_empty(&v->scope_ranges) || !own || !scope || encloses(v, scope, own) ||
        encloses(v, own, scope))
        return;
    v->block_scope = NULL;
    xb_verify_error(
        v, at,
        "a block is in the scope of its routine, controlflowgraph_scope_id, in one inside of it, or in "
        "one around it",
        "the block is in scope %s, which has nothing to do with scope %s of the routine",
        xb_scope_text(scope), xb_scope_text(own));
}

void xb_verify_visible(xb_verifier *v, const xb_verify_step *at, const xb_symbol *symbol)
{
    const xb_scope *own = v->routine ? v->routine->scope : NULL;
    if (xb_node_map_is_empty(&v->scope_ranges) || !own || !symbol->scope || encloses(v, symbol->scope, own) ||
        (v->block_scope && encloses(v, symbol->scope, v->block_scope)))
        return;
    uint64_t routine = v->routine->node.index, scope = symbol->scope->node.index;
    if (xb_map_get(&v->unseen, routine, scope))
        return; /* the first of them is told */
    xb_map_put(v->scratch, &v->unseen, routine, scope, symbol);
    xb_verify_error(
        v, at,
        "symbols are seen in their own scope and in those that it encloses, as ScopeEdges say; is "
        "controlflowgraph_scope_id the scope of the routine's variables?",
        "symbol %s of scope %s can't be seen in scope %s of the routine", symbol->id->text,
        xb_scope_text(symbol->scope), xb_scope_text(own));
}
