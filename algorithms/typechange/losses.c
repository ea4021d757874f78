/*
 * Each passive real variable that is an operand of an assignment to an active one, or the actual argument for
 * an active formal one, reaches what is active. The others are found from these backwards: along assignments
 * to passive real variables, from formal arguments to actual ones, and from actual arguments to the formal
 * ones that routines modify. Operands whose partial derivative is zero, and those of comparisons, don't
 * count.
 */
#include "algorithms/typechange/losses.h"

#include "ir/closure.h"
#include "traverse/calls.h"
#include "traverse/traverse.h"

typedef struct finder {
    xb_run *run;
    xb_arena *scratch;
    const xb_effects *effects;
    xb_closure reaching;
} finder;

static bool is_passive_real(const xb_symbol *symbol)
{
    return !xb_symbol_is_active(symbol) && symbol->kind != XB_SYMBOL_SUBROUTINE &&
           (symbol->type == XB_TYPE_REAL || symbol->type == XB_TYPE_COMPLEX ||
            symbol->type == XB_TYPE_OPAQUE);
}

/* A value goes from one variable to another. */
static void note(finder *f, const xb_symbol *from, const xb_symbol *to)
{
    if (!is_passive_real(from) || from == to)
        return;
    if (xb_symbol_is_active(to))
        xb_closure_add(&f->reaching, from);
    else if (is_passive_real(to))
        xb_closure_imply(&f->reaching, to, from);
}

/* ---- assignments --------------------------------------------------------------------------------------- */

static bool is_differentiable(const finder *f, const xb_expression *expression, uint32_t edge)
{
    const xb_vertex *target = xb_expression_vertex(expression, xb_graph_target(&expression->graph, edge));
    if (target->node.kind != XB_KIND_INTRINSIC)
        return target->node.kind != XB_KIND_BOOLEAN_OPERATION;
    const xb_inlinable *item =
        xb_catalogue_inlinable(xb_run_catalogue(f->run), ((const xb_intrinsic *)target)->name);
    const xb_partial *partial =
        item ? xb_inlinable_partial(item, xb_expression_edge_at(expression, edge)->position) : NULL;
    return !partial || partial->kind != XB_PARTIAL_PASSIVE;
}

static void note_leaf(finder *f, const xb_vertex *vertex, const xb_symbol *target)
{
    if (vertex->node.kind == XB_KIND_VARIABLE_REFERENCE)
        note(f, ((const xb_reference *)vertex)->symbol, target);
    const xb_function_call *call = (const xb_function_call *)vertex;
    for (size_t i = 0; vertex->node.kind == XB_KIND_FUNCTION_CALL && i < call->arguments.count; i++)
        note(f, ((const xb_reference *)call->arguments.items[i])->symbol, target);
}

static xb_visit enter_assignment(xb_walk *walk, xb_node *node, void *context)
{
    (void)walk;
    finder *f = context;
    const xb_assignment *assignment = (const xb_assignment *)node;
    const xb_expression *expression = assignment->value;
    const xb_symbol *target = assignment->target->symbol;
    if (assignment->target->active == XB_ACTIVITY_FALSE ||
        !(xb_symbol_is_active(target) || is_passive_real(target)))
        return XB_VISIT_CONTINUE;
    const xb_graph *graph = &expression->graph;
    const uint32_t *order = xb_expression_order(f->scratch, expression);
    bool *counts = xb_arena_array(f->scratch, graph->vertex_count, sizeof *counts);
    counts[expression->root] = true;
    for (uint32_t k = graph->vertex_count; k-- > 0;) {
        uint32_t v = order[k];
        if (!counts[v])
            continue;
        note_leaf(f, xb_expression_vertex(expression, v), target);
        for (uint32_t e = xb_graph_first_in(graph, v); e != XB_GRAPH_NONE; e = xb_graph_next_in(graph, e))
            if (is_differentiable(f, expression, e))
                counts[xb_graph_source(graph, e)] = true;
    }
    return XB_VISIT_CONTINUE;
}

/* ---- calls --------------------------------------------------------------------------------------------- */

static void note_argument(void *context, const xb_reference *actual, const xb_formal *formal)
{
    finder *f = context;
    if (!formal)
        return;
    note(f, actual->symbol, formal->symbol);
    if (xb_effects_modifies(f->effects, formal))
        note(f, formal->symbol, actual->symbol);
}

static xb_visit enter_call(xb_walk *walk, xb_node *node, void *context)
{
    xb_call_passes(xb_walk_program(walk), node, note_argument, context);
    return XB_VISIT_CONTINUE;
}

static const xb_visitor visitor = {.enter = {[XB_KIND_ASSIGNMENT] = enter_assignment,
                                             [XB_KIND_INITIALIZATION] = enter_assignment,
                                             [XB_KIND_UPDATE] = enter_assignment,
                                             [XB_KIND_SUBROUTINE_CALL] = enter_call,
                                             [XB_KIND_FUNCTION_CALL] = enter_call}};

/* Whether there are formal arguments that may lose anything. */
static bool has_passive_formals(const xb_program *program)
{
    for (size_t i = 0; i < program->routines.count; i++) {
        const xb_routine *routine = program->routines.items[i];
        for (size_t k = 0; k < routine->formals.count; k++)
            if (is_passive_real(((const xb_formal *)routine->formals.items[k])->symbol))
                return true;
    }
    return false;
}

void xb_losses_find(xb_run *run, const xb_effects *effects, xb_losses *losses)
{
    xb_program *program = xb_run_program(run);
    xb_arena *scratch = xb_run_scratch(run);
    finder f = {.run = run,
                .scratch = scratch,
                .effects = effects,
                .reaching = {.arena = program->arena, .scratch = scratch}};
    if (!has_passive_formals(program))
        return;
    xb_traverse(program, scratch, &program->node, &visitor, &f);
    xb_closure_complete(&f.reaching);
    losses->reaching = f.reaching.members;
}

bool xb_losses_at(const xb_losses *losses, const xb_formal *formal)
{
    return xb_map_get(&losses->reaching, formal->symbol->node.index, 0) != NULL;
}
