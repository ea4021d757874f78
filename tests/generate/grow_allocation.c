/*
 * Such an array has bounds from 1 to 3 wherever it is there, so that it can be used like others as long as it
 * has values. It has all of them as soon as it is there. One that is lazy is there for good as soon as a
 * routine has needed it: adjoint sweeps take arrays from outside to be there.
 */
#include "growing.h"

gen_variable grow_allocated_variable(grow *g, int number)
{
    gen_variable v = grow_plain_variable(g, grow_name(g, "al", number), GEN_REAL);
    if (grow_has(g, GEN_PASSIVE) && grow_chance(g, .1))
        v.active = false;
    v.allocated = true;
    v.known = false;
    v.rank = grow_has(g, GEN_MATRICES) && grow_chance(g, .3) ? 2 : 1;
    for (int d = 0; d < v.rank; d++) {
        v.lower[d] = 1;
        v.upper[d] = 3;
    }
    return v;
}

/* A whole array, or elements from 1 to 3 of one, of the shape of a variable; GEN_NONE if there is none. */
static int model(grow *g, const gen_variable *v)
{
    gen_numbers found = {0};
    for (int i = 0; i < g->variables.count; i++) {
        int number = g->variables.items[i];
        const gen_variable *other = grow_variable(g, number);
        if (other->type == GEN_REAL && g->defined[number] && (v->active || !other->active) &&
            gen_same_shape(gen_shape_of(other), gen_shape_of(v)))
            gen_append(g->arena, &found, number);
    }
    return found.count > 0 ? gen_reference(g->program, found.items[grow_below(g, found.count)]) : GEN_NONE;
}

/* model*e: an array, whatever e is. */
static int array_value(grow *g, int variable)
{
    const gen_variable v = *grow_variable(g, variable);
    int array = model(g, &v);
    if (array == GEN_NONE)
        return GEN_NONE;
    grow_expression_at(g, array)->bound = g->bound[grow_expression_at(g, array)->variable];
    int factor = grow_tame(g, grow_value(g, variable, (gen_shape){0}), 1);
    return grow_tame(g, gen_operation(g->program, "mul_scal_scal", GEN_REAL, array, factor, GEN_NONE), 30);
}

static void mark(grow *g, gen_statement_kind kind, int variable, gen_numbers *body)
{
    gen_statement s = gen_statement_of(kind, grow_id(g));
    s.target = gen_reference(g->program, variable);
    gen_append(g->arena, body, gen_add_statement(g->program, &s));
}

void grow_allocate(grow *g, int variable, gen_numbers *body)
{
    bool marked = grow_has(g, GEN_ALLOCATION);
    int value = !marked || grow_chance(g, .6) ? array_value(g, variable) : GEN_NONE;
    if (value == GEN_NONE || (marked && grow_chance(g, .2)))
        mark(g, GEN_ALLOCATE, variable, body);
    if (value == GEN_NONE)
        value = grow_value(g, variable, gen_shape_of(grow_variable(g, variable)));
    gen_append(g->arena, body, grow_assign(g, gen_reference(g->program, variable), value));
}

void grow_deallocate(grow *g, gen_numbers *body)
{
    for (int i = 0; i < 2 * g->variables.count; i++) {
        int variable = g->variables.items[grow_below(g, g->variables.count)];
        const gen_variable *v = grow_variable(g, variable);
        if (!v->allocated || v->routine != g->routine || !g->defined[variable] ||
            (g->kept && g->kept[variable]))
            continue;
        mark(g, GEN_DEALLOCATE, variable, body);
        g->defined[variable] = false;
        return;
    }
}

/* ---- where they are not there -------------------------------------------------------------------------- */

gen_variable grow_lazy_variable(grow *g, int number)
{
    gen_variable v = grow_allocated_variable(g, number);
    v.lazy = true;
    return v;
}

/* allocated(variable) */
static int asks(grow *g, int variable)
{
    int e = gen_operation(g->program, "allocated", GEN_BOOL, gen_reference(g->program, variable), GEN_NONE,
                          GEN_NONE);
    grow_expression_at(g, e)->shape = (gen_shape){0};
    return e;
}

void grow_allocate_lazily(grow *g, int variable, gen_numbers *body)
{
    gen_statement s = gen_statement_of(GEN_IF, NULL);
    gen_numbers first = {0};
    grow_scope scope;
    bool negated = grow_chance(g, .7);
    s.condition = asks(g, variable);
    if (negated)
        s.condition = gen_boolean(g->program, "not", s.condition, GEN_NONE);
    s.other_form = grow_chance(g, .3);
    s.body_count = 2;
    grow_open(g, &scope);
    grow_allocate(g, variable, &first);
    g->defined[variable] = true;
    if (grow_chance(g, .3) && g->budget > 0)
        grow_block(g, 2, &first);
    grow_close(g, &scope);
    s.body[negated ? 0 : 1] = grow_chain(g, &first);
    gen_append(g->arena, body, gen_add_statement(g->program, &s));
}

/* A lazy array of the current routine; GEN_NONE if there is none. @param missing that may not be there, and
 * may be allocated */
static int pick_lazy(grow *g, bool missing)
{
    gen_numbers found = {0};
    for (int i = 0; i < g->variables.count; i++) {
        int variable = g->variables.items[i];
        if (grow_variable(g, variable)->lazy && !(missing && (g->defined[variable] || g->fixed[variable])))
            gen_append(g->arena, &found, variable);
    }
    return found.count > 0 ? found.items[grow_below(g, found.count)] : GEN_NONE;
}

int grow_asks_for_lazy(grow *g)
{
    int variable = pick_lazy(g, false);
    return variable == GEN_NONE ? GEN_NONE : asks(g, variable);
}

void grow_use_of_lazy(grow *g, int depth, gen_numbers *body)
{
    int variable = pick_lazy(g, true);
    if (variable == GEN_NONE)
        return;
    gen_statement s = gen_statement_of(GEN_IF, NULL);
    gen_numbers used = {0};
    grow_scope scope;
    s.condition = asks(g, variable);
    s.body_count = 2;
    grow_open(g, &scope);
    g->defined[variable] = true;
    grow_block(g, depth + 1, &used);
    grow_close(g, &scope);
    s.body[0] = grow_chain(g, &used);
    gen_append(g->arena, body, gen_add_statement(g->program, &s));
}
