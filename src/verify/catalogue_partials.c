/*
 * Partial derivatives of inlinable intrinsics. Operands of all types are tried: those that the evaluator
 * takes for the intrinsic are what the catalogue has to be right for. A formula is evaluated with the
 * evaluator's values of its operators, and compared with the evaluator's tangent of the intrinsic as a whole.
 */
#include "verify/catalogue_check.h"

#include <math.h>
#include <string.h>

#include "ir/expression.h"
#include "verify/draw.h"

static const char kind[] = "inlinable";

/* Operands of more than this number, and types. */
enum { OPERANDS = 4, TYPES = 5, ATTEMPTS = 60 };

static const xb_type types[TYPES] = {XB_TYPE_REAL, XB_TYPE_INTEGER, XB_TYPE_COMPLEX, XB_TYPE_BOOL,
                                     XB_TYPE_STRING};

/* ---- operands -------------------------------------------------------------- */

/* Small numbers and large ones, and those that most functions are defined for. */
static double draw_real(uint64_t *state)
{
    static const double intervals[][2] = {{0, 1}, {-1, 1}, {-10, 10}, {1, 20}};
    const double *interval = intervals[(size_t)draw(state, 0, 4)];
    return draw(state, interval[0], interval[1]);
}

static xb_number draw_number(uint64_t *state, xb_type type)
{
    static const xb_string strings[] = {{"a", 1}, {"ab", 2}, {" b ", 3}, {"", 0}};
    double imaginary;
    switch (type) {
    case XB_TYPE_INTEGER: return xb_number_of_integer((int64_t)floor(draw(state, -4, 9)));
    case XB_TYPE_BOOL: return xb_number_of_bool(draw(state, 0, 2) < 1);
    case XB_TYPE_STRING: return (xb_number){.type = type, .text = strings[(size_t)draw(state, 0, 4)]};
    case XB_TYPE_COMPLEX:
        imaginary = draw(state, -2.5, 2.5);
        return xb_number_of_complex(xb_complex(draw(state, -2.5, 2.5), imaginary));
    default: return xb_number_of_real(draw_real(state));
    }
}

/* ---- formulas -------------------------------------------------------------- */

/* One evaluation. */
typedef struct point {
    xb_rule_check *check;
    const xb_elemental *rule;
    const xb_inlinable *item;
    xb_number x[OPERANDS], y;
    size_t count;
} point;

const char *xb_rule_constant(xb_rule_check *check, const xb_partial_vertex *vertex, xb_number *value)
{
    const xb_constant constant = {
        .type = vertex->type,
        .value = xb_names_get(check->names, vertex->text),
        .fe_type = vertex->fe_type ? xb_names_get(check->names, vertex->fe_type) : NULL,
    };
    double real;
    int64_t integer;
    if (vertex->type == XB_TYPE_STRING)
        *value = (xb_number){.type = XB_TYPE_STRING, .text = {vertex->text, strlen(vertex->text)}};
    else if (vertex->type == XB_TYPE_BOOL)
        *value = xb_number_of_bool(strpbrk(vertex->text, "tT1") != NULL);
    else if (vertex->type == XB_TYPE_INTEGER && xb_constant_integer(&constant, &integer))
        *value = xb_number_of_integer(integer);
    else if (vertex->type != XB_TYPE_INTEGER && xb_constant_value(&constant, &real))
        *value = xb_number_of_real(real);
    else
        return "a constant that is no number";
    return NULL;
}

/* Applies an intrinsic that the evaluator does not have, by the formula of its value. */
static const char *apply_by_formula(xb_rule_check *check, const char *name, const xb_number *x, size_t count,
                                    xb_number *y, bool *unknown)
{
    const xb_inlinable *item = xb_catalogue_inlinable_called(check->catalogue, name);
    *unknown = !item || !item->value || xb_rule_unknown_operator(item);
    if (*unknown)
        return "nothing is known of it";
    const xb_rule_value user = xb_rule_value_of(check, item);
    /* what is wrong is a literal, or text of the check's arena */
    // cppcheck-suppress returnDanglingLifetime
    return user.rule.value(&user.rule, x, count, y);
}

/* Applies an intrinsic to numbers, whichever kind it is of. *unknown is set if nobody knows what it computes.
 */
static const char *apply(xb_rule_check *check, const char *name, const xb_number *x, size_t count,
                         xb_number *y, bool *unknown)
{
    xb_intrinsic_code code = xb_intrinsic_find(name);
    const xb_intrinsic_facts *facts = xb_intrinsic_facts_of(code);
    const xb_elemental *elemental = xb_elemental_find(code);
    const xb_transformational *transformational = xb_transformational_find(code);
    *unknown = false;
    if (code == XB_INTRINSIC_NONE)
        return apply_by_formula(check, name, x, count, y, unknown);
    if (count < facts->least || count > facts->most)
        return "a wrong number of operands";
    if (elemental)
        return elemental->value(elemental, x, count, y);
    xb_array *operands = xb_arena_array(check->scratch, count, sizeof *operands), result;
    for (size_t i = 0; i < count; i++)
        operands[i] = xb_rule_scalar(check->scratch, &x[i]);
    double kink;
    const char *wrong = transformational->apply(check->scratch, operands, count, &result, &kink);
    if (!wrong && result.rank != 0)
        wrong = "an array";
    if (!wrong)
        *y = xb_array_get(&result, 0);
    // cppcheck-suppress returnDanglingLifetime; the text lasts
    return wrong;
}

/* The value of a vertex, those of its operands being known. */
static const char *vertex_value(const point *p, const xb_partial_vertex *vertex, xb_number *values, size_t i,
                                const char **unknown)
{
    if (vertex->kind == XB_KIND_CONSTANT)
        return xb_rule_constant(p->check, vertex, &values[i]);
    if (vertex->kind == XB_KIND_ARGUMENT_REFERENCE) {
        if (vertex->argument > p->count)
            return "it needs an operand that may be missing";
        values[i] = vertex->argument == 0 ? p->y : p->x[vertex->argument - 1];
        return NULL;
    }
    xb_number *operands = xb_arena_array(p->check->scratch, vertex->operand_count, sizeof *operands);
    for (unsigned k = 0; k < vertex->operand_count; k++)
        operands[k] = values[vertex->operands[k]];
    bool none;
    const char *wrong = apply(p->check, vertex->text, operands, vertex->operand_count, &values[i], &none);
    if (none)
        *unknown = vertex->text;
    return wrong;
}

/* The value of a partial. @return NULL, or what is wrong; *unknown: an intrinsic that is not known */
static const char *partial_value(const point *p, const xb_partial *partial, double complex *value,
                                 const char **unknown)
{
    switch (partial->kind) {
    case XB_PARTIAL_PASSIVE: *value = 0; return NULL;
    case XB_PARTIAL_ONE: *value = 1; return NULL;
    case XB_PARTIAL_MINUS_ONE: *value = -1; return NULL;
    default: break;
    }
    xb_number *values = xb_arena_array(p->check->scratch, partial->vertex_count, sizeof *values);
    for (size_t i = 0; i < partial->vertex_count; i++) {
        const char *wrong = vertex_value(p, &partial->vertices[i], values, i, unknown);
        if (wrong || *unknown)
            return wrong;
    }
    const xb_number *root = &values[partial->vertex_count - 1];
    if (root->type != XB_TYPE_REAL && root->type != XB_TYPE_INTEGER && root->type != XB_TYPE_COMPLEX)
        return "its value is no number";
    *value = xb_number_complex(root);
    return NULL;
}

/* ---- comparison ------------------------------------------------------------ */

/* Says that a formula fails. That is no more than a limit if real operands are mixed with complex ones: what
 * makes a complex number of a real operand in the intrinsic may not do so in the formula. */
static void fail(const point *p, xb_rule_tally *tally, const char *wrong)
{
    xb_arena *arena = p->check->arena;
    bool complex_found = false, real_found = false;
    for (size_t i = 0; i < p->count; i++) {
        complex_found = complex_found || p->x[i].type == XB_TYPE_COMPLEX;
        real_found = real_found || p->x[i].type == XB_TYPE_REAL || p->x[i].type == XB_TYPE_INTEGER;
    }
    const char **which = complex_found && real_found ? &tally->limit : &tally->wrong;
    if (!*which)
        *which = xb_arena_format(arena, "the formula fails for operands %s: %s",
                                 xb_rule_describe(arena, p->x, p->count), wrong);
}

static bool is_at_kink(const point *p)
{
    return p->rule->kink && p->rule->kink(p->rule, p->x, p->count) < XB_RULE_KINK;
}

/* What a partial has to be along the real and, of a complex operand, the imaginary axis. @return how many of
 * these axes there are; 0: the intrinsic has no derivative here */
static int expected_tangents(const point *p, unsigned k, double complex *dx, double complex *expected)
{
    int axes = p->x[k].type == XB_TYPE_COMPLEX ? 2 : 1;
    for (int axis = 0; axis < axes; axis++) {
        double complex direction[OPERANDS] = {0};
        direction[k] = dx[axis] = axis == 0 ? 1 : I;
        expected[axis] = p->rule->tangent ? p->rule->tangent(p->rule, p->x, direction, p->count, &p->y) : 0;
        if (!isfinite(creal(expected[axis])) || !isfinite(cimag(expected[axis])))
            return 0;
    }
    return axes;
}

/* The derivative of a complex operand by the intrinsic that the catalogue names for it, or why there is none.
 */
static const char *apply_action(const point *p, double complex dx, double complex *dy, const char **unknown)
{
    const xb_number direction = xb_number_of_complex(dx);
    xb_number y;
    bool none;
    const char *wrong = apply(p->check, p->item->complex_action, &direction, 1, &y, &none);
    if (none)
        *unknown = p->item->complex_action;
    else if (!wrong)
        *dy = xb_number_complex(&y);
    return wrong;
}

static void compare_action(const point *p, xb_rule_tally *tally)
{
    double complex value = 0, dx[2], expected[2];
    const int axes = expected_tangents(p, 0, dx, expected);
    for (int axis = 0; axis < axes && !tally->wrong && !tally->unknown; axis++) {
        const char *unknown = NULL, *wrong = apply_action(p, dx[axis], &value, &unknown);
        if (unknown)
            tally->unknown = xb_arena_format(p->check->arena, "nothing is known of %s, its action", unknown);
        else if (wrong)
            fail(p, tally, wrong);
        else
            xb_rule_compare(p->check, tally, value, expected[axis], p->x, p->count);
    }
}

/* Compares a partial at a point. */
static void compare_partial(const point *p, const xb_partial *partial, xb_rule_tally *tally)
{
    unsigned k = partial->position - 1;
    xb_type type = k < p->count ? p->x[k].type : XB_TYPE_VOID;
    if (type == XB_TYPE_COMPLEX && partial->of_complex)
        partial = partial->of_complex;
    bool is_action = type == XB_TYPE_COMPLEX && k == 0 && p->item->complex_action;
    bool refused = xb_partial_is_refused(partial) ||
                   (type == XB_TYPE_COMPLEX && p->item->complex_rule == XB_COMPLEX_REFUSED);
    if ((type != XB_TYPE_REAL && type != XB_TYPE_COMPLEX) || (refused && !is_action) || tally->wrong ||
        tally->unknown)
        return;
    if (is_at_kink(p))
        return;
    if (is_action) {
        compare_action(p, tally);
        return;
    }
    double complex value = 0, dx[2], expected[2];
    int axes = expected_tangents(p, k, dx, expected);
    if (axes == 0)
        return;
    const char *unknown = NULL, *wrong = partial_value(p, partial, &value, &unknown);
    xb_arena *arena = p->check->arena;
    if (unknown)
        tally->unknown = xb_arena_format(arena, "nothing is known of %s in its formula", unknown);
    else if (wrong)
        fail(p, tally, wrong);
    if (unknown || wrong)
        return;
    for (int axis = 0; axis < axes; axis++)
        xb_rule_compare(p->check, tally, value * dx[axis], expected[axis], p->x, p->count);
}

/* The derivative where all operands, real numbers, grow at once, at a distance from the point; NAN: there is
 * none. */
static double diagonal(const point *p, double distance)
{
    static const double complex direction[OPERANDS] = {1, 1, 1, 1};
    point other = *p;
    for (size_t k = 0; k < p->count; k++)
        other.x[k].real += distance;
    if (p->rule->value(p->rule, other.x, other.count, &other.y) || !p->rule->tangent)
        return NAN;
    return creal(p->rule->tangent(p->rule, other.x, direction, other.count, &other.y));
}

/* Whether operands are equal at a kink, but the function is smooth where they grow at once. */
static bool is_smooth_tie(const point *p)
{
    static const double nearby = 1e-6, alike = 1e-3;
    for (size_t k = 0; k < p->count; k++)
        if (p->x[k].type != XB_TYPE_REAL || p->x[k].real != p->x[0].real)
            return false;
    const double slope = p->count > 1 && is_at_kink(p) ? diagonal(p, 0) : NAN;
    return fabs(diagonal(p, nearby) - slope) < alike && fabs(diagonal(p, -nearby) - slope) < alike;
}

/* At a kink each partial is that of one side or another. The greater one of a number and itself has a
 * derivative, the sum of the partials. */
static void compare_sum(const point *p, xb_rule_tally *tally)
{
    double complex sum = 0;
    bool known = !tally->wrong && is_smooth_tie(p);
    for (size_t i = 0; known && i < p->item->partial_count; i++) {
        const xb_partial *partial = &p->item->partials[i];
        const char *unknown = NULL;
        double complex value = 0;
        known = partial->position > p->count ||
                (!xb_partial_is_refused(partial) && !partial_value(p, partial, &value, &unknown) && !unknown);
        sum += value;
    }
    if (known && cabs(sum - diagonal(p, 0)) > p->check->options.tolerance)
        tally->wrong =
            xb_arena_format(p->check->arena, "at the kink %s, the partials add up to %.12g, not %.12g",
                            xb_rule_describe(p->check->arena, p->x, p->count), creal(sum), diagonal(p, 0));
}

/* What the catalogue says of the intrinsic as a whole. */
static void compare_whole(const point *p, xb_rule_tally *tally)
{
    xb_arena *arena = p->check->arena;
    tally->points++;
    xb_type declared = p->item->return_type == XB_TYPE_CHAR ? XB_TYPE_STRING : p->item->return_type;
    bool number = p->y.type == XB_TYPE_REAL || p->y.type == XB_TYPE_COMPLEX || p->y.type == XB_TYPE_INTEGER;
    bool promoted = declared == XB_TYPE_REAL && number;
    for (size_t i = 0; i < p->count && p->y.type == XB_TYPE_INTEGER; i++)
        promoted = promoted && p->x[i].type != XB_TYPE_REAL && p->x[i].type != XB_TYPE_COMPLEX;
    bool any = xb_intrinsic_facts_of(p->rule->intrinsic)->result == XB_RESULT_ANY || p->item->any_type;
    if (p->y.type != declared && !promoted && !any && !tally->wrong)
        tally->wrong = xb_arena_format(arena, "the result is of type %s, not %s, for operands %s",
                                       xb_type_name(p->y.type), xb_type_name(declared),
                                       xb_rule_describe(arena, p->x, p->count));
    if (p->item->shape_change != XB_SHAPE_SAME && !tally->wrong)
        tally->wrong =
            "it is applied to each element of an array, but its result is said to have another shape";
}

/* An operand whose value is said not to be needed is given another one. */
static void compare_inquiry(const point *p, const xb_partial *partial, xb_rule_tally *tally)
{
    unsigned k = partial->position - 1;
    if (!partial->non_value_inquiry || k >= p->count || tally->wrong)
        return;
    point other = *p;
    other.x[k] = draw_number(&p->check->state, p->x[k].type);
    const char *wrong = p->rule->value(p->rule, other.x, other.count, &other.y);
    if (wrong || other.y.integer != p->y.integer || other.y.real != p->y.real)
        tally->wrong = xb_arena_format(p->check->arena, "the value of operand %u is needed", k + 1);
}

/* Compares at a point, if the intrinsic has a value there. */
static bool compare_point(point *p, xb_rule_tally *tallies)
{
    if (p->rule->value(p->rule, p->x, p->count, &p->y))
        return false;
    xb_arena_reset(p->check->scratch);
    compare_whole(p, &tallies[0]);
    compare_sum(p, &tallies[p->item->partial_count + 1]);
    for (size_t i = 0; i < p->item->partial_count; i++) {
        compare_partial(p, &p->item->partials[i], &tallies[i + 1]);
        compare_inquiry(p, &p->item->partials[i], &tallies[i + 1]);
    }
    return true;
}

/* Where formulas fail that are right elsewhere: all operands that are numbers are 0, 1 or -1. */
static void compare_special(point *p, const xb_type *chosen, xb_rule_tally *tallies)
{
    enum { SPECIAL = 3 };
    static const int8_t special[SPECIAL] = {0, 1, -1};
    size_t combinations = 1;
    for (size_t k = 0; k < p->count; k++)
        combinations *= SPECIAL;
    for (size_t i = 0; i < combinations; i++) {
        size_t rest = i;
        for (size_t k = 0; k < p->count; k++, rest /= SPECIAL) {
            int8_t value = special[rest % SPECIAL];
            p->x[k] = chosen[k] == XB_TYPE_REAL      ? xb_number_of_real(value)
                      : chosen[k] == XB_TYPE_INTEGER ? xb_number_of_integer(value)
                                                     : draw_number(&p->check->state, chosen[k]);
        }
        (void)compare_point(p, tallies);
    }
}

/* Compares at points with operands of certain types. */
static void compare_types(point *p, const xb_type *chosen, xb_rule_tally *tallies)
{
    size_t found = 0, limit = p->check->options.points;
    for (size_t attempt = 0; found < limit && attempt < ATTEMPTS + 20 * found; attempt++) {
        for (size_t k = 0; k < p->count; k++)
            p->x[k] = draw_number(&p->check->state, chosen[k]);
        found += compare_point(p, tallies);
    }
    compare_special(p, chosen, tallies);
}

/* Whether operands may be of these types. The evaluator tells for an intrinsic that it knows; a formula may
 * take more than what the catalogue says. */
static bool is_fit(const point *p, const xb_type *chosen)
{
    const xb_inlinable *item = p->item;
    for (size_t k = 0; p->rule->intrinsic == XB_INTRINSIC_NONE && !item->any_type && k < p->count; k++) {
        const bool is_number = chosen[k] == XB_TYPE_REAL || chosen[k] == XB_TYPE_INTEGER;
        const bool is_holomorphic = item->complex_rule == XB_COMPLEX_HOLOMORPHIC || item->complex_action;
        if (item->partials[k].kind != XB_PARTIAL_PASSIVE && !is_number &&
            !(chosen[k] == XB_TYPE_COMPLEX && is_holomorphic))
            return false;
    }
    return true;
}

static void compare_all_types(point *p, xb_rule_tally *tallies)
{
    size_t combinations = 1;
    for (size_t k = 0; k < p->count; k++)
        combinations *= TYPES;
    for (size_t i = 0; i < combinations; i++) {
        xb_type chosen[OPERANDS];
        size_t rest = i;
        for (size_t k = 0; k < p->count; k++, rest /= TYPES)
            chosen[k] = types[rest % TYPES];
        if (is_fit(p, chosen))
            compare_types(p, chosen, tallies);
    }
}

/* ---- rows ------------------------------------------------------------------ */

static void add_partial_row(xb_rule_check *check, const xb_inlinable *item, const xb_elemental *rule,
                            const xb_partial *partial, xb_rule_tally *tally)
{
    xb_rule_row *row = xb_rule_add(check, item->name, kind, partial->position);
    bool never = partial->kind == XB_PARTIAL_PASSIVE && tally->points == 0 && !tally->wrong;
    if (xb_partial_is_refused(partial)) {
        row->verdict = XB_RULE_REFUSED;
        row->detail = "its derivative is not in the catalogue";
    } else if (never || (!rule->tangent && partial->kind == XB_PARTIAL_PASSIVE && !tally->wrong)) {
        row->points = tally->points;
        row->detail = rule->tangent ? "this operand is never a real number" : NULL;
    } else {
        xb_rule_conclude(check, row, tally);
    }
}

static bool has_wrong_partial(const xb_rule_check *check, const xb_inlinable *item,
                              const xb_rule_tally *tallies)
{
    bool any = false;
    for (size_t i = 1; i <= item->partial_count; i++)
        any = any || tallies[i].wrong || tallies[i].deviation > check->options.tolerance;
    return any;
}

/* Tallies are that of the whole, those of partials, and that of their sum. */
static void check_numbers(xb_rule_check *check, const xb_inlinable *item, const xb_elemental *rule,
                          size_t least, size_t most)
{
    xb_rule_tally *tallies = xb_arena_array(check->arena, item->partial_count + 2, sizeof *tallies);
    if (item->argument_count < least || item->argument_count > most)
        tallies[0].wrong = xb_arena_format(check->arena, "it has %zu to %zu operands, not %u", least, most,
                                           item->argument_count);
    for (size_t count = least; count <= most && count <= item->argument_count && count <= OPERANDS; count++) {
        point p = {.check = check, .rule = rule, .item = item, .count = count};
        compare_all_types(&p, tallies);
    }
    if (!tallies[0].wrong && !has_wrong_partial(check, item, tallies))
        tallies[0].wrong = tallies[item->partial_count + 1].wrong;
    xb_rule_conclude(check, xb_rule_add(check, item->name, kind, 0), &tallies[0]);
    for (size_t i = 0; i < item->partial_count; i++)
        add_partial_row(check, item, rule, &item->partials[i], &tallies[i + 1]);
}

/* Why an intrinsic that the evaluator does not know can't be checked; NULL: it can. */
static const char *why_unchecked(xb_rule_check *check, const xb_inlinable *item)
{
    if (!item->value)
        return item->file ? xb_arena_format(check->arena,
                                            "nothing is known of it: Function, %s:%zu, has no formula of its "
                                            "value",
                                            item->file, item->line)
                          : "nothing is known of it";
    if (item->shape_change != XB_SHAPE_SAME)
        return "formulas of values are not compared where results have another shape than operands";
    if (item->required_count > OPERANDS)
        return xb_arena_format(check->arena, "it has more than %d operands", OPERANDS);
    const char *unknown = xb_rule_unknown_operator(item);
    return unknown ? xb_arena_format(check->arena,
                                     "nothing is known of %s in the formula of its value, as of a "
                                     "function of numbers",
                                     unknown)
                   : NULL;
}

/* An intrinsic that only the catalogue knows. */
static void check_user(xb_rule_check *check, const xb_inlinable *item)
{
    const char *why_not = why_unchecked(check, item);
    if (why_not) {
        xb_rule_row *row = xb_rule_add(check, item->name, kind, 0);
        row->verdict = XB_RULE_UNCHECKED;
        row->detail = why_not;
        return;
    }
    const xb_rule_value user = xb_rule_value_of(check, item);
    check_numbers(check, item, &user.rule, item->required_count, item->argument_count);
}

void xb_rule_check_inlinable(xb_rule_check *check, const xb_inlinable *item)
{
    xb_intrinsic_code code = xb_intrinsic_find(item->name);
    const xb_intrinsic_facts *facts = xb_intrinsic_facts_of(code);
    const xb_elemental *rule = xb_elemental_find(code);
    if (rule)
        check_numbers(check, item, rule, facts->least, facts->most);
    else if (xb_transformational_find(code))
        xb_rule_check_arrays(check, item);
    else
        check_user(check, item);
}
