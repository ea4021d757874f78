/*
 * Edges between columns are found row by row. A pair of columns that meets in several rows is joined once:
 * for each column, those that it meets later on are marked. Where rows have so many entries that there would
 * be too many edges, columns are grouped in turn, without a graph.
 */
#include "graph/sparsity.h"

#include "base/number_set.h"

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

static xb_sparsity transpose(xb_arena *arena, const xb_sparsity *sparsity)
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

/* Whether few enough pairs of columns meet in rows that a graph of them can be made. */
static bool is_sparse(const xb_sparsity *sparsity)
{
    const double most = 0x1p22;
    double pairs = 0;
    for (uint32_t j = 0; j < sparsity->rows; j++) {
        double entries = (double)(sparsity->starts[j + 1] - sparsity->starts[j]);
        pairs += entries * entries;
    }
    return pairs <= most + 64 * (double)sparsity->columns;
}

/* Groups in the making, one column after the other. Of rows with few entries, the groups of these are looked
 * at; rows with many know which groups they have members of. */
typedef struct turns {
    xb_arena *arena;
    const xb_sparsity *sparsity, *by_column;
    uint32_t *group; /* by column */
    uint32_t *met;   /* by group: the last column, counted from 1, that meets it in a row with few entries */
    xb_number_set *taken; /* by row with many entries: its groups */
    uint32_t *least;      /* by row: the first group that it has no member of */
} turns;

static size_t length_of(const turns *t, uint32_t row)
{
    return t->sparsity->starts[row + 1] - t->sparsity->starts[row];
}

static bool is_long(const turns *t, uint32_t row)
{
    enum { FEW = 64 };
    return length_of(t, row) > FEW;
}

static bool is_free(const turns *t, uint32_t column, uint32_t group)
{
    bool free = t->met[group] != column + 1;
    for (size_t r = t->by_column->starts[column]; free && r < t->by_column->starts[column + 1]; r++)
        free = !is_long(t, t->by_column->entries[r]) ||
               !xb_number_set_has(&t->taken[t->by_column->entries[r]], group);
    return free;
}

/* Gives a column the first group that has no member in one of its rows. */
static void group_column(turns *t, uint32_t column)
{
    const uint32_t *rows = t->by_column->entries;
    const size_t first = t->by_column->starts[column], end = t->by_column->starts[column + 1];
    uint32_t group = 0;
    for (size_t r = first; r < end; r++) {
        const size_t start = t->sparsity->starts[rows[r]];
        group = t->least[rows[r]] > group ? t->least[rows[r]] : group;
        for (size_t e = 0; !is_long(t, rows[r]) && t->sparsity->entries[start + e] < column; e++)
            t->met[t->group[t->sparsity->entries[start + e]]] = column + 1;
    }
    while (!is_free(t, column, group))
        group++;
    t->group[column] = group;
    for (size_t r = first; r < end; r++) {
        if (!is_long(t, rows[r]))
            continue;
        xb_number_set_add(t->arena, &t->taken[rows[r]], group);
        while (xb_number_set_has(&t->taken[rows[r]], t->least[rows[r]]))
            t->least[rows[r]]++;
    }
}

static void group_in_turn(xb_arena *arena, const xb_sparsity *sparsity, const xb_sparsity *by_column,
                          uint32_t *group)
{
    turns t = {.arena = arena, .sparsity = sparsity, .by_column = by_column, .group = group};
    t.met = xb_arena_array(arena, (size_t)sparsity->columns + 1, sizeof *t.met);
    t.taken = xb_arena_array(arena, (size_t)sparsity->rows + 1, sizeof *t.taken);
    t.least = xb_arena_array(arena, (size_t)sparsity->rows + 1, sizeof *t.least);
    for (uint32_t i = 0; i < sparsity->columns; i++)
        group_column(&t, i);
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
    xb_status status = XB_STATUS_OK;
    if (is_sparse(sparsity)) {
        const xb_graph graph = find_meetings(arena, sparsity, by_column);
        if (graph.edge_count > 0)
            status = xb_graph_analysis_coloring(analysis, diagnostics, &graph, group);
    } else {
        group_in_turn(arena, sparsity, by_column, group);
    }
    if (status)
        return status;
    groups->count = number_groups(arena, by_column, group);
    groups->group = group;
    return XB_STATUS_OK;
}

xb_status xb_sparsity_group_columns(xb_graph_analysis *analysis, xb_diagnostics *diagnostics, xb_arena *arena,
                                    const xb_sparsity *sparsity, xb_sparsity_groups *groups)
{
    const xb_sparsity by_column = transpose(arena, sparsity);
    *groups = (xb_sparsity_groups){.of_rows = false};
    return find_groups(analysis, diagnostics, arena, sparsity, &by_column, groups);
}

xb_status xb_sparsity_group_rows(xb_graph_analysis *analysis, xb_diagnostics *diagnostics, xb_arena *arena,
                                 const xb_sparsity *sparsity, xb_sparsity_groups *groups)
{
    const xb_sparsity transposed = transpose(arena, sparsity);
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
