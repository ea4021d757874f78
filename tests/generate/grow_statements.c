/*
 * What is defined within a branch or a loop counts as undefined after it, unless it was defined before.
 */
#include <string.h>

#include "growing.h"

/* ---- assignments --------------------------------------------------------------------------------------- */

static bool is_assignable(grow *g, int variable, int depth)
{
    const gen_variable *v = grow_variable(g, variable);
    return !g->fixed[variable] && v->type != GEN_INTEGER && gen_is_number(v->type) &&
           (depth == 0 || g->defined[variable] || grow_chance(g, v->allocated ? .4 : .1));
}

static int pick_target(grow *g, int depth)
{
    gen_numbers found = {0};
    for (int i = 0; i < g->variables.count; i++)
        if (is_assignable(g, g->variables.items[i], depth))
            gen_append(g->arena, &found, g->variables.items[i]);
    return found.count > 0 ? found.items[grow_below(g, found.count)] : GEN_NONE;
}

/* a = f(a, a), a, a*e, a - a, a + e */
static int from_itself(grow *g, int target)
{
    const gen_expression t = *grow_expression_at(g, target);
    gen_program *p = g->program;
    grow_wish wish = {t.type, t.shape, true};
    int same = gen_copy_expression(p, target), kind = grow_below(g, 10);
    grow_expression_at(g, same)->bound = g->bound[t.variable];
    if (grow_has(g, GEN_JACOBIANS) && t.type == GEN_REAL && t.shape.rank == 0 && g->bound[t.variable] <= 8 &&
        grow_chance(g, .4))
        return grow_boxed_product(g, same, gen_copy_expression(p, target));
    if (kind < 2)
        return same;
    if (kind < 5)
        return grow_tame(g,
                         gen_operation(p, "mul_scal_scal", t.type, same,
                                       grow_tame(g, grow_expression(g, wish, 1), 2), GEN_NONE),
                         30);
    if (kind < 7) {
        int other = kind < 6 && grow_has(g, GEN_DAGS) ? same : gen_copy_expression(p, target);
        return gen_operation(p, "sub_scal_scal", t.type, same, other, GEN_NONE);
    }
    int sum = gen_operation(p, "add_scal_scal", t.type, same, grow_expression(g, wish, 2), GEN_NONE);
    grow_expression_at(g, sum)->bound *= 2;
    return grow_tame(g, sum, 30);
}

static bool is_fully_indexed(grow *g, int target)
{
    return grow_expression_at(g, target)->shape.rank == 0;
}

static void assign(grow *g, int depth, gen_numbers *body)
{
    int variable = pick_target(g, depth);
    if (variable == GEN_NONE)
        return;
    const gen_variable v = *grow_variable(g, variable);
    if (!g->defined[variable] && v.rank > 0 && (v.allocated || grow_chance(g, .8))) {
        grow_initialise(g, variable, body);
        if (depth == 0 || v.allocated)
            grow_define(g, variable);
        return;
    }
    int target = grow_target(g, variable), value, active = -1;
    gen_shape shape = grow_expression_at(g, target)->shape;
    bool whole = grow_expression_at(g, target)->subscript_count == 0;
    if (shape.rank > 0 && grow_chance(g, .25))
        shape = (gen_shape){0};
    if (g->defined[variable] && v.active && grow_chance(g, .12) && (whole || is_fully_indexed(g, target))) {
        value = from_itself(g, target);
    } else if (v.active && grow_has(g, GEN_PASSIVE) && grow_chance(g, .06)) {
        value = grow_tame(g, grow_expression(g, (grow_wish){v.type, shape, false}, 1), 12);
        active = 0;
    } else {
        value = grow_value(g, variable, shape);
        active = v.active && grow_chance(g, .05) ? 1 : -1;
    }
    double bound = grow_expression_at(g, value)->bound;
    if (bound > g->bound[variable])
        g->bound[variable] = bound;
    int s = grow_assign(g, target, value);
    g->program->statements[s].active = active;
    gen_append(g->arena, body, s);
    if (depth == 0 && whole)
        grow_define(g, variable);
}

static void assign_integer(grow *g, gen_numbers *body)
{
    for (int i = 0; i < 2 * g->variables.count; i++) {
        int variable = g->variables.items[grow_below(g, g->variables.count)];
        const gen_variable v = *grow_variable(g, variable);
        if (v.type != GEN_INTEGER || g->fixed[variable] || !g->defined[variable])
            continue;
        int target = v.rank > 0 ? gen_element(g->program, variable, grow_index_value(g))
                                : gen_reference(g->program, variable);
        gen_append(g->arena, body, grow_assign(g, target, grow_index_value(g)));
        return;
    }
}

/* t = a; a = b; b = t */
static void swap(grow *g, gen_numbers *body)
{
    gen_numbers found = {0};
    int t = GEN_NONE;
    for (int i = 0; i < g->variables.count; i++) {
        int variable = g->variables.items[i];
        const gen_variable *v = grow_variable(g, variable);
        if (g->fixed[variable] || v->type != GEN_REAL || !v->active || !g->defined[variable])
            continue;
        if (v->rank == 0 && t == GEN_NONE)
            t = variable;
        else
            gen_append(g->arena, &found, variable);
    }
    if (t == GEN_NONE || found.count < 2)
        return;
    int a = grow_element(g, found.items[grow_below(g, found.count)]);
    int b = grow_element(g, found.items[grow_below(g, found.count)]);
    gen_append(g->arena, body, grow_assign(g, gen_reference(g->program, t), a));
    int copy = gen_copy_expression(g->program, a);
    gen_append(g->arena, body, grow_assign(g, copy, b));
    copy = gen_copy_expression(g->program, b);
    gen_append(g->arena, body, grow_assign(g, copy, gen_reference(g->program, t)));
}

/* w = cshift(v, 1), m = transpose(m), … : intrinsics of their own, on whole arrays. */
static void rearrange(grow *g, gen_numbers *body)
{
    gen_numbers found = {0};
    for (int i = 0; i < g->variables.count; i++) {
        const gen_variable *v = grow_variable(g, g->variables.items[i]);
        if (v->type == GEN_REAL && v->rank > 0 && v->known && g->defined[g->variables.items[i]])
            gen_append(g->arena, &found, g->variables.items[i]);
    }
    if (found.count == 0)
        return;
    int source = found.items[grow_below(g, found.count)], target = found.items[grow_below(g, found.count)];
    const gen_variable from = *grow_variable(g, source), to = *grow_variable(g, target);
    gen_shape shape = gen_shape_of(&from);
    int e = gen_reference(g->program, source), value = GEN_NONE;
    grow_expression_at(g, e)->bound = g->bound[source];
    if (g->fixed[target] || (from.active && !to.active))
        return;
    if (gen_same_shape(shape, gen_shape_of(&to)) && from.rank == 1)
        value = gen_operation(g->program, "cshift_arr", GEN_REAL, e,
                              gen_integer(g->program, grow_between(g, -1, 2)), GEN_NONE);
    else if (from.rank == 2 && to.rank == 2 && shape.extent[0] == gen_shape_of(&to).extent[1] &&
             shape.extent[1] == gen_shape_of(&to).extent[0])
        value = gen_operation(g->program, "transpose_arr", GEN_REAL, e, GEN_NONE, GEN_NONE);
    if (value == GEN_NONE)
        return;
    if (g->bound[source] > g->bound[target])
        g->bound[target] = g->bound[source];
    gen_append(g->arena, body, grow_assign(g, gen_reference(g->program, target), value));
}

/* ---- structure ----------------------------------------------------------------------------------------- */

void grow_open(grow *g, grow_scope *scope)
{
    memcpy(scope->defined, g->defined, sizeof scope->defined);
    scope->kept = g->kept;
    g->kept = scope->defined;
}

void grow_close(grow *g, const grow_scope *scope)
{
    memcpy(g->defined, scope->defined, sizeof scope->defined);
    g->kept = scope->kept;
}

/* A body whose definitions don't count after it. */
int grow_scoped(grow *g, int depth)
{
    grow_scope scope;
    gen_numbers body = {0};
    grow_open(g, &scope);
    grow_block(g, depth + 1, &body);
    grow_close(g, &scope);
    return grow_chain(g, &body);
}

static int make_if(grow *g, int depth)
{
    gen_statement s = gen_statement_of(GEN_IF, NULL);
    s.condition = grow_condition(g);
    s.other_form = grow_chance(g, .3);
    s.body_count = 2;
    s.body[0] = grow_scoped(g, depth);
    if (grow_chance(g, .6))
        s.body[1] = grow_scoped(g, depth);
    return gen_add_statement(g->program, &s);
}

/* Has formals a value, and lets those be set that may be, or not any more. */
static void open_formals(grow *g, int first, int count, bool open)
{
    const gen_routine r = g->program->routines[g->routine];
    for (int i = first; i < first + count; i++) {
        g->defined[r.formals[i]] = open;
        g->fixed[r.formals[i]] = !open || grow_variable(g, r.formals[i])->intent == GEN_IN;
    }
}

/* Who calls the entry is not in the program: the question alone says that an argument may not be there. */
void grow_guarded(grow *g, int depth, gen_numbers *body)
{
    int first = grow_first_optional(g, g->routine);
    const gen_routine r = g->program->routines[g->routine];
    if (first == GEN_NONE || g->defined[r.formals[first]])
        return;
    gen_statement s = gen_statement_of(GEN_IF, NULL);
    int optional = grow_optional_count(g, g->routine);
    bool gap = optional > 1 && grow_chance(g, .4);
    int count = gap ? 1 : grow_between(g, 1, optional);
    int given = r.function ? GEN_NONE : r.formals[first - 1];
    first += gap;
    if (given == GEN_NONE || (count == 1 && (r.entry || grow_chance(g, .4))))
        s.condition = grow_asks(g, r.formals[first]);
    else
        s.condition = gen_boolean(g->program, gap ? "less_than" : "greater_than",
                                  gen_reference(g->program, given), gen_integer(g->program, count));
    s.body_count = 2;
    open_formals(g, first, count, true);
    s.body[0] = grow_scoped(g, depth);
    open_formals(g, first, count, false);
    if (grow_chance(g, .3))
        s.body[1] = grow_scoped(g, depth);
    gen_append(g->arena, body, gen_add_statement(g->program, &s));
}

static int make_select(grow *g, int depth)
{
    gen_statement s = gen_statement_of(GEN_SELECT, NULL);
    int i = grow_integer_variable(g);
    if (i == GEN_NONE)
        return make_if(g, depth);
    s.condition =
        grow_has(g, GEN_ANYWHERE) && grow_chance(g, .9) ? grow_index_value(g) : gen_reference(g->program, i);
    s.body_count = grow_between(g, 2, 4);
    for (int k = 0; k < s.body_count; k++) {
        s.cases[k] = k == 2 ? 5 : 3 - k;
        s.body[k] = grow_scoped(g, depth);
    }
    return gen_add_statement(g->program, &s);
}

/* A body that can be left in the middle. */
static int make_block(grow *g, int depth)
{
    gen_statement s = gen_statement_of(GEN_BLOCK, NULL);
    g->block_depth++;
    s.body_count = 1;
    s.body[0] = grow_scoped(g, depth);
    g->block_depth--;
    return gen_add_statement(g->program, &s);
}

static int make_leave(grow *g, bool always)
{
    gen_statement s = gen_statement_of(GEN_LEAVE, NULL);
    if (!always)
        s.condition = grow_condition(g);
    if (grow_chance(g, .4))
        s.levels = grow_below(g, g->block_depth);
    return gen_add_statement(g->program, &s);
}

/* What is never run may be anything that an arm of a branch may be. */
static int make_unreached(grow *g, int depth)
{
    gen_statement s = gen_statement_of(GEN_UNREACHED, NULL);
    s.other_form = grow_chance(g, .5);
    s.body_count = 1;
    s.body[0] = grow_scoped(g, depth);
    return gen_add_statement(g->program, &s);
}

static void make_loop(grow *g, int depth, gen_statement_kind kind, gen_numbers *body)
{
    if (kind == GEN_FOR)
        grow_for(g, depth, body);
    else
        grow_counted(g, depth, kind, body);
}

/* A loop; some can be left early, from the loops in them, too. */
static void loop(grow *g, int depth, gen_statement_kind kind, gen_numbers *body)
{
    if (!grow_has(g, GEN_JUMPS) || !grow_chance(g, .4)) {
        make_loop(g, depth, kind, body);
        return;
    }
    gen_statement s = gen_statement_of(GEN_BLOCK, NULL);
    grow_scope scope;
    gen_numbers inner = {0};
    grow_open(g, &scope);
    g->block_depth++;
    make_loop(g, depth, kind, &inner);
    g->block_depth--;
    grow_close(g, &scope);
    s.body_count = 1;
    s.body[0] = grow_chain(g, &inner);
    gen_append(g->arena, body, gen_add_statement(g->program, &s));
}

static void structured(grow *g, int depth, gen_numbers *body)
{
    int kind = grow_below(g, 22), made = GEN_NONE;
    if (grow_first_optional(g, g->routine) != GEN_NONE && grow_chance(g, .3))
        grow_guarded(g, depth, body);
    else if (kind < 7 && grow_has(g, GEN_BRANCHES))
        made = make_if(g, depth);
    else if (kind < 10 && grow_has(g, GEN_BRANCHES))
        made = make_select(g, depth);
    else if (kind < 16 && grow_has(g, GEN_LOOPS))
        loop(g, depth, GEN_FOR, body);
    else if (kind < 19 && grow_has(g, GEN_LOOPS))
        loop(g, depth, kind < 18 ? GEN_WHILE : GEN_REPEAT, body);
    else if (kind == 19 && grow_has(g, GEN_TANGLES))
        grow_counted(g, depth, GEN_TANGLE, body);
    else if (grow_has(g, GEN_JUMPS))
        made = make_block(g, depth);
    if (made != GEN_NONE)
        gen_append(g->arena, body, made);
}

static void plain(grow *g, int depth, gen_numbers *body)
{
    int kind = grow_below(g, 100), call;
    if (grow_has(g, GEN_CALLS) && grow_chance(g, .25)) {
        call = grow_call(g);
        if (call != GEN_NONE) {
            gen_append(g->arena, body, call);
            return;
        }
    }
    if (kind >= 16 && kind < 26 && grow_has(g, GEN_SUBSCRIPTS))
        assign_integer(g, body);
    else if (kind >= 50 && kind < 62 && grow_has(g, GEN_INDUCTIONS) && grow_wide_variable(g) != GEN_NONE)
        grow_induced(g, body);
    else if (kind >= 62 && kind < 72 && grow_has(g, GEN_STEERING))
        grow_steer(g, depth, body);
    else if (kind >= 72 && kind < 78 && grow_has(g, GEN_ALLOCATION))
        grow_deallocate(g, body);
    else if (kind >= 78 && kind < 83 && grow_has(g, GEN_LAZY))
        grow_use_of_lazy(g, depth, body);
    else if (kind >= 26 && kind < 30 && grow_has(g, GEN_SWAPS))
        swap(g, body);
    else if (kind >= 30 && kind < 33 && grow_has(g, GEN_NONINLINABLE))
        rearrange(g, body);
    else if (kind == 33) {
        gen_statement marker = gen_statement_of(GEN_MARKER, grow_id(g));
        gen_append(g->arena, body, gen_add_statement(g->program, &marker));
    } else if (kind >= 34 && kind < 50 && g->block_depth > 0)
        gen_append(g->arena, body, make_leave(g, false));
    else
        assign(g, depth, body);
}

void grow_block(grow *g, int depth, gen_numbers *body)
{
    int count = depth > 0 ? grow_between(g, 1, 4) : g->budget;
    for (int i = 0; i < count && g->budget > 0; i++) {
        g->budget--;
        if (depth < 3 && grow_has(g, GEN_DEAD) && grow_chance(g, .08))
            gen_append(g->arena, body, make_unreached(g, depth));
        else if (g->block_depth > 0 && grow_has(g, GEN_DEAD) && grow_chance(g, .08))
            gen_append(g->arena, body, make_leave(g, true));
        else if (depth < 3 && grow_chance(g, .19))
            structured(g, depth, body);
        else
            plain(g, depth, body);
    }
}
