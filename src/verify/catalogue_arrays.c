/*
 * Intrinsics of arrays: direct actions, and those inlinable ones that have derivatives zero, or none.
 * Operands of many types and shapes are tried; those that the evaluator takes are what the catalogue has to
 * be right for.
 */
#include "verify/catalogue_check.h"

#include <math.h>
#include <string.h>

#include "verify/draw.h"

/* What is tried as an operand. The first REALS have tangents. */
typedef struct form {
    xb_type type;
    int rank;
    int64_t extents[2];
    const char *values; /* of integers, one digit each; NULL: random ones */
} form;

enum { OPERANDS = 4, REALS = 6, POINTS = 3 };

static const form forms[] = {
    {XB_TYPE_REAL, 1, {4}, NULL},       {XB_TYPE_REAL, 2, {2, 3}, NULL}, {XB_TYPE_COMPLEX, 1, {4}, NULL},
    {XB_TYPE_COMPLEX, 2, {2, 3}, NULL}, {XB_TYPE_REAL, 0, {0}, NULL},    {XB_TYPE_COMPLEX, 0, {0}, NULL},
    {XB_TYPE_VOID, 0, {0}, NULL},       {XB_TYPE_INTEGER, 0, {0}, "1"},  {XB_TYPE_INTEGER, 0, {0}, "2"},
    {XB_TYPE_INTEGER, 1, {2}, "32"},    {XB_TYPE_INTEGER, 1, {1}, "5"},  {XB_TYPE_INTEGER, 1, {2}, "21"},
    {XB_TYPE_BOOL, 1, {4}, NULL},       {XB_TYPE_BOOL, 2, {2, 3}, NULL}, {XB_TYPE_INTEGER, 1, {4}, "3142"},
    {XB_TYPE_REAL, 1, {3}, NULL},       {XB_TYPE_STRING, 0, {0}, NULL},
};
enum { FORMS = sizeof forms / sizeof forms[0] };

static xb_array draw_array(xb_rule_check *check, const form *f)
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
    const xb_transformational *rule = xb_transformational_find(name);
    a->kink = INFINITY;
    if (!rule)
        return apply_elemental(check, xb_elemental_find(name), a);
    return rule->apply(check->scratch, a->x, a->count, &a->y, &a->kink);
}

static bool is_known(const char *name)
{
    return xb_transformational_find(name) || xb_elemental_find(name);
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
            a.x[0] = draw_array(check, &first[i % first_count]);
            for (size_t k = 1; k < count; k++, rest /= FORMS)
                a.x[k] = draw_array(check, &forms[rest % FORMS]);
            if (a.x[count - 1].type == XB_TYPE_VOID || apply(check, name, &a))
                break; /* the last operand is there: without it, there is one less */
            if (a.kink >= XB_RULE_KINK)
                see(check, &a, context);
        }
}

/* The numbers of operands that are tried. */
static size_t least_operands(const char *name)
{
    const xb_transformational *rule = xb_transformational_find(name);
    return rule ? rule->least : xb_elemental_find(name)->least;
}

static size_t most_operands(const char *name)
{
    const xb_transformational *rule = xb_transformational_find(name);
    size_t most = rule ? rule->most : xb_elemental_find(name)->most;
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

/* Compares what the action makes of tangents with tangents. */
static void compare_action(xb_rule_check *check, const action *act, const application *a, size_t passive,
                           xb_rule_tally *tally)
{
    if (tally->wrong)
        return;
    application original = *a, derivative = *a;
    for (size_t k = 0; k < a->count; k++) {
        if (!is_active(&a->x[k]))
            continue;
        if (k == passive)
            original.x[k].tangents = NULL;
        else
            derivative.x[k].reals = a->x[k].tangents;
        derivative.x[k].tangents = NULL;
    }
    const char *wrong = apply(check, act->item->name, &original);
    if (!wrong)
        wrong = apply(check, act->item->derivative_action, &derivative);
    xb_arena *arena = check->arena;
    size_t reals = original.y.count * (original.y.type == XB_TYPE_COMPLEX ? 2 : 1);
    if (wrong)
        tally->wrong = xb_arena_format(arena, "%s fails for (%s): %s", act->item->derivative_action,
                                       describe(arena, a), wrong);
    else if (derivative.y.type != original.y.type || derivative.y.count != original.y.count ||
             derivative.y.rank != original.y.rank)
        tally->wrong = xb_arena_format(arena, "%s has a result of another type or shape for (%s)",
                                       act->item->derivative_action, describe(arena, a));
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
    const char *unknown = !is_known(item->name) ? item->name : item->derivative_action;
    if (!is_known(unknown)) {
        row->verdict = XB_RULE_UNCHECKED;
        row->detail = xb_arena_format(check->arena, "nothing is known of %s", unknown);
        return;
    }
    action act = {.item = item};
    for (size_t count = least_operands(item->name); count <= most_operands(item->name); count++)
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

static void see_arrays(xb_rule_check *check, application *a, void *context)
{
    derivatives *d = context;
    xb_type declared = d->item->return_type == XB_TYPE_CHAR ? XB_TYPE_STRING : d->item->return_type;
    bool promoted = declared == XB_TYPE_REAL && (is_active(&a->y) || a->y.type == a->x[0].type);
    d->whole.points++;
    bool transfer = strcmp(d->item->name, "transfer") == 0; /* to any type */
    if (a->y.type != declared && !promoted && !transfer && !d->whole.wrong)
        d->whole.wrong =
            xb_arena_format(check->arena, "the result is of type %s, not %s, for (%s)",
                            xb_type_name(a->y.type), xb_type_name(declared), describe(check->arena, a));
    for (size_t k = 0; k < a->count; k++) {
        const xb_partial *partial = xb_inlinable_partial(d->item, (unsigned)k + 1);
        if (partial && partial->kind == XB_PARTIAL_PASSIVE && is_active(&a->x[k]))
            compare_passive(check, d, a, k);
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
    xb_rule_conclude(check, xb_rule_add(check, item->name, "inlinable", 0), &d.whole);
    for (size_t i = 0; i < item->partial_count; i++) {
        const xb_partial *partial = &item->partials[i];
        xb_rule_row *row = xb_rule_add(check, item->name, "inlinable", partial->position);
        if (xb_partial_is_refused(partial)) {
            row->verdict = XB_RULE_REFUSED;
            row->detail = "its derivative is not in the catalogue";
        } else if (partial->kind != XB_PARTIAL_PASSIVE || partial->position > OPERANDS) {
            row->verdict = XB_RULE_UNCHECKED;
            row->detail = "it is a function of arrays";
        } else if (d.by_operand[partial->position - 1].points == 0) {
            row->detail = "this operand is never a real number";
        } else {
            xb_rule_conclude(check, row, &d.by_operand[partial->position - 1]);
        }
    }
}
