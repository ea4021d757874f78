/*
 * One walk. Between the beginning and the end of a statement, its function calls and references are
 * collected, with the call that each stands in; nothing more is done with statements without calls, or
 * without one that modifies anything. Pairs of calls and references are compared, up to a limit.
 */
#include "algorithms/typechange/order.h"

#include "analysis/overlap.h"
#include "analysis/calls.h"
#include "traverse/traverse.h"

enum { MOST_PAIRS = 10000 /* of one statement */ };

static const size_t none = SIZE_MAX;

/* A function call of a statement. */
typedef struct called {
    const xb_function_call *call;
    const xb_routine *routine; /* NULL: no body */
    size_t within;             /* the call in whose arguments it stands */
    xb_list arguments;         /* xb_reference: those that it may modify */
    xb_list outside;           /* xb_use: what it may modify beside them */
} called;

typedef struct occurrence {
    const xb_reference *reference;
    size_t within;
} occurrence;

typedef struct checker {
    xb_program *program;
    xb_analyses *analyses;
    xb_arena *scratch;
    const xb_footprints *effects;
    xb_uses *uses;
    const xb_node *statement; /* the one under way, or NULL */
    const xb_node *target;    /* what it assigns, or NULL */
    xb_vector calls;
    xb_vector occurrences;
    size_t current; /* the call under way */
    called *noting;
    size_t pairs;
} checker;

static called *call_at(const checker *c, size_t i)
{
    return (called *)c->calls.items + i;
}

/* Whether something that stands in the arguments of a call is evaluated before another one, within which it
 * is. */
static bool is_within(const checker *c, size_t within, size_t call)
{
    while (within != none && within != call)
        within = call_at(c, within)->within;
    return within == call;
}

/* ---- what is modified ---------------------------------------------------------------------------------- */

static void note_argument(void *context, const xb_reference *actual, const xb_formal *formal)
{
    checker *c = context;
    if (formal && xb_effects_modifies(c->effects, formal))
        xb_list_append(c->scratch, &c->noting->arguments, actual);
}

static bool find_modified(checker *c)
{
    bool any = false;
    for (size_t i = 0; i < c->calls.count; i++) {
        called *f = call_at(c, i);
        if (!f->routine)
            continue;
        c->noting = f;
        xb_call_passes(c->program, &f->call->vertex.node, note_argument, c);
        f->outside = xb_uses_modified(c->uses, c->scratch, f->routine);
        any = any || f->arguments.count > 0 || f->outside.count > 0;
    }
    return any;
}

/* ---- conflicts ----------------------------------------------------------------------------------------- */

/* What a call modifies of a reference. */
static const xb_symbol *modified_of(checker *c, const xb_routine *caller, const called *f,
                                    const xb_reference *reference)
{
    for (size_t i = 0; i < f->arguments.count; i++) {
        const xb_reference *argument = f->arguments.items[i];
        if (xb_overlap_of(c->analyses, argument, reference, true) == XB_OVERLAP_MUST)
            return argument->symbol;
    }
    bool outside = f->outside.count > 0 && xb_uses_find(c->uses, caller, f->routine, reference, false);
    return outside ? reference->symbol : NULL;
}

/* What a call modifies and another one uses beside its arguments. */
static const xb_symbol *modified_for(checker *c, const xb_routine *caller, const called *f, const called *g)
{
    for (size_t i = 0; g->routine && i < f->arguments.count; i++) {
        const xb_reference *argument = f->arguments.items[i];
        if (xb_uses_find(c->uses, caller, g->routine, argument, true))
            return argument->symbol;
    }
    for (size_t i = 0; g->routine && i < f->outside.count; i++) {
        const xb_use *use = f->outside.items[i];
        if (xb_uses_find(c->uses, f->routine, g->routine, use->reference, true))
            return use->reference->symbol;
    }
    return NULL;
}

static void warn(const checker *c, xb_walk *walk, const called *f, const xb_symbol *symbol, const char *where)
{
    xb_warning(c->program->diagnostics, xb_walk_place(walk, c->statement, xb_walk_path(walk, c->scratch)),
               "call the function in a statement of its own",
               "the function '%s' may modify '%s', which %s: which of them comes first is not specified",
               f->call->symbol->id->text, symbol->id->text, where);
}

static bool check_occurrences(checker *c, xb_walk *walk, size_t i)
{
    const called *f = call_at(c, i);
    const occurrence *all = c->occurrences.items;
    for (size_t k = 0; f->routine && k < c->occurrences.count && c->pairs < MOST_PAIRS; k++, c->pairs++) {
        const xb_symbol *symbol = is_within(c, all[k].within, i)
                                      ? NULL
                                      : modified_of(c, xb_walk_routine(walk), f, all[k].reference);
        if (!symbol)
            continue;
        warn(c, walk, f, symbol, "occurs in the statement once more");
        return true;
    }
    return false;
}

static bool check_calls(checker *c, xb_walk *walk, size_t i)
{
    const called *f = call_at(c, i);
    for (size_t k = 0; f->routine && k < c->calls.count && c->pairs < MOST_PAIRS; k++, c->pairs++) {
        const called *g = call_at(c, k);
        const xb_symbol *symbol = k == i || is_within(c, f->within, k) || is_within(c, g->within, i)
                                      ? NULL
                                      : modified_for(c, xb_walk_routine(walk), f, g);
        if (!symbol)
            continue;
        warn(c, walk, f, symbol,
             xb_arena_format(c->scratch, "the function '%s' in the same statement uses",
                             g->call->symbol->id->text));
        return true;
    }
    return false;
}

/* ---- statements ---------------------------------------------------------------------------------------- */

static void begin(checker *c, const xb_node *statement, const xb_node *target)
{
    c->statement = statement;
    c->target = target;
    c->calls.count = c->occurrences.count = 0;
    c->pairs = 0;
    c->current = none;
}

static void end(checker *c, xb_walk *walk, const xb_node *statement)
{
    if (c->statement != statement)
        return;
    bool found = c->calls.count == 0 || !find_modified(c);
    for (size_t i = 0; !found && i < c->calls.count; i++)
        found = check_occurrences(c, walk, i) || check_calls(c, walk, i);
    c->statement = NULL;
}

static xb_visit enter_assignment(xb_walk *walk, xb_node *node, void *context)
{
    (void)walk;
    begin(context, node, &((const xb_assignment *)node)->target->vertex.node);
    return XB_VISIT_CONTINUE;
}

static xb_visit enter_call(xb_walk *walk, xb_node *node, void *context)
{
    (void)walk;
    begin(context, node, NULL);
    return XB_VISIT_CONTINUE;
}

/* Conditions; other expressions are within statements. */
static xb_visit enter_expression(xb_walk *walk, xb_node *node, void *context)
{
    checker *c = context;
    (void)walk;
    if (!c->statement)
        begin(c, node, NULL);
    return XB_VISIT_CONTINUE;
}

static xb_visit leave(xb_walk *walk, xb_node *node, void *context)
{
    end(context, walk, node);
    return XB_VISIT_CONTINUE;
}

static xb_visit enter_function(xb_walk *walk, xb_node *node, void *context)
{
    checker *c = context;
    const xb_function_call *call = (const xb_function_call *)node;
    const xb_routine *routine = xb_program_routine(xb_walk_program(walk), call->symbol);
    called *f = xb_vector_push(c->scratch, &c->calls, sizeof *f);
    f->call = call;
    f->routine = routine && xb_routine_is_procedure(routine) ? routine : NULL;
    f->within = c->current;
    f->arguments = f->outside = (xb_list){.count = 0};
    c->current = c->calls.count - 1;
    return XB_VISIT_CONTINUE;
}

static xb_visit leave_function(xb_walk *walk, xb_node *node, void *context)
{
    checker *c = context;
    (void)walk;
    (void)node;
    c->current = call_at(c, c->current)->within;
    return XB_VISIT_CONTINUE;
}

static xb_visit enter_reference(xb_walk *walk, xb_node *node, void *context)
{
    checker *c = context;
    (void)walk;
    if (!c->statement || node == c->target)
        return XB_VISIT_CONTINUE;
    occurrence *o = xb_vector_push(c->scratch, &c->occurrences, sizeof *o);
    *o = (occurrence){(const xb_reference *)node, c->current};
    return XB_VISIT_CONTINUE;
}

void xb_order_check(xb_run *run, const xb_footprints *effects, xb_uses *uses)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_ASSIGNMENT] = enter_assignment,
                                                 [XB_KIND_INITIALIZATION] = enter_assignment,
                                                 [XB_KIND_UPDATE] = enter_assignment,
                                                 [XB_KIND_SUBROUTINE_CALL] = enter_call,
                                                 [XB_KIND_EXPRESSION] = enter_expression,
                                                 [XB_KIND_FUNCTION_CALL] = enter_function,
                                                 [XB_KIND_VARIABLE_REFERENCE] = enter_reference},
                                       .leave = {[XB_KIND_ASSIGNMENT] = leave,
                                                 [XB_KIND_INITIALIZATION] = leave,
                                                 [XB_KIND_UPDATE] = leave,
                                                 [XB_KIND_SUBROUTINE_CALL] = leave,
                                                 [XB_KIND_EXPRESSION] = leave,
                                                 [XB_KIND_FUNCTION_CALL] = leave_function},
                                       .view = XB_VIEW_READ,
                                       .skips_kept = true};
    xb_program *program = xb_run_program(run);
    checker c = {.program = program,
                 .analyses = xb_run_analyses(run),
                 .scratch = xb_run_scratch(run),
                 .effects = effects,
                 .uses = uses};
    xb_traverse(program, c.scratch, &program->node, &visitor, &c);
}
