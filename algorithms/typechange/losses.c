/*
 * Each passive real variable that is an operand of an assignment to an active one, or the actual argument for
 * an active formal one, reaches what is active. The others are found from these backwards: along assignments
 * to passive real variables, from formal arguments to actual ones, and from actual arguments to the formal
 * ones that routines modify. Operands whose partial derivative is zero, and those of comparisons, don't
 * count, nor do arguments of functions whose values are integers or logicals. Passive variables that share
 * storage with active ones are looked for by alias sets.
 */
#include "algorithms/typechange/losses.h"

#include "algorithm/routine_rules.h"
#include "analysis/summaries.h"
#include "ir/closure.h"
#include "analysis/calls.h"
#include "analysis/footprints.h"
#include "analysis/shape.h"
#include "analysis/overlap.h"
#include "traverse/traverse.h"

typedef struct finder {
    xb_run *run;
    xb_arena *scratch;
    const xb_footprints *effects;
    xb_closure reaching;
    xb_closure certain;  /* likewise, but not for what is passed to an argument that may just be a result */
    xb_node_set warned;  /* variables */
    xb_node_map carried; /* by temporary: an active variable that it may depend on */
    xb_node_map outside; /* by subroutine: an active variable that it may read, see below */
} finder;

/* What is done with an operand whose value goes to the target of an assignment in a differentiable way. */
typedef void operand_function(void *context, const xb_reference *operand, const xb_symbol *target);

/* What is on no path from independents to dependents loses nothing. */
static bool is_passive_real(const xb_symbol *symbol)
{
    return !xb_symbol_is_active(symbol) && !symbol->off_path && symbol->kind != XB_SYMBOL_SUBROUTINE &&
           (symbol->type == XB_TYPE_REAL || symbol->type == XB_TYPE_COMPLEX ||
            symbol->type == XB_TYPE_OPAQUE);
}

static void note_in(xb_closure *closure, const xb_symbol *from, const xb_symbol *to)
{
    if (!is_passive_real(from) || from == to)
        return;
    if (xb_symbol_is_active(to))
        xb_closure_add(closure, from);
    else if (is_passive_real(to))
        xb_closure_imply(closure, to, from);
}

/* A value goes from one variable to another. */
static void note(finder *f, const xb_symbol *from, const xb_symbol *to)
{
    note_in(&f->reaching, from, to);
    note_in(&f->certain, from, to);
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
        item ? xb_inlinable_partial(item, xb_expression_position(expression, edge)) : NULL;
    return !partial || partial->kind != XB_PARTIAL_PASSIVE;
}

static bool has_derivative(xb_type type)
{
    return type != XB_TYPE_INTEGER && type != XB_TYPE_BOOL;
}

/* Whether a vertex is the call of a function whose value may have a derivative. */
static bool is_function_with_derivative(const finder *f, const xb_expression *expression, uint32_t v)
{
    return xb_expression_vertex(expression, v)->node.kind == XB_KIND_FUNCTION_CALL &&
           has_derivative(xb_shape_of_vertex(xb_run_analyses(f->run), f->scratch, expression, v, NULL).type);
}

static void each_reference(const finder *f, const xb_expression *expression, uint32_t v,
                           const xb_symbol *target, operand_function *found, void *context)
{
    const xb_vertex *vertex = xb_expression_vertex(expression, v);
    if (vertex->node.kind == XB_KIND_VARIABLE_REFERENCE)
        found(context, (const xb_reference *)vertex, target);
    if (!is_function_with_derivative(f, expression, v))
        return;
    const xb_function_call *call = (const xb_function_call *)vertex;
    for (size_t i = 0; i < call->arguments.count; i++)
        found(context, call->arguments.items[i], target);
}

static void each_operand(finder *f, const xb_assignment *assignment, operand_function *found, void *context)
{
    const xb_expression *expression = assignment->value;
    const xb_symbol *target = assignment->target->symbol;
    /* What ends the derivative of an active variable loses none; that a passive one has none need not be
     * said. */
    const bool ends = assignment->target->active == XB_ACTIVITY_FALSE && xb_symbol_is_active(target);
    if (ends || !(xb_symbol_is_active(target) || is_passive_real(target)))
        return;
    const xb_graph *graph = &expression->graph;
    const uint32_t *order = xb_expression_order(f->scratch, expression);
    bool *counts = xb_arena_array(f->scratch, graph->vertex_count, sizeof *counts);
    counts[expression->root] = true;
    for (uint32_t k = graph->vertex_count; k-- > 0;) {
        uint32_t v = order[k];
        if (!counts[v])
            continue;
        each_reference(f, expression, v, target, found, context);
        for (uint32_t e = xb_graph_first_in(graph, v); e != XB_GRAPH_NONE; e = xb_graph_next_in(graph, e))
            if (is_differentiable(f, expression, e))
                counts[xb_graph_source(graph, e)] = true;
    }
}

static void note_operand(void *context, const xb_reference *operand, const xb_symbol *target)
{
    note(context, operand->symbol, target);
}

static xb_visit enter_assignment(xb_walk *walk, xb_node *node, void *context)
{
    (void)walk;
    each_operand(context, (const xb_assignment *)node, note_operand, context);
    return XB_VISIT_CONTINUE;
}

/* ---- calls --------------------------------------------------------------------------------------------- */

/* Whether a routine may read an argument before it modifies it, if that makes a difference. */
static bool is_read_first(const finder *f, const xb_symbol *actual, const xb_formal *formal)
{
    return is_passive_real(actual) &&
           xb_formal_use_of(xb_footprints_of(xb_run_analyses(f->run)), formal).exposed;
}

static void note_argument(void *context, const xb_reference *actual, const xb_formal *formal)
{
    finder *f = context;
    if (!formal)
        return;
    bool is_modified = xb_effects_modifies(f->effects, formal);
    note_in(&f->reaching, actual->symbol, formal->symbol);
    if (is_modified)
        note(f, formal->symbol, actual->symbol);
    if (!is_modified || is_read_first(f, actual->symbol, formal))
        note_in(&f->certain, actual->symbol, formal->symbol);
}

/* What is done with two arguments of which a catalogue has a partial derivative. */
typedef void pair_function(void *context, const xb_reference *independent, const xb_reference *dependent);

static void each_pair(const finder *f, const xb_node *node, pair_function *act, void *context)
{
    const xb_call *call = (const xb_call *)node;
    if (node->kind != XB_KIND_SUBROUTINE_CALL)
        return;
    const xb_noninlinable *item = xb_jacobian_of_call(xb_run_analyses(f->run), call);
    for (size_t i = 0; item && i < item->partial_count; i++) {
        const xb_argument *from = xb_call_argument(call, item->partials[i].independent),
                          *to = xb_call_argument(call, item->partials[i].dependent);
        if (from && to && from->reference && to->reference)
            act(context, from->reference, to->reference);
    }
}

static void note_pair(void *context, const xb_reference *independent, const xb_reference *dependent)
{
    note(context, independent->symbol, dependent->symbol);
}

static xb_visit enter_call(xb_walk *walk, xb_node *node, void *context)
{
    xb_call_passes(xb_walk_program(walk), node, note_argument, context);
    each_pair(context, node, note_pair, context);
    return XB_VISIT_CONTINUE;
}

static const xb_visitor visitor = {.enter = {[XB_KIND_ASSIGNMENT] = enter_assignment,
                                             [XB_KIND_INITIALIZATION] = enter_assignment,
                                             [XB_KIND_UPDATE] = enter_assignment,
                                             [XB_KIND_SUBROUTINE_CALL] = enter_call,
                                             [XB_KIND_FUNCTION_CALL] = enter_call}};

/* ---- warnings ------------------------------------------------------------------------------------------ */

/* A statement that may give a variable a value that depends on an active one, directly or by temporaries. */
typedef struct giving {
    finder *f;
    const xb_symbol *from; /* an active variable whose value goes on; NULL: none has been found */
    const xb_symbol *to;   /* a variable that loses its derivative; NULL: none has been found */
} giving;

/* The active variable whose value a reference has, or depends on; NULL: there is none. */
static const xb_symbol *active_in(const finder *f, const xb_reference *reference)
{
    const xb_symbol *symbol = reference->symbol;
    if (symbol->temporary)
        return xb_node_map_get(&f->carried, &symbol->node);
    return xb_symbol_is_active(symbol) && reference->active != XB_ACTIVITY_FALSE ? symbol : NULL;
}

/* Whether active variables depend on a variable without derivative, of which that was not said. */
static bool is_lossy(const finder *f, const xb_symbol *symbol)
{
    return is_passive_real(symbol) && xb_closure_has(&f->certain, symbol) &&
           !xb_node_set_has(&f->warned, &symbol->node);
}

/* Temporaries hand on what they carry. */
static bool loses(const finder *f, const xb_symbol *symbol)
{
    return !symbol->temporary && is_lossy(f, symbol);
}

static void carry(const giving *g, const xb_symbol *temporary)
{
    if (g->from && temporary->temporary && has_derivative(temporary->type))
        xb_node_map_put(g->f->scratch, &g->f->carried, &temporary->node, g->from);
}

static void see_operand(void *context, const xb_reference *operand, const xb_symbol *target)
{
    giving *g = context;
    if (!g->from)
        g->from = active_in(g->f, operand);
    if (loses(g->f, target))
        g->to = target;
}

static const xb_symbol *first_active(const xb_list *symbols)
{
    for (size_t i = 0; i < symbols->count; i++)
        if (xb_symbol_is_active(symbols->items[i]))
            return symbols->items[i];
    return NULL;
}

/* An active variable from outside that a routine may read before it assigns it; NULL: there is none. */
static const xb_symbol *active_from_outside(finder *f, const xb_symbol *callee)
{
    const xb_symbol **known = xb_node_map_get(&f->outside, &callee->node);
    if (known)
        return *known;
    const xb_routine *routine = xb_program_routine(xb_run_program(f->run), callee);
    const xb_footprint *footprint =
        routine ? xb_footprint_of(xb_footprints_of(xb_run_analyses(f->run)), routine) : NULL;
    known = xb_arena_alloc(f->scratch, sizeof *known);
    *known = footprint ? first_active(&footprint->exposed) : NULL;
    xb_node_map_put(f->scratch, &f->outside, &callee->node, (const void *)known);
    return *known;
}

static void see_functions(giving *g, const xb_assignment *assignment)
{
    const xb_expression *expression = assignment->value;
    for (uint32_t v = 0; !g->from && v < expression->graph.vertex_count; v++) {
        if (!is_function_with_derivative(g->f, expression, v))
            continue;
        const xb_function_call *call = (const xb_function_call *)xb_expression_vertex(expression, v);
        g->from = active_from_outside(g->f, call->symbol);
        if (g->from && loses(g->f, assignment->target->symbol))
            g->to = assignment->target->symbol;
    }
}

/* What an active formal argument gets from others may go on to each one that is modified. */
static void see_argument(void *context, const xb_reference *actual, const xb_formal *formal)
{
    giving *g = context;
    if (formal && xb_symbol_is_active(formal->symbol) && !g->from)
        g->from = active_in(g->f, actual);
}

static void see_pair(void *context, const xb_reference *independent, const xb_reference *dependent)
{
    giving *g = context;
    const xb_symbol *from = active_in(g->f, independent);
    if (!from || !loses(g->f, dependent->symbol))
        return;
    g->from = from;
    g->to = dependent->symbol;
}

static void warn_of(const giving *g, const xb_walk *walk, const xb_node *node, const char *name)
{
    finder *f = g->f;
    if (!g->from || !g->to)
        return;
    xb_node_set_add(f->scratch, &f->warned, &g->to->node);
    xb_warning(xb_run_program(f->run)->diagnostics, xb_walk_place(walk, node, xb_walk_path(walk, f->scratch)),
               "declare it active if that derivative is wanted",
               "%s has no derivative, but gets a value that may depend on '%s', and active variables depend "
               "on it: that derivative is lost",
               name, g->from->id->text);
}

static void warn(const giving *g, const xb_walk *walk, const xb_node *node)
{
    if (g->to)
        warn_of(g, walk, node, xb_arena_format(g->f->scratch, "'%s'", g->to->id->text));
}

static xb_visit check_assignment(xb_walk *walk, xb_node *node, void *context)
{
    const xb_assignment *assignment = (const xb_assignment *)node;
    giving g = {.f = context};
    if (xb_walk_routine(walk)->rule) /* what it calls is warned of where that is called */
        return XB_VISIT_CONTINUE;
    each_operand(g.f, assignment, see_operand, &g);
    see_functions(&g, assignment);
    carry(&g, assignment->target->symbol);
    warn(&g, walk, node);
    return XB_VISIT_CONTINUE;
}

static void carry_argument(void *context, const xb_reference *actual, const xb_formal *formal)
{
    const giving *g = context;
    if (formal && xb_effects_modifies(g->f->effects, formal))
        carry(g, actual->symbol);
}

/* A call whose arguments may lose something. */
typedef struct call_check {
    giving *giving;
    const xb_walk *walk;
    const xb_node *call;
    const xb_routine *ruled; /* what is called, if it stands for a routine with a rule; else NULL */
} call_check;

static const xb_routine *ruled_callee(const finder *f, const xb_node *call)
{
    const xb_routine *routine = xb_program_routine(xb_run_program(f->run), xb_called_symbol(call));
    return routine && routine->rule ? routine : NULL;
}

static void warn_of_argument(void *context, const xb_reference *actual, const xb_formal *formal)
{
    const call_check *c = context;
    const finder *f = c->giving->f;
    if (!formal || !xb_symbol_is_active(formal->symbol) || !loses(f, actual->symbol) ||
        !xb_effects_modifies(f->effects, formal))
        return;
    c->giving->to = actual->symbol;
    warn(c->giving, c->walk, c->call);
}

/* What a routine with a rule gives its passive arguments is not seen in statements, since its body is kept,
 * and the result of a function has no name but that of the function. */
static void warn_of_ruled_argument(void *context, const xb_reference *actual, const xb_formal *formal)
{
    const call_check *c = context;
    const finder *f = c->giving->f;
    const xb_symbol *symbol = actual->symbol;
    if (!formal || xb_symbol_is_active(formal->symbol) || formal->intent == XB_INTENT_IN ||
        !is_lossy(f, symbol))
        return;
    const char *name = symbol->temporary
                           ? xb_arena_format(f->scratch, "the result of '%s', as its rule says,",
                                             xb_routine_rule_symbol(c->ruled)->id->text)
                           : xb_arena_format(f->scratch, "'%s'", symbol->id->text);
    c->giving->to = symbol;
    warn_of(c->giving, c->walk, c->call, name);
}

/* Nor is what it assigns to variables from outside, of which the rule says nothing. */
static void warn_of_outside(const call_check *c)
{
    const finder *f = c->giving->f;
    const xb_footprint *footprint = xb_footprint_of(xb_footprints_of(xb_run_analyses(f->run)), c->ruled);
    for (size_t i = 0; footprint && i < footprint->modified.count; i++) {
        const xb_symbol *symbol = footprint->modified.items[i];
        if (!xb_is_from_outside(c->ruled, symbol) || !loses(f, symbol))
            continue;
        c->giving->to = symbol;
        warn(c->giving, c->walk, c->call);
    }
}

static void warn_of_call(const call_check *c)
{
    const xb_program *program = xb_run_program(c->giving->f->run);
    xb_call_passes(program, c->call, warn_of_argument, (void *)c);
    if (!c->ruled)
        return;
    xb_call_passes(program, c->call, warn_of_ruled_argument, (void *)c);
    warn_of_outside(c);
}

static xb_visit check_call(xb_walk *walk, xb_node *node, void *context)
{
    giving g = {.f = context};
    call_check c = {&g, walk, node, ruled_callee(g.f, node)};
    each_pair(g.f, node, see_pair, &g);
    warn(&g, walk, node);
    xb_call_passes(xb_walk_program(walk), node, see_argument, &g);
    if (!g.from)
        g.from = active_from_outside(g.f, xb_called_symbol(node));
    xb_call_passes(xb_walk_program(walk), node, carry_argument, &g);
    if (g.from)
        warn_of_call(&c);
    return XB_VISIT_CONTINUE;
}

static const xb_visitor checks = {.enter = {[XB_KIND_ASSIGNMENT] = check_assignment,
                                            [XB_KIND_INITIALIZATION] = check_assignment,
                                            [XB_KIND_UPDATE] = check_assignment,
                                            [XB_KIND_SUBROUTINE_CALL] = check_call,
                                            [XB_KIND_FUNCTION_CALL] = check_call},
                                  .skips_kept = true};

/* ---- storage that is shared ---------------------------------------------------------------------------- */

/* References of active variables, by what alias sets tell. Formal arguments are converted where they are
 * passed. */
typedef struct shared {
    finder *f;
    xb_map seen; /* by node index of a variable and key of an alias set */
    xb_sharing active;
} shared;

/* Whether an alias set tells where a reference is, and its variable is there always. */
static bool is_located(const shared *s, const xb_reference *reference)
{
    const xb_program *program = xb_run_program(s->f->run);
    return !reference->symbol->temporary && xb_alias_is_place(&program->aliases, reference) &&
           !xb_storage_is_formal(xb_storage_of(xb_run_analyses(s->f->run)), reference->symbol);
}

static xb_visit note_active(xb_walk *walk, xb_node *node, void *context)
{
    shared *s = context;
    const xb_reference *reference = (const xb_reference *)node;
    const uint32_t variable = reference->symbol->node.index;
    (void)walk;
    if (!xb_symbol_is_active(reference->symbol) || !is_located(s, reference) ||
        xb_map_get(&s->seen, variable, reference->alias))
        return XB_VISIT_CONTINUE;
    xb_map_put(s->f->scratch, &s->seen, variable, reference->alias, reference);
    xb_sharing_add(s->f->scratch, &s->active, reference, reference->symbol);
    return XB_VISIT_CONTINUE;
}

static xb_visit check_passive(xb_walk *walk, xb_node *node, void *context)
{
    shared *s = context;
    const xb_reference *reference = (const xb_reference *)node;
    const xb_symbol *symbol = reference->symbol;
    if (!is_passive_real(symbol) || !is_located(s, reference) ||
        xb_node_set_has(&s->f->warned, &symbol->node) || !xb_sharing_overlaps(&s->active, reference, symbol))
        return XB_VISIT_CONTINUE;
    xb_node_set_add(s->f->scratch, &s->f->warned, &symbol->node);
    xb_warning(xb_run_program(s->f->run)->diagnostics, xb_walk_place(walk, node, NULL),
               "declare it active, too, or passivate both",
               "'%s' has no derivative, but shares storage with a variable that has one: derivatives of what "
               "is assigned to it, or computed from it, are lost",
               symbol->id->text);
    return XB_VISIT_CONTINUE;
}

static void warn_of_sharing(finder *f)
{
    static const xb_visitor note_all = {.enter = {[XB_KIND_VARIABLE_REFERENCE] = note_active},
                                        .view = XB_VIEW_READ};
    static const xb_visitor check_all = {.enter = {[XB_KIND_VARIABLE_REFERENCE] = check_passive},
                                         .view = XB_VIEW_READ};
    xb_program *program = xb_run_program(f->run);
    shared s = {.f = f, .active = {.analyses = xb_run_analyses(f->run)}};
    xb_traverse(program, f->scratch, &program->node, &note_all, &s);
    if (s.seen.count > 0)
        xb_traverse(program, f->scratch, &program->node, &check_all, &s);
}

/* ---- all of it ----------------------------------------------------------------------------------------- */

/* Whether there are variables that may lose anything. */
static bool has_passive_reals(const xb_program *program)
{
    for (size_t i = 0; i < program->scopes.count; i++) {
        const xb_scope *scope = program->scopes.items[i];
        for (size_t k = 0; k < scope->symbols.count; k++)
            if (is_passive_real(scope->symbols.items[k]))
                return true;
    }
    return false;
}

void xb_losses_find(xb_run *run, const xb_footprints *effects, xb_losses *losses)
{
    xb_program *program = xb_run_program(run);
    xb_arena *scratch = xb_run_scratch(run);
    finder f = {.run = run,
                .scratch = scratch,
                .effects = effects,
                .reaching = {.arena = program->arena, .scratch = scratch},
                .certain = {.arena = scratch, .scratch = scratch}};
    if (!has_passive_reals(program))
        return;
    xb_traverse(program, scratch, &program->node, &visitor, &f);
    xb_closure_complete(&f.reaching);
    xb_closure_complete(&f.certain);
    losses->reaching = f.reaching.members;
    xb_traverse(program, scratch, &program->node, &checks, &f);
    warn_of_sharing(&f);
}

bool xb_losses_reach(const xb_losses *losses, const xb_symbol *symbol)
{
    return xb_node_set_has(&losses->reaching, &symbol->node);
}

bool xb_losses_at(const xb_losses *losses, const xb_formal *formal)
{
    return xb_losses_reach(losses, formal->symbol);
}
