/*
 * A need is known by the structure of its expression and the time of the last change of a variable in it:
 * what has the same structure and time has the same value.
 *
 * A subscript with one variable in it that must be pushed needs the variable, which others are likely to
 * need, too; one with several needs its own value.
 */
#include "algorithms/taping/block.h"
#include "algorithms/taping/cuts.h"
#include "ir/build.h"

static uint32_t current_item(const xb_block_taping *b)
{
    return b->items->count - 1;
}

static xb_tape_need *need(xb_block_taping *b, xb_tape_use use, uint32_t number, uint64_t time,
                          const xb_expression *value)
{
    xb_tape_need *found = xb_map_get(&b->needs, number, time);
    if (!found) {
        found = xb_arena_alloc(b->t->program->arena, sizeof *found);
        found->use = use;
        found->value = value;
        found->number = number;
        found->time = time;
        found->shape =
            xb_shapes_of(xb_run_analyses(b->t->run), b->t->program->arena, value, NULL, NULL)[value->root];
        xb_map_put(b->scratch, &b->needs, number, time, found);
        xb_list_append(b->scratch, &b->needs_listed, found);
    }
    found->last = current_item(b);
    return found;
}

void xb_recall(xb_block_taping *b, const xb_node *node, const xb_tape_need *need)
{
    xb_node_map_put(b->scratch, &b->t->recalled, node, need);
}

static void recall_from(xb_block_taping *b, const xb_node *node, const xb_reference *home)
{
    xb_tape_need *known = xb_arena_alloc(b->t->program->arena, sizeof *known);
    known->home = home;
    xb_recall(b, node, known);
}

void xb_recall_by(xb_block_taping *b, const xb_node *node, xb_symbol *symbol)
{
    recall_from(b, node, xb_build_reference(b->t->program, symbol));
}

/* A vector that is a subscript may be used on a rare path only: it is pushed there, and not at a home. */
bool xb_need_home(xb_block_taping *b, const xb_reference *reference, const xb_node *node, xb_tape_use use)
{
    const xb_home home = xb_find_home(b->t->homes, reference, b->place);
    const bool is_vector = use == XB_TAPE_INDEX && xb_reference_rank(reference) != 0;
    if (home.kind == XB_HOME_NONE || (home.kind == XB_HOME_PUSHED && is_vector))
        return false;
    recall_from(b, node, xb_home_reference(b->t->homes, home, reference, b->place, use));
    return true;
}

/* Whether a reference is a temporary that keeps its value until the adjoint sweep refers to it. */
static bool need_kept(xb_block_taping *b, const xb_reference *reference, const xb_node *node)
{
    xb_symbol *symbol = reference->symbol;
    if (!b->keeps || symbol->rank != 0 || !xb_node_set_has(&b->t->computed, &symbol->node) ||
        xb_node_set_has(&b->t->varying, &symbol->node))
        return false;
    xb_node_set_add(b->t->program->arena, &b->t->kept, &symbol->node);
    xb_recall_by(b, node, symbol);
    return true;
}

/* What an expression is if it is nothing but a reference, else NULL. */
static const xb_reference *only_reference(const xb_expression *value)
{
    const xb_vertex *root = xb_expression_root(value);
    bool is_one = value->graph.vertex_count == 1 && root->node.kind == XB_KIND_VARIABLE_REFERENCE;
    return is_one ? (const xb_reference *)root : NULL;
}

/* Whether an element is rather had from a push of its array as a whole after a loop, in each round of which
 * it is another one. */
static bool need_by_whole(xb_block_taping *b, const xb_reference *reference)
{
    uint32_t cost;
    if (b->t->settings->strategy != XB_TAPE_AUTO || b->keeps || xb_reference_rank(reference) != 0 ||
        xb_is_needed(b, reference) || xb_whole_is_in_arm(b, reference))
        return false;
    const uint64_t time = xb_stamp_of_reference(&b->stamps, reference);
    const xb_whole whole = xb_whole_of(b, reference, time, &cost);
    if (whole != XB_WHOLE_AT_HOME ||
        cost + XB_COST_OF_OPERATION >= XB_COST_OF_TAPE / xb_sharers(b, reference))
        return false;
    xb_need_by_whole(b, reference, whole);
    return true;
}

/* Lets the current item need the value that an expression has now. It is recalled in the place of the
 * expression. */
static void need_value(xb_block_taping *b, xb_tape_use use, const xb_expression *value)
{
    const xb_reference *reference = only_reference(value);
    if (reference && (xb_need_home(b, reference, &value->node, use) ||
                      need_kept(b, reference, &value->node) || need_by_whole(b, reference)))
        return;
    uint32_t number = reference ? xb_location_of(b->locations, reference)->number
                                : xb_location_expression(b->locations, value);
    xb_recall(b, &value->node, need(b, use, number, xb_stamp_of_expression(&b->stamps, value), value));
}

/* A scalar variable of which the tape can hold the value. */
static bool is_scalar_variable(const xb_vertex *vertex)
{
    const xb_reference *reference = (const xb_reference *)vertex;
    return vertex->node.kind == XB_KIND_VARIABLE_REFERENCE && reference->symbol->rank == 0 &&
           xb_reference_is_whole(reference) && xb_tape_holds(reference->symbol->type);
}

/* Whether a vertex is a number that has a home. */
static bool has_home(const xb_block_taping *b, const xb_vertex *vertex)
{
    const xb_reference *reference = (const xb_reference *)vertex;
    return vertex->node.kind == XB_KIND_VARIABLE_REFERENCE && xb_reference_rank(reference) == 0 &&
           xb_find_home(b->t->homes, reference, b->place).kind != XB_HOME_NONE;
}

/* Whether at most one variable of an expression, perhaps several times, has to be pushed here, and nothing
 * else. */
static bool needs_one_variable(xb_block_taping *b, const xb_expression *value)
{
    const xb_symbol *found = NULL;
    for (uint32_t v = 0; v < value->graph.vertex_count; v++) {
        const xb_vertex *vertex = xb_expression_vertex(value, v);
        const xb_reference *reference = (const xb_reference *)vertex;
        if (xb_is_inquiry(vertex))
            return false;
        if (vertex->node.kind == XB_KIND_CONSTANT || vertex->node.kind == XB_KIND_INTRINSIC ||
            has_home(b, vertex))
            continue;
        if (!is_scalar_variable(vertex))
            return false;
        if (reference->symbol == found)
            continue;
        if (found)
            return false;
        found = reference->symbol;
    }
    return true;
}

static xb_tape_need *need_here(xb_block_taping *b, xb_tape_use use, const xb_reference *reference)
{
    uint32_t number = xb_location_of(b->locations, reference)->number;
    uint64_t time = xb_stamp_of_reference(&b->stamps, reference);
    const xb_tape_need *known = xb_map_get(&b->needs, number, time);
    const xb_expression *leaf =
        known ? known->value : xb_build_leaf(b->t->program, xb_copy_reference(b->t->program, reference));
    xb_tape_need *needed = need(b, use, number, time, leaf);
    xb_recall(b, &reference->vertex.node, needed);
    return needed;
}

void xb_need_reference(xb_block_taping *b, xb_tape_use use, const xb_reference *reference)
{
    const xb_node *node = &reference->vertex.node;
    if (!xb_need_home(b, reference, node, use) && !need_kept(b, reference, node))
        need_here(b, use, reference);
}

void xb_need_given(xb_block_taping *b, const xb_reference *actual)
{
    const xb_home home = xb_find_home(b->t->homes, actual, b->place);
    const bool is_certain =
        xb_home_is_there(b->t->homes, home, actual) || !xb_is_in_arm(b->t->homes, b->place.vertex, home.loop);
    const xb_tape_use use = actual->symbol->type == XB_TYPE_REAL ? XB_TAPE_FACTOR : XB_TAPE_INDEX;
    const xb_node *node = &actual->vertex.node;
    if ((is_certain && xb_need_home(b, actual, node, use)) || need_kept(b, actual, node))
        return;
    xb_tape_need *needed = need_here(b, use, actual);
    if (xb_reference_is_whole(actual))
        needed->passed = current_item(b) + 1;
}

bool xb_is_needed(const xb_block_taping *b, const xb_reference *reference)
{
    return xb_map_get(&b->needs, xb_location_of(b->locations, reference)->number,
                      xb_stamp_of_reference(&b->stamps, reference));
}

static void need_variables(xb_block_taping *b, const xb_expression *value)
{
    for (uint32_t v = 0; v < value->graph.vertex_count; v++) {
        const xb_vertex *vertex = xb_expression_vertex(value, v);
        if (vertex->node.kind == XB_KIND_VARIABLE_REFERENCE)
            xb_need_reference(b, XB_TAPE_INDEX, (const xb_reference *)vertex);
    }
}

static void need_index(xb_block_taping *b, const xb_expression *index)
{
    if (!index)
        return;
    if (needs_one_variable(b, index))
        need_variables(b, index);
    else
        need_value(b, XB_TAPE_INDEX, index);
}

static void refer_to(xb_block_taping *b, const xb_symbol *symbol)
{
    xb_allocated *found = xb_node_map_get(&b->allocated, &symbol->node);
    if (found)
        found->last = current_item(b);
}

void xb_need_subscripts(xb_block_taping *b, const xb_reference *reference)
{
    refer_to(b, reference->symbol);
    for (size_t i = 0; i < reference->subscripts.count; i++) {
        const xb_triplet *triplet = reference->subscripts.items[i];
        need_index(b, triplet->index);
        need_index(b, triplet->bound);
        need_index(b, triplet->stride);
    }
}

void xb_need_factor(xb_block_taping *b, const xb_expression *factor)
{
    if (xb_expression_root(factor)->node.kind != XB_KIND_CONSTANT)
        need_value(b, XB_TAPE_FACTOR, factor);
}
