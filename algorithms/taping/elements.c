/*
 * Loops are tried from the inside out, as far as the element lasts; of those that do, the outermost one is
 * taken after which it is certainly there.
 */
#include "algorithms/taping/elements.h"

#include "ir/expression.h"

/* ---- subscripts ---------------------------------------------------------------------------------------- */

static const xb_expression *index_at(const xb_reference *reference, size_t i)
{
    return ((const xb_triplet *)reference->subscripts.items[i])->index;
}

/* Whether a part of a subscript is a constant, an intrinsic, or a variable that is a number. */
static bool is_simple(const xb_vertex *vertex)
{
    switch (vertex->node.kind) {
    case XB_KIND_CONSTANT: return true;
    case XB_KIND_INTRINSIC: return !xb_is_inquiry(vertex);
    case XB_KIND_VARIABLE_REFERENCE:
        return xb_reference_is_whole((const xb_reference *)vertex) &&
               xb_reference_rank((const xb_reference *)vertex) == 0;
    default: return false;
    }
}

static bool is_simple_element(const xb_reference *reference)
{
    if (reference->subscripts.count == 0 || xb_reference_rank(reference) != 0 || reference->symbol->pointer)
        return false;
    for (size_t i = 0; i < reference->subscripts.count; i++)
        for (uint32_t v = 0; v < index_at(reference, i)->graph.vertex_count; v++)
            if (!is_simple(xb_expression_vertex(index_at(reference, i), v)))
                return false;
    return true;
}

/* Whether all subscripts are numbers within the bounds that are declared. */
static bool is_within_bounds(const xb_reference *reference)
{
    const xb_symbol *symbol = reference->symbol;
    if (symbol->bounds_count != reference->subscripts.count)
        return false;
    for (size_t i = 0; i < symbol->bounds_count; i++) {
        int64_t value;
        if (!xb_expression_integer(index_at(reference, i), &value) || value < symbol->bounds[i].lower ||
            value > symbol->bounds[i].upper)
            return false;
    }
    return true;
}

/* ---- how long an element lasts --------------------------------------------------------------------------
 */

static bool lasts_in_loop(xb_homes *h, const xb_reference *reference, uint32_t loop)
{
    const xb_flow_part part = xb_home_loop(h, loop);
    if (xb_changes_within(h->changes, &part, reference))
        return false;
    for (size_t i = 0; i < reference->subscripts.count; i++)
        if (xb_changes_value_within(h->changes, &part, index_at(reference, i), index_at(reference, i)->root))
            return false;
    return true;
}

static bool changes_after(xb_homes *h, const xb_expression *index, xb_flow_point place)
{
    for (uint32_t v = 0; v < index->graph.vertex_count; v++) {
        const xb_vertex *vertex = xb_expression_vertex(index, v);
        if (vertex->node.kind == XB_KIND_VARIABLE_REFERENCE &&
            xb_changes_after(h->changes, place, (const xb_reference *)vertex))
            return true;
    }
    return false;
}

static bool lasts_to_the_end(xb_homes *h, const xb_reference *reference, xb_flow_point place)
{
    if (xb_changes_after(h->changes, place, reference))
        return false;
    for (size_t i = 0; i < reference->subscripts.count; i++)
        if (changes_after(h, index_at(reference, i), place))
            return false;
    return true;
}

/* ---- whether it is there --------------------------------------------------------------------------------
 */

/* Whether control comes to a block whenever it comes to a level around it. Conditions and updates may be
 * evaluated in parts, or not at all. */
static bool is_run_for_certain(const xb_homes *h, uint32_t vertex, uint32_t outer)
{
    if (((const xb_node *)h->routine->flow.vertices.items[vertex])->kind != XB_KIND_BASIC_BLOCK)
        return false;
    for (uint32_t level = h->constructs->level[vertex]; level != outer;) {
        const xb_level *inner = xb_constructs_level(h->constructs, level);
        if (inner->parent == XB_GRAPH_NONE || !xb_is_loop(&h->routine->flow, inner->head))
            return false;
        const xb_taped_loop *loop = &h->loops[inner->head];
        if (!loop->is_explicit || !loop->form.trips_known || loop->form.trips == 0)
            return false;
        level = inner->parent;
    }
    return true;
}

static bool is_there_after(const xb_homes *h, const xb_reference *reference, uint32_t loop, uint32_t vertex)
{
    return is_run_for_certain(h, vertex, h->constructs->level[loop]) ||
           (is_within_bounds(reference) && xb_has_value_after(h, reference->symbol, loop) &&
            (!xb_is_in_arm(h, vertex, loop) || xb_home_is_there(h, xb_home_pushed(loop), reference)));
}

xb_home xb_home_of_element(xb_homes *h, const xb_reference *reference, xb_flow_point place)
{
    xb_home home = {.kind = XB_HOME_NONE};
    if (!h->constructs || !h->constructs->reached[place.vertex] || !is_simple_element(reference))
        return home;
    if (is_run_for_certain(h, place.vertex, 0) && lasts_to_the_end(h, reference, place))
        return xb_home_pushed(XB_GRAPH_NONE);
    uint32_t loop = place.vertex;
    if (!xb_is_loop(&h->routine->flow, loop))
        loop = xb_constructs_loop_around(h->constructs, &h->routine->flow, loop);
    while (loop != XB_GRAPH_NONE && lasts_in_loop(h, reference, loop)) {
        if (is_there_after(h, reference, loop, place.vertex))
            home = xb_home_pushed(loop);
        loop = xb_constructs_loop_around(h->constructs, &h->routine->flow, loop);
    }
    return home;
}
