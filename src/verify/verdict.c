/*
 * One table names checks and states; text and JSON are made of it.
 */
#include "verify/verdict.h"

#include "base/json.h"

static const struct {
    const char *name, *tangent, *adjoint; /* in JSON; in text, for either kind */
} checks[XB_CHECK_COUNT] = {
    [XB_CHECK_RUNS] = {"runs", "runs", "runs"},
    [XB_CHECK_VALUES] = {"values", "values, bit for bit", "values, bit for bit"},
    [XB_CHECK_DERIVATIVES] = {"derivatives", "tangents against dual numbers", "adjoints, entry by entry"},
    [XB_CHECK_DIFFERENCES] = {"differences", "tangents against differences", "adjoints against differences"},
    [XB_CHECK_DOT_PRODUCT] = {"dot_product", NULL, "dot product with tangents"},
    [XB_CHECK_INCREMENT] = {"increment", NULL, "adjoints are incremented"},
    [XB_CHECK_REPEAT] = {"repeat", "second call", "second call"},
    [XB_CHECK_OTHERS] = {"others", "tangents of all variables", "dot product of all variables"},
    [XB_CHECK_JACOBIAN] = {"jacobian", "Jacobian in one call", "Jacobian in one call"},
    [XB_CHECK_TAPES] = {"tapes", NULL, "tapes are empty"},
};

static const char *const state_texts[] = {"not done", "ok", "unclear", "WRONG"};
static const char *const state_names[] = {"undone", "ok", "unclear", "wrong"};
static const char *const kind_names[] = {
    [XB_DRIVE_VALUES] = "values",   [XB_DRIVE_EXACT] = "exact",       [XB_DRIVE_TANGENT] = "tangent",
    [XB_DRIVE_SPLIT] = "split",     [XB_DRIVE_JOINT] = "joint",       [XB_DRIVE_TRACE] = "trace",
    [XB_DRIVE_MOTIONS] = "motions", [XB_DRIVE_COMBINED] = "combined", [XB_DRIVE_JACOBIAN] = "jacobian"};

static bool is_adjoint(const xb_verdict *verdict)
{
    return xb_drive_is_adjoint(verdict->kind);
}

/* Whether more than a third of the statements of the transformed program was never run: nothing is known of
 * these. */
static bool is_partial(const xb_verdict *verdict)
{
    enum { MANY = 3 }; /* one in so many */
    return (verdict->statements - verdict->statements_run) * MANY > verdict->statements;
}

/* ---- text ---- */

void xb_checks_put_head(xb_output *output)
{
    xb_output_format(output, "%-31s %-8s %9s %10s %10s %10s\n", "check", "result", "compared", "absolute",
                     "relative", "tolerance");
}

void xb_check_put(const xb_check *check, const char *title, xb_output *output)
{
    bool numbers = check->compared > 0;
    xb_output_format(output, "%-31s %-8s", title, state_texts[check->state]);
    if (numbers)
        xb_output_format(output, " %9zu %10.2g %10.2g ", check->compared, check->largest, check->relative);
    if (numbers && check->tolerance > 0)
        xb_output_format(output, "%10.2g", check->tolerance);
    else if (numbers)
        xb_output_format(output, "%10s", "bits");
    xb_output_char(output, '\n');
    if (check->detail && check->state != XB_CHECK_GOOD)
        xb_output_format(output, "    %s\n", check->detail);
}

static void put_check(const xb_verdict *verdict, xb_output *output, xb_check_kind kind)
{
    xb_check check = verdict->checks[kind];
    const bool has_tapes = verdict->sweeps && kind == XB_CHECK_TAPES;
    const char *title = is_adjoint(verdict) || has_tapes ? checks[kind].adjoint : checks[kind].tangent;
    const bool is_rare = kind == XB_CHECK_OTHERS || kind == XB_CHECK_JACOBIAN;
    if (!title || (is_rare && check.state == XB_CHECK_UNDONE))
        return;
    if (kind == XB_CHECK_RUNS || kind == XB_CHECK_TAPES)
        check.compared = 0;
    xb_check_put(&check, title, output);
}

static size_t count_skipped(const xb_verdict *verdict)
{
    const xb_verdict_point *points = verdict->points.items;
    size_t count = 0;
    for (size_t i = 0; i < verdict->points.count; i++)
        count += points[i].skipped != NULL;
    return count;
}

static void put_points(const xb_verdict *verdict, xb_output *output)
{
    enum { SHOWN = 8 };
    const xb_verdict_point *points = verdict->points.items;
    size_t n = verdict->layout.n;
    for (size_t i = 0; i < verdict->points.count; i++) {
        xb_output_format(output, "point %zu, %s:", i + 1, points[i].origin);
        for (size_t k = 0; k < n && k < SHOWN; k++)
            xb_output_format(output, " %.6g", points[i].x[k]);
        xb_output_put(output, n > SHOWN ? " ...\n" : "\n");
        if (points[i].skipped)
            xb_output_format(output, "    passed over: %s\n", points[i].skipped);
    }
}

static void put_singular(const xb_verdict *verdict, xb_output *output)
{
    if (!verdict->zero_singular)
        return;
    xb_output_format(output, "derivatives taken as 0 at points without one: %zu", verdict->singular);
    if (verdict->singular > 0)
        xb_output_format(output, ", at %zu %s, the first is %s", verdict->singular_places,
                         xb_plural(verdict->singular_places, "place", "places"), verdict->singular_place);
    xb_output_char(output, '\n');
}

static void put_text(const xb_verdict *verdict, xb_output *output)
{
    size_t points = verdict->points.count;
    xb_output_format(output, "original: %s, entry %s, %zu independent and %zu dependent %s\n",
                     verdict->original, verdict->layout.entry->symbol->id->text, verdict->layout.n,
                     verdict->layout.m, xb_plural(verdict->layout.m, "number", "numbers"));
    xb_output_format(output, "transformed: %s, %s%s%s\n", verdict->transformed, kind_names[verdict->kind],
                     is_adjoint(verdict) ? " adjoint" : "",
                     verdict->sweeps ? " of an adjoint program: what records, then what returns" : "");
    put_points(verdict, output);
    xb_output_char(output, '\n');
    xb_checks_put_head(output);
    for (xb_check_kind kind = 0; kind < XB_CHECK_COUNT; kind++)
        if (verdict->kind != XB_DRIVE_VALUES || kind == XB_CHECK_RUNS || kind == XB_CHECK_VALUES)
            put_check(verdict, output, kind);
    xb_output_char(output, '\n');
    if (verdict->statements > 0)
        xb_output_format(output, "statements run: %zu of %zu\n", verdict->statements_run,
                         verdict->statements);
    put_singular(verdict, output);
    for (size_t i = 0; i < verdict->notes.count; i++)
        xb_output_format(output, "note: %s\n", (const char *)verdict->notes.items[i]);
    xb_output_format(output, "verdict: %s", verdict->good ? "ok" : "WRONG");
    if (verdict->good && is_partial(verdict))
        xb_output_format(output, ", but %zu of %zu statements were never run",
                         verdict->statements - verdict->statements_run, verdict->statements);
    xb_output_format(output, " (%zu of %zu points, seed %llu)\n", points - count_skipped(verdict), points,
                     (unsigned long long)verdict->seed);
}

/* ---- JSON ---- */

static void put_json_points(const xb_verdict *verdict, xb_output *output)
{
    const xb_verdict_point *points = verdict->points.items;
    xb_output_put(output, ",\n \"points\": [");
    for (size_t i = 0; i < verdict->points.count; i++) {
        xb_output_format(output, "%s{\"origin\": ", i > 0 ? ",\n  " : "\n  ");
        xb_json_text(output, points[i].origin);
        xb_output_put(output, ", \"x\": ");
        xb_json_numbers(output, points[i].x, verdict->layout.n);
        xb_output_put(output, ", \"passed_over\": ");
        xb_json_text(output, points[i].skipped);
        xb_output_char(output, '}');
    }
    xb_output_char(output, ']');
}

void xb_check_put_json(const xb_check *check, const char *name, bool is_first, xb_output *output)
{
    xb_output_format(output, "%s{\"name\": \"%s\", \"result\": \"%s\", \"compared\": %zu, \"absolute\": ",
                     is_first ? "\n  " : ",\n  ", name, state_names[check->state], check->compared);
    xb_json_number(output, check->largest);
    xb_output_put(output, ", \"relative\": ");
    xb_json_number(output, check->relative);
    xb_output_put(output, ", \"tolerance\": ");
    xb_json_number(output, check->tolerance);
    xb_output_put(output, ", \"detail\": ");
    xb_json_text(output, check->detail);
    xb_output_char(output, '}');
}

static void put_json_checks(const xb_verdict *verdict, xb_output *output)
{
    xb_output_put(output, ",\n \"checks\": [");
    for (xb_check_kind kind = 0; kind < XB_CHECK_COUNT; kind++)
        xb_check_put_json(&verdict->checks[kind], checks[kind].name, kind == 0, output);
    xb_output_char(output, ']');
}

static void put_json(const xb_verdict *verdict, xb_output *output)
{
    xb_output_format(output, "{\"verdict\": \"%s\",\n \"original\": ", verdict->good ? "ok" : "wrong");
    xb_json_text(output, verdict->original);
    xb_output_put(output, ", \"transformed\": ");
    xb_json_text(output, verdict->transformed);
    xb_output_format(output, ", \"kind\": \"%s\",\n \"entry\": ", kind_names[verdict->kind]);
    xb_json_text(output, verdict->layout.entry->symbol->id->text);
    xb_output_format(output, ", \"independents\": %zu, \"dependents\": %zu, \"seed\": %llu",
                     verdict->layout.n, verdict->layout.m, (unsigned long long)verdict->seed);
    put_json_points(verdict, output);
    put_json_checks(verdict, output);
    xb_output_format(output, ",\n \"statements\": %zu, \"statements_run\": %zu, \"partial\": %s",
                     verdict->statements, verdict->statements_run, is_partial(verdict) ? "true" : "false");
    xb_output_format(output, ",\n \"taken_as_zero\": %zu, \"places_taken_as_zero\": %zu,\n \"notes\": [",
                     verdict->singular, verdict->singular_places);
    for (size_t i = 0; i < verdict->notes.count; i++) {
        xb_output_put(output, i > 0 ? ",\n  " : "\n  ");
        xb_json_text(output, verdict->notes.items[i]);
    }
    xb_output_put(output, "]}\n");
}

void xb_verdict_put(const xb_verdict *verdict, xb_output *output, xb_verdict_format format)
{
    if (format == XB_VERDICT_JSON)
        put_json(verdict, output);
    else
        put_text(verdict, output);
}
