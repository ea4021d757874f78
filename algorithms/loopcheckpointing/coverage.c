/*
 * From the block of an assignment to an element outward to the loop that is swept, level by level: each head
 * on the way must be a DO loop that is certainly run, and the variables of these loops are the subscripts,
 * each one once.
 */
#include "algorithms/loopcheckpointing/coverage.h"

#include "analysis/constructs.h"

/* An array, and where it may be assigned. */
typedef struct covering {
    const xb_swept_loop *loop;
    const xb_constructs *constructs;
    const xb_symbol *symbol;
    const xb_reference *target;
    uint32_t open; /* subscripts, as bits, that no loop has been found for */
} covering;

/* The variable that a subscript is; NULL: it is something else. */
static const xb_symbol *variable_of(const xb_triplet *subscript)
{
    const xb_expression *index = subscript->index;
    if (!index || subscript->bound || subscript->stride)
        return NULL;
    const xb_vertex *root = xb_expression_root(index);
    return root->node.kind == XB_KIND_VARIABLE_REFERENCE && xb_reference_is_whole((const xb_reference *)root)
               ? ((const xb_reference *)root)->symbol
               : NULL;
}

/* Whether a loop has all values between bounds. */
static bool reaches(const xb_loop_form *form, const xb_bounds *bounds)
{
    int64_t step = form->subtracted ? -form->step.value : form->step.value, last = 0;
    if (!bounds || !form->first.constant || !form->step.constant || (step != 1 && step != -1) ||
        form->trips > INT32_MAX ||
        __builtin_add_overflow(form->first.value, (int64_t)(form->trips - 1) * step, &last))
        return false;
    int64_t least = step > 0 ? form->first.value : last, most = step > 0 ? last : form->first.value;
    return least <= bounds->lower && most >= bounds->upper;
}

static bool is_changed(const covering *c, const xb_loop_form *form, uint32_t head)
{
    const xb_swept_loop *loop = c->loop;
    xb_arena *arena = xb_run_program(loop->run)->arena;
    bool *inside = xb_arena_array(arena, loop->original->flow.graph.vertex_count, sizeof *inside);
    xb_changes *changes =
        xb_changes_of(xb_run_analyses(loop->run), arena, loop->original, XB_VIEW_READ, XB_BLACK_BOXES_WILD);
    xb_loop_inside(xb_run_scratch(loop->run), &loop->original->flow, head, inside);
    const xb_flow_part part = {.inside = inside, .head = head};
    return !xb_loop_stability_of(changes, form, &part).variable;
}

/* Whether a loop around the assignment is certainly run; the subscripts that it goes through are open no
 * more.
 */
static bool takes(covering *c, uint32_t head)
{
    const xb_flow_vertex *vertex = c->loop->original->flow.vertices.items[head];
    xb_loop_form form;
    if (vertex->node.kind != XB_KIND_FOR_LOOP || !xb_loop_form_of(vertex, &form) || !form.trips_known ||
        form.trips == 0 || is_changed(c, &form, head))
        return false;
    for (size_t i = 0; i < c->target->subscripts.count; i++)
        if (variable_of(c->target->subscripts.items[i]) == form.variable->symbol) {
            c->open &= reaches(&form, xb_symbol_bounds(c->symbol, i)) ? ~(UINT32_C(1) << i) : c->open;
            return true;
        }
    return true;
}

/* Whether an assignment in a block, with the loops around it, is of all elements. */
static bool covers(covering *c, const xb_assignment *assignment, uint32_t block)
{
    c->target = assignment->target;
    if (c->target->symbol != c->symbol || c->target->subscripts.count != (size_t)c->symbol->rank)
        return false;
    c->open = (UINT32_C(1) << c->symbol->rank) - 1;
    const xb_level *level = xb_constructs_level(c->constructs, c->constructs->level[block]);
    while (level->head != c->loop->head) {
        if (level->head == XB_GRAPH_NONE || !takes(c, level->head))
            return false;
        level = xb_constructs_level(c->constructs, level->parent);
    }
    return c->open == 0;
}

bool xb_step_covers(const xb_swept_loop *loop, const xb_symbol *symbol)
{
    const xb_flow_graph *flow = &loop->original->flow;
    covering c = {.loop = loop, .symbol = symbol};
    c.constructs = symbol->rank > 0 ? xb_constructs_of(xb_run_program(loop->run)->arena, flow) : NULL;
    for (uint32_t v = 0; c.constructs && v < flow->graph.vertex_count; v++) {
        const xb_flow_vertex *vertex = flow->vertices.items[v];
        for (size_t i = 0; xb_swept_loop_body_has(loop, v) && i < vertex->statements.count; i++) {
            const xb_node *statement = vertex->statements.items[i];
            if (statement->kind == XB_KIND_ASSIGNMENT && covers(&c, (const xb_assignment *)statement, v))
                return true;
        }
    }
    return false;
}
