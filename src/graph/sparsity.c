/*
 * Edges between columns are found row by row. A pair of columns that meets in several rows is joined once:
 * for each column, those that it meets later on are marked.
 */
#include "graph/sparsity.h"

xb_sparsity xb_sparsity_create(xb_arena *arena, uint32_t rows, uint32_t columns, const bool *flags)
{
    size_t *starts = xb_arena_array(arena, (size_t)rows + 1, sizeof *starts);
    for (uint32_t j = 0; j < rows; j++) {
        starts[j + 1] = starts[j];
        for (uint32_t i = 0; i < columns; i++)
            starts[j + 1] += flags[(size_t)j * columns + i];
    }
    uint32_t *entries = xb_arena_array(arena, starts[rows] + 1, sizeof *entries);
    size_t next = 0;
    for (uint32_t j = 0; j < rows; j++)
        for (uint32_t i = 0; i < columns; i++)
            if (flags[(size_t)j * columns + i])
                entries[next++] = i;
    return (xb_sparsity){rows, columns, next, starts, entries};
}

/* The first entry of each row of the transposed matrix. */
static size_t *count_columns(xb_arena *arena, const xb_sparsity *sparsity)
{
    size_t *starts = xb_arena_array(arena, (size_t)sparsity->columns + 1, sizeof *starts);
    for (size_t e = 0; e < sparsity->count; e++)
        starts[sparsity->entries[e] + 1]++;
    for (uint32_t i = 0; i < sparsity->columns; i++)
        starts[i + 1] += starts[i];
    return starts;
}

xb_sparsity xb_sparsity_transpose(xb_arena *arena, const xb_sparsity *sparsity)
{
    size_t *starts = count_columns(arena, sparsity);
    size_t *next = xb_arena_array(arena, (size_t)sparsity->columns + 1, sizeof *next);
    uint32_t *entries = xb_arena_array(arena, sparsity->count + 1, sizeof *entries);
    for (uint32_t i = 0; i < sparsity->columns; i++)
        next[i] = starts[i];
    for (uint32_t j = 0; j < sparsity->rows; j++)
        for (size_t e = sparsity->starts[j]; e < sparsity->starts[j + 1]; e++)
            entries[next[sparsity->entries[e]]++] = j;
    return (xb_sparsity){sparsity->columns, sparsity->rows, sparsity->count, starts, entries};
}

/* ---- groups ------------------------------------------------------------------------------------------- */

/* The graph of columns that meet. */
typedef struct meetings {
    xb_arena *arena;
    xb_graph graph;
    uint32_t *met; /* by column: the last one, counted from 1, that was found to meet it */
} meetings;

static void join(meetings *m, uint32_t column, uint32_t other)
{
    if (other <= column || m->met[other] == column + 1)
        return;
    m->met[other] = column + 1;
    xb_graph_add_edge(m->arena, &m->graph, column, other);
}

/* @param by_column the transposed pattern */
static xb_graph find_meetings(xb_arena *arena, const xb_sparsity *sparsity, const xb_sparsity *by_column)
{
    meetings m = {.arena = arena};
    m.met = xb_arena_array(arena, (size_t)sparsity->columns + 1, sizeof *m.met);
    for (uint32_t i = 0; i < sparsity->columns; i++)
        xb_graph_add_vertex(arena, &m.graph);
    for (uint32_t i = 0; i < sparsity->columns; i++)
        for (size_t r = by_column->starts[i]; r < by_column->starts[i + 1]; r++)
            for (size_t e = sparsity->starts[by_column->entries[r]];
                 e < sparsity->starts[by_column->entries[r] + 1]; e++)
                join(&m, i, sparsity->entries[e]);
    return m.graph;
}

/* Numbers the groups in the order of their first columns. @return how many there are */
static uint32_t number_groups(xb_arena *arena, const xb_sparsity *by_column, uint32_t *group)
{
    uint32_t count = 0, columns = by_column->rows;
    uint32_t *number = xb_arena_array(arena, (size_t)columns + 1, sizeof *number); /* from 1; 0: not seen */
    for (uint32_t i = 0; i < columns; i++) {
        if (by_column->starts[i] == by_column->starts[i + 1]) {
            group[i] = XB_GRAPH_NONE;
            continue;
        }
        uint32_t *mine = &number[group[i]];
        if (*mine == 0)
            *mine = ++count;
        group[i] = *mine - 1;
    }
    return count;
}

static xb_status find_groups(xb_graph_analysis *analysis, xb_diagnostics *diagnostics, xb_arena *arena,
                             const xb_sparsity *sparsity, const xb_sparsity *by_column,
                             xb_sparsity_groups *groups)
{
    uint32_t *group = xb_arena_array(arena, (size_t)sparsity->columns + 1, sizeof *group);
    const xb_graph graph = find_meetings(arena, sparsity, by_column);
    xb_status status = graph.edge_count > 0 ? xb_graph_analysis_coloring(analysis, diagnostics, &graph, group)
                                            : XB_STATUS_OK;
    if (status)
        return status;
    groups->count = number_groups(arena, by_column, group);
    groups->group = group;
    return XB_STATUS_OK;
}

xb_status xb_sparsity_group_columns(xb_graph_analysis *analysis, xb_diagnostics *diagnostics, xb_arena *arena,
                                    const xb_sparsity *sparsity, xb_sparsity_groups *groups)
{
    const xb_sparsity by_column = xb_sparsity_transpose(arena, sparsity);
    *groups = (xb_sparsity_groups){.of_rows = false};
    return find_groups(analysis, diagnostics, arena, sparsity, &by_column, groups);
}

xb_status xb_sparsity_group_rows(xb_graph_analysis *analysis, xb_diagnostics *diagnostics, xb_arena *arena,
                                 const xb_sparsity *sparsity, xb_sparsity_groups *groups)
{
    const xb_sparsity transposed = xb_sparsity_transpose(arena, sparsity);
    *groups = (xb_sparsity_groups){.of_rows = true};
    return find_groups(analysis, diagnostics, arena, &transposed, sparsity, groups);
}

xb_status xb_sparsity_group(xb_graph_analysis *analysis, xb_diagnostics *diagnostics, xb_arena *arena,
                            const xb_sparsity *sparsity, xb_sparsity_groups *groups)
{
    xb_sparsity_groups rows = {.of_rows = true};
    xb_status status = xb_sparsity_group_columns(analysis, diagnostics, arena, sparsity, groups);
    if (!status)
        status = xb_sparsity_group_rows(analysis, diagnostics, arena, sparsity, &rows);
    if (!status && rows.count < groups->count)
        *groups = rows;
    return status;
}
