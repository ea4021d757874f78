/*
 * Actual arguments are drawn until the call is allowed.
 */
#include "growing.h"

static bool may_be_passed(grow *g, int variable, int formal)
{
    const gen_variable *v = grow_variable(g, variable), *f = grow_variable(g, formal);
    const bool ruled = g->program->routines[f->routine].ruled; /* a rule says what is passive */
    if (v->type != f->type || (v->active != f->active && (!grow_has(g, GEN_CONVERSIONS) || ruled)))
        return false;
    return (g->defined[variable] || (f->intent == GEN_OUT && !v->allocated)) &&
           (!g->fixed[variable] || f->intent == GEN_IN);
}

static int pick_actual(grow *g, int formal)
{
    gen_numbers found = {0};
    const gen_variable *f = grow_variable(g, formal);
    bool converted = grow_has(g, GEN_CONVERSIONS) && grow_chance(g, .5);
    bool element = f->rank == 0 && grow_has(g, GEN_SUBSCRIPTS) && grow_chance(g, .4);
    for (int i = 0; i < g->variables.count; i++)
        if (may_be_passed(g, g->variables.items[i], formal) &&
            (!converted || grow_variable(g, g->variables.items[i])->active != f->active) &&
            (!element || grow_variable(g, g->variables.items[i])->rank > 0))
            gen_append(g->arena, &found, g->variables.items[i]);
    for (int i = 0; i < 2; i++)
        if (g->fixed[g->loop_variables[i]] && f->type == GEN_INTEGER && f->intent == GEN_IN && f->rank == 0)
            gen_append(g->arena, &found, g->loop_variables[i]);
    return found.count > 0 ? found.items[grow_below(g, found.count)] : GEN_NONE;
}

/* An element that a whole array formal begins at: sequence association. Where the array is only read, it may
 * be one that is not known. */
static int first_element(grow *g, int variable, int size, bool is_read)
{
    const gen_variable v = *grow_variable(g, variable);
    int indices[GEN_RANK_LIMIT], last = v.rank - 1, before = gen_size(&v);
    for (int d = 0; d < v.rank; d++)
        indices[d] = v.lower[d];
    before /= v.upper[last] - v.lower[last] + 1;
    indices[last] = grow_between(g, v.lower[last], v.upper[last] - (size + before - 1) / before + 1);
    int element = gen_element_at(g->program, variable, indices);
    if (is_read && v.lower[last] <= 1 && size <= before * (v.upper[last] - 2) &&
        grow_has(g, GEN_SUBSCRIPTS) && grow_chance(g, .5))
        grow_expression_at(g, element)->subscripts[last] =
            (gen_subscript){GEN_INDEX, {grow_index_value(g), GEN_NONE, GEN_NONE}};
    return element;
}

static int pass_array(grow *g, int variable, const gen_variable *f)
{
    const gen_variable v = *grow_variable(g, variable);
    int size = gen_size(f), available = gen_size(&v), kind = grow_below(g, 10);
    bool alike = gen_same_shape(gen_shape_of(&v), gen_shape_of(f));
    if (v.rank == 0 || !v.known)
        return v.rank == f->rank && available == size ? gen_reference(g->program, variable) : GEN_NONE;
    if (kind < 4 && (alike || (f->rank == 1 && v.rank == 1 && f->known && available >= size)))
        return gen_reference(g->program, variable);
    if (kind < 7 && grow_has(g, GEN_SECTIONS))
        return grow_section(g, variable, gen_shape_of(f), f->intent != GEN_IN);
    if (kind < 8 && f->known && available >= size)
        return gen_reference(g->program, variable);
    return f->known && available >= size ? first_element(g, variable, size, f->intent == GEN_IN) : GEN_NONE;
}

/* The argument for a formal, GEN_NONE if there is none. */
static int pass(grow *g, int formal)
{
    const gen_variable f = *grow_variable(g, formal);
    if (f.intent == GEN_IN && f.rank == 0 && f.type != GEN_COMPLEX && grow_chance(g, .25))
        return grow_constant_of(g, &f);
    int variable = pick_actual(g, formal);
    if (variable == GEN_NONE)
        return GEN_NONE;
    if (f.rank == 0)
        return grow_element(g, variable);
    if (f.type == GEN_INTEGER)
        return grow_variable(g, variable)->rank == 1 ? gen_reference(g->program, variable) : GEN_NONE;
    return pass_array(g, variable, &f);
}

/* What is passed to be set must be set as a whole, if it has no value yet. */
static bool is_undefined_part(grow *g, int actual, int formal)
{
    const gen_expression *e = grow_expression_at(g, actual);
    return e->kind == GEN_REFERENCE && e->variable != g->loop_variables[0] &&
           e->variable != g->loop_variables[1] && !g->defined[e->variable] &&
           (e->subscript_count > 0 ||
            gen_size(grow_variable(g, e->variable)) != gen_size(grow_variable(g, formal)));
}

/* A formal that may be the same storage as an earlier one gets the same argument, or an element of the same
 * array if there is a rule: it may be the same one. */
static int pass_again(grow *g, const gen_statement *call, int position)
{
    const gen_routine callee = g->program->routines[call->routine];
    const gen_variable *f = grow_variable(g, callee.formals[position]);
    for (int i = 0; f->joint && i < position; i++) {
        if (call->arguments[i] == GEN_NONE)
            continue;
        const gen_expression *e = grow_expression_at(g, call->arguments[i]);
        const gen_variable *other = grow_variable(g, callee.formals[i]);
        if (other->joint && other->type == f->type && gen_same_shape(gen_shape_of(other), gen_shape_of(f)) &&
            e->kind == GEN_REFERENCE && grow_chance(g, .6) &&
            (!g->fixed[e->variable] || f->intent == GEN_IN) && g->defined[e->variable]) {
            bool element = callee.ruled && e->shape.rank == 0 && e->subscript_count > 0;
            return element && grow_chance(g, .5) ? grow_element(g, e->variable)
                                                 : gen_copy_expression(g->program, call->arguments[i]);
        }
    }
    return GEN_NONE;
}

/* Lets subscripts of arguments depend on an integer that is passed, too, and may change. */
static void entangle(grow *g, const gen_statement *call)
{
    const gen_routine callee = g->program->routines[call->routine];
    int i = GEN_NONE, passed = gen_passed(g->program, call);
    for (int k = 0; k < passed; k++) {
        if (call->arguments[k] == GEN_NONE)
            continue;
        const gen_expression *e = grow_expression_at(g, call->arguments[k]);
        if (e->kind == GEN_REFERENCE && e->type == GEN_INTEGER && e->subscript_count == 0 &&
            e->shape.rank == 0 && grow_variable(g, callee.formals[k])->intent == GEN_INOUT)
            i = e->variable;
    }
    for (int k = 0; k < passed && i != GEN_NONE; k++) {
        bool scalar = grow_variable(g, callee.formals[k])->rank == 0;
        if (!scalar || call->arguments[k] == GEN_NONE ||
            grow_expression_at(g, call->arguments[k])->subscript_count == 0 || !grow_chance(g, .6))
            continue;
        int index = gen_reference(g->program, i);
        grow_expression_at(g, call->arguments[k])->subscripts[0] =
            (gen_subscript){GEN_INDEX, {index, GEN_NONE, GEN_NONE}};
    }
}

int grow_first_optional(grow *g, int routine)
{
    const gen_routine *r = &g->program->routines[routine];
    for (int i = 0; i < r->formal_count; i++)
        if (grow_variable(g, r->formals[i])->optional)
            return i;
    return GEN_NONE;
}

int grow_optional_count(grow *g, int routine)
{
    int count = 0;
    const gen_routine *r = &g->program->routines[routine];
    for (int i = 0; i < r->formal_count; i++)
        count += grow_variable(g, r->formals[i])->optional;
    return count;
}

/* Whether an optional formal of this routine, which may be absent, can be that of the one that is called. */
static bool can_be_passed_on(grow *g, int own, int formal)
{
    const gen_variable *v = grow_variable(g, own), *f = grow_variable(g, formal);
    return v->optional && v->type == f->type && v->single == f->single && v->active == f->active &&
           gen_same_shape(gen_shape_of(v), gen_shape_of(f)) && (f->intent == GEN_IN || v->intent != GEN_IN);
}

/* A subroutine passes on what it has got, which may be nothing, to itself or another one: how many there are,
 * and as many of them as it has. @return how many arguments the call has; 0 if they do not fit */
static int pass_on(grow *g, gen_statement *call, int first)
{
    const gen_routine own = g->program->routines[g->routine], callee = g->program->routines[call->routine];
    int own_first = grow_first_optional(g, g->routine), count = grow_optional_count(g, call->routine);
    if (own_first == GEN_NONE || own.function)
        return 0;
    int available = grow_optional_count(g, g->routine);
    count = count < available ? count : available;
    for (int i = 0; i < count; i++)
        if (!can_be_passed_on(g, own.formals[own_first + i], callee.formals[first + i]))
            return 0;
    for (int i = -1; i < count; i++)
        call->arguments[first + i] = gen_reference(g->program, own.formals[own_first + i]);
    return first + count;
}

/* Leaves some of the last arguments out, and says how many; 0: all but the second of them, before a gap.
 * @param gap receives the place of the argument that is left out before another one, or GEN_NONE
 * @return how many arguments the call has */
static int leave_out(grow *g, gen_statement *call, int *gap)
{
    int count = g->program->routines[call->routine].formal_count;
    int first = grow_first_optional(g, call->routine);
    if (first == GEN_NONE)
        return count;
    int passed_on = grow_chance(g, .5) ? pass_on(g, call, first) : 0;
    if (passed_on > 0)
        return passed_on;
    int given = grow_below(g, count - first + 1);
    if (count - first > 1 && grow_chance(g, .3)) {
        call->arguments[first - 1] = gen_integer(g->program, 0);
        *gap = first;
        return first + 2;
    }
    call->arguments[first - 1] = gen_integer(g->program, given + 1);
    return first + given;
}

static bool fill(grow *g, gen_statement *call)
{
    const gen_routine callee = g->program->routines[call->routine];
    for (int i = 0; i < GEN_ARGUMENT_LIMIT; i++)
        call->arguments[i] = GEN_NONE;
    int gap = GEN_NONE, passed = leave_out(g, call, &gap);
    for (int i = 0; i < passed; i++) {
        if (call->arguments[i] != GEN_NONE || i == gap)
            continue;
        call->arguments[i] = pass_again(g, call, i);
        for (int k = 0; k < 4 && call->arguments[i] == GEN_NONE; k++)
            call->arguments[i] = pass(g, callee.formals[i]);
        if (call->arguments[i] == GEN_NONE || is_undefined_part(g, call->arguments[i], callee.formals[i]))
            return false;
    }
    if (grow_has(g, GEN_SUBSCRIPTS))
        entangle(g, call);
    return true;
}

/* Whether the callee leaves alone what must not change, and finds its globals defined; it allocates those
 * that are lazy itself. */
static bool fits_globals(grow *g, const gen_effects *effects, int routine)
{
    const gen_numbers *lists[] = {&effects->modified[routine], &effects->read[routine]};
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < lists[k]->count; i++) {
            int v = lists[k]->items[i];
            if (grow_variable(g, v)->routine != GEN_NONE)
                continue;
            if ((!g->defined[v] && !grow_variable(g, v)->lazy) || (k == 0 && g->fixed[v]))
                return false;
        }
    return true;
}

static void after_call(grow *g, const gen_statement *call)
{
    const gen_routine callee = g->program->routines[call->routine];
    for (int i = 0; i < gen_passed(g->program, call); i++) {
        if (call->arguments[i] == GEN_NONE)
            continue;
        const gen_expression *e = grow_expression_at(g, call->arguments[i]);
        const gen_variable *f = grow_variable(g, callee.formals[i]);
        if (f->intent == GEN_OUT && e->kind == GEN_REFERENCE && e->subscript_count == 0 &&
            gen_size(f) == gen_size(grow_variable(g, e->variable)))
            grow_define(g, e->variable);
    }
}

/* The type of a function's result. */
static gen_type result_of(grow *g, int routine)
{
    const gen_routine *r = &g->program->routines[routine];
    return grow_variable(g, r->formals[r->formal_count - 1])->type;
}

static bool is_subroutine(const gen_routine *r)
{
    return !r->function && !r->jacobian && !r->part && !r->entry;
}

/* A subroutine; GEN_NONE if there is none. */
static int pick_subroutine(grow *g)
{
    gen_numbers found = {0};
    for (int i = 0; i < g->routine; i++)
        if (is_subroutine(&g->program->routines[i]) && i != g->partner)
            gen_append(g->arena, &found, i);
    return found.count > 0 ? found.items[grow_below(g, found.count)] : GEN_NONE;
}

static int pick_function(grow *g, gen_type type)
{
    gen_numbers found = {0};
    for (int i = 0; i < g->routine; i++)
        if (g->program->routines[i].function && result_of(g, i) == type)
            gen_append(g->arena, &found, i);
    return found.count > 0 ? found.items[grow_below(g, found.count)] : GEN_NONE;
}

/* What is passed for an optional formal of a function: nothing, what this routine has got, which may be
 * nothing, or another argument. */
static int pass_or_leave_out(grow *g, int formal)
{
    const gen_routine own = g->program->routines[g->routine];
    for (int i = 0; i < own.formal_count; i++)
        if (can_be_passed_on(g, own.formals[i], formal) && grow_chance(g, .5))
            return gen_reference(g->program, own.formals[i]);
    return grow_chance(g, .4) ? GEN_NONE : pass(g, formal);
}

/* The arguments of a function, as of a call; false if there are none. */
static bool pass_all(grow *g, gen_statement *call)
{
    const gen_routine function = g->program->routines[call->routine];
    for (int i = 0; i + 1 < function.formal_count; i++) {
        bool optional = grow_variable(g, function.formals[i])->optional;
        call->arguments[i] =
            optional ? pass_or_leave_out(g, function.formals[i]) : pass(g, function.formals[i]);
        if (optional && call->arguments[i] == GEN_NONE)
            continue;
        if (call->arguments[i] == GEN_NONE ||
            grow_expression_at(g, call->arguments[i])->kind != GEN_REFERENCE)
            return false;
    }
    return gen_call_is_legal(g->arena, g->program, &g->effects, call);
}

int grow_function(grow *g, gen_type type)
{
    enum { NESTING_LIMIT = 2 };
    gen_statement call = gen_statement_of(GEN_CALL, NULL);
    bool passed = false;
    g->nesting++;
    for (int i = 0; i < 4 && !passed && g->nesting <= NESTING_LIMIT; i++) {
        call = gen_statement_of(GEN_CALL, NULL);
        call.routine = pick_function(g, type);
        passed = call.routine != GEN_NONE && fits_globals(g, &g->effects, call.routine) && pass_all(g, &call);
    }
    g->nesting--;
    if (!passed)
        return GEN_NONE;
    int result = gen_operation(g->program, g->program->routines[call.routine].name, type, call.arguments[0],
                               call.arguments[1], call.arguments[2]);
    gen_expression *e = grow_expression_at(g, result);
    e->kind = GEN_FUNCTION;
    e->routine = call.routine;
    e->shape = (gen_shape){0};
    e->bound = type == GEN_INTEGER ? 3 : 12;
    return result;
}

/* The calls of a function become constants, all of them in a statement: of a*a + 0.7, which is positive
 * because both factors are the same, either both change or neither does. */
static void replace_function(grow *g, const gen_statement *statement, int routine)
{
    gen_numbers vertices = {0};
    gen_statement_vertices(g->arena, g->program, statement, &vertices);
    for (int i = 0; i < vertices.count; i++) {
        const gen_expression *e = grow_expression_at(g, vertices.items[i]);
        if (e->kind != GEN_FUNCTION || e->routine != routine)
            continue;
        int constant =
            e->type == GEN_INTEGER ? gen_integer(g->program, 2) : gen_real(g->program, "0.7", .7, false);
        *grow_expression_at(g, vertices.items[i]) = *grow_expression_at(g, constant);
    }
}

void grow_settle(grow *g, int body)
{
    gen_numbers statements = {0};
    gen_statements(g->arena, g->program, body, &statements);
    for (int i = 0; i < statements.count; i++) {
        const gen_statement s = g->program->statements[statements.items[i]];
        for (int clash = gen_clashing_function(g->arena, g->program, &g->effects, &s); clash != GEN_NONE;
             clash = gen_clashing_function(g->arena, g->program, &g->effects, &s))
            replace_function(g, &s, grow_expression_at(g, clash)->routine);
    }
}

static int call_of(grow *g, int routine)
{
    gen_statement call = gen_statement_of(GEN_CALL, NULL);
    call.routine = routine;
    if (!fits_globals(g, &g->effects, routine))
        return GEN_NONE;
    for (int i = 0; i < 12; i++)
        if (fill(g, &call) && gen_call_is_legal(g->arena, g->program, &g->effects, &call)) {
            after_call(g, &call);
            call.id = grow_id(g);
            return gen_add_statement(g->program, &call);
        }
    return GEN_NONE;
}

int grow_call(grow *g)
{
    int made = GEN_NONE;
    for (int i = 0; i < 3 && made == GEN_NONE; i++) {
        int routine = pick_subroutine(g);
        if (routine != GEN_NONE)
            made = call_of(g, routine);
    }
    return made;
}

/* z = e - 1; call self(z, …), or the partner, without what is legal about it. */
static int recursive_call(grow *g, int counter, gen_statement *call)
{
    gen_program *p = g->program;
    gen_variable z = *grow_variable(g, counter);
    z.name = xb_arena_format(g->arena, "z%d", p->variable_count);
    z.intent = GEN_NO_FORMAL;
    int rest = gen_add_variable(p, &z);
    g->defined[rest] = g->fixed[rest] = true;
    gen_append(g->arena, &g->variables, rest);
    bool filled = false;
    for (int i = 0; i < 12 && !filled; i++)
        filled = fill(g, call);
    call->arguments[0] = gen_reference(p, rest);
    int less = gen_operation(p, "sub_scal_scal", GEN_INTEGER, gen_reference(p, counter), gen_integer(p, 1),
                             GEN_NONE);
    int first = grow_assign(g, gen_reference(p, rest), less);
    g->defined[rest] = g->fixed[rest] = false;
    return filled ? first : GEN_NONE;
}

void grow_recursion(grow *g, int counter, gen_numbers *body)
{
    gen_program *p = g->program;
    gen_statement call = gen_statement_of(GEN_CALL, grow_id(g)), s = gen_statement_of(GEN_IF, NULL);
    call.routine = g->partner != GEN_NONE && grow_chance(g, .8) ? g->partner : g->routine;
    int first = recursive_call(g, counter, &call);
    if (first == GEN_NONE)
        return;
    int number = gen_add_statement(p, &call);
    p->statements[first].next = number;
    s.condition = gen_boolean(p, "greater_than", gen_reference(p, counter), gen_integer(p, 1));
    s.body_count = 2;
    s.body[0] = first;
    gen_append(g->arena, body, gen_add_statement(p, &s));
}
