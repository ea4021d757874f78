/*
 * Verdicts in the form of those of the evaluator.
 */
#include "base/json.h"
#include "verify/native/native.h"

static const struct {
    const char *name, *title; /* in JSON; in text */
} checks[XB_NATIVE_CHECK_COUNT] = {
    [XB_NATIVE_COMPILES] = {"compiles", "compiles"},
    [XB_NATIVE_RUNS] = {"runs", "runs"},
    [XB_NATIVE_ORIGINAL] = {"original", "values of the original"},
    [XB_NATIVE_VALUES] = {"values", "values"},
    [XB_NATIVE_DERIVATIVES] = {"derivatives", "derivatives"},
    [XB_NATIVE_TAPES] = {"tapes", "tapes are empty"},
};
static const char *const state_texts[] = {"not done", "ok", "unclear", "WRONG"};
static const char *const state_names[] = {"undone", "ok", "unclear", "wrong"};

/* ---- text ---- */

static void put_check(const xb_native_verdict *verdict, xb_output *output, xb_native_check kind)
{
    const xb_check *check = &verdict->checks[kind];
    if (check->state == XB_CHECK_UNDONE)
        return;
    xb_output_format(output, "%-31s %-8s", checks[kind].title, state_texts[check->state]);
    if (check->compared > 0)
        xb_output_format(output, " %9zu %10.2g %10.2g %10.2g", check->compared, check->largest,
                         check->relative, check->tolerance);
    xb_output_char(output, '\n');
    if (check->detail && check->state == XB_CHECK_BAD)
        xb_output_format(output, "    %s\n", check->detail);
}

/* Each line with blanks before it. */
static void put_lines(xb_output *output, const char *lines)
{
    for (bool begins = true; *lines; lines++) {
        if (begins)
            xb_output_put(output, "    ");
        xb_output_char(output, *lines);
        begins = *lines == '\n';
    }
}

static void put_text(const xb_native_verdict *verdict, xb_output *output)
{
    xb_output_format(output, "compiled: %s, as %s by %s\n\n", verdict->transformed, verdict->language,
                     verdict->compiler);
    xb_output_format(output, "%-31s %-8s %9s %10s %10s %10s\n", "check", "result", "compared", "absolute",
                     "relative", "tolerance");
    for (xb_native_check kind = 0; kind < XB_NATIVE_CHECK_COUNT; kind++)
        put_check(verdict, output, kind);
    if (verdict->complaint)
        put_lines(output, verdict->complaint);
    xb_output_char(output, '\n');
    if (verdict->steep > 0)
        xb_output_format(output,
                         "note: %zu %s not compared: %s as much when x moves by a few rounding errors\n",
                         verdict->steep, xb_plural(verdict->steep, "number is", "numbers are"),
                         xb_plural(verdict->steep, "it changes", "they change"));
    xb_output_format(output, "compiled code: %s (%zu %s at %zu %s)\n", verdict->good ? "ok" : "WRONG",
                     verdict->runs, xb_plural(verdict->runs, "run", "runs"), verdict->points,
                     xb_plural(verdict->points, "point", "points"));
}

/* ---- JSON ---- */

static void put_text_or_null(xb_output *output, const char *text)
{
    if (text)
        xb_json_text(output, text);
    else
        xb_output_put(output, "null");
}

static void put_json_check(const xb_native_verdict *verdict, xb_output *output, xb_native_check kind)
{
    const xb_check *check = &verdict->checks[kind];
    xb_output_format(output, "%s{\"name\": \"%s\", \"result\": \"%s\", \"compared\": %zu, \"absolute\": ",
                     kind > 0 ? ",\n  " : "\n  ", checks[kind].name, state_names[check->state],
                     check->compared);
    xb_json_number(output, check->largest);
    xb_output_put(output, ", \"relative\": ");
    xb_json_number(output, check->relative);
    xb_output_put(output, ", \"tolerance\": ");
    xb_json_number(output, check->tolerance);
    xb_output_put(output, ", \"detail\": ");
    put_text_or_null(output, check->detail);
    xb_output_char(output, '}');
}

static void put_json(const xb_native_verdict *verdict, xb_output *output)
{
    xb_output_format(output, "{\"verdict\": \"%s\",\n \"compiled\": ", verdict->good ? "ok" : "wrong");
    xb_json_text(output, verdict->transformed);
    xb_output_put(output, ", \"language\": ");
    xb_json_text(output, verdict->language);
    xb_output_put(output, ", \"compiler\": ");
    xb_json_text(output, verdict->compiler);
    xb_output_format(output, ",\n \"runs\": %zu, \"points\": %zu, \"steep\": %zu,\n \"checks\": [",
                     verdict->runs, verdict->points, verdict->steep);
    for (xb_native_check kind = 0; kind < XB_NATIVE_CHECK_COUNT; kind++)
        put_json_check(verdict, output, kind);
    xb_output_put(output, "],\n \"complaint\": ");
    put_text_or_null(output, verdict->complaint);
    xb_output_put(output, "}\n");
}

void xb_native_put(const xb_native_verdict *verdict, xb_output *output, xb_verdict_format format)
{
    if (format == XB_VERDICT_JSON)
        put_json(verdict, output);
    else
        put_text(verdict, output);
}
