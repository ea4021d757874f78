/*
 * Each passive real variable that is an operand of an assignment to an active one, or the actual argument for
 * an active formal one, reaches what is active. The others are found from these backwards: along assignments
 * to passive real variables, from formal arguments to actual ones, and from actual arguments to the formal
 * ones that routines modify. Operands whose partial derivative is zero, and those of comparisons, don't
 * count.
 */
#include "algorithms/typechange/losses.h"

#include "traverse/traverse.h"

/* Where the values of a passive variable come from. */
typedef struct origins {
    xb_list from; /* xb_symbol */
} origins;

typedef struct finder {
    xb_run *run;
    xb_program *program;
    xb_arena *scratch;
    const xb_effects *effects;
    xb_losses *losses;
    xb_map origins; /* origins, by node index of a symbol */
    xb_list work;   /* xb_symbol: reaching, the consequences are still to be drawn */
} finder;

static bool is_passive_real(const xb_symbol *symbol)
{
    return !xb_symbol_is_active(symbol) && symbol->kind != XB_SYMBOL_SUBROUTINE &&
           (symbol->type == XB_TYPE_REAL || symbol->type == XB_TYPE_COMPLEX ||
            symbol->type == XB_TYPE_OPAQUE);
}

static void mark(finder *f, const xb_symbol *symbol)
{
    if (xb_map_get(&f->losses->reaching, symbol->node.index, 0))
        return;
    xb_map_put(f->program->arena, &f->losses->reaching, symbol->node.index, 0, symbol);
    xb_list_append(f->scratch, &f->work, (void *)symbol);
}

/* A value goes from one variable to another. */
static void note(finder *f, const xb_symbol *from, const xb_symbol *to)
{
    if (!is_passive_real(from) || from == to)
        return;
    if (xb_symbol_is_active(to))
        mark(f, from);
    if (!is_passive_real(to))
        return;
    origins *entry = xb_map_get(&f->origins, to->node.index, 0);
    if (!entry) {
        entry = xb_arena_alloc(f->scratch, sizeof *entry);
        xb_map_put(f->scratch, &f->origins, to->node.index, 0, entry);
    }
    xb_list_append(f->scratch, &entry->from, (void *)from);
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

static void note_argument(finder *f, const xb_symbol *actual, const xb_formal *formal)
{
    if (!formal)
        return;
    note(f, actual, formal->symbol);
    if (xb_effects_modifies(f->effects, formal))
        note(f, formal->symbol, actual);
}

static const xb_routine *callee_of(const finder *f, const xb_symbol *symbol)
{
    const xb_routine *callee = xb_program_routine(f->program, symbol);
    return callee && xb_routine_is_procedure(callee) ? callee : NULL;
}

static xb_visit enter_call(xb_walk *walk, xb_node *node, void *context)
{
    (void)walk;
    finder *f = context;
    const xb_call *call = (const xb_call *)node;
    const xb_routine *callee = callee_of(f, call->symbol);
    for (size_t i = 0; callee && i < call->arguments.count; i++) {
        const xb_argument *argument = call->arguments.items[i];
        if (argument->reference)
            note_argument(f, argument->reference->symbol, xb_routine_formal(callee, argument->position));
    }
    return XB_VISIT_CONTINUE;
}

static xb_visit enter_function(xb_walk *walk, xb_node *node, void *context)
{
    (void)walk;
    finder *f = context;
    const xb_function_call *call = (const xb_function_call *)node;
    const xb_routine *callee = callee_of(f, call->symbol);
    for (size_t i = 0; callee && i < call->arguments.count; i++)
        note_argument(f, ((const xb_reference *)call->arguments.items[i])->symbol,
                      xb_routine_formal(callee, (uint32_t)i + 1));
    return XB_VISIT_CONTINUE;
}

static const xb_visitor visitor = {.enter = {[XB_KIND_ASSIGNMENT] = enter_assignment,
                                             [XB_KIND_INITIALIZATION] = enter_assignment,
                                             [XB_KIND_UPDATE] = enter_assignment,
                                             [XB_KIND_SUBROUTINE_CALL] = enter_call,
                                             [XB_KIND_FUNCTION_CALL] = enter_function},
                                   .derived = true};

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
    finder f = {.run = run,
                .program = xb_run_program(run),
                .scratch = xb_run_scratch(run),
                .effects = effects,
                .losses = losses};
    if (!has_passive_formals(f.program))
        return;
    xb_traverse(f.program, f.scratch, &f.program->node, &visitor, &f);
    for (size_t i = 0; i < f.work.count; i++) {
        const xb_symbol *symbol = f.work.items[i];
        const origins *entry = xb_map_get(&f.origins, symbol->node.index, 0);
        for (size_t k = 0; entry && k < entry->from.count; k++)
            mark(&f, entry->from.items[k]);
    }
}

bool xb_losses_at(const xb_losses *losses, const xb_formal *formal)
{
    return xb_map_get(&losses->reaching, formal->symbol->node.index, 0) != NULL;
}
