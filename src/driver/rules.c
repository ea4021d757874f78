/*
 * Text names what is not right, and counts; JSON has a row for each rule.
 */
#include "driver/rules.h"

#include "base/json.h"
#include "verify/catalogue_rules.h"
#include "verify/verdict.h"

static const char *title_of(xb_arena *arena, const xb_rule_row *row)
{
    const char *text = xb_arena_format(arena, "%s, %s", row->name, row->kind);
    if (row->dependent > 0)
        text = xb_arena_format(arena, "%s, dependent %u", text, row->dependent);
    return row->position > 0 ? xb_arena_format(arena, "%s, operand %u", text, row->position) : text;
}

static void put_text(xb_arena *arena, const xb_rule_report *report, xb_output *output)
{
    for (size_t i = 0; i < report->count; i++) {
        const xb_rule_row *row = &report->rows[i];
        if (row->verdict == XB_RULE_RIGHT)
            continue;
        xb_output_format(output, "%-9s %s", xb_rule_verdict_name(row->verdict), title_of(arena, row));
        if (row->detail)
            xb_output_format(output, ": %s", row->detail);
        xb_output_char(output, '\n');
        if (row->verdict == XB_RULE_WRONG && row->worst && row->deviation > report->tolerance)
            xb_output_format(output, "          deviates by %.2g at %s\n", row->deviation, row->worst);
    }
    for (xb_rule_verdict verdict = XB_RULE_RIGHT; verdict <= XB_RULE_WRONG; verdict++)
        xb_output_format(output, "%s%zu %s", verdict > 0 ? ", " : "rules: ", report->verdicts[verdict],
                         xb_rule_verdict_name(verdict));
    xb_output_char(output, '\n');
    if (report->first_wrong)
        xb_output_format(output, "verdict: WRONG, first %s\n", title_of(arena, report->first_wrong));
    else if (report->first_unchecked)
        xb_output_format(output, "verdict: INCOMPLETE, not checked is %s%s\n",
                         title_of(arena, report->first_unchecked),
                         report->verdicts[XB_RULE_UNCHECKED] > 1 ? ", and others" : "");
    else
        xb_output_put(output, "verdict: ok\n");
}

static void put_row(const xb_rule_row *row, xb_output *output)
{
    xb_output_put(output, "{\"name\": ");
    xb_json_text(output, row->name);
    xb_output_put(output, ", \"kind\": ");
    xb_json_text(output, row->kind);
    xb_output_format(
        output, ", \"operand\": %u, \"dependent\": %u, \"result\": \"%s\", \"points\": %zu, \"relative\": ",
        row->position, row->dependent, xb_rule_verdict_name(row->verdict), row->points);
    xb_json_number(output, row->deviation);
    xb_output_put(output, ", \"detail\": ");
    xb_json_text(output, row->detail);
    xb_output_put(output, ", \"worst\": ");
    xb_json_text(output, row->worst);
    xb_output_char(output, '}');
}

static void put_json(const xb_rule_report *report, xb_output *output)
{
    const char *verdict = report->first_wrong ? "wrong" : report->first_unchecked ? "incomplete" : "ok";
    xb_output_format(output, "{\"verdict\": \"%s\",\n \"rules\": [", verdict);
    for (size_t i = 0; i < report->count; i++) {
        xb_output_put(output, i > 0 ? ",\n  " : "\n  ");
        put_row(&report->rows[i], output);
    }
    xb_output_put(output, "]}\n");
}

void test_rules(tool *self, const rule_test *settings)
{
    const xb_rule_options options = {.seed = settings->seed,
                                     .points = settings->points,
                                     .program = settings->program,
                                     .description = settings->description};
    xb_rule_report report = {0};
    self->status = (int)xb_catalogue_check(self->arena, settings->catalogue, &options, &report);
    xb_output *output = self->status ? NULL : tool_answer(self);
    if (!output)
        return;
    messages_print(&self->basics.messages, self->diagnostics);
    if (settings->json)
        put_json(&report, output);
    else
        put_text(self->arena, &report, output);
    if (report.first_wrong)
        self->status = XB_VERDICT_STATUS;
    else if (report.first_unchecked)
        self->status = XB_STATUS_UNSUPPORTED;
}
