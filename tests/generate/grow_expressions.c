/*
 * From the top down, by chance; leaves are variables that have values. With the feature for it, parts are
 * used again.
 */
#include <string.h>

#include "growing.h"

/* What an expression is made of so far. */
typedef struct making {
    grow *g;
    grow_wish wish;
    gen_numbers pool; /* parts that may be used again */
} making;

/* ---- leaves -------------------------------------------------------------------------------------------- */

static bool is_usable(grow *g, int variable, const grow_wish *wish)
{
    const gen_variable *v = grow_variable(g, variable);
    bool fits = v->type == GEN_REAL || (v->type == GEN_COMPLEX && wish->type == GEN_COMPLEX);
    return fits && g->defined[variable] && (wish->active || !v->active);
}

static void usable(grow *g, const grow_wish *wish, bool active_only, gen_numbers *found)
{
    for (int i = 0; i < g->variables.count; i++) {
        int variable = g->variables.items[i];
        const gen_variable *v = grow_variable(g, variable);
        if (is_usable(g, variable, wish) && (!active_only || v->active) &&
            (wish->type != GEN_COMPLEX || v->type == GEN_COMPLEX || grow_chance(g, .4)))
            gen_append(g->arena, found, variable);
    }
}

static int constant_leaf(grow *g)
{
    static const char *const texts[] = {"2.0", "0.5", "1.0", "0.0", "-1.0", "3.0", "1.25"};
    static const char *const singles[] = {"0.1", "2.3", "1.0"};
    static const int integers[] = {2, 1, 3, 0, -1};
    int kind = grow_below(g, 20), i = grow_integer_variable(g);
    if (kind < 9)
        return gen_real(g->program, texts[grow_below(g, 7)], 3, false);
    if (kind < 11 && grow_has(g, GEN_SINGLE))
        return gen_real(g->program, singles[grow_below(g, 3)], 3, true);
    if (kind < 15 || i == GEN_NONE)
        return gen_integer(g->program, integers[grow_below(g, 5)]);
    int reference = gen_reference(g->program, i);
    grow_expression_at(g, reference)->bound = 3;
    return reference;
}

/* A number that depends on a variable that loops add to, or GEN_NONE. */
static int counting_leaf(grow *g)
{
    int v = grow_wide_variable(g);
    if (v == GEN_NONE)
        return GEN_NONE;
    int result =
        gen_operation(g->program, "mul_scal_scal", GEN_REAL, gen_real(g->program, "0.02", .02, false),
                      gen_reference(g->program, v), GEN_NONE);
    grow_expression_at(g, result)->bound = 4;
    return result;
}

int grow_scalar_leaf(grow *g, grow_wish wish)
{
    gen_numbers found = {0};
    int counting = grow_chance(g, .12) ? counting_leaf(g) : GEN_NONE;
    if (counting != GEN_NONE)
        return counting;
    if (grow_chance(g, .25))
        return constant_leaf(g);
    usable(g, &wish, wish.active && grow_chance(g, .75), &found);
    if (found.count == 0)
        usable(g, &wish, false, &found);
    if (found.count == 0)
        return gen_real(g->program, grow_chance(g, .5) ? "0.7" : "1.3", 1.3, false);
    return grow_element(g, found.items[grow_below(g, found.count)]);
}

/* A whole array or section of the wanted shape; GEN_NONE if there is none. */
static int array_leaf(grow *g, const grow_wish *wish)
{
    gen_numbers found = {0};
    usable(g, wish, false, &found);
    for (int i = 0; i < found.count; i++) {
        int pick = grow_between(g, i, found.count - 1), variable = found.items[pick];
        found.items[pick] = found.items[i];
        if (grow_variable(g, variable)->rank == 0)
            continue;
        if (gen_same_shape(gen_shape_of(grow_variable(g, variable)), wish->shape) && grow_chance(g, .7)) {
            int reference = gen_reference(g->program, variable);
            grow_expression_at(g, reference)->bound = g->bound[variable];
            return reference;
        }
        int section = grow_has(g, GEN_SECTIONS) ? grow_section(g, variable, wish->shape, false) : GEN_NONE;
        if (section != GEN_NONE)
            return section;
    }
    return GEN_NONE;
}

static int leaf(grow *g, const grow_wish *wish)
{
    int array = wish->shape.rank > 0 && grow_chance(g, .85) ? array_leaf(g, wish) : GEN_NONE;
    grow_wish scalar = *wish;
    scalar.shape = (gen_shape){0};
    return array == GEN_NONE ? grow_scalar_leaf(g, scalar) : array;
}

/* ---- vertices ------------------------------------------------------------------------------------------ */

static bool is_reusable(making *m, int expression)
{
    const gen_expression *e = grow_expression_at(m->g, expression);
    return gen_same_shape(e->shape, m->wish.shape) && (e->type != GEN_COMPLEX || m->wish.type == GEN_COMPLEX);
}

static int reused(making *m)
{
    gen_numbers fitting = {0};
    for (int i = 0; i < m->pool.count; i++)
        if (is_reusable(m, m->pool.items[i]))
            gen_append(m->g->arena, &fitting, m->pool.items[i]);
    return fitting.count > 0 ? fitting.items[grow_below(m->g, fitting.count)] : GEN_NONE;
}

static void keep(making *m, int expression)
{
    if (grow_has(m->g, GEN_DAGS))
        gen_append(m->g->arena, &m->pool, expression);
}

static int make(making *m, int depth);

/* An operand whose shape need not be that of the result. */
static int make_scalar(making *m, int depth)
{
    gen_shape shape = m->wish.shape;
    m->wish.shape = (gen_shape){0};
    int result = make(m, depth);
    m->wish.shape = shape;
    return result;
}

/* An operand of exactly this shape; GEN_NONE if a scalar came out where an array is wanted. */
static int make_shaped(making *m, gen_shape shape, int depth)
{
    gen_shape outer = m->wish.shape;
    m->wish.shape = shape;
    int result = make(m, depth);
    m->wish.shape = outer;
    return gen_same_shape(grow_expression_at(m->g, result)->shape, shape) ? result : GEN_NONE;
}

static int apply_shaped(making *m, const char *name, gen_shape shape, int a, int b, int c)
{
    if (a == GEN_NONE)
        return GEN_NONE;
    gen_type type = grow_expression_at(m->g, a)->type;
    int result = gen_operation(m->g->program, name, type, a, b, c);
    grow_expression_at(m->g, result)->shape = shape;
    return result;
}

static int integer(making *m, int value)
{
    return gen_integer(m->g->program, value);
}

static bool is_dynamic(const gen_shape *shape)
{
    for (int d = 0; d < shape->rank; d++)
        if (shape->extent[d] >= GEN_DYNAMIC)
            return true;
    return false;
}

/* The sum of an array with one more dimension. */
static int summed(making *m, gen_shape shape, int depth)
{
    int d = grow_below(m->g, shape.rank + 1);
    gen_shape larger = {.rank = shape.rank + 1};
    for (int k = 0; k <= shape.rank; k++)
        larger.extent[k] = k == d ? 3 : shape.extent[k < d ? k : k - 1];
    return apply_shaped(m, "sum_arr", shape, make_shaped(m, larger, depth), integer(m, d + 1), GEN_NONE);
}

/* Copies of an array with one dimension less. */
static int copies(making *m, gen_shape shape, int depth)
{
    int d = grow_below(m->g, shape.rank);
    gen_shape smaller = {.rank = shape.rank - 1};
    for (int k = 0; k < smaller.rank; k++)
        smaller.extent[k] = shape.extent[k < d ? k : k + 1];
    int operand = smaller.rank > 0 ? make_shaped(m, smaller, depth) : make_scalar(m, depth);
    return apply_shaped(m, "spread_arr", shape, operand, integer(m, d + 1), integer(m, shape.extent[d]));
}

static int shifted(making *m, gen_shape shape, int depth)
{
    int dimension = shape.rank > 1 ? integer(m, grow_between(m->g, 1, shape.rank)) : GEN_NONE;
    return apply_shaped(m, "cshift_arr", shape, make_shaped(m, shape, depth),
                        integer(m, grow_between(m->g, -1, 2)), dimension);
}

/* A vector that is certainly not zero: where it is, its norm has no derivative. */
static int not_zero(grow *g, int vector)
{
    int tame = grow_tame(g, vector, 2);
    int result = gen_operation(g->program, "add_scal_scal", GEN_REAL, tame,
                               gen_real(g->program, "2.9", 2.9, false), GEN_NONE);
    grow_expression_at(g, result)->bound = 4.9;
    return result;
}

/* A function of all elements of an array, or of two vectors. */
static int reduced(making *m, int depth)
{
    typedef struct reduction {
        const char *name;
        bool of_two;
        double limit, bound;
    } reduction;
    static const reduction known[] = {{"norm2_arr", false, 4, 10},
                                      {"dot_product_arr", true, 3, 36},
                                      {"nc_maxval", false, 40, 0},
                                      {"nc_minval", false, 40, 0},
                                      {"product_arr", false, 2, 16}};
    static const reduction user[] = {{"user_norm_arr", false, 4, 10},
                                     {"user_dot_arr_arr", true, 3, 36},
                                     {"user_total_arr", false, 10, 60}};
    grow *g = m->g;
    const reduction *r =
        grow_has(g, GEN_USER) && grow_chance(g, .4) ? &user[grow_below(g, 3)] : &known[grow_below(g, 5)];
    gen_shape vector = {1, {grow_chance(g, .7) ? 3 : 4}};
    int a = make_shaped(m, vector, depth), b = GEN_NONE;
    if (a == GEN_NONE)
        return GEN_NONE;
    if (r->of_two)
        b = make_shaped(m, vector, depth);
    if (r->of_two && b == GEN_NONE)
        return GEN_NONE;
    a = strstr(r->name, "norm") ? not_zero(g, a) : grow_tame(g, a, r->limit);
    if (b != GEN_NONE)
        b = grow_tame(g, b, r->limit);
    int result = apply_shaped(m, r->name, (gen_shape){0}, a, b, GEN_NONE);
    if (r->bound > 0)
        grow_expression_at(g, result)->bound = r->bound;
    return result;
}

/* Where a real number of this shape is above something. */
static int mask(making *m, gen_shape shape, int depth)
{
    static const char *const limits[] = {"0.5", "-0.1", "0.2"};
    gen_type wanted = m->wish.type;
    m->wish.type = GEN_REAL;
    int a = make_shaped(m, shape, depth);
    m->wish.type = wanted;
    if (a == GEN_NONE)
        return GEN_NONE;
    int limit = gen_real(m->g->program, limits[grow_below(m->g, 3)], .5, false);
    return gen_boolean(m->g->program, "greater_than", a, limit);
}

/* The sum of what a mask chooses, of all or along a dimension. */
static int masked_sum(making *m, gen_shape shape, int depth)
{
    int d = grow_below(m->g, shape.rank + 1);
    gen_shape larger = {.rank = shape.rank + 1};
    for (int k = 0; k <= shape.rank; k++)
        larger.extent[k] = k == d ? 3 : shape.extent[k < d ? k : k - 1];
    int a = make_shaped(m, larger, depth), chosen = a == GEN_NONE ? GEN_NONE : mask(m, larger, 0);
    if (chosen == GEN_NONE)
        return a == GEN_NONE ? GEN_NONE : apply_shaped(m, "sum_arr", shape, a, integer(m, d + 1), GEN_NONE);
    if (shape.rank == 0 && grow_chance(m->g, .5))
        return apply_shaped(m, "sum_arr", shape, a, chosen, GEN_NONE);
    return apply_shaped(m, "sum_arr", shape, a, integer(m, d + 1), chosen);
}

/* A product, a norm or an extremum along a dimension; a product of what a mask chooses, too. */
static int reduced_along(making *m, gen_shape shape, int depth)
{
    static const char *const names[] = {"product_arr", "norm2_arr", "nc_maxval", "nc_minval"};
    grow *g = m->g;
    int kind = grow_below(g, 4), d = grow_below(g, shape.rank + 1), chosen = GEN_NONE;
    gen_shape larger = {.rank = shape.rank + 1};
    for (int k = 0; k <= shape.rank; k++)
        larger.extent[k] = k == d ? 3 : shape.extent[k < d ? k : k - 1];
    int a = make_shaped(m, larger, depth);
    if (a == GEN_NONE)
        return GEN_NONE;
    a = kind == 1 ? not_zero(g, a) : grow_tame(g, a, kind == 0 ? 2 : 40);
    if (kind == 0 && grow_chance(g, .5))
        chosen = mask(m, larger, 0);
    bool whole = chosen != GEN_NONE && shape.rank == 0 && grow_chance(g, .4);
    int result =
        apply_shaped(m, names[kind], shape, a, whole ? chosen : integer(m, d + 1), whole ? GEN_NONE : chosen);
    if (kind < 2)
        grow_expression_at(g, result)->bound = 10;
    return result;
}

/* A vector or a square matrix of the elements of a vector, and of those of another one where they are not
 * enough. */
static int reshaped(making *m, gen_shape shape, int depth)
{
    const gen_shape from = {1, {grow_chance(m->g, .5) ? 3 : 4}}, more = {1, {3}};
    if (shape.rank < 1 || shape.rank > 2 || (shape.rank == 2 && shape.extent[0] != shape.extent[1]))
        return GEN_NONE;
    int a = make_shaped(m, from, depth), padding = GEN_NONE;
    int needed = shape.rank == 1 ? shape.extent[0] : shape.extent[0] * shape.extent[1];
    if (a != GEN_NONE && (needed > from.extent[0] || grow_chance(m->g, .3)))
        padding = make_shaped(m, more, depth - 1);
    if (a == GEN_NONE || (needed > from.extent[0] && padding == GEN_NONE))
        return GEN_NONE;
    int extents = gen_operation(m->g->program, "spread_arr", GEN_INTEGER, integer(m, shape.extent[0]),
                                integer(m, 1), integer(m, shape.rank));
    grow_expression_at(m->g, extents)->shape = (gen_shape){1, {shape.rank}};
    return apply_shaped(m, "reshape_arr", shape, a, extents, padding);
}

/* What leaves at one end is replaced at the other, by zero or by a number. */
static int shifted_off(making *m, gen_shape shape, int depth)
{
    int a = make_shaped(m, shape, depth);
    int boundary = m->wish.type == GEN_REAL && grow_chance(m->g, .6) ? make_scalar(m, depth - 1) : GEN_NONE;
    if (boundary != GEN_NONE)
        boundary = grow_as_real(m->g, boundary);
    return apply_shaped(m, "eoshift_arr", shape, a, integer(m, grow_between(m->g, -2, 2)), boundary);
}

/* The chosen elements first, then those of another vector; or where they are chosen, others elsewhere. */
static int packed(making *m, const char *name, gen_shape shape, int depth)
{
    int a = make_shaped(m, shape, depth), chosen = a == GEN_NONE ? GEN_NONE : mask(m, shape, 0);
    int other = chosen == GEN_NONE ? GEN_NONE : make_shaped(m, shape, depth - 1);
    return other == GEN_NONE ? GEN_NONE : apply_shaped(m, name, shape, a, chosen, other);
}

static int multiplied(making *m, gen_shape shape, int depth)
{
    gen_shape first = {2, {shape.extent[0], 3}}, second = {shape.rank, {3, shape.extent[1]}};
    if (shape.rank == 1 && grow_chance(m->g, .4)) {
        first = (gen_shape){1, {3}};
        second = (gen_shape){2, {3, shape.extent[0]}};
    }
    int a = make_shaped(m, first, depth), b = a == GEN_NONE ? GEN_NONE : make_shaped(m, second, depth);
    if (b == GEN_NONE)
        return GEN_NONE;
    int result = apply_shaped(m, "matmul_arr", shape, grow_tame(m->g, a, 3), grow_tame(m->g, b, 3), GEN_NONE);
    grow_expression_at(m->g, result)->bound = 27;
    return result;
}

/* As rearranged(), with masks and the like. */
static int masked(making *m, int depth)
{
    const gen_shape shape = m->wish.shape;
    bool real = m->wish.type == GEN_REAL;
    int kind = grow_below(m->g, 10);
    if (is_dynamic(&shape))
        return GEN_NONE;
    if (kind == 9 && real)
        return reshaped(m, shape, depth);
    if (kind > 6 && shape.rank < 3 && real)
        return reduced_along(m, shape, depth);
    if (shape.rank == 0 || (kind == 0 && shape.rank < 3))
        return masked_sum(m, shape, depth);
    if (kind == 1 && shape.rank == 1 && real)
        return packed(m, "pack_arr", shape, depth);
    if (kind == 2 && shape.rank == 1 && real)
        return packed(m, "unpack_arr", shape, depth);
    if (kind > 3 && shape.rank < 3 && real)
        return multiplied(m, shape, depth);
    return shifted_off(m, shape, depth);
}

/* A function that rearranges or adds up the elements of its operand; GEN_NONE if none comes out. */
static int rearranged(making *m, int depth)
{
    const gen_shape shape = m->wish.shape;
    grow *g = m->g;
    int kind = grow_below(g, 4), result;
    if (grow_has(g, GEN_MASKS) && grow_chance(g, .5)) {
        result = masked(m, depth);
    } else if (shape.rank == 0 && m->wish.type == GEN_REAL && grow_has(g, GEN_REDUCTIONS) &&
               grow_chance(g, .7)) {
        result = reduced(m, depth);
    } else if (shape.rank == 0) {
        gen_shape whole = {1, {3, 3, 3}};
        if (grow_has(g, GEN_MATRICES) && kind < 2)
            whole.rank = 2;
        else if (grow_has(g, GEN_RANKS) && kind < 3)
            whole.rank = 3;
        result = apply_shaped(m, "sum_arr", shape, make_shaped(m, whole, depth), GEN_NONE, GEN_NONE);
    } else if (is_dynamic(&shape) || kind == 0) {
        result = shifted(m, shape, depth);
    } else if (kind == 1 && shape.rank < (grow_has(g, GEN_RANKS) ? GEN_RANK_LIMIT : 2)) {
        result = summed(m, shape, depth);
    } else if (kind == 2 && shape.rank == 2) {
        gen_shape turned = {2, {shape.extent[1], shape.extent[0]}};
        result = apply_shaped(m, "transpose_arr", shape, make_shaped(m, turned, depth), GEN_NONE, GEN_NONE);
    } else {
        result = copies(m, shape, depth);
    }
    if (result != GEN_NONE && strcmp(grow_expression_at(g, result)->text, "sum_arr") == 0)
        grow_expression_at(g, result)->bound *= 9;
    return result;
}

/* A complex number of real ones, its conjugate, or the imaginary part of one. */
static int between_types(making *m, int depth)
{
    gen_type wanted = m->wish.type;
    gen_program *p = m->g->program;
    int a, b, result = GEN_NONE;
    if (wanted == GEN_REAL || grow_chance(m->g, .4)) {
        m->wish.type = GEN_COMPLEX;
        a = make(m, depth);
        if (grow_expression_at(m->g, a)->type == GEN_COMPLEX)
            result = gen_operation(p, wanted == GEN_REAL ? "imag_scal" : "conj_scal", wanted, a, GEN_NONE,
                                   GEN_NONE);
    } else {
        m->wish.type = GEN_REAL;
        a = grow_as_real(m->g, make_scalar(m, depth));
        b = grow_as_real(m->g, make_scalar(m, depth));
        result = gen_operation(p, "complex_scal", GEN_COMPLEX, a, b, GEN_NONE);
    }
    m->wish.type = wanted;
    return result;
}

/* Intrinsics that take something else than what they give; GEN_NONE if there is none. */
static int make_special(making *m, int depth)
{
    grow *g = m->g;
    int kind = grow_below(g, 100);
    if (kind < (grow_has(g, GEN_REDUCTIONS) ? 10 : 6) && grow_has(g, GEN_NONINLINABLE))
        return rearranged(m, depth - 1);
    if (kind >= 6 && kind < 14 && grow_has(g, GEN_COMPLEX_NUMBERS))
        return between_types(m, depth - 1);
    if (kind >= 24 && kind < 32 && m->wish.shape.rank == 0 && m->wish.type == GEN_REAL && g->functions &&
        (grow_has(g, GEN_JACOBIANS) || (grow_has(g, GEN_REDUCTIONS) && kind < 28)))
        return grow_boxed(g, grow_tame(g, make(m, depth - 1), 40));
    if (kind >= 14 && kind < (grow_has(g, GEN_ANYWHERE) ? 24 : 22) && g->functions && m->wish.active &&
        m->wish.type == GEN_REAL)
        return grow_function(g, GEN_REAL);
    return GEN_NONE;
}

static int make_operation(making *m, int depth)
{
    grow *g = m->g;
    int kind = grow_below(g, 100), special = make_special(m, depth);
    if (special != GEN_NONE)
        return special;
    int a = make(m, depth - 1);
    if (kind < 33)
        return m->wish.type == GEN_COMPLEX ? grow_complex(g, a, GEN_NONE)
                                           : grow_unary(g, grow_tame(g, a, 40));
    int shorter = depth - 1 - grow_chance(g, .3);
    int b = grow_chance(g, .3) ? make_scalar(m, shorter) : make(m, shorter);
    if (grow_chance(g, .5)) {
        int swapped = a;
        a = b;
        b = swapped;
    }
    a = grow_tame(g, a, 40);
    b = grow_tame(g, b, 40);
    return m->wish.type == GEN_COMPLEX ? grow_complex(g, a, b) : grow_binary(g, a, b);
}

static int make(making *m, int depth)
{
    int again = m->pool.count > 0 && grow_chance(m->g, .15) ? reused(m) : GEN_NONE;
    if (again != GEN_NONE)
        return again;
    bool ends = depth <= 0 || grow_chance(m->g, .1);
    int made = ends ? leaf(m->g, &m->wish) : make_operation(m, depth);
    if (!ends || grow_chance(m->g, .3))
        keep(m, made);
    return made;
}

int grow_expression(grow *g, grow_wish wish, int depth)
{
    making m = {.g = g, .wish = wish};
    return make(&m, depth);
}

int grow_tame(grow *g, int expression, double bound)
{
    const gen_expression e = *grow_expression_at(g, expression);
    if (e.bound <= bound || e.kind == GEN_CONSTANT)
        return expression;
    if (e.type == GEN_COMPLEX) {
        int result = gen_operation(g->program, "mul_scal_scal", GEN_COMPLEX,
                                   gen_real(g->program, "0.125", .1, false), expression, GEN_NONE);
        grow_expression_at(g, result)->bound = e.bound / 8;
        return grow_tame(g, result, bound);
    }
    int result = gen_operation(g->program, grow_chance(g, .7) ? "sin_scal" : "tanh_scal", GEN_REAL,
                               grow_as_real(g, expression), GEN_NONE, GEN_NONE);
    grow_expression_at(g, result)->bound = 1;
    return result;
}

/* Where activity is computed, many variables hold now what varies, now what does not: a number that is near
 * no kink. */
static int settled(grow *g)
{
    const char *text = xb_arena_format(g->arena, "%d.%d7", grow_below(g, 2), grow_between(g, 1111, 9888));
    return gen_real(g->program, text, 2, false);
}

int grow_value(grow *g, int variable, gen_shape shape)
{
    static const int depths[] = {0, 1, 1, 2, 2, 2, 3, 3, 4, 6};
    const gen_variable v = *grow_variable(g, variable);
    grow_wish wish = {v.type, shape, v.active && grow_chance(g, .8)};
    int depth = wish.active ? depths[grow_below(g, grow_has(g, GEN_DEEP) ? 10 : 9)] : grow_below(g, 3);
    /* A passive variable that takes the value of an active one forgets its derivative. */
    if (!v.active && v.type == GEN_REAL && grow_chance(g, .15))
        wish.active = true;
    if (grow_has(g, GEN_SIDED) && grow_chance(g, .4)) {
        if (v.type == GEN_REAL && grow_chance(g, .4))
            return settled(g);
        depth = grow_below(g, 2);
    }
    g->functions = true;
    int value = grow_expression(g, wish, depth);
    g->functions = false;
    return grow_tame(g, value, g->fixed[g->loop_variables[0]] ? 4 : 12);
}
