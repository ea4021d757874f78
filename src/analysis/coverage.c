/*
 * From the block of an assignment to an element outward, level by level, as long as each level is the body of
 * a loop that certainly has a round: each loop closes the dimension that its variable is the subscript of,
 * and at that which closes the last one the array is covered.
 */
#include "analysis/coverage.h"

#include "analysis/loop_form.h"

/* Of dimensions, as bits: none are open. */
enum { ALL_CLOSED, MOST_DIMENSIONS = 32 };

/* A loop that certainly has a round. */
typedef struct running {
    xb_loop_form form;
    bool is_judged, is_steady; /* whether its variable is changed by its head only, once it is known */
} running;

typedef struct covering {
    xb_analyses *analyses;
    xb_arena *arena;
    const xb_routine *routine;
    xb_view view;
    const xb_constructs *constructs;
    running **loops;     /* by vertex */
    xb_changes *changes; /* NULL until they are needed */
    xb_list *arrays;     /* by vertex */
    xb_map known;        /* these, by vertex and node index */
} covering;

static const xb_flow_vertex *vertex_at(const covering *c, uint32_t v)
{
    return xb_view_newest(c->view, c->routine->flow.vertices.items[v]);
}

/* ---- loops --------------------------------------------------------------------------------------------- */

static bool is_steady(covering *c, uint32_t head, running *loop)
{
    if (loop->is_judged)
        return loop->is_steady;
    if (!c->changes)
        c->changes = xb_changes_of(c->analyses, c->arena, c->routine, c->view);
    const xb_flow_part part = {.place = c->constructs->place,
                               .first_place = c->constructs->place[head],
                               .last_place = c->constructs->place[c->constructs->other[head]],
                               .head = head};
    loop->is_steady = xb_loop_stability_of(c->changes, &loop->form, &part).variable;
    loop->is_judged = true;
    return loop->is_steady;
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

/* ---- assignments --------------------------------------------------------------------------------------- */

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

/* Whether a part of a triplet is a constant on the right side of a bound, or left out. */
static bool is_beyond(const xb_expression *part, int64_t sign, int64_t bound)
{
    int64_t value;
    return !part || (xb_expression_integer(part, &value) && sign * value >= sign * bound);
}

/* Whether a subscript is a range of all elements. */
static bool is_all(const xb_triplet *subscript, const xb_bounds *bounds)
{
    bool is_range = subscript->bound || subscript->stride;
    int64_t stride = 1;
    if (subscript->stride && !xb_expression_integer(subscript->stride, &stride))
        return false;
    return is_range && bounds && stride == 1 && is_beyond(subscript->index, -1, bounds->lower) &&
           is_beyond(subscript->bound, 1, bounds->upper);
}

/* The dimensions of a target that are not assigned as a whole, as bits. */
static uint32_t open_dimensions(const xb_reference *target)
{
    uint32_t open = ALL_CLOSED;
    for (size_t i = 0; i < target->subscripts.count; i++)
        if (!is_all(target->subscripts.items[i], xb_symbol_bounds(target->symbol, i)))
            open |= UINT32_C(1) << i;
    return open;
}

/* Those that a loop leaves open. */
static uint32_t close_by(covering *c, const xb_reference *target, uint32_t open, uint32_t head)
{
    running *loop = c->loops[head];
    for (size_t i = 0; i < target->subscripts.count; i++)
        if (variable_of(target->subscripts.items[i]) == loop->form.variable->symbol &&
            reaches(&loop->form, xb_symbol_bounds(target->symbol, i)) && is_steady(c, head, loop))
            return open & ~(UINT32_C(1) << i);
    return open;
}

static bool may_be_covered(const xb_reference *target)
{
    const xb_symbol *symbol = target->symbol;
    return !target->deriv && symbol->rank > 0 && symbol->rank <= MOST_DIMENSIONS &&
           target->subscripts.count == (size_t)symbol->rank;
}

static void note(covering *c, uint32_t head, const xb_symbol *array)
{
    if (xb_map_get(&c->known, head, array->node.index))
        return;
    xb_map_put(c->arena, &c->known, head, array->node.index, array);
    xb_list_append(c->arena, &c->arrays[head], array);
}

static void look_at_target(covering *c, const xb_reference *target, uint32_t block)
{
    uint32_t open = open_dimensions(target);
    for (uint32_t l = c->constructs->level[block]; open != ALL_CLOSED;) {
        const xb_level *level = xb_constructs_level(c->constructs, l);
        if (level->head == XB_GRAPH_NONE || !c->loops[level->head])
            return;
        open = close_by(c, target, open, level->head);
        if (open == ALL_CLOSED)
            note(c, level->head, target->symbol);
        l = level->parent;
    }
}

static void look_at_block(covering *c, uint32_t block)
{
    const xb_list *statements = xb_view_list(c->arena, c->view, &vertex_at(c, block)->statements);
    for (size_t i = 0; i < statements->count; i++) {
        const xb_assignment *assignment = statements->items[i];
        if (assignment->statement.node.kind == XB_KIND_ASSIGNMENT && may_be_covered(assignment->target))
            look_at_target(c, assignment->target, block);
    }
}

/* ---- all ----------------------------------------------------------------------------------------------- */

static bool find_running(covering *c, bool *runs)
{
    bool any = false;
    for (uint32_t v = 0; v < c->routine->flow.graph.vertex_count; v++) {
        xb_loop_form form;
        if (!c->constructs->reached[v] || !xb_loop_form_of(vertex_at(c, v), &form) || !form.trips_known ||
            form.trips == 0)
            continue;
        c->loops[v] = xb_arena_alloc(c->arena, sizeof(running));
        c->loops[v]->form = form;
        any = runs[v] = true;
    }
    return any;
}

static bool has_for_loops(const covering *c)
{
    for (uint32_t v = 0; v < c->routine->flow.graph.vertex_count; v++)
        if (vertex_at(c, v)->node.kind == XB_KIND_FOR_LOOP)
            return true;
    return false;
}

const xb_coverage *xb_coverage_of(xb_analyses *analyses, xb_arena *arena, const xb_routine *routine,
                                  xb_view view)
{
    uint32_t count = routine->flow.graph.vertex_count;
    covering c = {.analyses = analyses, .arena = arena, .routine = routine, .view = view};
    if (!has_for_loops(&c))
        return NULL;
    c.constructs = xb_constructs_of(arena, &routine->flow);
    c.loops = xb_arena_array(arena, count, sizeof(running *));
    bool *runs = xb_arena_array(arena, count, sizeof *runs);
    if (!c.constructs || !find_running(&c, runs))
        return NULL;
    c.arrays = xb_arena_array(arena, count, sizeof *c.arrays);
    for (uint32_t v = 0; v < count; v++)
        if (c.constructs->reached[v] && vertex_at(&c, v)->node.kind == XB_KIND_BASIC_BLOCK)
            look_at_block(&c, v);
    xb_coverage *result = xb_arena_alloc(arena, sizeof *result);
    *result = (xb_coverage){.constructs = c.constructs, .runs = runs, .arrays = c.arrays};
    return result;
}
