/*
 * Derivatives of what is driven: components of variables, or variables of their own (by_name.h).
 */
#include "verify/drive_internal.h"

const xb_symbol *xb_drive_symbol(const xb_drive *drive, const xb_symbol *symbol)
{
    return drive->options.other ? xb_layout_counterpart(drive->program, symbol) : symbol;
}

/* ---- variables ---------------------------------------------------------------------------------------- */

void xb_drive_name_derivatives(xb_drive *drive)
{
    const size_t count = drive->layout->storage_count;
    xb_list *named = xb_arena_array(drive->arena, count + 1, sizeof *named);
    for (size_t i = 0; i < count; i++) {
        const xb_layout_storage *storage = &drive->layout->storages[i];
        const xb_symbol *own = storage->symbol ? xb_drive_symbol(drive, storage->symbol) : NULL;
        if (own && drive->width > 0)
            named[i] = xb_by_name_derivatives(drive->by_name, own);
    }
    drive->named = named;
    drive->derivatives = xb_arena_array(drive->arena, count * drive->width + 1, sizeof(xb_variable *));
}

void xb_drive_make_derivatives(const xb_drive *drive, size_t number)
{
    const xb_layout_storage *storage = &drive->layout->storages[number];
    const xb_list *named = &drive->named[number];
    xb_variable **variables = xb_drive_derivatives_of(drive, number);
    for (size_t k = 0; k < drive->width; k++) {
        const xb_symbol *symbol = k < named->count ? named->items[k] : NULL;
        variables[k] = !symbol ? NULL
                       : storage->global
                           ? xb_evaluator_global(drive->evaluator, symbol)
                           : xb_variable_create(drive->evaluator, storage->type, symbol->fe_type,
                                                storage->rank, storage->bounds);
    }
}

/* That of a direction; NULL: there is none, or the run is for others. */
static xb_variable *variable_of(const xb_drive *drive, size_t storage, size_t direction)
{
    bool is_run = direction >= drive->direction && direction - drive->direction < drive->width;
    return is_run ? xb_drive_derivatives_of(drive, storage)[direction - drive->direction] : NULL;
}

/* Reads an element of a variable that is a derivative. @return whether it is defined */
static bool get_number(const xb_variable *variable, size_t element, double complex *derivative)
{
    xb_number number = {0};
    bool known = element < xb_variable_count(variable) && xb_variable_get(variable, element, &number);
    *derivative = xb_complex(number.real, number.type == XB_TYPE_COMPLEX ? number.imaginary : 0);
    return known;
}

static void set_number(xb_variable *variable, size_t element, double complex derivative)
{
    const xb_number number = xb_variable_type(variable) == XB_TYPE_COMPLEX
                                 ? xb_number_of_complex(derivative)
                                 : xb_number_of_real(creal(derivative));
    xb_variable_set(variable, element, &number);
}

bool xb_drive_get_derivative(const xb_drive *drive, size_t storage, size_t element, size_t direction,
                             double complex *derivative)
{
    *derivative = 0;
    if (drive->width == 0)
        return xb_variable_get_derivative(drive->variables[storage], element, direction, derivative);
    const xb_variable *variable = variable_of(drive, storage, direction);
    return !variable || get_number(variable, element, derivative);
}

void xb_drive_set_derivative(const xb_drive *drive, size_t storage, size_t element, size_t direction,
                             double complex derivative)
{
    if (drive->width == 0)
        xb_variable_set_derivative(drive->variables[storage], element, direction, derivative);
    xb_variable *variable = drive->width > 0 ? variable_of(drive, storage, direction) : NULL;
    if (variable)
        set_number(variable, element, derivative);
}

/* ---- variables by symbol ------------------------------------------------------------------------------- */

static size_t storage_of(const xb_drive *drive, const xb_symbol *symbol)
{
    for (size_t i = 0; i < drive->layout->argument_count; i++)
        if (drive->layout->storages[i].symbol == symbol)
            return i;
    return XB_NOWHERE;
}

static void find_named(const xb_drive *drive, const xb_symbol *own, xb_list *named)
{
    const xb_list symbols = xb_by_name_derivatives(drive->by_name, own);
    for (size_t k = 0; k < symbols.count; k++)
        xb_list_append(drive->arena, named, xb_evaluator_global(drive->evaluator, symbols.items[k]));
}

xb_drive_variable xb_drive_find(const xb_drive *drive, const xb_symbol *symbol)
{
    const bool by_name = drive->width > 0;
    const size_t storage = storage_of(drive, symbol);
    const xb_symbol *own = xb_drive_symbol(drive, symbol);
    xb_drive_variable found = {0};
    if (drive->options.kind != XB_DRIVE_EXACT && (!own || !xb_symbol_is_active(by_name ? symbol : own)))
        return found;
    found.variable = storage != XB_NOWHERE ? drive->variables[storage]
                     : own                 ? xb_evaluator_global(drive->evaluator, own)
                                           : NULL;
    if (found.variable && by_name && storage == XB_NOWHERE)
        find_named(drive, own, &found.named);
    for (size_t k = 0; found.variable && by_name && storage != XB_NOWHERE && k < drive->named[storage].count;
         k++)
        xb_list_append(drive->arena, &found.named, xb_drive_derivatives_of(drive, storage)[k]);
    return found;
}

/* The variable of a derivative by name; NULL: there is none, or the run is for other directions. */
static xb_variable *named_variable(const xb_drive *drive, const xb_drive_variable *found, size_t direction)
{
    const size_t k = direction - drive->direction;
    return direction >= drive->direction && k < found->named.count ? found->named.items[k] : NULL;
}

bool xb_drive_get(const xb_drive *drive, const xb_drive_variable *found, size_t element, size_t direction,
                  xb_double_complex *derivative)
{
    *derivative = 0;
    if (drive->width == 0)
        return xb_variable_get_derivative(found->variable, element, direction, derivative);
    const xb_variable *variable = named_variable(drive, found, direction);
    return !variable || get_number(variable, element, derivative);
}

void xb_drive_set(const xb_drive *drive, const xb_drive_variable *found, size_t element, size_t direction,
                  xb_double_complex derivative)
{
    if (drive->width == 0) {
        xb_variable_set_derivative(found->variable, element, direction, derivative);
        return;
    }
    xb_variable *variable = named_variable(drive, found, direction);
    if (variable && element < xb_variable_count(variable))
        set_number(variable, element, derivative);
}

bool xb_drive_is_zero(const xb_drive *drive, const xb_drive_variable *found)
{
    return drive->width > 0 && found->named.count == 0;
}

/* ---- global variables --------------------------------------------------------------------------------- */

static void zero_components(xb_variable *variable, size_t directions)
{
    double complex value = 0;
    for (size_t i = 0; i < xb_variable_count(variable); i++)
        for (size_t k = 0; k < directions; k++)
            if (xb_variable_get_derivative(variable, i, k, &value) && value != 0)
                xb_variable_set_derivative(variable, i, k, 0);
}

static void zero_values(xb_variable *variable)
{
    const xb_number zero =
        xb_variable_type(variable) == XB_TYPE_COMPLEX ? xb_number_of_complex(0) : xb_number_of_real(0);
    xb_number value;
    for (size_t i = 0; i < xb_variable_count(variable); i++)
        if (xb_variable_get(variable, i, &value))
            xb_variable_set(variable, i, &zero);
}

static void zero_named(const xb_drive *drive, const xb_symbol *symbol)
{
    const xb_list named = xb_by_name_derivatives(drive->by_name, symbol);
    for (size_t k = 0; k < named.count; k++) {
        xb_variable *variable = xb_evaluator_global(drive->evaluator, named.items[k]);
        if (variable)
            zero_values(variable);
    }
}

static void zero_global(const xb_drive *drive, const xb_symbol *symbol)
{
    xb_variable *variable = drive->width == 0 ? xb_evaluator_global(drive->evaluator, symbol) : NULL;
    if (drive->width > 0)
        zero_named(drive, symbol);
    else if (variable)
        zero_components(variable, drive->options.directions);
}

static bool has_derivative(const xb_symbol *symbol)
{
    return symbol->kind == XB_SYMBOL_VARIABLE && !symbol->temp &&
           (symbol->type == XB_TYPE_REAL || symbol->type == XB_TYPE_COMPLEX);
}

void xb_drive_zero_derivatives(const xb_drive *drive, bool globals)
{
    for (size_t s = 0; s < drive->program->scopes.count; s++) {
        const xb_scope *scope = drive->program->scopes.items[s];
        for (size_t i = 0; i < scope->read_count; i++) {
            const xb_symbol *symbol = scope->symbols.items[i];
            if (has_derivative(symbol) && (globals || xb_procedure_of(symbol)))
                zero_global(drive, symbol);
        }
    }
}

/* ---- arguments ---------------------------------------------------------------------------------------- */

xb_variable *const *xb_drive_arguments(const xb_drive *drive, size_t *count)
{
    const size_t given = drive->layout->argument_count;
    *count = given;
    if (drive->width == 0 && !drive->matrix)
        return drive->variables;
    xb_variable **arguments = xb_arena_array(drive->arena, (1 + drive->width) * given + 1, sizeof *arguments);
    *count = 0;
    for (size_t i = 0; i < given; i++) {
        arguments[(*count)++] = drive->variables[i];
        for (size_t k = 0; k < drive->width && k < drive->named[i].count; k++)
            arguments[(*count)++] = xb_drive_derivatives_of(drive, i)[k];
    }
    if (drive->matrix)
        arguments[(*count)++] = drive->matrix;
    return arguments;
}
