/*
 * Rows (scopes) and columns (names of metrics) are numbered in order of first mention; a map from both
 * numbers holds the cells, because most tables are sparse.
 */
#include "algorithm/metrics.h"

#include <math.h>
#include <string.h>

#include "base/json.h"
#include "base/map.h"
#include "base/names.h"
#include "base/vector.h"

struct xb_metrics {
    xb_arena *arena;
    xb_names *names;
    xb_list rows, columns;              /* xb_name */
    xb_map row_numbers, column_numbers; /* from (name index, 0) to the name's entry in the list + 1 */
    xb_map cells;                       /* from (row, column) to double */
};

xb_metrics *xb_metrics_create(xb_arena *arena)
{
    xb_metrics *metrics = xb_arena_alloc(arena, sizeof *metrics);
    metrics->arena = arena;
    metrics->names = xb_names_create(arena);
    return metrics;
}

/* The number of a name in a list of distinct names, appended if it is new. */
static size_t number_of(xb_metrics *metrics, xb_list *list, xb_map *numbers, const char *text)
{
    const xb_name *name = xb_names_get(metrics->names, text);
    const size_t *known = xb_map_get(numbers, name->index, 0);
    if (known)
        return *known;
    size_t *number = xb_arena_alloc(metrics->arena, sizeof *number);
    *number = list->count;
    xb_map_put(metrics->arena, numbers, name->index, 0, number);
    xb_list_append(metrics->arena, list, name);
    return *number;
}

void xb_metrics_add(xb_metrics *metrics, const char *scope, const char *name, double amount)
{
    size_t row = number_of(metrics, &metrics->rows, &metrics->row_numbers, scope);
    size_t column = number_of(metrics, &metrics->columns, &metrics->column_numbers, name);
    double *cell = xb_map_get(&metrics->cells, row, column);
    if (!cell) {
        cell = xb_arena_alloc(metrics->arena, sizeof *cell);
        xb_map_put(metrics->arena, &metrics->cells, row, column, cell);
    }
    *cell += amount;
}

static const size_t *find(const xb_metrics *metrics, const xb_map *numbers, const char *text)
{
    const xb_name *name = xb_names_find(metrics->names, text, strlen(text));
    return name ? xb_map_get(numbers, name->index, 0) : NULL;
}

/* ---- writing ---- */

static const char *row_name(const xb_metrics *metrics, size_t row)
{
    return ((const xb_name *)metrics->rows.items[row])->text;
}

static const char *column_name(const xb_metrics *metrics, size_t column)
{
    return ((const xb_name *)metrics->columns.items[column])->text;
}

/* Counts are written as integers, other numbers so that reading them gives the same number. */
static const char *number_text(xb_arena *arena, double number)
{
    bool whole = fabs(number) < 9e15 && number == floor(number);
    return xb_arena_format(arena, whole ? "%.0f" : "%.17g", number);
}

static const char *cell_text(const xb_metrics *metrics, xb_arena *scratch, size_t row, size_t column)
{
    const double *cell = xb_map_get(&metrics->cells, row, column);
    return cell ? number_text(scratch, *cell) : "";
}

/* Columns count bytes: names are identifiers. */
static void put_padded(xb_output *output, const char *text, size_t width, bool right)
{
    size_t length = strlen(text), padding = width > length ? width - length : 0;
    if (right)
        xb_output_repeat(output, ' ', padding);
    xb_output_put(output, text);
    if (!right)
        xb_output_repeat(output, ' ', padding);
}

static size_t wider(size_t width, const char *text)
{
    return strlen(text) > width ? strlen(text) : width;
}

/* ---- tables for people: columns side by side as far as a line goes, the others below ---- */

enum { LINE_WIDTH = 100, GAP = 2 };

/* A table: some of the columns. */
typedef struct table {
    const xb_metrics *metrics;
    xb_arena *scratch;
    xb_output *output;
    size_t *widths;    /* of the names, then of all columns */
    size_t begin, end; /* columns */
} table;

/* Word number i of a title, from the last one on, which is 0. */
static const char *word_of(xb_arena *scratch, const char *title, size_t i)
{
    size_t end = strlen(title);
    for (;; i--) {
        size_t begin = end;
        while (begin > 0 && title[begin - 1] != ' ')
            begin--;
        if (i == 0)
            return xb_arena_copy_text(scratch, title + begin, end - begin);
        if (begin == 0)
            return "";
        end = begin - 1;
    }
}

static size_t word_count(const char *title)
{
    size_t count = 1;
    for (; (title = strchr(title, ' ')); title++)
        count++;
    return count;
}

static size_t column_width(const xb_metrics *metrics, xb_arena *scratch, size_t column)
{
    size_t width = 0;
    const char *title = column_name(metrics, column);
    for (size_t i = 0; i < word_count(title); i++)
        width = wider(width, word_of(scratch, title, i));
    for (size_t row = 0; row < metrics->rows.count; row++)
        width = wider(width, cell_text(metrics, scratch, row, column));
    return width;
}

/* As many columns as there is room for, but at least one. */
static size_t end_of_fitting(const table *t)
{
    size_t end = t->begin, width = t->widths[0];
    do
        width += GAP + t->widths[++end];
    while (end < t->metrics->columns.count && width + GAP + t->widths[end + 1] <= LINE_WIDTH);
    return end;
}

static void put_titles(const table *t)
{
    size_t lines = 1;
    for (size_t column = t->begin; column < t->end; column++) {
        size_t words = word_count(column_name(t->metrics, column));
        lines = words > lines ? words : lines;
    }
    while (lines-- > 0) {
        xb_output_repeat(t->output, ' ', t->widths[0]);
        for (size_t column = t->begin; column < t->end; column++) {
            xb_output_repeat(t->output, ' ', GAP);
            put_padded(t->output, word_of(t->scratch, column_name(t->metrics, column), lines),
                       t->widths[column + 1], true);
        }
        xb_output_char(t->output, '\n');
    }
}

static void put_text_row(const table *t, size_t row)
{
    const char *name = row_name(t->metrics, row);
    put_padded(t->output, *name ? name : "total", t->widths[0], false);
    for (size_t column = t->begin; column < t->end; column++) {
        xb_output_repeat(t->output, ' ', GAP);
        put_padded(t->output, cell_text(t->metrics, t->scratch, row, column), t->widths[column + 1], true);
    }
    xb_output_char(t->output, '\n');
}

static void put_table(const table *t)
{
    const size_t *total = find(t->metrics, &t->metrics->row_numbers, "");
    put_titles(t);
    for (size_t row = 0; row < t->metrics->rows.count; row++)
        if (!total || row != *total)
            put_text_row(t, row);
    if (total)
        put_text_row(t, *total);
}

static void put_text(const xb_metrics *metrics, xb_arena *scratch, xb_output *output)
{
    size_t count = metrics->columns.count;
    table t = {metrics, scratch, output, xb_arena_array(scratch, count + 1, sizeof *t.widths), 0, 0};
    t.widths[0] = strlen("total");
    for (size_t row = 0; row < metrics->rows.count; row++)
        t.widths[0] = wider(t.widths[0], row_name(metrics, row));
    for (size_t column = 0; column < count; column++)
        t.widths[column + 1] = column_width(metrics, scratch, column);
    for (; t.begin < count; t.begin = t.end) {
        xb_output_put(output, t.begin > 0 ? "\n" : "");
        t.end = end_of_fitting(&t);
        put_table(&t);
    }
}

static void put_json_row(const xb_metrics *metrics, xb_arena *scratch, xb_output *output, size_t row,
                         const char *separator)
{
    for (size_t column = 0; column < metrics->columns.count; column++) {
        const double *cell = xb_map_get(&metrics->cells, row, column);
        if (!cell)
            continue;
        xb_output_put(output, separator);
        xb_json_text(output, column_name(metrics, column));
        xb_output_format(output, ": %s", isfinite(*cell) ? number_text(scratch, *cell) : "null");
        separator = ", ";
    }
}

static void put_json(const xb_metrics *metrics, xb_arena *scratch, xb_output *output)
{
    const size_t *total = find(metrics, &metrics->row_numbers, "");
    xb_output_put(output, "{\"total\": {");
    if (total)
        put_json_row(metrics, scratch, output, *total, "");
    xb_output_put(output, "}, \"scopes\": [");
    const char *separator = "\n  ";
    for (size_t row = 0; row < metrics->rows.count; row++) {
        if (total && row == *total)
            continue;
        xb_output_format(output, "%s{\"scope\": ", separator);
        xb_json_text(output, row_name(metrics, row));
        put_json_row(metrics, scratch, output, row, ", ");
        xb_output_char(output, '}');
        separator = ",\n  ";
    }
    xb_output_put(output, "]}\n");
}

void xb_metrics_put(const xb_metrics *metrics, xb_arena *scratch, xb_output *output, xb_metrics_format format)
{
    if (format == XB_METRICS_JSON)
        put_json(metrics, scratch, output);
    else
        put_text(metrics, scratch, output);
}
