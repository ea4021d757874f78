/*
 * Rows are made under one xb_protect(), except for those of routines, which are run.
 */
#include "verify/catalogue_rules.h"

#include <math.h>

#include "verify/case_effects.h"
#include "verify/catalogue_check.h"

static const char *const verdict_names[] = {
    [XB_RULE_RIGHT] = "right",         [XB_RULE_LIMITED] = "limited", [XB_RULE_REFUSED] = "refused",
    [XB_RULE_UNCHECKED] = "unchecked", [XB_RULE_WRONG] = "wrong",
};

const char *xb_rule_verdict_name(xb_rule_verdict verdict)
{
    return verdict_names[verdict];
}

/* ---- rows ------------------------------------------------------------------ */

xb_rule_row *xb_rule_add(xb_rule_check *check, const char *name, const char *kind, unsigned position)
{
    xb_rule_row *row = xb_vector_push(check->arena, &check->rows, sizeof *row);
    *row = (xb_rule_row){.name = name, .kind = kind, .position = position, .verdict = XB_RULE_RIGHT};
    return row;
}

void xb_rule_conclude(xb_rule_check *check, xb_rule_row *row, const xb_rule_tally *tally)
{
    row->points = tally->points;
    row->deviation = tally->deviation;
    row->worst = tally->worst;
    if (tally->wrong) {
        row->verdict = XB_RULE_WRONG;
        row->detail = tally->wrong;
    } else if (tally->deviation > check->options.tolerance) {
        row->verdict = XB_RULE_WRONG;
        row->detail = "the derivative is another one";
    } else if (tally->unknown || tally->points == 0) {
        row->verdict = XB_RULE_UNCHECKED;
        row->detail = tally->skipped ? tally->skipped : "no operands were found for it";
        row->detail = tally->unknown ? tally->unknown : row->detail;
    } else if (tally->limit) {
        row->verdict = XB_RULE_LIMITED;
        row->detail = tally->limit;
    }
}

void xb_rule_compare(xb_rule_check *check, xb_rule_tally *tally, double complex got, double complex expected,
                     const xb_number *x, size_t count)
{
    double deviation = cabs(got - expected) / fmax(cabs(expected), 1e-3);
    if (isnan(deviation))
        deviation = INFINITY;
    if (tally->points == 0 || deviation > tally->deviation) {
        tally->deviation = deviation;
        tally->worst = xb_rule_describe(check->arena, x, count);
        if (deviation > check->options.tolerance)
            tally->worst =
                xb_arena_format(check->arena, "%s: %.12g%+.12gi instead of %.12g%+.12gi", tally->worst,
                                creal(got), cimag(got), creal(expected), cimag(expected));
    }
    tally->points++;
}

/* FNV-1a (G. Fowler, L. C. Noll, K.-P. Vo). */
void xb_rule_seed(xb_rule_check *check, const char *name)
{
    uint64_t hash = UINT64_C(14695981039346656037);
    for (; *name; name++)
        hash = (hash ^ (unsigned char)*name) * UINT64_C(1099511628211);
    check->state = hash ^ check->options.seed;
}

static const char *describe_number(xb_arena *arena, const xb_number *x)
{
    switch (x->type) {
    case XB_TYPE_INTEGER: return xb_arena_format(arena, "%lld", (long long)x->integer);
    case XB_TYPE_REAL: return xb_arena_format(arena, "%.17g", x->real);
    case XB_TYPE_COMPLEX: return xb_arena_format(arena, "(%.17g,%.17g)", x->real, x->imaginary);
    case XB_TYPE_BOOL: return x->integer ? "true" : "false";
    case XB_TYPE_STRING: return xb_arena_format(arena, "'%.*s'", (int)x->text.length, x->text.bytes);
    default: return "none";
    }
}

const char *xb_rule_describe(xb_arena *arena, const xb_number *x, size_t count)
{
    const char *text = count > 0 ? describe_number(arena, &x[0]) : "";
    for (size_t i = 1; i < count; i++)
        text = xb_arena_format(arena, "%s, %s", text, describe_number(arena, &x[i]));
    return text;
}

xb_array xb_rule_scalar(xb_arena *arena, const xb_number *x)
{
    xb_array array = {.type = XB_TYPE_VOID};
    if (x->type != XB_TYPE_VOID) {
        array = xb_array_create(arena, x->type, 0, NULL, 0);
        xb_array_set(&array, 0, x);
    }
    return array;
}

/* ---- the whole catalogue --------------------------------------------------- */

static void see_inlinable(void *context, const xb_inlinable *item)
{
    xb_rule_check *check = context;
    xb_rule_seed(check, item->name);
    xb_rule_check_inlinable(check, item);
}

static void see_noninlinable(void *context, const xb_noninlinable *item)
{
    xb_rule_check *check = context;
    xb_rule_seed(check, item->name);
    if (!item->jacobian)
        xb_rule_check_action(check, item);
    else
        xb_list_append(check->arena, &check->jacobians, item);
}

static void see_rule(void *context, const xb_routine_rule *rule)
{
    xb_rule_check *check = context;
    xb_list_append(check->arena, &check->routines, rule);
}

xb_environment xb_rule_environment(xb_rule_check *check, size_t directions)
{
    const xb_rule_options *options = &check->options;
    xb_environment environment = {.context = NULL};
    if (options->description && !check->status)
        check->status = xb_environment_create(check->arena, options->program, options->description, true,
                                              directions, &environment);
    return environment;
}

static void check_rules(void *context)
{
    xb_rule_check *check = context;
    xb_program *program = check->options.program;
    if (program && check->options.description)
        xb_case_check_for_rules(check->arena, program, check->options.description);
    check->names = xb_names_create(check->arena);
    xb_catalogue_each_inlinable(check->catalogue, see_inlinable, check);
    xb_catalogue_each_noninlinable(check->catalogue, see_noninlinable, check);
    xb_catalogue_each_rule(check->catalogue, see_rule, check);
}

xb_status xb_catalogue_check(xb_arena *arena, const xb_catalogue *catalogue, const xb_rule_options *options,
                             xb_rule_report *report)
{
    xb_rule_check check = {.arena = arena, .catalogue = catalogue, .options = *options};
    if (check.options.points == 0)
        check.options.points = 40;
    if (check.options.tolerance == 0)
        check.options.tolerance = 1e-9;
    check.scratch = xb_arena_create(xb_arena_failure(arena));
    bool done = check.scratch && xb_protect(xb_arena_failure(arena), check_rules, &check);
    for (size_t i = 0; done && i < check.jacobians.count; i++)
        done = xb_rule_check_jacobian(&check, check.jacobians.items[i]);
    for (size_t i = 0; done && i < check.routines.count; i++)
        done = xb_rule_check_routine(&check, check.routines.items[i]);
    xb_arena_destroy(check.scratch);
    if (!done)
        return check.status ? check.status : XB_STATUS_FAILED;
    *report = (xb_rule_report){
        .tolerance = check.options.tolerance, .rows = check.rows.items, .count = check.rows.count};
    for (size_t i = 0; i < report->count; i++) {
        report->verdicts[report->rows[i].verdict]++;
        if (report->rows[i].verdict == XB_RULE_WRONG && !report->first_wrong)
            report->first_wrong = &report->rows[i];
        if (report->rows[i].verdict == XB_RULE_UNCHECKED && !report->first_unchecked)
            report->first_unchecked = &report->rows[i];
    }
    return XB_STATUS_OK;
}
