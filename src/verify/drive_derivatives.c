/*
 * Derivatives of what is driven: components of variables, or variables of their own (by_name.h).
 */
#include "verify/by_name.h"
#include "verify/drive_internal.h"

const xb_symbol *xb_drive_symbol(const xb_drive *drive, const xb_symbol *symbol)
{
    return drive->options.other ? xb_layout_counterpart(drive->program, symbol) : symbol;
}

xb_variable *xb_drive_derivative_variable(const xb_drive *drive, const xb_layout_storage *storage)
{
    const xb_symbol *own = xb_drive_symbol(drive, storage->symbol);
    const xb_symbol *derivative =
        own && drive->by_name ? xb_by_name_derivative(drive->program, own, drive->options.original) : NULL;
    if (!derivative)
        return NULL;
    return storage->global
               ? xb_evaluator_global(drive->evaluator, derivative)
               : xb_variable_create(drive->evaluator, storage->type, storage->rank, storage->bounds);
}

bool xb_drive_get_derivative(const xb_drive *drive, size_t storage, size_t element, size_t direction,
                             double complex *derivative)
{
    const xb_variable *variable = drive->derivatives[storage];
    xb_number number = {0};
    *derivative = 0;
    if (!drive->by_name)
        return xb_variable_get_derivative(drive->variables[storage], element, direction, derivative);
    if (!variable)
        return true;
    bool known = xb_variable_get(variable, element, &number);
    *derivative = xb_complex(number.real, number.type == XB_TYPE_COMPLEX ? number.imaginary : 0);
    return known;
}

void xb_drive_set_derivative(const xb_drive *drive, size_t storage, size_t element, size_t direction,
                             double complex derivative)
{
    xb_variable *variable = drive->derivatives[storage];
    if (!drive->by_name)
        xb_variable_set_derivative(drive->variables[storage], element, direction, derivative);
    if (!variable || direction != drive->direction)
        return;
    const xb_number number = xb_variable_type(variable) == XB_TYPE_COMPLEX
                                 ? xb_number_of_complex(derivative)
                                 : xb_number_of_real(creal(derivative));
    xb_variable_set(variable, element, &number);
}

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

static void zero_global(const xb_drive *drive, const xb_symbol *symbol)
{
    const xb_symbol *own =
        drive->by_name ? xb_by_name_derivative(drive->program, symbol, drive->options.original) : symbol;
    xb_variable *variable = own ? xb_evaluator_global(drive->evaluator, own) : NULL;
    if (variable && drive->by_name)
        zero_values(variable);
    else if (variable)
        zero_components(variable, drive->options.directions);
}

static bool has_derivative(const xb_symbol *symbol)
{
    return symbol->kind == XB_SYMBOL_VARIABLE && !symbol->temp &&
           (symbol->type == XB_TYPE_REAL || symbol->type == XB_TYPE_COMPLEX);
}

void xb_drive_zero_globals(const xb_drive *drive)
{
    for (size_t s = 0; s < drive->program->scopes.count; s++) {
        const xb_scope *scope = drive->program->scopes.items[s];
        for (size_t i = 0; i < scope->read_count; i++)
            if (has_derivative(scope->symbols.items[i]))
                zero_global(drive, scope->symbols.items[i]);
    }
}

xb_variable *const *xb_drive_arguments(const xb_drive *drive, size_t *count)
{
    size_t given = drive->layout->argument_count;
    *count = given;
    if (!drive->by_name)
        return drive->variables;
    xb_variable **arguments = xb_arena_array(drive->arena, 2 * given + 1, sizeof(xb_variable *));
    *count = 0;
    for (size_t i = 0; i < given; i++) {
        const xb_symbol *own = xb_drive_symbol(drive, drive->layout->storages[i].symbol);
        arguments[(*count)++] = drive->variables[i];
        if (own && xb_by_name_derivative(drive->program, own, drive->options.original))
            arguments[(*count)++] = drive->derivatives[i];
    }
    return arguments;
}
