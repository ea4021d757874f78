/*
 * All forms are made of one table of counters.
 */
#include "elimination/tool/report.h"

#include <inttypes.h>
#include <string.h>

#include "base/json.h"

typedef struct counter {
    const char *name;  /* in JSON */
    const char *title; /* of a column; NULL if the table doesn't have it */
    size_t place;      /* in xb_elimination_counts */
} counter;

#define PLACE(member) offsetof(xb_elimination_counts, member)

static const counter counters[] = {
    {"structural_multiplications", "structural", PLACE(structural_multiplications)},
    {"unit_multiplications", "unit", PLACE(unit_multiplications)},
    {"multiplications", "constant", PLACE(multiplications)},
    {"additions", "additions", PLACE(additions)},
    {"negations", NULL, PLACE(negations)},
    {"fill_in", "fill-in", PLACE(fill_in)},
    {"edges", "edges", PLACE(edges)},
    {"nontrivial_edges", "nontrivial", PLACE(nontrivial_edges)},
    {"propagation_multiplications", "propagation", PLACE(propagation_multiplications)},
    {"propagation_additions", NULL, PLACE(propagation_additions)},
    {"tape_labels", NULL, PLACE(tape_labels)},
};

enum { COUNTER_COUNT = sizeof counters / sizeof *counters };

static const char *const cost_names[] = {"structural", "unit", "constant"};
static const char *const step_signs[] = {" * ", " + ", "-", " - ", " / "};
static const char *const step_names[] = {"multiply", "add", "negate", "subtract", "divide"};

static size_t count_of(const xb_elimination *result, const counter *which)
{
    return *(const size_t *)(const void *)((const char *)&result->counts + which->place);
}

static const tool_result *last_of(const tool_report *report)
{
    return &report->results[report->result_count - 1];
}

static int level_of(const xb_elimination_options *options)
{
    return options->awareness < 0 ? 0 : options->awareness > 2 ? 2 : options->awareness;
}

/* The count that complete elimination makes small. */
static size_t cost_of(const xb_elimination_options *options, const xb_elimination *result)
{
    return count_of(result, &counters[level_of(options)]);
}

/* ---- text ---- */

static const char *name_of(const tool_result *row)
{
    return row->heuristic ? row->heuristic : xb_elimination_order_name(row->order);
}

static int column_width(const char *title)
{
    enum { NARROWEST = 9 };
    int width = (int)strlen(title);
    return width > NARROWEST ? width : NARROWEST;
}

static void put_row(xb_output *output, const tool_result *row)
{
    const char *name = row->heuristic ? "heuristic" : name_of(row);
    xb_output_format(output, "%s%-*s", name, 10 - (int)strlen(name), row->interrupted ? "*" : "");
    for (size_t i = 0; i < COUNTER_COUNT; i++) {
        if (counters[i].title)
            xb_output_format(output, " %*zu", column_width(counters[i].title),
                             count_of(row->result, &counters[i]));
    }
    xb_output_char(output, '\n');
}

static void put_table(xb_output *output, const tool_report *report)
{
    xb_output_format(output, "%-10s", "order");
    for (size_t i = 0; i < COUNTER_COUNT; i++) {
        if (counters[i].title)
            xb_output_format(output, " %*s", column_width(counters[i].title), counters[i].title);
    }
    xb_output_char(output, '\n');
    for (size_t i = 0; i < report->result_count; i++)
        put_row(output, &report->results[i]);
}

/* What the mark of an interrupted row means. Others than the last one may have been interrupted, too. */
static void put_note(xb_output *output, const tool_report *report)
{
    const tool_result *marked = NULL;
    for (size_t i = 0; i < report->result_count; i++)
        marked = report->results[i].interrupted ? &report->results[i] : marked;
    if (!marked)
        return;
    if (marked->replaced)
        xb_output_format(output,
                         "* %s was interrupted: what it did not complete is in the best order instead\n",
                         marked->replaced);
    else
        xb_output_put(output, "* interrupted: what was best until then\n");
}

/* What partial elimination made small, and what one sweep takes. */
static void put_partial_summary(xb_output *output, const xb_elimination_options *options, const char *name,
                                const xb_elimination_counts *counts)
{
    size_t directions = options->directions > 0 ? options->directions : 1;
    size_t multiplications = counts->multiplications + directions * counts->propagation_multiplications;
    size_t additions = counts->additions + directions * counts->propagation_additions;
    xb_output_format(output, "best: %s", name);
    if (options->objective == XB_OBJECTIVE_SCARCITY)
        xb_output_format(output, ", %zu nontrivial %s", counts->nontrivial_edges,
                         xb_plural(counts->nontrivial_edges, "edge", "edges"));
    if (options->objective == XB_OBJECTIVE_TAPE)
        xb_output_format(output, ", %zu %s to store", counts->tape_labels,
                         xb_plural(counts->tape_labels, "label", "labels"));
    xb_output_format(output, ", %zu %s and %zu %s (accumulation and propagation", multiplications,
                     xb_plural(multiplications, "multiplication", "multiplications"), additions,
                     xb_plural(additions, "addition", "additions"));
    if (directions > 1)
        xb_output_format(output, " of %zu directions", directions);
    xb_output_put(output, ")\n");
}

static void put_summary(xb_output *output, const tool_report *report)
{
    const xb_elimination_options *options = report->options;
    const tool_result *last = last_of(report);
    const xb_elimination *result = last->result;
    bool is_partial = options->objective != XB_OBJECTIVE_OPERATIONS;
    const char *name = xb_elimination_order_name(result->chosen);
    if (result->chosen == XB_ORDER_BEST)
        name = last->heuristic ? last->heuristic : is_partial ? "partial elimination" : "a mixture of orders";
    if (is_partial)
        put_partial_summary(output, options, name, &result->counts);
    else
        xb_output_format(output, "best: %s, %zu %s (%s cost)\n", name, cost_of(options, result),
                         xb_plural(cost_of(options, result), "multiplication", "multiplications"),
                         cost_names[level_of(options)]);
}

static void put_bound(xb_output *output, const tool_report *report)
{
    size_t bound = last_of(report)->result->lower_bound,
           cost = cost_of(report->options, last_of(report)->result);
    if (bound == cost)
        xb_output_format(output, "optimal: no elimination by %s has fewer multiplications\n", report->kind);
    else if (bound > 0)
        xb_output_format(output, "bound: no elimination by %s has fewer than %zu %s\n", report->kind, bound,
                         xb_plural(bound, "multiplication", "multiplications"));
}

/* Parallel edges are told apart by a number. */
static void put_label(xb_output *output, const xb_graph_file *file, size_t edge)
{
    const xb_lcg_edge *e = &file->graph.edges[edge];
    uint32_t number = file->parallel ? file->parallel[edge] : 0;
    xb_output_format(output, number > 0 ? "c[%u,%u,%u]" : "c[%u,%u]", e->target, e->source, number);
}

static void put_operand(xb_output *output, const xb_graph_file *file, const xb_operand *operand)
{
    if (operand->kind == XB_OPERAND_CONSTANT)
        xb_output_format(output, "%.17g", operand->value);
    else if (operand->kind == XB_OPERAND_STEP)
        xb_output_format(output, "s%" PRIu32, operand->index);
    else
        put_label(output, file, operand->index);
}

static void put_step(xb_output *output, const xb_graph_file *file, const xb_step *step)
{
    if (step->kind == XB_STEP_NEGATE)
        xb_output_char(output, '-');
    put_operand(output, file, &step->a);
    if (step->kind != XB_STEP_NEGATE) {
        xb_output_put(output, step_signs[step->kind]);
        put_operand(output, file, &step->b);
    }
    xb_output_char(output, '\n');
}

static void put_steps(xb_output *output, const xb_graph_file *file, const xb_elimination *result)
{
    for (size_t s = 0; s < result->step_count; s++) {
        xb_output_format(output, "s%zu = ", s);
        put_step(output, file, &result->steps[s]);
    }
    for (size_t e = 0; e < result->edge_count; e++) {
        xb_output_format(output, "r[%u,%u] = ", result->edges[e].target, result->edges[e].source);
        put_operand(output, file, &result->edges[e].label);
        xb_output_char(output, '\n');
    }
}

void tool_report_put_size(xb_output *output, const xb_graph_file *file)
{
    uint32_t vertices = file->graph.vertex_count;
    size_t edges = file->graph.edge_count;
    xb_output_format(output, "%u %s, %u %s, %u %s, %zu %s", vertices,
                     xb_plural(vertices, "vertex", "vertices"), file->independent_count,
                     xb_plural(file->independent_count, "independent", "independents"), file->dependent_count,
                     xb_plural(file->dependent_count, "dependent", "dependents"), edges,
                     xb_plural(edges, "edge", "edges"));
}

void tool_report_text(xb_output *output, const tool_report *report)
{
    xb_output_format(output, "%s: ", report->name);
    tool_report_put_size(output, report->file);
    xb_output_char(output, '\n');
    put_table(output, report);
    put_note(output, report);
    put_summary(output, report);
    if (report->kind)
        put_bound(output, report);
    if (report->steps)
        put_steps(output, report->file, last_of(report)->result);
}

/* ---- CSV ---- */

void tool_report_csv_header(xb_output *output)
{
    xb_output_put(output, "file,order");
    for (size_t i = 0; i < COUNTER_COUNT; i++)
        xb_output_format(output, ",%s", counters[i].name);
    xb_output_put(output, ",chosen,lower_bound,interrupted\n");
}

/* Quoted where it has to be. */
static void put_field(xb_output *output, const char *text)
{
    if (!strpbrk(text, ",\"\r\n")) {
        xb_output_put(output, text);
        return;
    }
    xb_output_char(output, '"');
    for (; *text; text++)
        xb_output_repeat(output, *text, *text == '"' ? 2 : 1);
    xb_output_char(output, '"');
}

void tool_report_csv(xb_output *output, const tool_report *report)
{
    for (size_t r = 0; r < report->result_count; r++) {
        const tool_result *row = &report->results[r];
        put_field(output, report->name);
        xb_output_char(output, ',');
        put_field(output, name_of(row));
        for (size_t i = 0; i < COUNTER_COUNT; i++)
            xb_output_format(output, ",%zu", count_of(row->result, &counters[i]));
        xb_output_format(output, ",%s,", xb_elimination_order_name(row->result->chosen));
        if (report->kind && row == last_of(report))
            xb_output_format(output, "%zu", row->result->lower_bound);
        xb_output_put(output, row->interrupted ? ",true\n" : ",false\n");
    }
}

/* ---- JSON ---- */

static void put_result(xb_output *output, const tool_result *row)
{
    xb_output_format(output, "{\"order\": \"%s\"", xb_elimination_order_name(row->order));
    for (size_t i = 0; i < COUNTER_COUNT; i++)
        xb_output_format(output, ", \"%s\": %zu", counters[i].name, count_of(row->result, &counters[i]));
    xb_output_format(output, ", \"chosen\": \"%s\"", xb_elimination_order_name(row->result->chosen));
    if (row->heuristic || row->replaced) {
        xb_output_format(output, ", \"%s\": ", row->heuristic ? "heuristic" : "replaced_heuristic");
        xb_json_text(output, row->heuristic ? row->heuristic : row->replaced);
    }
    xb_output_format(output, ", \"interrupted\": %s}", row->interrupted ? "true" : "false");
}

static void put_json_operand(xb_output *output, const xb_operand *operand)
{
    if (operand->kind == XB_OPERAND_CONSTANT)
        xb_output_format(output, "{\"constant\": %.17g}", operand->value);
    else
        xb_output_format(output, "{\"%s\": %" PRIu32 "}", operand->kind == XB_OPERAND_STEP ? "step" : "edge",
                         operand->index);
}

static void put_json_step(xb_output *output, const xb_step *step)
{
    xb_output_format(output, "{\"operation\": \"%s\", \"operands\": [", step_names[step->kind]);
    put_json_operand(output, &step->a);
    if (step->kind != XB_STEP_NEGATE) {
        xb_output_put(output, ", ");
        put_json_operand(output, &step->b);
    }
    xb_output_put(output, "]}");
}

static void put_json_steps(xb_output *output, const xb_elimination *result)
{
    xb_output_put(output, ",\n  \"steps\": [");
    for (size_t s = 0; s < result->step_count; s++) {
        xb_output_put(output, s > 0 ? ",\n    " : "\n    ");
        put_json_step(output, &result->steps[s]);
    }
    xb_output_put(output, "],\n  \"remainder\": [");
    for (size_t e = 0; e < result->edge_count; e++) {
        const xb_remainder_edge *edge = &result->edges[e];
        xb_output_put(output, e > 0 ? ",\n    " : "\n    ");
        xb_output_format(output, "{\"source\": %u, \"target\": %u, \"label\": ", edge->source, edge->target);
        put_json_operand(output, &edge->label);
        xb_output_char(output, '}');
    }
    xb_output_char(output, ']');
}

void tool_report_json(xb_output *output, const tool_report *report)
{
    const xb_graph_file *file = report->file;
    xb_output_put(output, "{\"file\": ");
    xb_json_text(output, report->name);
    xb_output_format(
        output, ", \"vertices\": %u, \"independents\": %u, \"dependents\": %u, \"edges\": %zu,\n",
        file->graph.vertex_count, file->independent_count, file->dependent_count, file->graph.edge_count);
    xb_output_format(output, "  \"objective\": \"%s\", \"awareness\": %d,\n  \"results\": [",
                     xb_elimination_objective_name(report->options->objective), level_of(report->options));
    for (size_t i = 0; i < report->result_count; i++) {
        xb_output_put(output, i > 0 ? ",\n    " : "\n    ");
        put_result(output, &report->results[i]);
    }
    xb_output_char(output, ']');
    if (report->kind)
        xb_output_format(output, ",\n  \"kind\": \"%s\", \"lower_bound\": %zu", report->kind,
                         last_of(report)->result->lower_bound);
    if (report->steps)
        put_json_steps(output, last_of(report)->result);
    xb_output_char(output, '}');
}
