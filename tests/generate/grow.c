/*
 * Routines are made one after the other, the entry last; each calls those before it. What a routine reads it
 * has defined before, on every path. The entry ends with its results.
 */
#include "grow.h"

#include <string.h>

#include "growing.h"

/* ---- small things -------------------------------------------------------------------------------------- */

bool grow_has(const grow *g, gen_feature feature)
{
    return gen_profile_has(g->profile, feature);
}

bool grow_chance(grow *g, double probability)
{
    return gen_chance(&g->random, probability);
}

int grow_below(grow *g, int count)
{
    return gen_below(&g->random, count);
}

int grow_between(grow *g, int low, int high)
{
    return gen_between(&g->random, low, high);
}

gen_variable *grow_variable(grow *g, int variable)
{
    return &g->program->variables[variable];
}

gen_expression *grow_expression_at(grow *g, int expression)
{
    return &g->program->expressions[expression];
}

/* Ids in no order, neither as numbers nor as texts; 1009 is prime. */
const char *grow_id(grow *g)
{
    int number = (int)((long)++g->ids * g->taken % 1009);
    if (g->ids > 1008)
        number = g->ids;
    return xb_arena_format(g->arena, number % 5 == 0 ? "s%d" : "%d", number);
}

int grow_assign(grow *g, int target, int value)
{
    gen_statement s = gen_statement_of(GEN_ASSIGN, grow_id(g));
    s.target = target;
    s.value = value;
    return gen_add_statement(g->program, &s);
}

int grow_chain(grow *g, const gen_numbers *statements)
{
    for (int i = 0; i + 1 < statements->count; i++)
        g->program->statements[statements->items[i]].next = statements->items[i + 1];
    return statements->count > 0 ? statements->items[0] : GEN_NONE;
}

/* ---- results ------------------------------------------------------------------------------------------- */

/* Element number k, from 0. */
static int element_number(grow *g, int variable, int k)
{
    const gen_variable v = *grow_variable(g, variable);
    int indices[GEN_RANK_LIMIT];
    for (int d = 0; d < v.rank; d++) {
        int extent = v.upper[d] - v.lower[d] + 1;
        indices[d] = v.lower[d] + k % extent;
        k /= extent;
    }
    return gen_element_at(g->program, variable, indices);
}

/* References to all elements of active variables that have values, in some order. */
static void observable(grow *g, gen_numbers *found)
{
    for (int i = 0; i < g->variables.count; i++) {
        int variable = g->variables.items[i];
        const gen_variable v = *grow_variable(g, variable);
        if (v.type != GEN_REAL || !v.active || !g->defined[variable])
            continue;
        /* Of large arrays every third element, or so. */
        for (int k = 0, size = gen_size(&v); k < size; k++)
            if (size < 13 || grow_chance(g, 9. / size))
                gen_append(g->arena, found, element_number(g, variable, k));
    }
}

/* y(k) = sums of what there is at the end. */
static void add_results(grow *g, gen_numbers *body)
{
    static const char *const factors[] = {"1.5", "2.0", "-0.5", "3.0"};
    gen_numbers found = {0};
    observable(g, &found);
    int wanted = grow_chance(g, grow_has(g, GEN_SIDED) ? .8 : .4) && found.count > 3 ? grow_between(g, 1, 3)
                                                                                     : found.count;
    int group = grow_chance(g, .5) ? 2 : 6, results = 0;
    for (int i = 0; i < wanted;) {
        int sum = GEN_NONE;
        for (int k = 0; k < group && i < wanted; k++, i++) {
            int pick = grow_between(g, i, found.count - 1), term = found.items[pick];
            found.items[pick] = found.items[i];
            if (grow_chance(g, .5)) {
                int factor = gen_real(g->program, factors[grow_below(g, 4)], 3, false);
                term = gen_operation(g->program, "mul_scal_scal", GEN_REAL, factor, term, GEN_NONE);
            }
            sum = sum == GEN_NONE ? term
                                  : gen_operation(g->program, "add_scal_scal", GEN_REAL, sum, term, GEN_NONE);
        }
        int target = gen_element(g->program, g->output, gen_integer(g->program, ++results));
        gen_append(g->arena, body, grow_assign(g, target, sum));
    }
    grow_variable(g, g->output)->upper[0] = results > 0 ? results : 1;
    if (results == 0) {
        int target = gen_element(g->program, g->output, gen_integer(g->program, 1));
        gen_append(g->arena, body, grow_assign(g, target, gen_real(g->program, "0.5", .5, false)));
    }
}

/* ---- routines ------------------------------------------------------------------------------------------ */

/* Lets there be what may not be there yet, and may be allocated. */
static void need_lazy(grow *g, double probability, gen_numbers *body)
{
    for (int i = 0; i < g->variables.count; i++) {
        int v = g->variables.items[i];
        if (grow_variable(g, v)->lazy && !g->defined[v] && !g->fixed[v] && grow_chance(g, probability))
            grow_initialise_and_define(g, v, body);
    }
}

static void begin_body(grow *g, gen_numbers *body)
{
    for (int v = 0; v < g->program->variable_count; v++) {
        const gen_variable *variable = grow_variable(g, v);
        if (variable->routine != GEN_NONE)
            continue;
        g->fixed[v] = g->function && !g->effective;
        if (g->entry || grow_chance(g, .6))
            gen_append(g->arena, &g->variables, v);
        if (!g->entry)
            g->defined[v] = !variable->lazy;
        else if (variable->same == GEN_NONE && !(variable->lazy && grow_chance(g, .7)))
            grow_initialise_and_define(g, v, body);
    }
    if (!g->entry)
        need_lazy(g, .7, body);
    for (int i = 0; i < g->variables.count; i++) {
        int v = g->variables.items[i];
        gen_intent intent = grow_variable(g, v)->intent;
        if (!g->defined[v] && !grow_variable(g, v)->optional && grow_variable(g, v)->routine != GEN_NONE &&
            grow_chance(g, intent == GEN_OUT ? .7 : .5))
            grow_initialise_and_define(g, v, body);
    }
}

/* What a function surely assigns, wherever it is called: global variables, and arguments. Constants end
 * derivatives. */
static void assign_surely(grow *g, gen_numbers *body)
{
    for (int i = 0; i < g->variables.count; i++) {
        int v = g->variables.items[i];
        const gen_variable *variable = grow_variable(g, v);
        if (variable->type == GEN_REAL && variable->active && !g->fixed[v] && !variable->allocated &&
            (variable->routine == GEN_NONE || variable->intent == GEN_INOUT) && grow_chance(g, .6)) {
            int value = grow_constant_of(g, variable);
            gen_append(g->arena, body, grow_assign(g, gen_reference(g->program, v), value));
        }
    }
}

/* Integer arguments are rarely changed otherwise. */
static void change_integers(grow *g, const gen_routine *routine, gen_numbers *body)
{
    for (int i = 0; i < routine->formal_count; i++) {
        const gen_variable v = *grow_variable(g, routine->formals[i]);
        if (v.type != GEN_INTEGER || v.rank > 0 || v.intent != GEN_INOUT || !grow_chance(g, .7))
            continue;
        int value = grow_index_value(g);
        gen_append(g->arena, body, grow_assign(g, gen_reference(g->program, routine->formals[i]), value));
    }
}

/* The call, and something after it; without the call if it turns out to be not allowed. The statement that
 * has it is kept. */
static void call_itself(grow *g, gen_numbers *body)
{
    int before = body->count;
    grow_recursion(g, g->counter, body);
    if (body->count == before)
        return;
    g->recursion = body->items[before];
    g->budget = grow_between(g, 0, 3);
    grow_block(g, 0, body);
    g->program->routines[g->routine].body = grow_chain(g, body);
    if (!gen_is_legal(g->arena, g->program))
        g->program->statements[body->items[before]].body[0] = GEN_NONE;
}

/* A routine with its formals. */
static void begin_routine(grow *g, const char *name)
{
    gen_routine routine = {.name = name, .body = GEN_NONE, .function = g->function, .entry = g->entry};
    g->routine = g->program->routine_count;
    g->effective = g->function && grow_has(g, GEN_EFFECTS) && grow_chance(g, .6);
    g->variables = (gen_numbers){0};
    g->output = GEN_NONE;
    g->block_depth = 0;
    g->counter = g->partner = g->recursion = GEN_NONE;
    g->wide[0] = g->wide[1] = GEN_NONE;
    memset(g->defined, 0, sizeof g->defined);
    memset(g->fixed, 0, sizeof g->fixed);
    if (g->entry)
        grow_entry_formals(g, &routine);
    else if (g->function)
        grow_function_formals(g, &routine);
    else
        grow_formals(g, &routine);
    grow_join_formals(g, &routine);
    gen_add_routine(g->program, &routine);
}

/* Its body. */
static void fill_routine(grow *g)
{
    const gen_routine routine = g->program->routines[g->routine];
    gen_numbers body = {0};
    g->effects = gen_effects_of(g->arena, g->program, g->routine);
    g->budget = g->entry ? g->profile->size : grow_between(g, 2, 8);
    grow_locals(g);
    begin_body(g, &body);
    change_integers(g, &routine, &body);
    if (g->effective && grow_chance(g, .8))
        assign_surely(g, &body);
    grow_block(g, 0, &body);
    g->budget += grow_first_optional(g, g->routine) == GEN_NONE ? 0 : grow_between(g, 1, 4);
    grow_guarded(g, 0, &body);
    for (int i = 0; i < routine.formal_count; i++)
        if (!g->defined[routine.formals[i]] && routine.formals[i] != g->output &&
            !grow_variable(g, routine.formals[i])->optional)
            grow_initialise_and_define(g, routine.formals[i], &body);
    if (g->counter != GEN_NONE)
        call_itself(g, &body);
    if (g->entry) {
        need_lazy(g, .5, &body);
        add_results(g, &body);
    }
    g->program->routines[g->routine].body = grow_chain(g, &body);
    grow_settle(g, g->program->routines[g->routine].body);
    if (grow_has(g, GEN_SCOPES))
        grow_rename_locals(g);
}

static void add_routine(grow *g, const char *name)
{
    begin_routine(g, name);
    fill_routine(g);
}

/* Goes on with a routine that was begun earlier. */
static void resume(grow *g, const grow *begun)
{
    int routine = begun->routine, counter = begun->counter;
    g->routine = routine;
    g->counter = counter;
    g->variables = begun->variables;
    memcpy(g->defined, begun->defined, sizeof g->defined);
    memcpy(g->fixed, begun->fixed, sizeof g->fixed);
}

/* Two routines that call each other. */
static void add_pair(grow *g, const char *first, const char *second)
{
    grow *begun = xb_arena_array(g->arena, 2, sizeof *begun);
    g->paired = true;
    begin_routine(g, first);
    begun[0] = *g;
    begin_routine(g, second);
    begun[1] = *g;
    g->paired = false;
    int calls[2];
    for (int i = 0; i < 2; i++) {
        resume(g, &begun[i]);
        g->recursion = GEN_NONE;
        g->partner = begun[1 - i].routine;
        fill_routine(g);
        calls[i] = g->recursion;
    }
    g->partner = GEN_NONE;
    for (int i = 1; i >= 0 && !gen_is_legal(g->arena, g->program); i--)
        if (calls[i] != GEN_NONE)
            g->program->statements[calls[i]].body[0] = GEN_NONE;
}

/* A routine without body. */
static void add_external(grow *g)
{
    gen_routine routine = {.name = "ext", .body = GEN_NONE, .external = true};
    g->partner = GEN_NONE;
    g->routine = g->program->routine_count;
    g->variables = (gen_numbers){0};
    grow_formals(g, &routine);
    for (int i = 0; i < routine.formal_count; i++) {
        gen_variable *v = grow_variable(g, routine.formals[i]);
        v->intent = GEN_INOUT;
        v->active = v->type == GEN_REAL || v->type == GEN_COMPLEX;
    }
    gen_add_routine(g->program, &routine);
}

gen_program *gen_grow(xb_arena *arena, const gen_profile *profile)
{
    grow *g = xb_arena_array(arena, 1, sizeof *g);
    g->arena = arena;
    g->program = gen_program_create(arena);
    g->profile = profile;
    g->random = (gen_random){gen_hash(profile->seed, 2, 0)};
    g->taken = grow_between(g, 1, 1008);
    grow_globals(g);
    int count = grow_has(g, GEN_CALLS) ? grow_between(g, 1, 3) : 0;
    if (grow_has(g, GEN_EXTERNALS) && grow_chance(g, .5))
        add_external(g);
    if (grow_has(g, GEN_JACOBIANS))
        grow_boxes(g);
    if (grow_has(g, GEN_RULES))
        grow_rules(g);
    int functions = grow_has(g, GEN_FUNCTIONS) ? grow_between(g, 1, grow_has(g, GEN_ANYWHERE) ? 4 : 2) : 0;
    g->function = true;
    for (int i = 0; i < functions; i++)
        add_routine(g, grow_name(g, "fun", i));
    g->function = false;
    if (grow_has(g, GEN_MUTUAL) && count > 0)
        add_pair(g, "ping", "pong");
    for (int i = 0; i < count; i++)
        add_routine(g, grow_name(g, "sub", i));
    g->entry = true;
    if (grow_has(g, GEN_ENTRIES) && grow_chance(g, .6))
        add_routine(g, "tail");
    add_routine(g, "head");
    grow_scopes(g);
    return g->program;
}
