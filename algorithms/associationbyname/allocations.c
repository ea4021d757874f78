/*
 * For each array m, the entry leads through
 *
 *     if (allocated(m) .and. .not. allocated(m_d)) then
 *       allocate m_d in the shape of m; m_d = 0
 *     end if
 *
 * which is right in any mode: as long as no sweep refers to m_d, the adjoint is zero.
 */
#include "algorithms/associationbyname/allocations.h"

#include "algorithms/support/emit.h"
#include "algorithms/support/insertion.h"
#include "analysis/accesses.h"
#include "analysis/storage.h"
#include "traverse/traverse.h"

/* ---- which arrays -------------------------------------------------------------------------------------- */

typedef struct collecting {
    xb_run *run;
    const xb_routine *routine;
    xb_map known;
    xb_list arrays;
} collecting;

static bool may_be_missing(const collecting *c, const xb_symbol *symbol)
{
    const xb_storage *storage = xb_storage_of(xb_run_analyses(c->run));
    const xb_reference whole = {.symbol = (xb_symbol *)symbol};
    return xb_storage_may_be_allocated(storage, &whole) && xb_derivative_can_be_named(symbol) &&
           xb_is_from_outside(c->routine, symbol);
}

static xb_visit see_reference(xb_walk *walk, xb_node *node, void *context)
{
    collecting *c = context;
    xb_symbol *symbol = ((const xb_reference *)node)->symbol;
    xb_arena *arena = xb_walk_program(walk)->arena;
    if (!may_be_missing(c, symbol) || xb_map_get(&c->known, symbol->node.index, 0))
        return XB_VISIT_CONTINUE;
    xb_map_put(arena, &c->known, symbol->node.index, 0, symbol);
    xb_list_append(arena, &c->arrays, symbol);
    return XB_VISIT_CONTINUE;
}

xb_list xb_unsized_outside(xb_run *run, xb_routine *routine)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_VARIABLE_REFERENCE] = see_reference}};
    collecting c = {.run = run, .routine = routine};
    xb_traverse(xb_run_program(run), xb_run_scratch(run), &routine->node, &visitor, &c);
    return c.arrays;
}

/* ---- code ---------------------------------------------------------------------------------------------- */

static uint32_t add_allocated(const xb_emitter *emit, xb_expression *to, xb_symbol *array)
{
    return xb_build_unary(emit->program, to, XB_INTRINSIC_ALLOCATED, xb_emit_variable(emit, to, array));
}

/* Whether an array is there, and its derivative is not. */
static xb_expression *is_missing(const xb_emitter *emit, xb_symbol *array, xb_symbol *derivative)
{
    xb_expression *condition = xb_build_expression(emit->program);
    uint32_t there = add_allocated(emit, condition, array),
             known = add_allocated(emit, condition, derivative);
    xb_emit_operation(emit, condition, XB_INTRINSIC_AND, there,
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

static uint32_t allocate_all(const xb_emitter *emit, xb_named_derivatives *derivatives, uint32_t after,
                             const xb_list *arrays)
{
    for (size_t i = 0; i < arrays->count; i++)
        for (uint32_t k = 0; k < xb_named_directions(derivatives); k++)
            after = allocate_if_missing(emit, after, arrays->items[i],
                                        xb_named_derivative(derivatives, arrays->items[i], k));
    return after;
}

xb_flow_graph xb_allocated_first(xb_run *run, xb_named_derivatives *derivatives, xb_scope *scope,
                                 const xb_flow_graph *flow, const xb_list *arrays)
{
    xb_program *program = xb_run_program(run);
    xb_flow_graph result = {.vertices = {.count = 0}};
    const xb_emitter emit = {program, scope, &result};
    if (arrays->count == 0)
        return *flow;
    xb_list_append_all(program->arena, &result.vertices, &flow->vertices);
    for (uint32_t v = 0; v < flow->graph.vertex_count; v++)
        xb_graph_add_vertex(program->arena, &result.graph);
    for (uint32_t e = 0; e < flow->graph.edge_count; e++) {
        uint32_t source = xb_graph_source(&flow->graph, e), target = xb_graph_target(&flow->graph, e);
        if (((const xb_node *)flow->vertices.items[source])->kind == XB_KIND_ENTRY) {
            xb_emit_edge(&emit, allocate_all(&emit, derivatives, source, arrays), target);
            continue;
        }
        xb_graph_add_edge(program->arena, &result.graph, source, target);
        xb_list_append(program->arena, &result.edges, flow->edges.items[e]);
    }
    return xb_flow_in_text_order(program, xb_run_scratch(run), &result);
}
