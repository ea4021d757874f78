/*
 * What scopes look like is settled when a program is complete, since it changes nothing of what the program
 * computes. The entry defines all global variables first, so that some of them may be its own just as well:
 * then it is a host, and routines that touch these, and so whoever calls them, are within it; they may be
 * declared there, too. Local variables that only basic blocks touch may stand in a scope of these.
 */
#include <string.h>

#include "growing.h"

/* ---- hosts --------------------------------------------------------------------------------------------- */

/* Appends the routines but the host that touch a variable. @return whether all of them may be within it */
static bool touching(grow *g, const gen_effects *effects, int host, int variable, gen_numbers *routines)
{
    for (int r = 0; r < g->program->routine_count; r++) {
        const gen_routine *routine = &g->program->routines[r];
        if (r == host ||
            !(gen_contains(&effects->modified[r], variable) || gen_contains(&effects->read[r], variable)))
            continue;
        if (routine->entry || routine->external || routine->box || routine->jacobian || routine->ruled ||
            routine->part)
            return false;
        gen_append(g->arena, routines, r);
    }
    return true;
}

/* Whether a global variable may be one of the host: it has its storage alone, and its name. */
static bool may_be_hosted(grow *g, int host, int variable)
{
    const gen_variable *v = grow_variable(g, variable);
    if (v->routine != GEN_NONE || v->lazy)
        return false;
    for (int i = 0; i < g->program->variable_count; i++) {
        const gen_variable *other = grow_variable(g, i);
        if (i != variable && (gen_root(g->program, i) == gen_root(g->program, variable) ||
                              (other->routine == host && strcmp(other->name, v->name) == 0)))
            return false;
    }
    return true;
}

static void host_variables(grow *g, int host)
{
    const gen_effects effects = gen_effects_of(g->arena, g->program, g->program->routine_count);
    for (int v = 0; v < g->program->variable_count; v++) {
        gen_numbers routines = {0};
        if (!may_be_hosted(g, host, v) || !grow_chance(g, .7) || !touching(g, &effects, host, v, &routines))
            continue;
        gen_variable *variable = grow_variable(g, v);
        variable->hosted = true;
        variable->module = false;
        for (int i = 0; i < routines.count; i++)
            g->program->routines[routines.items[i]].hosted = true;
    }
}

/* Whoever calls a routine within the host is within it, too, so that the host may declare all of them. */
static void declare_within(grow *g)
{
    for (int r = 0; r < g->program->routine_count; r++)
        g->program->routines[r].within = g->program->routines[r].hosted;
}

/* Another entry, which calls the former one, twice. @return the former one; GEN_NONE: it can't be */
static int wrap(grow *g)
{
    gen_program *p = g->program;
    int former = gen_entry(p);
    gen_routine entry = p->routines[former];
    gen_statement call = gen_statement_of(GEN_CALL, NULL);
    gen_numbers body = {0};
    call.routine = former;
    for (int i = 0; i < GEN_ARGUMENT_LIMIT; i++)
        call.arguments[i] = GEN_NONE;
    for (int i = 0; i < entry.formal_count; i++) {
        gen_variable v = *grow_variable(g, entry.formals[i]);
        v.routine = p->routine_count;
        entry.formals[i] = gen_add_variable(p, &v);
        call.arguments[i] = gen_reference(p, entry.formals[i]);
    }
    for (int i = 0; i < 2; i++) {
        call.id = grow_id(g);
        gen_append(g->arena, &body, gen_add_statement(p, &call));
        for (int k = 0; k < entry.formal_count; k++)
            call.arguments[k] = gen_reference(p, entry.formals[k]);
    }
    p->routines[former].entry = false;
    p->routines[former].name = "host";
    entry.body = grow_chain(g, &body);
    gen_add_routine(p, &entry);
    return former;
}

/* A global variable that the entry allocates has a derivative that nothing sets to zero, which shows if the
 * entry is called: --initialise warns of it. */
static bool allocates_globals(const gen_program *program)
{
    for (int i = 0; i < program->variable_count; i++)
        if (program->variables[i].allocated && program->variables[i].routine == GEN_NONE)
            return true;
    return false;
}

static void grow_host(grow *g)
{
    gen_program *before = gen_program_copy(g->arena, g->program);
    int host = gen_entry(g->program);
    if (!allocates_globals(g->program) && grow_chance(g, .5)) {
        host = wrap(g);
        if (!gen_is_legal(g->arena, g->program)) {
            g->program = before;
            host = gen_entry(g->program);
        }
    }
    g->program->routines[host].host = true;
    host_variables(g, host);
    if (grow_chance(g, .25))
        declare_within(g);
}

/* ---- blocks -------------------------------------------------------------------------------------------- */

/* Whether only blocks touch a variable of a routine: no condition, and no head of a loop. */
static bool is_of_blocks(grow *g, int routine, int variable)
{
    gen_numbers statements = {0};
    gen_statements(g->arena, g->program, g->program->routines[routine].body, &statements);
    for (int i = 0; i < statements.count; i++) {
        const gen_statement *s = &g->program->statements[statements.items[i]];
        gen_numbers vertices = {0};
        if (s->kind == GEN_ASSIGN || s->kind == GEN_CALL)
            continue;
        gen_statement_vertices(g->arena, g->program, s, &vertices);
        for (int k = 0; k < vertices.count; k++)
            if (grow_expression_at(g, vertices.items[k])->variable == variable)
                return false;
    }
    return true;
}

static void grow_variables_of_blocks(grow *g)
{
    for (int v = 0; v < g->program->variable_count; v++) {
        const gen_variable *variable = grow_variable(g, v);
        if (variable->routine == GEN_NONE || variable->intent != GEN_NO_FORMAL || variable->allocated)
            continue;
        const gen_routine *routine = &g->program->routines[variable->routine];
        if (!routine->box && !routine->jacobian && !routine->part && !routine->external &&
            grow_chance(g, .5) && is_of_blocks(g, variable->routine, v))
            grow_variable(g, v)->inner = true;
    }
}

/* ---- modules ------------------------------------------------------------------------------------------- */

static bool names_module(grow *g, const gen_numbers *vertices)
{
    for (int i = 0; i < vertices->count; i++) {
        const gen_expression *e = grow_expression_at(g, vertices->items[i]);
        if (e->kind == GEN_REFERENCE && grow_variable(g, e->variable)->module)
            return true;
    }
    return false;
}

/* Whether a routine itself refers to no variable of the module; what is within it would not see one either.
 */
static bool may_be_apart(grow *g, const gen_routine *routine)
{
    gen_numbers statements = {0};
    gen_statements(g->arena, g->program, routine->body, &statements);
    for (int i = 0; i < statements.count; i++) {
        gen_numbers vertices = {0};
        gen_statement_vertices(g->arena, g->program, &g->program->statements[statements.items[i]], &vertices);
        if (names_module(g, &vertices))
            return false;
    }
    return !routine->host && !routine->hosted && !routine->part && !routine->box && !routine->jacobian;
}

static void set_apart(grow *g)
{
    for (int r = 0; r < g->program->routine_count; r++)
        if (may_be_apart(g, &g->program->routines[r]) && grow_chance(g, .6))
            g->program->routines[r].apart = true;
}

void grow_scopes(grow *g)
{
    if (grow_has(g, GEN_HOSTS) && grow_chance(g, .7))
        grow_host(g);
    if (grow_has(g, GEN_BLOCKS) && grow_chance(g, .4))
        grow_variables_of_blocks(g);
    if (grow_has(g, GEN_SCOPES))
        set_apart(g);
}
