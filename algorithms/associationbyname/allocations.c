/*
 * For each array m, the entry of an adjoint sweep, calls in a taping sweep that pass m_d, and each marker in
 * tangent-linear code, lead through
 *
 *     if (allocated(m) .and. .not. allocated(m_d)) then
 *       allocate m_d in the shape of m; m_d = 0
 *     end if
 *
 * which is right in any mode: as long as no sweep refers to m_d, the adjoint is zero. After a marker, m may
 * also have got another shape, and so may what is the routine's own before a call; then m_d gets it, too.
 */
#include "algorithms/associationbyname/allocations.h"

#include "algorithms/support/emit.h"
#include "algorithms/support/insertion.h"
#include "analysis/liveness.h"
#include "analysis/storage.h"
#include "traverse/traverse.h"

/* ---- which arrays -------------------------------------------------------------------------------------- */

typedef struct collecting {
    xb_run *run;
    const xb_routine *routine;
    xb_map known;
    xb_unsized arrays;
} collecting;

static bool may_be_missing(const collecting *c, const xb_symbol *symbol)
{
    return xb_storage_is_allocatable(xb_storage_of(xb_run_analyses(c->run)), symbol) &&
           xb_derivative_can_be_named(symbol) && !xb_map_get(&c->known, symbol->node.index, 0);
}

static xb_visit see_reference(xb_walk *walk, xb_node *node, void *context)
{
    collecting *c = context;
    xb_symbol *symbol = ((const xb_reference *)node)->symbol;
    xb_arena *arena = xb_walk_program(walk)->arena;
    if (!may_be_missing(c, symbol))
        return XB_VISIT_CONTINUE;
    xb_map_put(arena, &c->known, symbol->node.index, 0, symbol);
    xb_list_append(arena, xb_is_from_outside(c->routine, symbol) ? &c->arrays.outside : &c->arrays.own,
                   symbol);
    return XB_VISIT_CONTINUE;
}

xb_unsized xb_unsized_of(xb_run *run, xb_routine *routine)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_VARIABLE_REFERENCE] = see_reference}};
    collecting c = {.run = run, .routine = routine};
    xb_traverse(xb_run_program(run), xb_run_scratch(run), &routine->node, &visitor, &c);
    return c.arrays;
}

/* ---- code ---------------------------------------------------------------------------------------------- */

static uint32_t add_allocated(const xb_emitter *emit, xb_expression *to, xb_symbol *array)
{
    return xb_build_unary(emit->program, to, XB_INTRINSIC_ALLOCATED,
                          xb_build_variable(emit->program, to, array));
}

/* Whether an array is there, and its derivative is not. */
static xb_expression *is_missing(const xb_emitter *emit, xb_symbol *array, xb_symbol *derivative)
{
    xb_expression *condition = xb_build_expression(emit->program);
    uint32_t there = add_allocated(emit, condition, array),
             known = add_allocated(emit, condition, derivative);
    xb_build_binary(emit->program, condition, XB_INTRINSIC_AND, there,
                    xb_build_unary(emit->program, condition, XB_INTRINSIC_NOT, known));
    return condition;
}

static void allocate(const xb_emitter *emit, uint32_t block, xb_symbol *array, xb_symbol *derivative)
{
    xb_program *program = emit->program;
    xb_inlinable_call *call = xb_build_inlinable_call(program, XB_RUNTIME_ALLOCATE_MATCHING, "_allocate");
    xb_build_argument(program, &call->arguments, xb_build_reference(program, derivative));
    xb_build_argument(program, &call->arguments, xb_build_reference(program, array));
    xb_emit_statement(emit, block, &call->statement);
    xb_emit_assign(emit, block, "_allocate", derivative, xb_build_leaf(program, xb_build_real(program, 0)));
}

/* @return the vertex that ends it */
static uint32_t allocate_if_missing(const xb_emitter *emit, uint32_t after, xb_symbol *array,
                                    xb_symbol *derivative)
{
    const xb_emitted_branch branch = xb_emit_branch(emit, after, is_missing(emit, array, derivative));
    allocate(emit, branch.block, array, derivative);
    xb_emit_edge(emit, branch.block, branch.end);
    xb_emit_edge(emit, branch.head, branch.end);
    return branch.end;
}

/* Whether an array and its derivative, which are both there, have different shapes. */
static xb_expression *is_other_shape(const xb_emitter *emit, xb_symbol *array, xb_symbol *derivative)
{
    xb_program *program = emit->program;
    xb_expression *differ = xb_build_expression(program);
    for (int dimension = 1; dimension <= array->rank; dimension++) {
        uint32_t sizes[2];
        xb_symbol *const variables[] = {array, derivative};
        for (int i = 0; i < 2; i++)
            sizes[i] = xb_build_binary(program, differ, XB_INTRINSIC_SIZE,
                                       xb_build_variable(emit->program, differ, variables[i]),
                                       xb_build_number(emit->program, differ, dimension));
        uint32_t others = differ->root;
        uint32_t here = xb_build_binary(program, differ, XB_INTRINSIC_NOT_EQUAL, sizes[0], sizes[1]);
        differ->root =
            dimension == 1 ? here : xb_build_binary(program, differ, XB_INTRINSIC_OR, others, here);
    }
    return differ;
}

/* A marker may have given an array another shape. @return the vertex that ends it */
static uint32_t allocate_if_reshaped(const xb_emitter *emit, uint32_t after, xb_symbol *array,
                                     xb_symbol *derivative)
{
    xb_expression *there = xb_build_expression(emit->program);
    there->root = add_allocated(emit, there, array);
    const xb_emitted_branch outer = xb_emit_branch(emit, after, there);
    const xb_emitted_branch inner =
        xb_emit_branch(emit, outer.block, is_other_shape(emit, array, derivative));
    allocate(emit, inner.block, array, derivative);
    xb_emit_edge(emit, inner.block, inner.end);
    xb_emit_edge(emit, inner.head, inner.end);
    xb_emit_edge(emit, inner.end, outer.end);
    xb_emit_edge(emit, outer.head, outer.end);
    return outer.end;
}

/* @param marked whether after a marker */
static uint32_t allocate_all(const xb_emitter *emit, xb_named_derivatives *derivatives, uint32_t after,
                             const xb_list *arrays, bool marked)
{
    for (size_t i = 0; i < arrays->count; i++)
        for (uint32_t k = 0; k < xb_named_directions(derivatives); k++) {
            xb_symbol *derivative = xb_named_derivative(derivatives, arrays->items[i], k);
            after = allocate_if_missing(emit, after, arrays->items[i], derivative);
            if (marked)
                after = allocate_if_reshaped(emit, after, arrays->items[i], derivative);
        }
    return after;
}

/* ---- where --------------------------------------------------------------------------------------------- */

/* Where arrays are allocated. */
typedef struct places {
    xb_named_derivatives *derivatives;
    const xb_list *first;     /* arrays that are allocated at the beginning; NULL: none */
    const xb_unsized *marked; /* arrays that markers may allocate; NULL: none */
    const xb_map *passed;     /* xb_unsized by node index of a call that needs them; NULL: none */
} places;

/* Whether a statement is a marker after which arrays may be allocated that were not before it. */
static bool may_allocate(const xb_statement *statement)
{
    return statement->node.kind == XB_KIND_MARKER && xb_marker_is_unknown((const xb_marker *)statement);
}

static bool is_cut_after(const places *p, const xb_list *statements, size_t at)
{
    return p->marked && may_allocate(statements->items[at]) &&
           (at + 1 == statements->count || !may_allocate(statements->items[at + 1]));
}

static const xb_unsized *needed_before(const places *p, const xb_node *statement)
{
    return p->passed ? xb_map_get(p->passed, statement->index, 0) : NULL;
}

/* Without markers, only a routine's own arrays get another shape under way.
 * @return the block that goes on after it */
static uint32_t allocate_within(const xb_emitter *emit, xb_named_derivatives *derivatives, uint32_t after,
                                const xb_unsized *arrays, bool marked)
{
    after = allocate_all(emit, derivatives, after, &arrays->outside, marked);
    return xb_emit_block(emit, allocate_all(emit, derivatives, after, &arrays->own, true));
}

static uint32_t cut(const xb_emitter *emit, void *context, uint32_t vertex, const xb_list *statements)
{
    const places *p = context;
    if (p->first && ((const xb_node *)emit->flow->vertices.items[vertex])->kind == XB_KIND_ENTRY)
        return allocate_all(emit, p->derivatives, vertex, p->first, false);
    for (size_t i = 0; i < statements->count; i++) {
        const xb_unsized *needed = needed_before(p, statements->items[i]);
        if (needed)
            vertex = allocate_within(emit, p->derivatives, vertex, needed, false);
        xb_emit_statement(emit, vertex, statements->items[i]);
        if (is_cut_after(p, statements, i))
            vertex = allocate_within(emit, p->derivatives, vertex, p->marked, true);
    }
    return vertex;
}

xb_flow_graph xb_allocated_first(xb_run *run, xb_named_derivatives *derivatives, xb_scope *scope,
                                 const xb_flow_graph *flow, const xb_list *arrays)
{
    if (arrays->count == 0)
        return *flow;
    return xb_flow_cut(run, scope, flow, cut, &(places){.derivatives = derivatives, .first = arrays});
}

static bool has_markers(const xb_flow_graph *flow)
{
    for (size_t v = 0; v < flow->vertices.count; v++) {
        const xb_list *statements = &((const xb_flow_vertex *)flow->vertices.items[v])->statements;
        for (size_t i = 0; i < statements->count; i++)
            if (may_allocate(statements->items[i]))
                return true;
    }
    return false;
}

xb_flow_graph xb_allocated_after_markers(xb_run *run, xb_named_derivatives *derivatives, xb_scope *scope,
                                         const xb_flow_graph *flow, const xb_unsized *arrays)
{
    if (arrays->outside.count + arrays->own.count == 0 || !has_markers(flow))
        return *flow;
    return xb_flow_cut(run, scope, flow, cut, &(places){.derivatives = derivatives, .marked = arrays});
}

xb_flow_graph xb_allocated_before_calls(xb_run *run, xb_named_derivatives *derivatives, xb_scope *scope,
                                        const xb_flow_graph *flow, const xb_map *arrays)
{
    if (arrays->count == 0)
        return *flow;
    return xb_flow_cut(run, scope, flow, cut, &(places){.derivatives = derivatives, .passed = arrays});
}

bool xb_reads_target(const xb_assignment *assignment)
{
    const xb_expression *value = assignment->value;
    for (uint32_t v = 0; v < value->graph.vertex_count; v++) {
        const xb_vertex *vertex = xb_expression_vertex(value, v);
        const xb_reference *source = (const xb_reference *)vertex;
        if (vertex->node.kind == XB_KIND_VARIABLE_REFERENCE && source->deriv == assignment->target->deriv &&
            source->symbol == assignment->target->symbol)
            return true;
    }
    return false;
}
