/*
 * At each point of an adjoint sweep, the derivative m_d of an array m from outside is missing, which counts
 * as zero, or has the shape that m had at that point. Three things see to it:
 *
 * - Where the program allocates or deallocates m, the adjoint sweep does the opposite with m_d, in the shape
 *   that was taped (taping.h).
 * - No taping sweep touches m_d: m has shapes under way that are not those of m_d, which may hold adjoints of
 *   what comes later. Where callees of a taping sweep have an argument for m_d, which they do not use, it
 *   passes an array of its own in the place of m_d, in the shape that m has there. Likewise, an adjoint sweep
 *   passes an array in the shape of m_d in the place of m, which has another one by then: callees only ask
 *   for its shape.
 * - Where all adjoint sweeps begin, m_d of another shape is left from before, see left_derivatives.c.
 *
 * So the entry of an adjoint sweep, and each marker in tangent-linear code, lead through
 *
 *     if (allocated(m) .and. .not. allocated(m_d)) then
 *       allocate m_d in the shape of m; m_d = 0
 *     end if
 *
 * After a marker, m may also have got another shape; then m_d gets it, too.
 */
#include "algorithms/associationbyname/allocations.h"

#include <string.h>

#include "algorithms/support/insertion.h"
#include "analysis/accesses.h"
#include "analysis/storage.h"
#include "ir/build.h"
#include "ir/declaration.h"
#include "traverse/traverse.h"

/* ---- which arrays -------------------------------------------------------------------------------------- */

typedef struct collecting {
    xb_run *run;
    const xb_routine *routine;
    xb_node_set known;
    xb_unsized arrays;
} collecting;

static bool may_be_missing(const collecting *c, const xb_symbol *symbol)
{
    return xb_storage_is_allocatable(xb_storage_of(xb_run_analyses(c->run)), symbol) &&
           xb_derivative_can_be_named(symbol);
}

static xb_visit see_reference(xb_walk *walk, xb_node *node, void *context)
{
    collecting *c = context;
    xb_symbol *symbol = ((const xb_reference *)node)->symbol;
    xb_arena *arena = xb_walk_program(walk)->arena;
    if (may_be_missing(c, symbol) && xb_node_set_add(arena, &c->known, &symbol->node))
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

static uint32_t add_allocated(xb_program *program, xb_expression *to, xb_symbol *array)
{
    return xb_build_unary(program, to, XB_INTRINSIC_ALLOCATED, xb_build_variable(program, to, array));
}

/* Whether an array is there, and its derivative is, or is not. */
static xb_expression *is_there(xb_program *program, xb_symbol *array, xb_symbol *derivative, bool has_one)
{
    xb_expression *condition = xb_build_expression(program);
    uint32_t there = add_allocated(program, condition, array),
             known = add_allocated(program, condition, derivative);
    if (!has_one)
        known = xb_build_unary(program, condition, XB_INTRINSIC_NOT, known);
    xb_build_binary(program, condition, XB_INTRINSIC_AND, there, known);
    return condition;
}

static xb_inlinable_call *allocation(xb_program *program, xb_symbol *array, xb_symbol *like)
{
    xb_inlinable_call *call = xb_build_inlinable_call(program, XB_RUNTIME_ALLOCATE_MATCHING, "_allocate");
    xb_build_argument(program, &call->arguments, xb_build_reference(program, array));
    xb_build_argument(program, &call->arguments, xb_build_reference(program, like));
    return call;
}

void xb_idle_allocate(xb_program *program, const xb_idle *idle, xb_list *statements)
{
    xb_list_append(program->arena, statements, allocation(program, idle->symbol, idle->like));
    if (idle->is_read)
        xb_list_append(program->arena, statements,
                       xb_build_assignment(program, "_allocate", xb_build_reference(program, idle->symbol),
                                           xb_build_leaf(program, xb_build_real(program, 0))));
}

static void allocate(xb_body *code, xb_symbol *array, xb_symbol *derivative)
{
    xb_program *program = code->program;
    xb_body_add(code, &allocation(program, derivative, array)->statement);
    xb_body_set(code, "_allocate", derivative, xb_build_leaf(program, xb_build_real(program, 0)));
}

static void allocate_if_missing(xb_body *code, xb_symbol *array, xb_symbol *derivative)
{
    xb_body_if(code, is_there(code->program, array, derivative, false));
    allocate(code, array, derivative);
    xb_body_end(code);
}

static uint32_t add_lower_bound(xb_program *program, xb_expression *to, xb_symbol *array, int dimension)
{
    const uint32_t whole = xb_build_variable(program, to, array);
    return xb_build_binary(program, to, XB_INTRINSIC_LBOUND, whole,
                           xb_expression_add(program, to, xb_build_integer(program, dimension)));
}

static xb_expression *have_other_bounds(xb_program *program, xb_symbol *array, xb_symbol *derivative)
{
    xb_expression *differ = xb_build_other_shape(program, array, derivative);
    for (int d = 1; d <= array->rank; d++) {
        const uint32_t others = differ->root, lower = add_lower_bound(program, differ, array, d);
        const uint32_t here = xb_build_binary(program, differ, XB_INTRINSIC_NOT_EQUAL, lower,
                                              add_lower_bound(program, differ, derivative, d));
        xb_build_binary(program, differ, XB_INTRINSIC_OR, others, here);
    }
    return differ;
}

static void allocate_if_reshaped(xb_body *code, xb_symbol *array, xb_symbol *derivative)
{
    xb_body_if(code, is_there(code->program, array, derivative, true));
    xb_body_if(code, have_other_bounds(code->program, array, derivative));
    allocate(code, array, derivative);
    xb_body_end(code);
    xb_body_end(code);
}

static void allocate_missing(xb_body *code, xb_named_derivatives *derivatives, const xb_list *arrays)
{
    for (size_t i = 0; i < arrays->count; i++)
        for (uint32_t k = 0; k < xb_named_directions(derivatives); k++)
            allocate_if_missing(code, arrays->items[i],
                                xb_named_derivative(derivatives, arrays->items[i], k));
}

void xb_reshape_derivatives(xb_body *code, xb_named_derivatives *derivatives, const xb_list *arrays)
{
    for (size_t i = 0; i < arrays->count; i++)
        for (uint32_t k = 0; k < xb_named_directions(derivatives); k++)
            allocate_if_reshaped(code, arrays->items[i],
                                 xb_named_derivative(derivatives, arrays->items[i], k));
}

void xb_allocate_derivatives(xb_body *code, xb_named_derivatives *derivatives, const xb_list *arrays)
{
    xb_reshape_derivatives(code, derivatives, arrays);
    allocate_missing(code, derivatives, arrays);
}

/* ---- where --------------------------------------------------------------------------------------------- */

/* Where arrays are allocated. */
typedef struct places {
    xb_named_derivatives *derivatives;
    const xb_list *first;     /* arrays that are allocated at the beginning; NULL: none */
    const xb_unsized *marked; /* arrays that markers may allocate; NULL: none */
    const xb_node_map *idle;  /* xb_list of xb_idle by the call that needs them; NULL: none */
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

/* What is passed for the derivative of an array that may not be there. */
static void allocate_idle(xb_body *code, const xb_idle *idle)
{
    xb_list statements = {.count = 0};
    xb_body_if(code, xb_build_inquiry(code->program, XB_INTRINSIC_ALLOCATED, idle->like));
    xb_idle_allocate(code->program, idle, &statements);
    for (size_t i = 0; i < statements.count; i++)
        xb_body_add(code, statements.items[i]);
    xb_body_end(code);
}

static void allocate_all_idle(xb_body *code, const places *p, const xb_node *statement)
{
    const xb_list *idle = p->idle ? xb_node_map_get(p->idle, statement) : NULL;
    for (size_t i = 0; idle && i < idle->count; i++)
        allocate_idle(code, idle->items[i]);
}

static void allocate_after_marker(xb_body *code, const places *p)
{
    xb_allocate_derivatives(code, p->derivatives, &p->marked->outside);
    xb_allocate_derivatives(code, p->derivatives, &p->marked->own);
}

static void cut(xb_body *code, void *context, const xb_flow_vertex *vertex)
{
    const places *p = context;
    const xb_list *statements = &vertex->statements;
    if (p->first && vertex->node.kind == XB_KIND_ENTRY)
        allocate_missing(code, p->derivatives, p->first);
    for (size_t i = 0; i < statements->count; i++) {
        allocate_all_idle(code, p, statements->items[i]);
        xb_body_add(code, statements->items[i]);
        if (is_cut_after(p, statements, i))
            allocate_after_marker(code, p);
    }
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

xb_flow_graph xb_allocated_before_calls(xb_run *run, xb_scope *scope, const xb_flow_graph *flow,
                                        const xb_node_map *idle)
{
    if (xb_node_map_is_empty(idle))
        return *flow;
    return xb_flow_cut(run, scope, flow, cut, &(places){.idle = idle});
}

bool xb_replacement_is_adjoint(const xb_replacement *replacement)
{
    const char *placeholder = replacement->placeholder->text;
    return strcmp(placeholder, "3") == 0 || strcmp(placeholder, "11") == 0;
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
