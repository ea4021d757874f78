/*
 * Intrinsics of arrays: direct actions, selections, and inlinable intrinsics. Of the latter, a partial
 * derivative is one of a scalar: the sum of its products with a tangent has to be the tangent of the result.
 * Operands of many types and shapes are tried; those that the evaluator takes are what the catalogue has to
 * be right for.
 */
#include "verify/catalogue_check.h"

#include <math.h>

#include "verify/draw.h"

/* What is tried as an operand. The first REALS have tangents. */
typedef struct form {
    xb_type type;
    int rank;
    int64_t extents[2];
    const char *values; /* of integers, one digit each; NULL: random ones */
} form;

enum { OPERANDS = 4, REALS = 6, POINTS = 6 };

/* What the first element of an array of numbers is at a point; NAN: random. */
static const double first_elements[POINTS] = {NAN, NAN, NAN, 0, 1, -1};

static const form forms[] = {
    {XB_TYPE_REAL, 1, {4}, NULL},       {XB_TYPE_REAL, 2, {2, 3}, NULL}, {XB_TYPE_COMPLEX, 1, {4}, NULL},
    {XB_TYPE_COMPLEX, 2, {2, 3}, NULL}, {XB_TYPE_REAL, 0, {0}, NULL},    {XB_TYPE_COMPLEX, 0, {0}, NULL},
    {XB_TYPE_VOID, 0, {0}, NULL},       {XB_TYPE_INTEGER, 0, {0}, "1"},  {XB_TYPE_INTEGER, 0, {0}, "2"},
    {XB_TYPE_INTEGER, 1, {2}, "32"},    {XB_TYPE_INTEGER, 1, {1}, "5"},  {XB_TYPE_INTEGER, 1, {2}, "21"},
    {XB_TYPE_BOOL, 1, {4}, NULL},       {XB_TYPE_BOOL, 2, {2, 3}, NULL}, {XB_TYPE_INTEGER, 1, {4}, "3142"},
    {XB_TYPE_REAL, 1, {3}, NULL},       {XB_TYPE_STRING, 0, {0}, NULL},
};
enum { FORMS = sizeof forms / sizeof forms[0] };

/* @param first the first element of an array of numbers; NAN: a random one */
static xb_array draw_array(xb_rule_check *check, const form *f, double first)
{
    xb_bounds bounds[2];
    for (int d = 0; d < f->rank; d++)
        bounds[d] = (xb_bounds){1, f->extents[d]};
    if (f->type == XB_TYPE_VOID)
        return (xb_array){.type = XB_TYPE_VOID};
    xb_array array = xb_array_create(check->scratch, f->type, f->rank, bounds, 1);
    size_t reals = array.reals ? array.count * (f->type == XB_TYPE_COMPLEX ? 2 : 1) : 0;
    for (size_t i = 0; i < reals; i++) {
        array.reals[i] = draw(&check->state, -3, 3);
        array.tangents[i] = draw(&check->state, -1, 1);
    }
    if (reals > 0 && f->rank > 0 && !isnan(first)) {
        array.reals[0] = first;
        if (f->type == XB_TYPE_COMPLEX)
            array.reals[1] = 0;
    }
    for (size_t i = 0; array.integers && i < array.count; i++)
        array.integers[i] = f->values ? f->values[i] - '0' : draw(&check->state, 0, 2) < 1;
    for (size_t i = 0; array.texts && i < array.count; i++)
        array.texts[i] = (xb_string){"ab ", 3};
    return array;
}

/* ---- application ----------------------------------------------------------- */

/* An application of an intrinsic. */
typedef struct application {
    xb_array x[OPERANDS];
    size_t count;
    xb_array y;
    double kink;
} application;

static const char *apply_elemental(xb_rule_check *check, const xb_elemental *rule, application *a)
{
    xb_number x[OPERANDS], y;
    double complex dx[OPERANDS] = {0};
    for (size_t i = 0; i < a->count; i++) {
        if (a->x[i].rank != 0)
            return "an array";
        x[i] = (xb_number){.type = XB_TYPE_VOID};
        if (a->x[i].type != XB_TYPE_VOID)
            x[i] = xb_array_get(&a->x[i], 0);
        if (a->x[i].tangents)
            dx[i] = xb_complex(a->x[i].tangents[0], x[i].type == XB_TYPE_COMPLEX ? a->x[i].tangents[1] : 0);
    }
    const char *wrong = rule->value(rule, x, a->count, &y);
    if (wrong)
        // cppcheck-suppress returnDanglingLifetime; the text lasts
        return wrong;
    a->y = xb_array_create(check->scratch, y.type, 0, NULL, 1);
    xb_array_set(&a->y, 0, &y);
    a->kink = rule->kink ? rule->kink(rule, x, a->count) : INFINITY;
    double complex dy = rule->tangent ? rule->tangent(rule, x, dx, a->count, &y) : 0;
    if (a->y.tangents)
        a->y.tangents[0] = creal(dy);
    if (y.type == XB_TYPE_COMPLEX)
        a->y.tangents[1] = cimag(dy);
    return NULL;
}

/* Applies an intrinsic. @return NULL, or what is wrong */
static const char *apply(xb_rule_check *check, const char *name, application *a)
{
    xb_intrinsic_code code = xb_intrinsic_find(name);
    const xb_transformational *rule = xb_transformational_find(code);
    a->kink = INFINITY;
    if (!rule)
        return apply_elemental(check, xb_elemental_find(code), a);
    return rule->apply(check->scratch, a->x, a->count, &a->y, &a->kink);
}

/* The values of an intrinsic of numbers for all elements of operands of one shape; a scalar goes with each.
 */
static const char *apply_elementwise(xb_rule_check *check, const char *name, application *a)
{
    const xb_array *model = NULL;
    for (size_t k = 0; k < a->count; k++)
        if (a->x[k].rank > 0)
            model = &a->x[k];
    if (!model || !xb_elemental_find(xb_intrinsic_find(name)))
        return apply(check, name, a);
    for (size_t k = 0; k < a->count; k++)
        if (a->x[k].rank > 0 && (a->x[k].rank != model->rank || a->x[k].count != model->count))
            return "operands of different shapes";
    const xb_array *shape = model;
    for (size_t i = 0; i < shape->count; i++) {
        application one = {.count = a->count};
        for (size_t k = 0; k < a->count; k++) {
            xb_number number = xb_array_get(&a->x[k], a->x[k].rank > 0 ? i : 0);
            one.x[k] = xb_rule_scalar(check->scratch, &number);
        }
        const char *wrong = apply(check, name, &one);
        if (wrong)
            return wrong;
        if (i == 0)
            a->y = xb_array_create(check->scratch, one.y.type, shape->rank, shape->bounds, 0);
        xb_number result = xb_array_get(&one.y, 0);
        xb_array_set(&a->y, i, &result);
    }
    return NULL;
}

static bool is_known(const char *name)
{
    return xb_intrinsic_find(name) != XB_INTRINSIC_NONE;
}

static bool is_active(const xb_array *x)
{
    return x->type == XB_TYPE_REAL || x->type == XB_TYPE_COMPLEX;
}

static const char *describe_shape(xb_arena *arena, const xb_array *x)
{
    if (x->type == XB_TYPE_VOID)
        return "none";
    const char *text = xb_arena_format(arena, "%s %s", xb_type_name(x->type), xb_shape_name(x->rank));
    if (x->integers && x->type == XB_TYPE_INTEGER)
        for (size_t i = 0; i < x->count; i++)
            text = xb_arena_format(arena, "%s %lld", text, (long long)x->integers[i]);
    return text;
}

/* Operands as text: types and shapes, and the values of integers, which shapes depend on. */
static const char *describe(xb_arena *arena, const application *a)
{
    const char *text = describe_shape(arena, &a->x[0]);
    for (size_t i = 1; i < a->count; i++)
        text = xb_arena_format(arena, "%s, %s", text, describe_shape(arena, &a->x[i]));
    return text;
}

/* Calls a function for each combination of operands that an intrinsic takes, at a few points. */
static void try_all(xb_rule_check *check, const char *name, size_t count, const form *first,
                    size_t first_count, void (*see)(xb_rule_check *check, application *a, void *context),
                    void *context)
{
    size_t combinations = first_count;
    for (size_t k = 1; k < count; k++)
        combinations *= FORMS;
    for (size_t i = 0; i < combinations; i++)
        for (size_t j = 0; j < POINTS; j++) {
            application a = {.count = count};
            size_t rest = i / first_count;
            xb_arena_reset(check->scratch);
            a.x[0] = draw_array(check, &first[i % first_count], first_elements[j]);
            for (size_t k = 1; k < count; k++, rest /= FORMS)
                a.x[k] = draw_array(check, &forms[rest % FORMS], first_elements[j]);
            if (a.x[count - 1].type == XB_TYPE_VOID || apply(check, name, &a))
                break; /* the last operand is there: without it, there is one less */
            if (a.kink >= XB_RULE_KINK)
                see(check, &a, context);
        }
}

/* The numbers of operands that are tried. */
static size_t least_operands(const char *name)
{
    return xb_intrinsic_facts_of(xb_intrinsic_find(name))->least;
}

static size_t most_operands(const char *name)
{
    size_t most = xb_intrinsic_facts_of(xb_intrinsic_find(name))->most;
    return most < OPERANDS ? most : OPERANDS;
}

/* ---- direct actions -------------------------------------------------------- */

typedef struct action {
    const xb_noninlinable *item;
    xb_rule_tally all;           /* all real and complex operands being active */
    xb_rule_tally one[OPERANDS]; /* this one being passive */
} action;

static double real_at(const double *numbers, size_t i)
{
    return numbers ? numbers[i] : 0;
}

static const char *action_of(const xb_noninlinable *item)
{
    return item->location ? item->location : item->derivative_action;
}

static bool has_tangents(const xb_array *x)
{
    return is_active(x) && x->tangents;
}

/* The action applied to the tangents of operands first to last - 1, and to the values of others. */
static const char *act_on(xb_rule_check *check, const xb_noninlinable *item, const application *a,
                          size_t first, size_t last, application *derivative)
{
    *derivative = *a;
    for (size_t k = 0; k < a->count; k++) {
        if (k >= first && k < last && has_tangents(&a->x[k]))
            derivative->x[k].reals = a->x[k].tangents;
        derivative->x[k].tangents = NULL;
    }
    return apply(check, item->derivative_action, derivative);
}

/* A sum over operands with tangents. */
static const char *act_on_each(xb_rule_check *check, const xb_noninlinable *item, const application *a,
                               application *derivative)
{
    bool any = false;
    for (size_t k = 0; k < a->count; k++) {
        application term;
        if (!has_tangents(&a->x[k]))
            continue;
        const char *wrong = act_on(check, item, a, k, k + 1, &term);
        if (wrong)
            return wrong;
        size_t reals = term.y.reals ? term.y.count * (term.y.type == XB_TYPE_COMPLEX ? 2 : 1) : 0;
        for (size_t i = 0; any && i < reals; i++)
            term.y.reals[i] += derivative->y.reals[i];
        *derivative = term;
        any = true;
    }
    return any ? NULL : act_on(check, item, a, 0, 0, derivative);
}

/* The tangent at the position in operand 1. */
static const char *select_element(xb_rule_check *check, const xb_noninlinable *item, const application *a,
                                  application *derivative)
{
    application place = *a;
    const char *wrong = apply(check, item->location, &place);
    if (wrong)
        return wrong;
    if (place.y.type != XB_TYPE_INTEGER || place.y.count != (size_t)a->x[0].rank)
        return "it gives no position";
    size_t at = 0;
    for (int d = a->x[0].rank; d-- > 0;) {
        size_t extent = (size_t)xb_bounds_extent(a->x[0].bounds[d]);
        at = at * extent + (size_t)(place.y.integers[d] - 1);
    }
    derivative->y = xb_array_create(check->scratch, a->x[0].type, 0, NULL, 0);
    if (at >= a->x[0].count)
        return "it gives no position";
    for (size_t side = 0; side < (a->x[0].type == XB_TYPE_COMPLEX ? 2 : 1); side++)
        derivative->y.reals[side] = real_at(a->x[0].tangents, at + side);
    return NULL;
}

static const char *differentiate(xb_rule_check *check, const xb_noninlinable *item, const application *a,
                                 application *derivative)
{
    if (item->location)
        return select_element(check, item, a, derivative);
    return item->product_rule ? act_on_each(check, item, a, derivative)
                              : act_on(check, item, a, 0, OPERANDS, derivative);
}

/* Compares what the action makes of tangents with tangents. */
static void compare_action(xb_rule_check *check, const action *act, const application *a, size_t passive,
                           xb_rule_tally *tally)
{
    if (tally->wrong || (act->item->location && a->x[0].rank == 0))
        return;
    application original = *a, derivative = *a;
    if (passive < a->count)
        original.x[passive].tangents = NULL;
    const char *wrong = apply(check, act->item->name, &original);
    if (!wrong)
        wrong = differentiate(check, act->item, &original, &derivative);
    xb_arena *arena = check->arena;
    size_t reals = original.y.count * (original.y.type == XB_TYPE_COMPLEX ? 2 : 1);
    if (wrong)
        tally->wrong =
            xb_arena_format(arena, "%s fails for (%s): %s", action_of(act->item), describe(arena, a), wrong);
    else if (derivative.y.type != original.y.type || derivative.y.count != original.y.count ||
             derivative.y.rank != original.y.rank)
        tally->wrong = xb_arena_format(arena, "%s has a result of another type or shape for (%s)",
                                       action_of(act->item), describe(arena, a));
    for (size_t i = 0; !tally->wrong && is_active(&original.y) && i < reals; i++) {
        double before = tally->deviation;
        xb_rule_compare(check, tally, derivative.y.reals[i], real_at(original.y.tangents, i), NULL, 0);
        if (tally->points == 1 || tally->deviation > before)
            tally->worst = xb_arena_format(arena, "(%s), number %zu%s", describe(arena, a), i + 1,
                                           tally->worst ? tally->worst : "");
    }
}

static void see_action(xb_rule_check *check, application *a, void *context)
{
    action *act = context;
    size_t reals = 0;
    for (size_t k = 0; k < a->count; k++)
        reals += is_active(&a->x[k]);
    compare_action(check, act, a, OPERANDS, &act->all);
    for (size_t k = 0; reals > 1 && k < a->count; k++)
        if (is_active(&a->x[k]))
            compare_action(check, act, a, k, &act->one[k]);
}

void xb_rule_check_action(xb_rule_check *check, const xb_noninlinable *item)
{
    xb_rule_row *row = xb_rule_add(check, item->name, "direct action", 0);
    const char *unknown = !is_known(item->name) ? item->name : action_of(item);
    if (item->location)
        row->kind = "selection";
    if (!is_known(unknown)) {
        row->verdict = XB_RULE_UNCHECKED;
        row->detail = xb_arena_format(check->arena, "nothing is known of %s", unknown);
        return;
    }
    action act = {.item = item};
    size_t most = item->location ? 1 : most_operands(item->name);
    for (size_t count = least_operands(item->name); count <= most; count++)
        try_all(check, item->name, count, forms, REALS, see_action, &act);
    xb_rule_conclude(check, row, &act.all);
    const char *passive = NULL;
    for (size_t k = 0; k < OPERANDS; k++)
        if (act.one[k].wrong || act.one[k].deviation > check->options.tolerance)
            passive = passive ? xb_arena_format(check->arena, "%s or %zu", passive, k + 1)
                              : xb_arena_format(check->arena, "%zu", k + 1);
    if (row->verdict == XB_RULE_RIGHT && passive) {
        row->verdict = XB_RULE_LIMITED;
        row->detail =
            xb_arena_format(check->arena, "not if operand %s is passive and others are active", passive);
    }
}

/* ---- inlinable intrinsics of arrays ---------------------------------------- */

typedef struct derivatives {
    const xb_inlinable *item;
    xb_rule_tally whole;
    xb_rule_tally by_operand[OPERANDS];
} derivatives;

static void compare_passive(xb_rule_check *check, derivatives *d, const application *a, size_t k)
{
    application moved = *a;
    for (size_t i = 0; i < a->count; i++)
        if (i != k)
            moved.x[i].tangents = NULL;
    if (apply(check, d->item->name, &moved))
        return;
    size_t reals = is_active(&moved.y) ? moved.y.count * (moved.y.type == XB_TYPE_COMPLEX ? 2 : 1) : 0;
    xb_rule_tally *tally = &d->by_operand[k];
    tally->points += reals == 0;
    for (size_t i = 0; i < reals; i++) {
        double before = tally->deviation;
        xb_rule_compare(check, tally, 0, real_at(moved.y.tangents, i), NULL, 0);
        if (tally->deviation > before)
            tally->worst = xb_arena_format(check->arena, "(%s)%s", describe(check->arena, a), tally->worst);
    }
}

/* The value of a partial derivative. @return NULL, or what is wrong */
static const char *formula(xb_rule_check *check, const xb_partial *partial, const application *a,
                           xb_array *value)
{
    if (partial->kind == XB_PARTIAL_ONE || partial->kind == XB_PARTIAL_MINUS_ONE) {
        const xb_number unit = xb_number_of_real(partial->kind == XB_PARTIAL_ONE ? 1 : -1);
        *value = xb_rule_scalar(check->scratch, &unit);
        return NULL;
    }
    xb_array *values = xb_arena_array(check->scratch, partial->vertex_count, sizeof *values);
    const char *wrong = NULL;
    for (size_t i = 0; !wrong && i < partial->vertex_count; i++) {
        const xb_partial_vertex *vertex = &partial->vertices[i];
        xb_number constant;
        if (vertex->kind == XB_KIND_CONSTANT) {
            wrong = xb_rule_constant(check, vertex, &constant);
            if (!wrong)
                values[i] = xb_rule_scalar(check->scratch, &constant);
        } else if (vertex->kind == XB_KIND_ARGUMENT_REFERENCE) {
            if (vertex->argument > a->count)
                return "it needs an operand that may be missing";
            values[i] = vertex->argument == 0 ? a->y : a->x[vertex->argument - 1];
        } else if (vertex->operand_count > OPERANDS || !is_known(vertex->text)) {
            return "it has an operator that nothing is known of";
        } else {
            application inner = {.count = vertex->operand_count};
            for (unsigned k = 0; k < vertex->operand_count; k++) {
                inner.x[k] = values[vertex->operands[k]];
                inner.x[k].tangents = NULL;
            }
            wrong = apply_elementwise(check, vertex->text, &inner);
            values[i] = inner.y;
        }
    }
    // cppcheck-suppress returnDanglingLifetime; the text lasts
    if (wrong)
        return wrong;
    *value = values[partial->vertex_count - 1];
    return NULL;
}

/* Compares a partial derivative, of real operands, with how the result changes with its operand. */
static void compare_formula(xb_rule_check *check, derivatives *d, const application *a, size_t k,
                            const xb_partial *partial)
{
    application moved = *a;
    xb_rule_tally *tally = &d->by_operand[k];
    for (size_t i = 0; i < a->count; i++)
        if (i != k)
            moved.x[i].tangents = NULL;
    if (a->x[k].type != XB_TYPE_REAL || apply(check, d->item->name, &moved))
        return;
    if (moved.y.type != XB_TYPE_REAL || moved.y.rank != 0) {
        tally->unknown = "the result is not always a real scalar";
        return;
    }
    xb_array factor;
    const char *wrong = formula(check, partial, &moved, &factor);
    const xb_array *x = &a->x[k];
    if (!wrong && factor.rank > 0 && factor.count != x->count)
        wrong = "it has another shape than its operand";
    if (wrong) {
        tally->wrong = xb_arena_format(check->arena, "%s, for (%s)", wrong, describe(check->arena, a));
        return;
    }
    double complex sum = 0;
    for (size_t i = 0; i < x->count; i++) {
        xb_number number = xb_array_get(&factor, factor.rank > 0 ? i : 0);
        sum += xb_number_complex(&number) * x->tangents[i];
    }
    double before = tally->deviation;
    xb_rule_compare(check, tally, sum, real_at(moved.y.tangents, 0), NULL, 0);
    if (tally->points == 1 || tally->deviation > before)
        tally->worst = xb_arena_format(check->arena, "(%s)%s", describe(check->arena, a),
                                       tally->worst ? tally->worst : "");
}

static void see_arrays(xb_rule_check *check, application *a, void *context)
{
    derivatives *d = context;
    xb_type declared = d->item->return_type == XB_TYPE_CHAR ? XB_TYPE_STRING : d->item->return_type;
    bool promoted = declared == XB_TYPE_REAL && (is_active(&a->y) || a->y.type == a->x[0].type);
    d->whole.points++;
    /* a dimension or a mask, for which this is not the derivative, but made of it */
    bool reduced = xb_inlinable_is_reduction(d->item) && a->count > d->item->required_count;
    bool any = xb_intrinsic_facts_of(xb_intrinsic_find(d->item->name))->result == XB_RESULT_MOULD;
    if (a->y.type != declared && !promoted && !any && !d->whole.wrong)
        d->whole.wrong =
            xb_arena_format(check->arena, "the result is of type %s, not %s, for (%s)",
                            xb_type_name(a->y.type), xb_type_name(declared), describe(check->arena, a));
    for (size_t k = 0; k < a->count; k++) {
        const xb_partial *partial = xb_inlinable_partial(d->item, (unsigned)k + 1);
        if (partial && partial->kind == XB_PARTIAL_PASSIVE && is_active(&a->x[k]))
            compare_passive(check, d, a, k);
        else if (!reduced && partial && !xb_partial_is_refused(partial) && is_active(&a->x[k]))
            compare_formula(check, d, a, k, partial);
    }
}

void xb_rule_check_arrays(xb_rule_check *check, const xb_inlinable *item)
{
    derivatives d = {.item = item};
    size_t most = most_operands(item->name);
    if (item->argument_count < least_operands(item->name) || item->argument_count > most)
        d.whole.wrong = xb_arena_format(check->arena, "it has %zu to %zu operands, not %u",
                                        least_operands(item->name), most, item->argument_count);
    for (size_t count = least_operands(item->name); count <= most && count <= item->argument_count; count++)
        try_all(check, item->name, count, forms, FORMS, see_arrays, &d);
    xb_rule_row *whole = xb_rule_add(check, item->name, "inlinable", 0);
    if (d.whole.points == 0 && !d.whole.wrong && item->return_type == XB_TYPE_BOOL)
        whole->detail = "the result is no number";
    else
        xb_rule_conclude(check, whole, &d.whole);
    for (size_t i = 0; i < item->partial_count; i++) {
        const xb_partial *partial = &item->partials[i];
        xb_rule_row *row = xb_rule_add(check, item->name, "inlinable", partial->position);
        if (xb_partial_is_refused(partial)) {
            row->verdict = XB_RULE_REFUSED;
            row->detail = "its derivative is not in the catalogue";
        } else if (partial->position > OPERANDS) {
            row->verdict = XB_RULE_UNCHECKED;
            row->detail = "it has too many operands";
        } else if (d.by_operand[partial->position - 1].points == 0 && partial->kind == XB_PARTIAL_PASSIVE) {
            row->detail = "this operand is never a real number";
        } else {
            xb_rule_conclude(check, row, &d.by_operand[partial->position - 1]);
        }
    }
}
