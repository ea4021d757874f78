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

double xb_metrics_get(const xb_metrics *metrics, const char *scope, const char *name)
{
    const size_t *row = find(metrics, &metrics->row_numbers, scope);
    const size_t *column = find(metrics, &metrics->column_numbers, name);
    const double *cell = row && column ? xb_map_get(&metrics->cells, *row, *column) : NULL;
    return cell ? *cell : 0;
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

static size_t column_width(const xb_metrics *metrics, xb_arena *scratch, size_t column)
{
    size_t width = strlen(column_name(metrics, column));
    for (size_t row = 0; row < metrics->rows.count; row++)
        width = wider(width, cell_text(metrics, scratch, row, column));
    return width;
}

static void put_text_row(const xb_metrics *metrics, xb_arena *scratch, xb_output *output,
                         const size_t *widths, size_t row)
{
    const char *name = row_name(metrics, row);
    put_padded(output, *name ? name : "total", widths[0], false);
    for (size_t column = 0; column < metrics->columns.count; column++) {
        xb_output_put(output, "  ");
        put_padded(output, cell_text(metrics, scratch, row, column), widths[column + 1], true);
    }
    xb_output_char(output, '\n');
}

static void put_text(const xb_metrics *metrics, xb_arena *scratch, xb_output *output)
{
    size_t count = metrics->columns.count;
    if (metrics->rows.count == 0)
        return;
    size_t *widths = xb_arena_array(scratch, count + 1, sizeof *widths);
    widths[0] = strlen("total");
    for (size_t row = 0; row < metrics->rows.count; row++)
        widths[0] = wider(widths[0], row_name(metrics, row));
    xb_output_repeat(output, ' ', widths[0]);
    for (size_t column = 0; column < count; column++) {
        widths[column + 1] = column_width(metrics, scratch, column);
        xb_output_put(output, "  ");
        put_padded(output, column_name(metrics, column), widths[column + 1], true);
    }
    xb_output_char(output, '\n');
    const size_t *total = find(metrics, &metrics->row_numbers, "");
    for (size_t row = 0; row < metrics->rows.count; row++)
        if (!total || row != *total)
            put_text_row(metrics, scratch, output, widths, row);
    if (total)
        put_text_row(metrics, scratch, output, widths, *total);
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
