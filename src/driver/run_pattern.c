/*
 * In JSON rows and columns are numbered from 0, as places in the lists of names are.
 */
#include "driver/run_pattern.h"

#include <string.h>

#include "graph/sparsity_picture.h"

const char *const pattern_forms[] = {"rows", "market", "picture", "svg", NULL};

void pattern_take(run_pattern *pattern, const char *value)
{
    pattern->form = PATTERN_ROWS;
    for (size_t i = 0; value && pattern_forms[i]; i++)
        if (strcmp(pattern_forms[i], value) == 0)
            pattern->form = (pattern_form)(PATTERN_ROWS + i);
}

bool pattern_stands_alone(const run_pattern *pattern)
{
    return pattern->form == PATTERN_MARKET || pattern->form == PATTERN_SVG;
}

/* ---- names and groups
 * ------------------------------------------------------------------------------------------ */

static const char *const *names_of(xb_arena *arena, const xb_layout *layout, const xb_layout_number *numbers,
                                   size_t count)
{
    const char **names = xb_arena_array(arena, count + 1, sizeof *names);
    for (size_t i = 0; i < count; i++)
        names[i] = xb_layout_name(arena, layout, &numbers[i]);
    return names;
}

xb_status pattern_label(tool *self, run_pattern *pattern, const xb_layout *layout)
{
    xb_arena *arena = self->arena;
    pattern->labels.rows = names_of(arena, layout, layout->y, layout->m);
    pattern->labels.columns = names_of(arena, layout, layout->x, layout->n);
    if (!pattern->grouped)
        return XB_STATUS_OK;
    pattern->analysis = xb_graph_analysis_create();
    if (!pattern->analysis)
        xb_fail(xb_arena_failure(arena));
    pattern->labels.groups = &pattern->groups;
    return xb_sparsity_group(pattern->analysis, self->diagnostics, arena, &pattern->sparsity,
                             &pattern->groups);
}

void pattern_release(run_pattern *pattern)
{
    xb_graph_analysis_destroy(pattern->analysis);
}

/* ---- text --------------------------------------------------------------------------------------------- */

static void put_rows(const run_pattern *pattern, xb_output *output)
{
    const xb_sparsity *sparsity = &pattern->sparsity;
    for (uint32_t j = 0; j < sparsity->rows; j++) {
        size_t first = sparsity->starts[j], end = sparsity->starts[j + 1];
        xb_output_format(output, "%s depends on%s", pattern->labels.rows[j], first < end ? "" : " nothing");
        for (size_t e = first; e < end; e++)
            xb_output_format(output, "%s %s", e > first ? "," : "",
                             pattern->labels.columns[sparsity->entries[e]]);
        xb_output_char(output, '\n');
    }
}

/* The members of all groups, group after group, and where each group begins. */
static const uint32_t *members_of(xb_arena *arena, const xb_sparsity_groups *groups, uint32_t count,
                                  uint32_t *starts)
{
    uint32_t *members = xb_arena_array(arena, (size_t)count + 1, sizeof *members);
    uint32_t *next = xb_arena_array(arena, (size_t)groups->count + 1, sizeof *next);
    for (uint32_t i = 0; i < count; i++)
        if (groups->group[i] != XB_GRAPH_NONE)
            starts[groups->group[i] + 1]++;
    for (uint32_t g = 0; g < groups->count; g++)
        next[g + 1] = starts[g + 1] += starts[g];
    for (uint32_t i = 0; i < count; i++)
        if (groups->group[i] != XB_GRAPH_NONE)
            members[next[groups->group[i]]++] = i;
    return members;
}

static void put_groups(xb_arena *arena, const run_pattern *pattern, xb_output *output)
{
    const xb_sparsity_groups *groups = &pattern->groups;
    const char *const *names = groups->of_rows ? pattern->labels.rows : pattern->labels.columns;
    uint32_t count = groups->of_rows ? pattern->sparsity.rows : pattern->sparsity.columns;
    uint32_t *starts = xb_arena_array(arena, (size_t)groups->count + 1, sizeof *starts);
    const uint32_t *members = members_of(arena, groups, count, starts);
    xb_output_format(output, "groups of %s: %u\n", groups->of_rows ? "rows (reverse)" : "columns (forward)",
                     groups->count);
    for (uint32_t g = 0; g < groups->count; g++) {
        xb_output_format(output, "group %u:", g + 1);
        for (uint32_t k = starts[g]; k < starts[g + 1]; k++)
            xb_output_format(output, "%s %s", k > starts[g] ? "," : "", names[members[k]]);
        xb_output_char(output, '\n');
    }
}

static void put_text(xb_arena *arena, const run_pattern *pattern, xb_output *output)
{
    if (pattern->form == PATTERN_PICTURE)
        xb_sparsity_put_text(output, &pattern->sparsity, pattern->labels.groups);
    else
        put_rows(pattern, output);
    if (pattern->grouped)
        put_groups(arena, pattern, output);
}

/* ---- JSON --------------------------------------------------------------------------------------------- */

static void put_json_row(const xb_sparsity *sparsity, uint32_t j, xb_output *output)
{
    xb_output_char(output, '[');
    for (size_t e = sparsity->starts[j]; e < sparsity->starts[j + 1]; e++)
        xb_output_format(output, "%s%u", e > sparsity->starts[j] ? ", " : "", sparsity->entries[e]);
    xb_output_char(output, ']');
}

static void put_json_groups(const run_pattern *pattern, xb_output *output)
{
    const xb_sparsity_groups *groups = &pattern->groups;
    uint32_t count = groups->of_rows ? pattern->sparsity.rows : pattern->sparsity.columns;
    xb_output_format(output, ",\n \"groups\": {\"of\": \"%s\", \"count\": %u, \"group\": [",
                     groups->of_rows ? "rows" : "columns", groups->count);
    for (uint32_t i = 0; i < count; i++)
        if (groups->group[i] == XB_GRAPH_NONE)
            xb_output_put(output, i > 0 ? ", null" : "null");
        else
            xb_output_format(output, "%s%u", i > 0 ? ", " : "", groups->group[i]);
    xb_output_put(output, "]}");
}

static void put_json(const run_pattern *pattern, xb_output *output)
{
    xb_output_put(output, ",\n \"pattern\": [");
    for (uint32_t j = 0; j < pattern->sparsity.rows; j++) {
        xb_output_put(output, j > 0 ? ", " : "");
        put_json_row(&pattern->sparsity, j, output);
    }
    xb_output_char(output, ']');
    if (pattern->grouped)
        put_json_groups(pattern, output);
}

void pattern_put(xb_arena *arena, const run_pattern *pattern, bool json, xb_output *output)
{
    if (pattern->form == PATTERN_NONE)
        return;
    if (pattern->form == PATTERN_MARKET)
        xb_sparsity_write(output, &pattern->sparsity, &pattern->labels);
    else if (pattern->form == PATTERN_SVG)
        xb_sparsity_put_svg(output, &pattern->sparsity, pattern->labels.groups);
    else if (json)
        put_json(pattern, output);
    else
        put_text(arena, pattern, output);
}
