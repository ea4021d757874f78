/*
 * There are no loops: what stands in the matrix where is said entry by entry.
 */
#include "algorithms/associationbyname/compression.h"

#include <string.h>

#include "base/text.h"
#include "ir/build.h"

/* ---- the pattern -------------------------------------------------------------------------------------- */

xb_status xb_compression_read(const xb_program *program, const char *file, xb_compression *compression)
{
    compression->file = file;
    return xb_sparsity_read(program->arena, program->diagnostics, file, &compression->sparsity,
                            &compression->labels);
}

xb_status xb_compression_group(xb_run *run, xb_compression *compression, bool of_rows)
{
    xb_program *program = xb_run_program(run);
    xb_graph_analysis *igraph = xb_analyses_igraph(xb_run_analyses(run));
    return (of_rows ? xb_sparsity_group_rows : xb_sparsity_group_columns)(
        igraph, program->diagnostics, program->arena, &compression->sparsity, &compression->groups);
}

static int64_t size_of(const xb_symbol *symbol)
{
    return symbol->rank > 0 ? xb_bounds_elements(symbol->bounds, symbol->bounds_count) : 1;
}

/* Whether a row or column is called by a name of a variable, or of an element of it. */
static bool is_called(const char *label, const xb_symbol *symbol)
{
    const size_t length = strlen(symbol->id->text);
    return strncmp(label, symbol->id->text, length) == 0 && strcspn(label, "(,") == length;
}

static const char *names_of(xb_arena *arena, const xb_list *symbols)
{
    xb_text *text = xb_text_create(arena);
    for (size_t i = 0; i < symbols->count; i++)
        xb_output_format(xb_text_output(text), "%s%s", i > 0 ? "," : "",
                         ((const xb_symbol *)symbols->items[i])->id->text);
    return xb_text_join(text, NULL);
}

/* The options that mend a pattern that is one of other variables. */
static const char *same_sides(const xb_jacobian_code *m)
{
    xb_arena *arena = m->program->arena;
    return xb_arena_format(arena,
                           "give xaif-run --pattern=market the sides of this Jacobian, --independents=%s "
                           "--dependents=%s, or give this the sides of the pattern by the same options",
                           names_of(arena, &m->shape.inputs), names_of(arena, &m->shape.results));
}

static xb_status refuse_name(const xb_jacobian_code *m, const xb_compression *compression, const char *what,
                             size_t number, const char *label, const xb_symbol *symbol)
{
    return xb_error(m->program->diagnostics, XB_STATUS_INVALID, (xb_place){.file = compression->file},
                    same_sides(m),
                    "%s %zu of the pattern is that of %.*s, but that of %s in the Jacobian of %s", what,
                    number, (int)strcspn(label, ","), label, symbol->id->text, m->original->symbol->id->text);
}

/* Of one side: the pattern may be one of other variables, as many as there are. */
static xb_status check_side(const xb_jacobian_code *m, const xb_compression *compression, const char *what,
                            const char *const *labels, const xb_list *symbols)
{
    size_t number = 0;
    for (size_t i = 0; i < symbols->count; i++) {
        const xb_symbol *symbol = symbols->items[i];
        for (int64_t element = 0; element < size_of(symbol); element++, number++)
            if (labels[number] && !is_called(labels[number], symbol))
                return refuse_name(m, compression, what, number + 1, labels[number], symbol);
    }
    return XB_STATUS_OK;
}

static xb_status check_names(const xb_jacobian_code *m, const xb_compression *compression)
{
    xb_status status = check_side(m, compression, "row", compression->labels.rows, &m->shape.results);
    return status ? status
                  : check_side(m, compression, "column", compression->labels.columns, &m->shape.inputs);
}

xb_status xb_compression_check(const xb_jacobian_code *m, const xb_compression *compression)
{
    const xb_sparsity *sparsity = &compression->sparsity;
    int64_t rows = xb_jacobian_elements(&m->shape.results);
    int64_t columns = xb_jacobian_elements(&m->shape.inputs);
    if (rows < 0 || columns < 0)
        return xb_error(m->program->diagnostics, XB_STATUS_UNSUPPORTED,
                        xb_program_place(m->program, &m->original->node, NULL),
                        "declare bounds of all that has rows or columns, or leave out --pattern",
                        "the Jacobian of %s has no known number of rows and columns",
                        m->original->symbol->id->text);
    if (sparsity->rows == rows && sparsity->columns == columns)
        return check_names(m, compression);
    return xb_error(
        m->program->diagnostics, XB_STATUS_INVALID, (xb_place){.file = compression->file}, same_sides(m),
        "the pattern is one of %u by %u numbers, and the Jacobian of %s has %lld by %lld", sparsity->rows,
        sparsity->columns, m->original->symbol->id->text, (long long)rows, (long long)columns);
}

/* ---- elements ----------------------------------------------------------------------------------------- */

/* An element by its number in memory, from 0. */
static xb_reference *element_of(const xb_jacobian_code *m, xb_symbol *array, int64_t number)
{
    xb_reference *element = xb_build_reference(m->program, array);
    for (int d = 0; d < array->rank; d++) {
        const xb_bounds *bounds = xb_symbol_bounds(array, (size_t)d);
        int64_t extent = (int64_t)xb_bounds_extent(*bounds);
        xb_jacobian_subscribe(
            m, element,
            xb_build_leaf(m->program, xb_build_integer(m->program, bounds->lower + number % extent)));
        number /= extent;
    }
    return element;
}

/* The derivative that a row or column, from 0, belongs to, in the direction of a group. */
static xb_reference *derivative_of(const xb_jacobian_code *m, int64_t number, const xb_list *symbols,
                                   uint32_t group)
{
    for (size_t i = 0; i < symbols->count; i++) {
        const xb_symbol *symbol = symbols->items[i];
        if (number < size_of(symbol))
            return element_of(m, xb_jacobian_derivative(m, symbol, group % xb_jacobian_directions(m)),
                              number);
        number -= size_of(symbol);
    }
    return NULL;
}

static xb_reference *entry_of(const xb_jacobian_code *m, int64_t row, int64_t column)
{
    xb_reference *entry = xb_build_reference(m->program, m->matrix);
    xb_jacobian_subscribe(m, entry, xb_build_leaf(m->program, xb_build_integer(m->program, row + 1)));
    xb_jacobian_subscribe(m, entry, xb_build_leaf(m->program, xb_build_integer(m->program, column + 1)));
    return entry;
}

/* ---- runs --------------------------------------------------------------------------------------------- */

static void seed(const xb_jacobian_code *m, const xb_compression *compression, uint32_t group, xb_body *code)
{
    const xb_sparsity_groups *groups = &compression->groups;
    uint32_t count = groups->of_rows ? compression->sparsity.rows : compression->sparsity.columns;
    for (uint32_t i = 0; i < count; i++)
        if (groups->group[i] == group)
            xb_jacobian_set_real(
                m, code, derivative_of(m, i, groups->of_rows ? &m->shape.results : &m->shape.inputs, group),
                1);
}

static void take_entry(const xb_jacobian_code *m, const xb_sparsity_groups *groups, uint32_t row,
                       uint32_t column, xb_body *code)
{
    const uint32_t group = groups->group[groups->of_rows ? row : column];
    xb_reference *derivative = groups->of_rows ? derivative_of(m, column, &m->shape.inputs, group)
                                               : derivative_of(m, row, &m->shape.results, group);
    xb_jacobian_assign(m, code, entry_of(m, row, column), xb_build_leaf(m->program, derivative));
}

static void take_entries(const xb_jacobian_code *m, const xb_compression *compression, uint32_t group,
                         xb_body *code)
{
    const xb_sparsity *sparsity = &compression->sparsity;
    const xb_sparsity_groups *groups = &compression->groups;
    for (uint32_t row = 0; row < sparsity->rows; row++)
        for (size_t e = sparsity->starts[row]; e < sparsity->starts[row + 1]; e++)
            if (groups->group[groups->of_rows ? row : sparsity->entries[e]] == group)
                take_entry(m, groups, row, sparsity->entries[e], code);
}

/* Groups, as many as there are directions at most. */
static void run(const xb_jacobian_code *m, const xb_compression *compression, uint32_t first, uint32_t end,
                xb_body *code)
{
    xb_jacobian_prepare_run(m, code);
    for (uint32_t group = first; group < end; group++)
        seed(m, compression, group, code);
    xb_jacobian_run(m, code);
    for (uint32_t group = first; group < end; group++)
        take_entries(m, compression, group, code);
}

void xb_compressed_runs(const xb_jacobian_code *m, const xb_compression *compression, xb_body *code)
{
    const uint32_t count = compression->groups.count, directions = xb_jacobian_directions(m);
    xb_jacobian_set_real(m, code, xb_build_reference(m->program, m->matrix), 0);
    for (uint32_t first = 0; first < count; first += directions)
        run(m, compression, first, count - first < directions ? count : first + directions, code);
}
