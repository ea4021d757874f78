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

/* ---- text ---- */

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
    xb_checks_put_head(output);
    for (xb_native_check kind = 0; kind < XB_NATIVE_CHECK_COUNT; kind++)
        if (verdict->checks[kind].state != XB_CHECK_UNDONE)
            xb_check_put(&verdict->checks[kind], checks[kind].title, output);
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
        xb_check_put_json(&verdict->checks[kind], checks[kind].name, kind == 0, output);
    xb_output_put(output, "],\n \"complaint\": ");
    xb_json_text(output, verdict->complaint);
    xb_output_put(output, "}\n");
}

void xb_native_put(const xb_native_verdict *verdict, xb_output *output, xb_verdict_format format)
{
    if (format == XB_VERDICT_JSON)
        put_json(verdict, output);
    else
        put_text(verdict, output);
}
