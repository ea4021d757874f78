/*
 * What computes a temporary is needed if the temporary is; it is if anything needed refers to it. Statements
 * that do anything else than to compute temporaries are needed. This is mark and sweep over the whole
 * routine, whatever the order of statements is.
 */
#include "algorithms/taping/temporaries.h"

#include "ir/runtime_call.h"

/* ---- derivatives -------------------------------------------------------------------------------------- */

bool xb_is_linear(const xb_statement *statement)
{
    if (statement->node.kind == XB_KIND_DERIVATIVE_PROPAGATOR)
        return true;
    return statement->node.kind == XB_KIND_ASSIGNMENT && ((const xb_assignment *)statement)->target->deriv;
}

void xb_drop_derivatives(xb_program *program, xb_routine *routine)
{
    for (size_t v = 0; v < routine->flow.vertices.count; v++) {
        xb_flow_vertex *block = routine->flow.vertices.items[v];
        xb_list kept = {.count = 0};
        for (size_t i = 0; i < block->statements.count; i++)
            if (!xb_is_linear(block->statements.items[i]))
                xb_list_append(program->arena, &kept, block->statements.items[i]);
        block->statements = kept;
    }
}

/* ---- temporaries -------------------------------------------------------------------------------------- */

typedef struct sweep {
    xb_program *program;
    xb_arena *scratch;
    xb_map computed; /* by node index of a temporary: xb_list of the statements that compute it */
    xb_map live;     /* temporaries by node index */
    xb_list open;    /* live temporaries whose statements are still to be marked */
} sweep;

/* The temporary that a statement does nothing but compute or allocate; NULL if it does something else. */
static const xb_symbol *computed_by(const xb_statement *statement)
{
    const xb_symbol *symbol = NULL;
    if (statement->node.kind == XB_KIND_ASSIGNMENT)
        symbol = ((const xb_assignment *)statement)->target->symbol;
    else if (statement->node.kind == XB_KIND_INLINABLE_CALL) {
        const xb_inlinable_call *call = (const xb_inlinable_call *)statement;
        if (xb_runtime_is(call->name->text, XB_RUNTIME_ALLOCATE_MATCHING) ||
            xb_runtime_is(call->name->text, XB_RUNTIME_ALLOCATE_SHAPE))
            symbol = ((const xb_argument *)call->arguments.items[0])->reference->symbol;
    }
    return symbol && symbol->temporary ? symbol : NULL;
}

static xb_visit mark(xb_walk *walk, xb_node *node, void *context)
{
    sweep *s = context;
    const xb_symbol *symbol = ((const xb_reference *)node)->symbol;
    (void)walk;
    if (symbol->temporary && !xb_map_get(&s->live, symbol->node.index, 0)) {
        xb_map_put(s->scratch, &s->live, symbol->node.index, 0, symbol);
        xb_list_append(s->scratch, &s->open, symbol);
    }
    return XB_VISIT_CONTINUE;
}

static const xb_visitor marks = {.enter = {[XB_KIND_VARIABLE_REFERENCE] = mark}};

static void mark_all(sweep *s, xb_node *node)
{
    if (node)
        xb_traverse(s->program, s->scratch, node, &marks, s);
}

/* A function call among what computes a temporary may do something else. */
static xb_visit stop(xb_walk *walk, xb_node *node, void *context)
{
    (void)walk, (void)node, (void)context;
    return XB_VISIT_STOP;
}

static const xb_visitor functions = {.enter = {[XB_KIND_FUNCTION_CALL] = stop}};

static bool may_be_dropped(sweep *s, xb_statement *statement)
{
    return computed_by(statement) &&
           xb_traverse(s->program, s->scratch, &statement->node, &functions, s) != XB_VISIT_STOP;
}

static void look_at(sweep *s, xb_statement *statement)
{
    if (!may_be_dropped(s, statement)) {
        mark_all(s, &statement->node);
        return;
    }
    uint64_t key = computed_by(statement)->node.index;
    xb_list *list = xb_map_get(&s->computed, key, 0);
    if (!list) {
        list = xb_arena_alloc(s->scratch, sizeof *list);
        xb_map_put(s->scratch, &s->computed, key, 0, list);
    }
    xb_list_append(s->scratch, list, statement);
}

static void mark_roots(sweep *s, const xb_routine *routine)
{
    for (size_t v = 0; v < routine->flow.vertices.count; v++) {
        xb_flow_vertex *vertex = routine->flow.vertices.items[v];
        mark_all(s, (xb_node *)vertex->condition);
        mark_all(s, (xb_node *)vertex->initialization);
        mark_all(s, (xb_node *)vertex->update);
        for (size_t i = 0; i < vertex->statements.count; i++)
            look_at(s, vertex->statements.items[i]);
    }
}

static void mark_consequences(sweep *s)
{
    while (s->open.count > 0) {
        const xb_symbol *symbol = s->open.items[--s->open.count];
        const xb_list *list = xb_map_get(&s->computed, symbol->node.index, 0);
        for (size_t i = 0; list && i < list->count; i++)
            mark_all(s, list->items[i]);
    }
}

static void drop(sweep *s, xb_flow_vertex *block)
{
    xb_list kept = {.count = 0};
    for (size_t i = 0; i < block->statements.count; i++) {
        xb_statement *statement = block->statements.items[i];
        const xb_symbol *symbol = computed_by(statement);
        if (!symbol || xb_map_get(&s->live, symbol->node.index, 0) || !may_be_dropped(s, statement))
            xb_list_append(s->program->arena, &kept, statement);
    }
    block->statements = kept;
}

void xb_sweep_temporaries(xb_run *run, xb_routine *routine)
{
    sweep s = {.program = xb_run_program(run), .scratch = xb_run_scratch(run)};
    mark_roots(&s, routine);
    mark_consequences(&s);
    for (size_t v = 0; v < routine->flow.vertices.count; v++)
        drop(&s, routine->flow.vertices.items[v]);
}
