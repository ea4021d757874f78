/*
 * Loops that count, and integer variables that count with them. A loop variable is 1, 2, or 3 while its loop
 * runs. The variables that loops add to have no such bounds: subscripts are made of their remainders.
 */
#include <string.h>

#include "growing.h"

/* ---- small things -------------------------------------------------------------------------------------- */

static int constant(grow *g, int value)
{
    return gen_integer(g->program, value);
}

static int read(grow *g, int variable)
{
    return gen_reference(g->program, variable);
}

static int combine(grow *g, const char *name, int a, int b)
{
    return gen_operation(g->program, name, GEN_INTEGER, a, b, GEN_NONE);
}

static int sum(grow *g, int a, int b)
{
    return combine(g, "add_scal_scal", a, b);
}

static int small_integer(grow *g, int value, int i)
{
    return i == GEN_NONE ? constant(g, value) : read(g, i);
}

/* ---- variables that heads of loops change -------------------------------------------------------------- */

/* Whether a real active variable may be used in a body, and changed there. */
static bool is_free(grow *g, int variable)
{
    const gen_variable *v = grow_variable(g, variable);
    return v->type == GEN_REAL && v->active && g->defined[variable] && !g->fixed[variable];
}

/* Appends the free ones among the variables that a function changes. */
static void find_changed(grow *g, int expression, gen_numbers *found)
{
    const gen_expression *e = expression == GEN_NONE ? NULL : grow_expression_at(g, expression);
    if (!e || e->kind != GEN_FUNCTION)
        return;
    const gen_numbers *modified = &g->effects.modified[e->routine];
    for (int i = 0; i < modified->count; i++)
        if (grow_variable(g, modified->items[i])->routine == GEN_NONE && is_free(g, modified->items[i]))
            gen_append(g->arena, found, modified->items[i]);
    for (int i = 0; i < e->operand_count; i++) {
        int actual = grow_expression_at(g, e->operands[i])->variable;
        if (gen_contains(modified, g->program->routines[e->routine].formals[i]) && is_free(g, actual))
            gen_append(g->arena, found, actual);
    }
}

/* Another free variable than this one; GEN_NONE if there is none. */
static int another(grow *g, int variable)
{
    gen_numbers found = {0};
    for (int i = 0; i < g->variables.count; i++)
        if (g->variables.items[i] != variable && is_free(g, g->variables.items[i]))
            gen_append(g->arena, &found, g->variables.items[i]);
    return found.count > 0 ? found.items[grow_below(g, found.count)] : GEN_NONE;
}

/* t = t*v, for another t: before a round changes v. */
static void use_changed(grow *g, int changed, gen_numbers *body)
{
    int other = another(g, changed);
    if (other == GEN_NONE)
        return;
    int target = grow_element(g, other);
    int value = gen_operation(g->program, "mul_scal_scal", GEN_REAL, gen_copy_expression(g->program, target),
                              grow_tame(g, grow_element(g, changed), 1), GEN_NONE);
    gen_append(g->arena, body, grow_assign(g, target, value));
}

/* v = 1.5*e, at the end of a round. */
static void change_again(grow *g, int changed, gen_numbers *body)
{
    int other = another(g, changed);
    if (other == GEN_NONE)
        return;
    int value = gen_operation(g->program, "mul_scal_scal", GEN_REAL, gen_real(g->program, "1.5", 1.5, false),
                              grow_tame(g, grow_element(g, other), 1), GEN_NONE);
    gen_append(g->arena, body, grow_assign(g, gen_reference(g->program, changed), value));
}

/* ---- variables that loops add to ----------------------------------------------------------------------- */

int grow_wide_variable(grow *g)
{
    gen_numbers found = {0};
    for (int i = 0; i < 2; i++)
        if (g->wide[i] != GEN_NONE && g->defined[g->wide[i]])
            gen_append(g->arena, &found, g->wide[i]);
    return found.count > 0 ? found.items[grow_below(g, found.count)] : GEN_NONE;
}

int grow_wide_index(grow *g)
{
    int v = grow_wide_variable(g), kind = grow_below(g, 3);
    if (v == GEN_NONE)
        return GEN_NONE;
    for (int i = 0; i < 2; i++)
        if (v == g->wide[i] && g->in_step[i] > 0 && kind > 0)
            return g->in_step[i] == 1 ? read(g, v) : combine(g, "sub_scal_scal", read(g, v), constant(g, 1));
    int large = kind == 0 ? sum(g, read(g, v), constant(g, 300)) : sum(g, constant(g, 600), read(g, v));
    return sum(g, combine(g, "mod_scal_scal", large, constant(g, 3)), constant(g, 1));
}

/* What is added: a constant, or what an integer variable holds. */
static int increment(grow *g)
{
    int i = grow_chance(g, .5) ? grow_integer_variable(g) : GEN_NONE;
    return small_integer(g, grow_between(g, 1, 2), i);
}

/* A number that is not whole is added or taken away, and the sum is truncated. */
static int basic_of_reals(grow *g, int v)
{
    return gen_operation(g->program, grow_chance(g, .5) ? "add_scal_scal" : "sub_scal_scal", GEN_REAL,
                         read(g, v), gen_real(g->program, "1.75", 1.75, false), GEN_NONE);
}

/* v = v + c, c + v, v - c */
static int basic(grow *g, int v)
{
    if (grow_chance(g, .1))
        return basic_of_reals(g, v);
    int kind = grow_below(g, 4), c = increment(g);
    if (kind == 0)
        return combine(g, "sub_scal_scal", read(g, v), c);
    return kind == 1 ? sum(g, c, read(g, v)) : sum(g, read(g, v), c);
}

/* What a variable is computed from that loops don't add to; multiples of multiples must not grow. */
static int source_of_derived(grow *g, bool multiplied)
{
    int w = grow_chance(g, .6) ? grow_wide_variable(g) : GEN_NONE;
    if (w == GEN_NONE)
        return small_integer(g, 1, grow_integer_variable(g));
    return multiplied ? combine(g, "mod_scal_scal", read(g, w), constant(g, 5)) : read(g, w);
}

/* v = 2*w - i, 3 - l, (l - 1)*2 + i, … */
static int derived(grow *g)
{
    int i = grow_integer_variable(g), kind = grow_below(g, 4);
    int first = source_of_derived(g, kind != 1);
    if (kind == 0)
        return combine(g, "sub_scal_scal", combine(g, "mul_scal_scal", constant(g, 2), first),
                       small_integer(g, 1, i));
    if (kind == 1)
        return combine(g, "sub_scal_scal", constant(g, 3), first);
    first = combine(g, "sub_scal_scal", first, constant(g, 1));
    int second = small_integer(g, 2, kind == 2 ? GEN_NONE : i);
    return sum(g, combine(g, "mul_scal_scal", first, second), small_integer(g, 1, i));
}

/* One whose values are known exactly counts in one place only; so does one that is computed in each round. */
static bool may_change(grow *g, int which)
{
    return g->in_step[which] == 0 && !g->fixed[g->wide[which]];
}

void grow_induced(grow *g, gen_numbers *body)
{
    int which = grow_below(g, 2), v = g->wide[which];
    if (v == GEN_NONE || !g->defined[v] || !may_change(g, which))
        return;
    int value = grow_chance(g, .6) ? basic(g, v) : derived(g);
    gen_append(g->arena, body, grow_assign(g, read(g, v), value));
}

/* A variable that begins at 1, for a loop that is going to add 1 in each of at most three rounds; GEN_NONE if
 * none is free. */
static int begin_in_step(grow *g, gen_numbers *body)
{
    int which = grow_below(g, 2), v = g->wide[which];
    if (!grow_has(g, GEN_INDUCTIONS) || v == GEN_NONE || !may_change(g, which) || grow_chance(g, .4))
        return GEN_NONE;
    gen_append(g->arena, body, grow_assign(g, read(g, v), constant(g, 1)));
    g->in_step[which] = 1;
    g->defined[v] = true;
    return which;
}

static void begin_wide(grow *g, gen_numbers *body)
{
    for (int i = 0; i < 2 && grow_has(g, GEN_INDUCTIONS); i++)
        if (may_change(g, i) && grow_chance(g, .6)) {
            gen_append(g->arena, body,
                       grow_assign(g, read(g, g->wide[i]), constant(g, grow_between(g, -2, 5))));
            g->defined[g->wide[i]] = true;
        }
}

/* a(k) = a(k)*e, where k is told by a variable that loops add to. */
static void use_index(grow *g, gen_numbers *body)
{
    gen_numbers found = {0};
    for (int i = 0; i < g->variables.count; i++) {
        const gen_variable *v = grow_variable(g, g->variables.items[i]);
        if (v->type == GEN_REAL && v->active && v->rank == 1 && g->defined[g->variables.items[i]] &&
            !g->fixed[g->variables.items[i]])
            gen_append(g->arena, &found, g->variables.items[i]);
    }
    int index = found.count > 0 ? grow_wide_index(g) : GEN_NONE;
    if (index == GEN_NONE)
        return;
    int variable = found.items[grow_below(g, found.count)];
    int target = gen_element(g->program, variable, index), same = gen_copy_expression(g->program, target);
    grow_expression_at(g, same)->bound = g->bound[variable];
    int factor = grow_tame(g, grow_scalar_leaf(g, (grow_wish){GEN_REAL, {0}, true}), 1);
    int value = gen_operation(g->program, "mul_scal_scal", GEN_REAL, same, factor, GEN_NONE);
    gen_append(g->arena, body, grow_assign(g, target, value));
}

/* A variable that is computed in each round, and nowhere else in the loop; GEN_NONE if there is none. */
static int begin_derived(grow *g, int which)
{
    int other = which == GEN_NONE ? grow_below(g, 2) : 1 - which, v = g->wide[other];
    if (v == GEN_NONE || !g->defined[v] || !may_change(g, other) || grow_chance(g, .4))
        return GEN_NONE;
    g->fixed[v] = true;
    return v;
}

/* It is computed from others. */
static void compute(grow *g, int v, gen_numbers *body)
{
    g->defined[v] = false;
    int value = derived(g);
    g->defined[v] = true;
    gen_append(g->arena, body, grow_assign(g, read(g, v), value));
}

static void step(grow *g, int which, gen_numbers *body)
{
    int v = g->wide[which];
    gen_append(g->arena, body, grow_assign(g, read(g, v), sum(g, read(g, v), constant(g, 1))));
    g->in_step[which] = 2;
}

/* A body with steps of such variables in the middle, which are used before them and after them. */
static void fill_body(grow *g, int depth, int which, gen_numbers *body)
{
    int computed = begin_derived(g, which);
    if (grow_chance(g, .5))
        grow_block(g, depth + 1, body);
    if (grow_chance(g, .5))
        use_index(g, body);
    if (which != GEN_NONE)
        step(g, which, body);
    if (computed != GEN_NONE)
        compute(g, computed, body);
    if (grow_has(g, GEN_INDUCTIONS) && grow_chance(g, .5))
        grow_induced(g, body);
    if (grow_chance(g, .5))
        use_index(g, body);
    if (grow_chance(g, .7) || body->count == 0)
        grow_block(g, depth + 1, body);
    if (computed != GEN_NONE)
        g->fixed[computed] = false;
}

/* @param changed what functions in the head change */
static int counting_body(grow *g, int depth, int which, const gen_numbers *changed)
{
    grow_scope scope;
    gen_numbers body = {0};
    int v = changed->count > 0 ? changed->items[grow_below(g, changed->count)] : GEN_NONE;
    grow_open(g, &scope);
    if (v != GEN_NONE)
        use_changed(g, v, &body);
    fill_body(g, depth, which, &body);
    if (v != GEN_NONE)
        change_again(g, v, &body);
    grow_close(g, &scope);
    return grow_chain(g, &body);
}

/* ---- heads of loops ------------------------------------------------------------------------------------ */

/* Functions tell where a loop begins, or ends. */
static void call_in_head(grow *g, gen_statement *s)
{
    int *const places[] = {&s->low, &s->high};
    for (int i = 0; i < 2; i++) {
        double chance = grow_has(g, GEN_EFFECTS) ? .45 : .18;
        int called =
            grow_has(g, GEN_ANYWHERE) && grow_chance(g, chance) ? grow_function(g, GEN_INTEGER) : GEN_NONE;
        if (called != GEN_NONE)
            *places[i] = called;
    }
}

/* Makes ends of a loop real numbers that are not whole, without another round or less. The last one is a
 * constant or a variable. */
static void make_real(grow *g, gen_statement *s)
{
    const gen_expression high = *grow_expression_at(g, s->high);
    if (grow_has(g, GEN_STRIDES) && grow_chance(g, .1))
        s->low = gen_operation(g->program, "add_scal_scal", GEN_REAL, s->low,
                               gen_real(g->program, "0.25", .25, false), GEN_NONE);
    if (grow_has(g, GEN_STRIDES) && high.kind == GEN_CONSTANT && grow_chance(g, .1)) {
        const char *text = s->step < 0 ? "0.75" : xb_arena_format(g->program->arena, "%s.25", high.text);
        s->high = gen_real(g->program, text, 4, false);
    }
}

/* From one number to another. @return the variable that must not change, or GEN_NONE */
static int count_to(grow *g, gen_statement *s)
{
    static const int ranges[][3] = {{1, 3, 1},  {1, 2, 1}, {2, 3, 1}, {1, 3, 2},
                                    {3, 1, -1}, {2, 2, 1}, {1, 1, 1}, {2, 1, 1}};
    const int *range = ranges[grow_below(g, 8)];
    int i = grow_chance(g, .3) ? grow_integer_variable(g) : GEN_NONE;
    bool from = i != GEN_NONE && grow_chance(g, .5);
    s->step = i == GEN_NONE ? range[2] : from && grow_chance(g, .5) ? -1 : 1;
    s->low = small_integer(g, i == GEN_NONE ? range[0] : 1, from ? i : GEN_NONE);
    s->high = small_integer(g, i == GEN_NONE ? range[1] : s->step < 0 ? 1 : 3, from ? GEN_NONE : i);
    call_in_head(g, s);
    make_real(g, s);
    if (grow_chance(g, .15))
        s->update = grow_between(g, 1, s->step == 1 ? 3 : 2);
    return i;
}

/* While the variable and a bound compare like this; then a step is added, or taken away. */
static void set_head(grow *g, gen_statement *s, const char *comparison, int bound, const char *step_by,
                     int step)
{
    int l = grow_expression_at(g, s->loop_references[0])->variable;
    bool turned = grow_chance(g, .1) && step_by[0] == 'a';
    s->condition = gen_boolean(g->program, comparison, read(g, l), bound);
    s->advance = combine(g, step_by, turned ? step : read(g, l), turned ? read(g, l) : step);
}

/* A step that may be negative: 1, -1, 2, i, -i, 2*i - 5, 3 - 2*i. It is never 0. */
static int either_way(grow *g, int i)
{
    static const int constants[] = {1, -1, 2, -2};
    int kind = i == GEN_NONE ? 0 : grow_below(g, 5);
    if (kind == 0)
        return constant(g, constants[grow_below(g, 4)]);
    if (kind < 3)
        return read(g, i);
    int twice = combine(g, "mul_scal_scal", constant(g, 2), read(g, i));
    return kind == 3 ? combine(g, "sub_scal_scal", twice, constant(g, 5))
                     : combine(g, "sub_scal_scal", constant(g, 3), twice);
}

/* Up or down to a bound: a loop of Fortran's whose step tells its direction when it is run. */
static void either_direction(grow *g, gen_statement *s, int i)
{
    int from = grow_integer_variable(g), to = grow_integer_variable(g);
    s->low = small_integer(g, grow_between(g, 1, 3), grow_chance(g, .4) ? from : GEN_NONE);
    int bound = small_integer(g, grow_between(g, 1, 3), grow_chance(g, .4) ? to : GEN_NONE);
    set_head(g, s, "not_equal", bound, grow_chance(g, .3) ? "sub_scal_scal" : "add_scal_scal",
             either_way(g, i));
}

/* As long as the variable is within bounds, by steps that are no constants. */
static void while_within(grow *g, gen_statement *s, int i)
{
    static const char *const up = "add_scal_scal", *const down = "sub_scal_scal";
    int k = grow_integer_variable(g), kind = grow_below(g, 6);
    int step = small_integer(g, grow_between(g, 1, 2), grow_chance(g, .7) ? i : GEN_NONE);
    bool upward = kind % 2 == 0;
    s->low = small_integer(g, upward ? 1 : 3, grow_chance(g, .4) ? k : GEN_NONE);
    if (kind < 2)
        set_head(g, s, upward ? "less_than" : "greater_than", constant(g, upward ? 4 : 0), upward ? up : down,
                 step);
    else
        set_head(g, s, upward ? "less_or_equal" : "greater_or_equal",
                 small_integer(g, upward ? 3 : 1, kind < 4 ? GEN_NONE : k), upward ? up : down, step);
}

/* By steps that are no constants, or in a direction that is not known. @return as count_to() */
static int stride(grow *g, gen_statement *s)
{
    int i = grow_integer_variable(g);
    if (grow_chance(g, .5))
        either_direction(g, s, i);
    else
        while_within(g, s, i);
    return grow_chance(g, .6) ? i : GEN_NONE;
}

void grow_for(grow *g, int depth, gen_numbers *body)
{
    gen_statement s = gen_statement_of(GEN_FOR, grow_id(g));
    int level = g->fixed[g->loop_variables[0]] ? 1 : 0, l = g->loop_variables[level];
    if (g->fixed[l])
        return;
    int which = begin_in_step(g, body);
    begin_wide(g, body);
    for (int k = 0; k < 4; k++)
        s.loop_references[k] = read(g, l);
    int i = grow_has(g, GEN_STRIDES) && grow_chance(g, .5) ? stride(g, &s) : count_to(g, &s);
    s.other_form = grow_has(g, GEN_UNENDED) && grow_chance(g, .2);
    s.update_id = grow_id(g);
    bool bound_fixed = i != GEN_NONE && g->fixed[i];
    if (i != GEN_NONE)
        g->fixed[i] = true;
    g->fixed[l] = g->defined[l] = true;
    s.body_count = 1;
    gen_numbers changed = {0};
    find_changed(g, s.low, &changed);
    find_changed(g, s.high, &changed);
    s.body[0] = counting_body(g, depth, which, &changed);
    g->fixed[l] = g->defined[l] = false;
    if (i != GEN_NONE)
        g->fixed[i] = bound_fixed;
    if (which != GEN_NONE)
        g->in_step[which] = 0;
    gen_append(g->arena, body, gen_add_statement(g->program, &s));
}

/* ---- other loops --------------------------------------------------------------------------------------- */

/* A body, first with a use of what a function in the condition changes. */
static int body_using_changed(grow *g, int depth, int function)
{
    gen_numbers changed = {0}, body = {0};
    find_changed(g, function, &changed);
    int rest = grow_scoped(g, depth);
    if (changed.count > 0)
        use_changed(g, changed.items[grow_below(g, changed.count)], &body);
    int first = grow_chain(g, &body);
    if (first != GEN_NONE)
        g->program->statements[first].next = rest;
    return first == GEN_NONE ? rest : first;
}

/* i = 3; while (i > 1) …; i = i - 1; of a tangle this is its second part. */
void grow_counted(grow *g, int depth, gen_statement_kind kind, gen_numbers *body)
{
    gen_program *p = g->program;
    int i = GEN_NONE;
    for (int k = 0; k < g->variables.count; k++) {
        int variable = g->variables.items[k];
        const gen_variable *v = grow_variable(g, variable);
        if (v->type == GEN_INTEGER && v->rank == 0 && !g->fixed[variable])
            i = variable;
    }
    if (i == GEN_NONE)
        return;
    begin_wide(g, body);
    int target = gen_reference(p, i);
    gen_append(g->arena, body, grow_assign(g, target, gen_integer(p, grow_between(g, 2, 3))));
    gen_statement s = gen_statement_of(kind, NULL);
    bool defined = g->defined[i];
    g->fixed[i] = g->defined[i] = true;
    /* No function is below 1. */
    int least = grow_has(g, GEN_ANYWHERE) && grow_chance(g, .3) ? grow_function(g, GEN_INTEGER) : GEN_NONE;
    int before = kind == GEN_TANGLE ? grow_scoped(g, depth) : GEN_NONE;
    int first = body_using_changed(g, depth, least);
    g->fixed[i] = false;
    g->defined[i] = defined || depth == 0;
    int less =
        gen_operation(p, "sub_scal_scal", GEN_INTEGER, gen_reference(p, i), gen_integer(p, 1), GEN_NONE);
    int last = grow_assign(g, gen_reference(p, i), less);
    int end = first;
    while (end != GEN_NONE && p->statements[end].next != GEN_NONE)
        end = p->statements[end].next;
    if (end != GEN_NONE)
        p->statements[end].next = last;
    s.body_count = 1;
    s.body[0] = end == GEN_NONE ? last : first;
    s.condition =
        gen_boolean(p, "greater_than", gen_reference(p, i), least == GEN_NONE ? gen_integer(p, 1) : least);
    s.other_form = kind == GEN_REPEAT  ? grow_has(g, GEN_JUMPS)
                   : kind == GEN_WHILE ? grow_has(g, GEN_UNENDED) && grow_chance(g, .2)
                                       : false;
    if (kind == GEN_TANGLE) {
        s.body_count = 2;
        s.body[1] = s.body[0];
        s.body[0] = before;
        s.low = s.condition;
        s.condition = grow_condition(g);
    }
    gen_append(g->arena, body, gen_add_statement(p, &s));
}
