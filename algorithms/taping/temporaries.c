/*
 * What computes a temporary is needed if the temporary is; it is if anything needed refers to it. Statements
 * that do anything else than to compute temporaries are needed. This is mark and sweep over the whole
 * routine, whatever the order of statements is. They are looked at from the last to the first one, so that
 * those which compute what is needed are mostly known for it when their turn comes; the others wait. A copy
 * without derivatives is not made of what would go again: its original is marked.
 */
#include "algorithms/taping/temporaries.h"

#include "analysis/allocation.h"
#include "base/number_set.h"
#include "ir/version.h"

/* ---- derivatives -------------------------------------------------------------------------------------- */

bool xb_is_linear(const xb_statement *statement)
{
    if (statement->node.kind == XB_KIND_DERIVATIVE_PROPAGATOR)
        return true;
    return statement->node.kind == XB_KIND_ASSIGNMENT && ((const xb_assignment *)statement)->target->deriv;
}

/* ---- temporaries -------------------------------------------------------------------------------------- */

typedef struct sweep {
    xb_program *program;
    xb_arena *scratch;
    xb_node_set live;    /* node indices of temporaries */
    xb_node_map waiting; /* by temporary: xb_list of statements that compute it, if it is needed */
    xb_list open;        /* live temporaries for which statements wait */
    bool drops_derivatives;
    const xb_node_set *needed; /* temporaries that something else needs; NULL: none */
} sweep;

/* The temporary that a statement does nothing but compute or allocate; NULL if it does something else. What
 * routines within this one may read is something else. */
static const xb_symbol *computed_by(const xb_statement *statement)
{
    const xb_symbol *symbol = NULL;
    if (statement->node.kind == XB_KIND_ASSIGNMENT)
        symbol = ((const xb_assignment *)statement)->target->symbol;
    else
        symbol = xb_allocated_by(statement);
    return symbol && symbol->temporary && !symbol->shared ? symbol : NULL;
}

static xb_visit mark(xb_walk *walk, xb_node *node, void *context)
{
    sweep *s = context;
    const xb_symbol *symbol = ((const xb_reference *)node)->symbol;
    (void)walk;
    if (symbol->temporary && xb_node_set_add(s->scratch, &s->live, &symbol->node) &&
        xb_node_map_get(&s->waiting, &symbol->node))
        xb_list_append(s->scratch, &s->open, symbol);
    return XB_VISIT_CONTINUE;
}

static const xb_visitor marks = {.enter = {[XB_KIND_VARIABLE_REFERENCE] = mark}};

static void mark_all(sweep *s, const void *node)
{
    if (node)
        xb_traverse(s->program, s->scratch, (xb_node *)node, &marks, s);
}

/* A function call among what computes a temporary may do something else. */
static xb_visit stop(xb_walk *walk, xb_node *node, void *context)
{
    (void)walk, (void)node, (void)context;
    return XB_VISIT_STOP;
}

static const xb_visitor functions = {.enter = {[XB_KIND_FUNCTION_CALL] = stop}};

static bool calls_function(sweep *s, const xb_statement *statement)
{
    return xb_traverse(s->program, s->scratch, (xb_node *)statement, &functions, s) == XB_VISIT_STOP;
}

/* Whether a statement is needed, by what is known to be live. */
static bool is_needed(sweep *s, const xb_statement *statement)
{
    const xb_symbol *symbol = computed_by(statement);
    return !symbol || xb_node_set_has(&s->live, &symbol->node) ||
           (s->needed && xb_node_set_has(s->needed, &symbol->node)) || calls_function(s, statement);
}

static void let_wait(sweep *s, const xb_statement *statement)
{
    const xb_node *temporary = &computed_by(statement)->node;
    xb_list_append(s->scratch, xb_node_map_make(s->scratch, &s->waiting, temporary, sizeof(xb_list)),
                   statement);
}

/* Whether a statement is left out whatever refers to what it computes. */
static bool is_left_out(const sweep *s, const xb_statement *statement)
{
    return s->drops_derivatives && xb_is_linear(statement);
}

static void look_at(sweep *s, const xb_statement *statement)
{
    if (is_left_out(s, statement))
        return;
    if (is_needed(s, statement))
        mark_all(s, statement);
    else
        let_wait(s, statement);
}

static void mark_roots(sweep *s, const xb_routine *routine)
{
    for (size_t v = routine->flow.vertices.count; v-- > 0;) {
        const xb_flow_vertex *vertex = xb_current(routine->flow.vertices.items[v]);
        const xb_list *statements = xb_view_list(s->scratch, XB_VIEW_DERIVED, &vertex->statements);
        mark_all(s, xb_current(vertex->condition));
        mark_all(s, xb_current(vertex->initialization));
        mark_all(s, xb_current(vertex->update));
        for (size_t i = statements->count; i-- > 0;)
            look_at(s, statements->items[i]);
    }
}

static void mark_consequences(sweep *s)
{
    while (s->open.count > 0) {
        const xb_symbol *symbol = s->open.items[--s->open.count];
        const xb_list *list = xb_node_map_get(&s->waiting, &symbol->node);
        for (size_t i = 0; i < list->count; i++)
            mark_all(s, list->items[i]);
    }
}

static void find_live(sweep *s, const xb_routine *routine)
{
    mark_roots(s, routine);
    mark_consequences(s);
}

static void drop(sweep *s, xb_flow_vertex *block)
{
    xb_list kept = {.count = 0};
    for (size_t i = 0; i < block->statements.count; i++)
        if (is_needed(s, block->statements.items[i]))
            xb_list_append(s->program->arena, &kept, block->statements.items[i]);
    block->statements = kept;
}

void xb_sweep_temporaries(xb_run *run, xb_routine *routine)
{
    const xb_node_set none = {0};
    xb_sweep_temporaries_but(run, routine, &none);
}

void xb_sweep_temporaries_but(xb_run *run, xb_routine *routine, const xb_node_set *needed)
{
    sweep s = {.program = xb_run_program(run), .scratch = xb_run_scratch(run), .needed = needed};
    find_live(&s, routine);
    for (size_t v = 0; v < routine->flow.vertices.count; v++)
        drop(&s, routine->flow.vertices.items[v]);
}

static bool is_copied(void *context, const xb_statement *statement)
{
    return !is_left_out(context, statement) && is_needed(context, statement);
}

void xb_complete_without_derivatives(xb_run *run, xb_routine *version)
{
    sweep s = {.program = xb_run_program(run), .scratch = xb_run_scratch(run), .drops_derivatives = true};
    find_live(&s, xb_current(version->version->original));
    xb_version_complete_with(s.program, version, is_copied, &s);
}
