/*
 * Variables as drivers see them.
 */
#include <string.h>

#include "evaluate/declarations.h"
#include "evaluate/state.h"
#include "evaluate/variables.h"

typedef struct request {
    xb_evaluator *evaluator;
    const xb_symbol *symbol;
    xb_type type;
    const xb_name *fe_type;
    int rank;
    const xb_bounds *bounds;
    xb_variable *variable;
    xb_string text;
} request;

/* Runs a request; what it reports is of no interest, since NULL says it all. */
static xb_variable *make(request *r, void (*body)(void *))
{
    bool done = xb_protect(r->evaluator->failure, body, r);
    r->evaluator->error = (xb_evaluation_error){0};
    return done ? r->variable : NULL;
}

static void find_global(void *argument)
{
    request *r = argument;
    xb_evaluator_initialize(r->evaluator);
    r->variable = xb_global_variable(r->evaluator, r->symbol);
}

static bool is_global(const xb_evaluator *evaluator, const xb_symbol *symbol)
{
    if (symbol->kind == XB_SYMBOL_SUBROUTINE)
        return false;
    for (const xb_scope *scope = symbol->scope; scope; scope = scope->parent)
        if (xb_node_set_has(&evaluator->scopes, &scope->node))
            return xb_symbol_is_saved(evaluator, symbol);
    return symbol->scope->parent || !symbol->temp;
}

xb_variable *xb_evaluator_global(xb_evaluator *evaluator, const xb_symbol *symbol)
{
    request r = {.evaluator = evaluator, .symbol = symbol};
    return is_global(evaluator, symbol) ? make(&r, find_global) : NULL;
}

static void create(void *argument)
{
    request *r = argument;
    xb_evaluator *evaluator = r->evaluator;
    size_t count = xb_bounds_count(evaluator, r->rank, r->bounds);
    xb_type type = xb_storage_type(r->type);
    size_t bytes = xb_cells_size(evaluator, type, count);
    xb_evaluator_charge(evaluator, sizeof(xb_variable) + bytes);
    xb_variable *variable = xb_arena_alloc(evaluator->globals, sizeof *variable);
    variable->evaluator = evaluator;
    variable->cells = xb_cells_init(xb_arena_alloc(evaluator->globals, bytes), type, count, false);
    variable->cells->width = xb_evaluator_width(evaluator, r->type, r->fe_type);
    variable->rank = r->rank;
    variable->count = count;
    if (r->rank > 0)
        memcpy(variable->bounds, r->bounds, (size_t)r->rank * sizeof *r->bounds);
    r->variable = variable;
}

xb_variable *xb_variable_create(xb_evaluator *evaluator, xb_type type, const xb_name *fe_type, int rank,
                                const xb_bounds *bounds)
{
    request r = {.evaluator = evaluator, .type = type, .fe_type = fe_type, .rank = rank, .bounds = bounds};
    return make(&r, create);
}

void xb_variable_set_constant(xb_variable *variable, bool constant)
{
    variable->constant = constant;
}

xb_type xb_variable_type(const xb_variable *variable)
{
    return variable->cells ? variable->cells->type : xb_storage_type(variable->symbol->type);
}

int xb_variable_rank(const xb_variable *variable)
{
    return variable->rank;
}

xb_bounds xb_variable_bounds(const xb_variable *variable, int dimension)
{
    return variable->bounds[dimension];
}

size_t xb_variable_count(const xb_variable *variable)
{
    return variable->cells ? variable->count : 0;
}

bool xb_variable_get(const xb_variable *variable, size_t i, xb_number *value)
{
    size_t place = xb_variable_place(variable, i);
    *value = xb_cells_get(variable->cells, place);
    return variable->cells->defined[place];
}

static void keep_text(void *argument)
{
    request *r = argument;
    r->text = xb_evaluator_string(r->evaluator, r->text);
}

void xb_variable_set(xb_variable *variable, size_t i, const xb_number *value)
{
    request r = {.evaluator = variable->evaluator, .text = value->text};
    xb_number number = *value;
    if (value->type == XB_TYPE_STRING) {
        if (!xb_protect(r.evaluator->failure, keep_text, &r))
            return;
        number.text = r.text;
    }
    if (number.type == variable->cells->type)
        xb_cells_set(variable->evaluator, variable->cells, xb_variable_place(variable, i), &number);
}

typedef struct derivative_request {
    xb_variable *variable;
    size_t place;
    double *tangent;
} derivative_request;

static void make_tangent(void *argument)
{
    derivative_request *r = argument;
    xb_cells *cells = r->variable->cells;
    bool was_defined = cells->tangents ? cells->has_tangent[r->place] : cells->starts_at_zero;
    r->tangent = xb_cells_tangent(r->variable->evaluator, cells, r->place);
    size_t size = cells->sides * r->variable->evaluator->options.directions;
    if (!was_defined)
        memset(r->tangent, 0, size * sizeof *r->tangent);
}

void xb_variable_copy_values(const xb_variable *from, xb_variable *to)
{
    xb_number value = {.type = XB_TYPE_VOID};
    for (size_t i = 0; i < xb_variable_count(from) && i < xb_variable_count(to); i++)
        if (xb_variable_get(from, i, &value))
            xb_variable_set(to, i, &value);
}

void xb_variable_undefine(xb_variable *variable)
{
    xb_cells *cells = variable->cells;
    size_t directions = variable->evaluator->options.directions;
    if (!cells || variable->count == 0)
        return;
    derivative_request r = {variable, xb_variable_place(variable, 0), NULL};
    bool is_whole = variable->count == cells->count;
    if (!cells->tangents && is_whole)
        cells->starts_at_zero = false;
    else if (!cells->tangents && cells->sides > 0 && directions > 0)
        xb_protect(variable->evaluator->failure, make_tangent, &r);
    for (size_t i = 0; i < variable->count; i++) {
        size_t place = xb_variable_place(variable, i), size = cells->sides * directions;
        cells->defined[place] = false;
        if (!cells->tangents)
            continue;
        cells->has_tangent[place] = false;
        memset(cells->tangents + place * size, 0, size * sizeof *cells->tangents);
    }
}

bool xb_variable_get_derivative(const xb_variable *variable, size_t i, size_t direction,
                                double complex *derivative)
{
    const xb_cells *cells = variable->cells;
    size_t place = xb_variable_place(variable, i), directions = variable->evaluator->options.directions;
    *derivative = 0;
    if (!cells->tangents || cells->sides == 0)
        return cells->starts_at_zero;
    const double *tangent = cells->tangents + place * cells->sides * directions + direction;
    *derivative = xb_complex(tangent[0], cells->sides == 2 ? tangent[directions] : 0);
    return cells->has_tangent[place];
}

void xb_variable_set_derivative(xb_variable *variable, size_t i, size_t direction, double complex derivative)
{
    derivative_request r = {variable, xb_variable_place(variable, i), NULL};
    size_t directions = variable->evaluator->options.directions;
    if (variable->cells->sides == 0 || direction >= directions)
        return;
    if (!xb_protect(variable->evaluator->failure, make_tangent, &r))
        return;
    r.tangent[direction] = creal(derivative);
    if (variable->cells->sides == 2)
        r.tangent[directions + direction] = cimag(derivative);
}
