/*
 * Active variables that are no arguments must have no influence on the routine of a rule, and nothing may
 * touch them. Others the routine may change: its tangent and its recording routine, which are called in its
 * place, have to leave them as it does, and the adjoint routine must not change any. That holds for what the
 * rest of the program uses. Variables that only routines of rules use are theirs: what is recorded is kept
 * somewhere.
 *
 * Active ones have the value 1.5 and the derivative 0.5 everywhere, or a direction of their own; the others
 * what they have at first, or else 1.5, 2 or true, unless they are only used for derivatives.
 */
#include <math.h>
#include <string.h>

#include "algorithm/routine_rules.h"
#include "analysis/calls.h"
#include "verify/catalogue_routines.h"
#include "verify/uses.h"

/* ---- which ones there are ------------------------------------------------------------------------------ */

/* The search for variables that the rest of the program uses. */
typedef struct search {
    xb_program *program;
    xb_arena *arena;
    xb_call_graph calls;
    bool *of_rule; /* by vertex: a rule names the routine */
    bool *of_name; /* by vertex: it is the routine with the rule */
    bool *used;    /* by node index of a symbol: by the routines that are looked at */
} search;

static void note_name(const search *s, const char *name, bool *of)
{
    uint32_t vertex = xb_calls_vertex(&s->calls, xb_routine_rule_body(s->program, name));
    if (vertex != XB_GRAPH_NONE)
        of[vertex] = true;
}

static void note_rule(void *context, const xb_routine_rule *rule)
{
    const search *s = context;
    const char *names[] = {rule->name, rule->tangent, rule->recording, rule->adjoint};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        note_name(s, names[i], s->of_rule);
    note_name(s, rule->name, s->of_name);
}

/* Marks what routines that are marked call, but for routines of rules and what only these call. */
static void spread_outside(const search *s, bool *marked)
{
    const xb_graph *calls = &s->calls.graph;
    xb_graph outside = {0};
    for (uint32_t v = 0; v < calls->vertex_count; v++)
        xb_graph_add_vertex(s->arena, &outside);
    for (uint32_t e = 0; e < calls->edge_count; e++)
        if (!s->of_rule[xb_graph_target(calls, e)])
            xb_graph_add_edge(s->arena, &outside, xb_graph_source(calls, e), xb_graph_target(calls, e));
    xb_graph_spread(s->arena, &outside, marked, true);
}

/* The routines that no rule names, and that are not only called by such. */
static const bool *other_routines(const search *s)
{
    const size_t count = s->program->routines.count;
    bool *others = xb_arena_array(s->arena, count + 1, sizeof *others);
    memcpy(others, s->of_rule, count * sizeof *others);
    xb_graph_spread(s->arena, &s->calls.graph, others, true);
    for (size_t v = 0; v < count; v++)
        others[v] = !others[v];
    spread_outside(s, others);
    return others;
}

/* Whether a scope is that of the whole program, or of a module. */
static bool is_outside(const search *s, const xb_scope *scope)
{
    for (; scope; scope = scope->parent)
        if (xb_program_has_procedure(s->program, scope))
            return false;
    return true;
}

static void list_used_of(const search *s, const xb_scope *scope, bool is_active, xb_list *symbols)
{
    for (size_t i = 0; i < scope->symbols.count; i++) {
        const xb_symbol *symbol = scope->symbols.items[i];
        bool is_number =
            symbol->type == XB_TYPE_REAL || symbol->type == XB_TYPE_INTEGER || symbol->type == XB_TYPE_BOOL;
        if (symbol->kind == XB_SYMBOL_VARIABLE && is_number && xb_symbol_is_active(symbol) == is_active &&
            (is_active || s->used[symbol->node.index]))
            xb_list_append(s->arena, symbols, symbol);
    }
}

static void list_used(const search *s, bool is_active, xb_list *symbols)
{
    const xb_list *scopes = &s->program->scopes;
    for (size_t i = 0; i < scopes->count; i++)
        if (is_outside(s, scopes->items[i]))
            list_used_of(s, scopes->items[i], is_active, symbols);
}

void xb_rule_globals_find(xb_rule_check *check)
{
    xb_arena *arena = check->arena;
    xb_program *program = check->options.program;
    if (check->globals)
        return;
    xb_rule_globals *globals = xb_arena_alloc(arena, sizeof *globals);
    search s = {.program = program, .arena = arena, .calls = xb_calls(program, arena, arena)};
    s.of_rule = xb_arena_array(arena, program->routines.count + 1, sizeof *s.of_rule);
    s.of_name = xb_arena_array(arena, program->routines.count + 1, sizeof *s.of_name);
    s.used = xb_arena_array(arena, program->node_count, sizeof *s.used);
    *globals = (xb_rule_globals){.active = {.count = 0}};
    xb_catalogue_each_rule(check->catalogue, note_rule, &s);
    list_used(&s, true, &globals->active);
    xb_uses_mark(program, arena, other_routines(&s), s.used);
    list_used(&s, false, &globals->shared);
    xb_graph_spread(arena, &s.calls.graph, s.of_name, true);
    xb_uses_mark(program, arena, s.of_name, s.used);
    list_used(&s, false, &globals->given);
    check->globals = globals;
}

/* ---- values -------------------------------------------------------------------------------------------- */

static const double active_value = 1.5;

static void fill_active(xb_variable *variable, xb_rule_slope slope)
{
    const xb_number number = xb_number_of_real(active_value);
    for (size_t i = 0; i < xb_variable_count(variable); i++) {
        xb_variable_set(variable, i, &number);
        xb_variable_set_derivative(variable, i, slope.direction, slope.value);
    }
}

static void fill_passive(xb_variable *variable, xb_type type)
{
    xb_number number = type == XB_TYPE_REAL ? xb_number_of_real(1.5) : xb_number_of_integer(2);
    if (type == XB_TYPE_BOOL)
        number = (xb_number){.type = type, .integer = 1};
    for (size_t i = 0; i < xb_variable_count(variable); i++) {
        xb_number found = {.type = XB_TYPE_VOID};
        if (!xb_variable_get(variable, i, &found))
            xb_variable_set(variable, i, &number);
    }
}

void xb_rule_globals_fill(const xb_rule_globals *globals, xb_evaluator *evaluator, xb_rule_slope slope)
{
    for (size_t g = 0; g < globals->active.count; g++) {
        xb_variable *variable = xb_evaluator_global(evaluator, globals->active.items[g]);
        if (variable)
            fill_active(variable, slope);
    }
    for (size_t g = 0; g < globals->given.count; g++) {
        const xb_symbol *symbol = globals->given.items[g];
        xb_variable *variable = xb_evaluator_global(evaluator, symbol);
        if (variable)
            fill_passive(variable, symbol->type);
    }
}

/* ---- comparisons --------------------------------------------------------------------------------------- */

const xb_symbol *xb_rule_globals_changed(const xb_rule_globals *globals, xb_evaluator *evaluator,
                                         xb_rule_slope slope)
{
    for (size_t g = 0; g < globals->active.count; g++) {
        const xb_variable *variable = xb_evaluator_global(evaluator, globals->active.items[g]);
        for (size_t i = 0; variable && i < xb_variable_count(variable); i++) {
            xb_number number = {.type = XB_TYPE_VOID};
            double complex found = 0;
            bool known = xb_variable_get(variable, i, &number) &&
                         xb_variable_get_derivative(variable, i, slope.direction, &found);
            if (!known || number.real != active_value || creal(found) != slope.value)
                return globals->active.items[g];
        }
    }
    return NULL;
}

static bool agree(const xb_rule_trial *t, const xb_number *wanted, const xb_number *found)
{
    if (wanted->type != XB_TYPE_REAL)
        return wanted->integer == found->integer;
    return fabs(found->real - wanted->real) <= t->check->options.tolerance * fmax(fabs(wanted->real), 1e-3) ||
           found->real == wanted->real || (isnan(wanted->real) && isnan(found->real));
}

static bool same_elements(const xb_rule_trial *t, const xb_variable *wanted, const xb_variable *found)
{
    if (xb_variable_count(wanted) != xb_variable_count(found))
        return false;
    for (size_t i = 0; i < xb_variable_count(wanted); i++) {
        xb_number one = {.type = XB_TYPE_VOID}, other = {.type = XB_TYPE_VOID};
        if (xb_variable_get(wanted, i, &one) &&
            (!xb_variable_get(found, i, &other) || !agree(t, &one, &other)))
            return false;
    }
    return true;
}

const xb_symbol *xb_rule_globals_different(const xb_rule_trial *t)
{
    for (size_t g = 0; g < t->check->globals->shared.count; g++) {
        const xb_variable *wanted = xb_evaluator_global(t->exact, t->check->globals->shared.items[g]);
        const xb_variable *found = xb_evaluator_global(t->plain, t->check->globals->shared.items[g]);
        if (wanted && found && !same_elements(t, wanted, found))
            return t->check->globals->shared.items[g];
    }
    return NULL;
}

void xb_rule_globals_leave(const xb_rule_trial *t)
{
    for (size_t g = 0; g < t->check->globals->shared.count; g++) {
        const xb_variable *from = xb_evaluator_global(t->exact, t->check->globals->shared.items[g]);
        xb_variable *to = xb_evaluator_global(t->plain, t->check->globals->shared.items[g]);
        if (from && to)
            xb_variable_copy_values(from, to);
    }
}
