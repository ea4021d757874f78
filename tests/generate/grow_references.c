/*
 * Subscripts are made so that they are within bounds whatever the integer variables hold.
 */
#include "growing.h"

static bool is_integer_scalar(grow *g, int variable)
{
    const gen_variable *v = grow_variable(g, variable);
    return v->type == GEN_INTEGER && v->rank == 0 && g->defined[variable];
}

/* Loop variables count while their loops run: they are fixed then. */
static void integer_variables(grow *g, gen_numbers *found)
{
    for (int i = 0; i < g->variables.count; i++)
        if (is_integer_scalar(g, g->variables.items[i]))
            gen_append(g->arena, found, g->variables.items[i]);
    for (int i = 0; i < 2; i++)
        if (g->fixed[g->loop_variables[i]])
            gen_append(g->arena, found, g->loop_variables[i]);
}

int grow_integer_variable(grow *g)
{
    gen_numbers found = {0};
    integer_variables(g, &found);
    return found.count > 0 ? found.items[grow_below(g, found.count)] : GEN_NONE;
}

static int integer_array(grow *g)
{
    for (int i = 0; i < g->variables.count; i++) {
        const gen_variable *v = grow_variable(g, g->variables.items[i]);
        if (v->type == GEN_INTEGER && v->rank == 1 && g->defined[g->variables.items[i]])
            return g->variables.items[i];
    }
    return GEN_NONE;
}

static int operation(grow *g, const char *name, int a, int b)
{
    return gen_operation(g->program, name, GEN_INTEGER, a, b, GEN_NONE);
}

/* An integer that depends on an active value: the magnitude of a sine, in three steps. */
static int cut_index(grow *g)
{
    int e = grow_has(g, GEN_ANYWHERE) && grow_chance(g, .3) ? grow_function(g, GEN_REAL) : GEN_NONE;
    if (e == GEN_NONE)
        e = grow_scalar_leaf(g, (grow_wish){GEN_REAL, {0}, true});
    e = gen_operation(g->program, "sin_scal", GEN_REAL, grow_as_real(g, e), GEN_NONE, GEN_NONE);
    e = gen_operation(g->program, "abs_scal", GEN_REAL, e, GEN_NONE, GEN_NONE);
    e = gen_operation(g->program, "mul_scal_scal", GEN_REAL, gen_real(g->program, "2.9", 2.9, false), e,
                      GEN_NONE);
    return operation(g, "add_scal_scal",
                     gen_operation(g->program, "int_scal", GEN_INTEGER, e, GEN_NONE, GEN_NONE),
                     gen_integer(g->program, 1));
}

/* 1 or 2: whether a constant has single precision, in which it is another number than it looks. */
static int precise_index(grow *g)
{
    int e = gen_real(g->program, "16777217.0", 16777217, grow_chance(g, .5));
    e = gen_operation(g->program, "int_scal", GEN_INTEGER, e, GEN_NONE, GEN_NONE);
    e = operation(g, "sub_scal_scal", e, gen_integer(g->program, 16777215));
    grow_expression_at(g, e)->bound = 2;
    return e;
}

int grow_asks(grow *g, int formal)
{
    int e =
        gen_operation(g->program, "present", GEN_BOOL, gen_reference(g->program, formal), GEN_NONE, GEN_NONE);
    grow_expression_at(g, e)->shape = (gen_shape){0};
    return e;
}

/* 1, 2 or 3, one of two of them, by whether an argument is there. */
static int asked_index(grow *g)
{
    const gen_routine r = g->program->routines[g->routine];
    int first = grow_first_optional(g, g->routine);
    if (first == GEN_NONE)
        return GEN_NONE;
    int asked = grow_asks(g, r.formals[first + grow_below(g, grow_optional_count(g, g->routine))]);
    return gen_operation(g->program, "merge_scal_scal_scal", GEN_INTEGER,
                         gen_integer(g->program, grow_between(g, 1, 2)),
                         gen_integer(g->program, grow_between(g, 2, 3)), asked);
}

int grow_index_value(grow *g)
{
    gen_program *p = g->program;
    int asked = grow_chance(g, .2) ? asked_index(g) : GEN_NONE;
    if (asked != GEN_NONE)
        return asked;
    if (grow_has(g, GEN_SINGLE) && grow_chance(g, .08))
        return precise_index(g);
    int wide = grow_chance(g, .5) ? grow_wide_index(g) : GEN_NONE;
    if (wide != GEN_NONE)
        return wide;
    int called = grow_has(g, GEN_ANYWHERE) && grow_chance(g, .35) ? grow_function(g, GEN_INTEGER) : GEN_NONE;
    if (called != GEN_NONE)
        return called;
    int i = grow_integer_variable(g), array = integer_array(g), kind = grow_below(g, 20);
    if (i == GEN_NONE || kind < 4)
        return gen_integer(p, grow_between(g, 1, 3));
    if (kind < 12)
        return gen_reference(p, i);
    if (kind < 14)
        return operation(g, "sub_scal_scal", gen_integer(p, 4), gen_reference(p, i));
    if (kind < 15) {
        int rest = operation(g, "mod_scal_scal", gen_reference(p, i), gen_integer(p, 3));
        return operation(g, "add_scal_scal", rest, gen_integer(p, 1));
    }
    if (kind < 16) {
        int sum =
            operation(g, "add_scal_scal", gen_reference(p, i), gen_reference(p, grow_integer_variable(g)));
        sum = operation(g, "add_scal_scal", sum, gen_integer(p, 1));
        return operation(g, "div_scal_scal", sum, gen_integer(p, 2));
    }
    if (kind < 17 && grow_has(g, GEN_CUTS))
        return cut_index(g);
    if (array != GEN_NONE)
        return gen_element(p, array,
                           grow_chance(g, .5) ? gen_reference(p, i) : gen_integer(p, grow_between(g, 1, 3)));
    return gen_reference(p, i);
}

static int index_of(grow *g, const gen_variable *v, int dimension)
{
    bool computed = grow_has(g, GEN_SUBSCRIPTS) || grow_has(g, GEN_ANYWHERE) || grow_has(g, GEN_INDUCTIONS);
    if (computed && grow_chance(g, .5))
        return grow_index_value(g);
    for (int i = 0; i < 2; i++)
        if (g->fixed[g->loop_variables[i]] && grow_chance(g, .4))
            return gen_reference(g->program, g->loop_variables[i]);
    return gen_integer(g->program, grow_between(g, v->lower[dimension], v->upper[dimension]));
}

int grow_element(grow *g, int variable)
{
    const gen_variable v = *grow_variable(g, variable);
    gen_subscript subscripts[GEN_RANK_LIMIT];
    for (int i = 0; i < v.rank; i++)
        subscripts[i] = (gen_subscript){GEN_INDEX, {index_of(g, &v, i), GEN_NONE, GEN_NONE}};
    int reference = gen_reference(g->program, variable);
    gen_expression *e = grow_expression_at(g, reference);
    e->subscript_count = v.rank;
    for (int i = 0; i < v.rank; i++)
        e->subscripts[i] = subscripts[i];
    e->shape = (gen_shape){0};
    e->bound = g->bound[variable];
    return reference;
}

/* An integer of this value, although a function is called in it; GEN_NONE if there is no function. */
static int steady(grow *g, int value)
{
    int called = grow_function(g, GEN_INTEGER);
    if (called == GEN_NONE)
        return GEN_NONE;
    int one = operation(g, "div_scal_scal", operation(g, "add_scal_scal", called, gen_integer(g->program, 3)),
                        gen_integer(g->program, 4));
    return value == 1 ? one : operation(g, "add_scal_scal", one, gen_integer(g->program, value - 1));
}

/* An end of a range, or its stride. */
static int range_part(grow *g, int value)
{
    int called = grow_has(g, GEN_ANYWHERE) && grow_chance(g, .2) ? steady(g, value) : GEN_NONE;
    return called == GEN_NONE ? gen_integer(g->program, value) : called;
}

/* A range with ends of known value. */
static gen_subscript constant_range(grow *g, const gen_variable *v, int d, int *extent)
{
    static const int steps[] = {0, 0, 1, 1, 2, -1};
    int a = grow_between(g, v->lower[d], v->upper[d]), b = grow_between(g, v->lower[d], v->upper[d]);
    int step = steps[grow_below(g, 6)], first = a < b ? a : b, last = a < b ? b : a;
    gen_subscript s = {GEN_RANGE, {GEN_NONE, GEN_NONE, GEN_NONE}};
    if (step < 0) {
        int swapped = first;
        first = last;
        last = swapped;
    }
    if (first != v->lower[d] || step < 0 || !grow_chance(g, .2))
        s.part[0] = range_part(g, first);
    s.part[1] = range_part(g, last);
    if (step != 0)
        s.part[2] = range_part(g, step);
    *extent = (step < 0 ? first - last : (last - first) / (step ? step : 1)) + 1;
    return s;
}

/* i:3 or 1:i */
static gen_subscript variable_range(grow *g, int i, bool from, int *extent)
{
    gen_subscript s = {GEN_RANGE, {GEN_NONE, GEN_NONE, GEN_NONE}};
    s.part[0] = from ? gen_reference(g->program, i) : gen_integer(g->program, 1);
    s.part[1] = from ? gen_integer(g->program, 3) : gen_reference(g->program, i);
    *extent = GEN_DYNAMIC + 2 * i + !from;
    return s;
}

/* f():3 or 1:f(): as long as no other one. */
static gen_subscript called_range(grow *g, int *extent)
{
    gen_subscript s = {GEN_RANGE, {GEN_NONE, GEN_NONE, GEN_NONE}};
    int called = grow_index_value(g);
    bool from = grow_chance(g, .5);
    s.part[0] = from ? called : gen_integer(g->program, 1);
    s.part[1] = from ? gen_integer(g->program, 3) : called;
    if (grow_chance(g, .3))
        s.part[2] = grow_index_value(g);
    *extent = GEN_DYNAMIC + 2 * (GROW_VARIABLE_LIMIT + called);
    return s;
}

static gen_subscript any_range(grow *g, const gen_variable *v, int d, bool set, int *extent)
{
    int kind = grow_below(g, 20), i = grow_integer_variable(g), array = integer_array(g);
    if (v->known && set && grow_has(g, GEN_ANYWHERE) && grow_chance(g, .4))
        return called_range(g, extent);
    if (v->known && grow_has(g, GEN_ANYWHERE) && grow_chance(g, .3))
        return constant_range(g, v, d, extent);
    if (!v->known || kind < 9) {
        *extent = v->upper[d] - v->lower[d] + 1;
        return (gen_subscript){GEN_RANGE, {GEN_NONE, GEN_NONE, GEN_NONE}};
    }
    if (kind < 10 && i != GEN_NONE)
        return variable_range(g, i, grow_chance(g, .5), extent);
    if (kind < 11 && array != GEN_NONE && !set) {
        *extent = 3;
        return (gen_subscript){GEN_VECTOR, {gen_reference(g->program, array), GEN_NONE, GEN_NONE}};
    }
    return constant_range(g, v, d, extent);
}

static int try_section(grow *g, int variable, gen_shape wanted, bool set)
{
    const gen_variable v = *grow_variable(g, variable);
    gen_subscript subscripts[GEN_RANK_LIMIT];
    gen_shape shape = {0};
    for (int d = 0; d < v.rank; d++) {
        if (v.rank > 1 && grow_chance(g, .4)) {
            subscripts[d] = (gen_subscript){GEN_INDEX, {index_of(g, &v, d), GEN_NONE, GEN_NONE}};
            continue;
        }
        if (wanted.rank == 1 && wanted.extent[0] >= GEN_DYNAMIC) {
            int code = wanted.extent[0] - GEN_DYNAMIC;
            if (!v.known || code / 2 >= GROW_VARIABLE_LIMIT)
                return GEN_NONE;
            subscripts[d] = variable_range(g, code / 2, code % 2 == 0, &shape.extent[shape.rank]);
        } else {
            subscripts[d] = any_range(g, &v, d, set, &shape.extent[shape.rank]);
        }
        shape.rank++;
    }
    if (wanted.rank >= 0 && !gen_same_shape(shape, wanted))
        return GEN_NONE;
    int reference = gen_reference(g->program, variable);
    gen_expression *e = grow_expression_at(g, reference);
    e->subscript_count = v.rank;
    for (int i = 0; i < v.rank; i++)
        e->subscripts[i] = subscripts[i];
    e->shape = shape;
    e->bound = g->bound[variable];
    return reference;
}

int grow_section(grow *g, int variable, gen_shape shape, bool set)
{
    int found = GEN_NONE;
    int rank = grow_variable(g, variable)->rank, tries = rank > 2 ? 18 : 6;
    for (int i = 0; i < tries && found == GEN_NONE && rank > 0; i++)
        found = try_section(g, variable, shape, set);
    return found;
}

int grow_target(grow *g, int variable)
{
    const gen_variable v = *grow_variable(g, variable);
    int kind = grow_below(g, 20), part = GEN_NONE;
    if (v.rank == 0 || kind < 5)
        return gen_reference(g->program, variable);
    if (kind >= 15 && grow_has(g, GEN_SECTIONS))
        part = grow_section(g, variable, (gen_shape){.rank = -1}, true);
    return part == GEN_NONE ? grow_element(g, variable) : part;
}

static int called_condition(grow *g)
{
    int e = grow_chance(g, .5) ? grow_function(g, GEN_REAL) : GEN_NONE;
    if (e != GEN_NONE)
        return gen_boolean(g->program, grow_chance(g, .5) ? "less_than" : "greater_than", e,
                           gen_real(g->program, "0.5", 1, false));
    e = grow_function(g, GEN_INTEGER);
    return e == GEN_NONE ? GEN_NONE : gen_boolean(g->program, "equal", e, grow_index_value(g));
}

/* An expression in which functions may be called. */
static int compared_expression(grow *g)
{
    g->functions = grow_has(g, GEN_ANYWHERE);
    int e = grow_expression(g, (grow_wish){GEN_REAL, {0}, true}, g->functions ? 2 : 1);
    g->functions = false;
    return e;
}

static int comparison(grow *g)
{
    int asked = grow_has(g, GEN_LAZY) && grow_chance(g, .06) ? grow_asks_for_lazy(g) : GEN_NONE;
    if (asked != GEN_NONE)
        return asked;
    int steered = grow_has(g, GEN_STEERING) && grow_chance(g, .35) ? grow_steered_condition(g) : GEN_NONE;
    if (steered != GEN_NONE)
        return steered;
    int called = grow_has(g, GEN_ANYWHERE) && grow_chance(g, .25) ? called_condition(g) : GEN_NONE;
    if (called != GEN_NONE)
        return called;
    static const char *const names[] = {"less_than", "greater_than", "less_or_equal", "equal", "not_equal"};
    static const char *const limits[] = {"0.5", "1.0", "0.1"};
    int i = grow_integer_variable(g);
    if (i != GEN_NONE && grow_chance(g, .5))
        return gen_boolean(g->program, names[grow_below(g, 5)], gen_reference(g->program, i),
                           gen_integer(g->program, grow_between(g, 1, 3)));
    int e = compared_expression(g);
    return gen_boolean(g->program, names[grow_below(g, 2)], e,
                       gen_real(g->program, limits[grow_below(g, 3)], 1, false));
}

int grow_condition(grow *g)
{
    static const char *const names[] = {"and", "or", "xor"};
    int condition = comparison(g), kind = grow_below(g, 25);
    if (kind < 3)
        return gen_boolean(g->program, names[kind], condition, comparison(g));
    return kind == 3 ? gen_boolean(g->program, "not", condition, GEN_NONE) : condition;
}
