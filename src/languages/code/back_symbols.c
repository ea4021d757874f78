/*
 * Symbols. Those of a scope are made in the order of their declarations, so that each one comes after what
 * its declaration refers to; expressions wait until there are all of them.
 */
#include <string.h>

#include "languages/code/back.h"

static const xb_name *name_or_null(xb_back *back, const char *text)
{
    return text ? xb_program_name(back->program, text) : NULL;
}

static void note(xb_back *back, const void *of, const xb_symbol *symbol)
{
    xb_map_put(back->scratch, &back->symbols, (uintptr_t)of, 0, symbol);
}

xb_symbol *xb_back_subroutine(const xb_back *back, const xb_source_unit *unit)
{
    return xb_map_get(&back->symbols, (uintptr_t)unit, 0);
}

xb_scope *xb_back_scope_of(const xb_back *back, const xb_source_unit *unit)
{
    return unit ? xb_map_get(&back->symbols, (uintptr_t)unit, 1) : back->program->root;
}

xb_symbol *xb_back_symbol(xb_back *back, const xb_source_variable *variable)
{
    const xb_source_variable *own = variable->same ? variable->same : variable;
    xb_symbol *symbol = xb_map_get(&back->symbols, (uintptr_t)own, 0);
    if (symbol)
        return symbol;
    xb_back_refuse(back, XB_STATUS_INVALID, "add it to its unit, or to the global variables",
                   "the variable %s is declared nowhere", own->name);
    return xb_back_temporary(back, xb_source_integer(back->scratch, 0));
}

/* ---- scopes ---------------------------------------------------------------------------------------------
 */

static xb_scope *add_scope(xb_back *back, xb_scope *parent)
{
    xb_program *program = back->program;
    xb_scope *scope = xb_scope_create(program, xb_back_number(back, program->scopes.count + 1));
    scope->parent = parent;
    if (parent)
        scope->edge_id = xb_back_number(back, program->scopes.count - 1);
    return scope;
}

static void add_unit_scope(xb_back *back, const xb_source_unit *unit)
{
    xb_map_put(back->scratch, &back->symbols, (uintptr_t)unit, 1,
               add_scope(back, xb_back_scope_of(back, unit->host)));
}

/* ---- units ----------------------------------------------------------------------------------------------
 */

static xb_symbol *add_symbol(xb_back *back, xb_scope *scope, const char *name, uint64_t line)
{
    const xb_name *id = xb_program_name(back->program, name);
    xb_symbol *symbol = xb_symbol_create(back->program, scope, id, false);
    back->line = line;
    if (symbol) {
        symbol->node.line = (uint32_t)line;
        return symbol;
    }
    xb_back_refuse(back, XB_STATUS_INVALID, "give each unit and each variable a name of its own",
                   "there are two of the name %s", name);
    return xb_symbol_find(scope, id);
}

const xb_name *xb_back_type(xb_back *back, xb_type type, unsigned bytes)
{
    bool is_complex = type == XB_TYPE_COMPLEX;
    bool is_number = is_complex || type == XB_TYPE_REAL || type == XB_TYPE_INTEGER;
    const bool has_sign = bytes < XB_SOURCE_UNSIGNED;
    const char letter = is_complex ? 'C' : type == XB_TYPE_REAL ? 'F' : has_sign ? 'I' : 'U';
    if (!is_number || bytes == 0)
        return NULL;
    return xb_program_name(back->program, xb_arena_format(back->scratch, "%c%u", letter,
                                                          (is_complex + 1U) * xb_source_size(bytes)));
}

/* A subroutine has no type, a function that of its result. */
static void describe_subroutine(xb_back *back, xb_symbol *symbol, const xb_source_unit *unit)
{
    xb_declaration *facts = xb_symbol_declare(back->program, symbol);
    const xb_source_variable *result =
        unit->is_function && unit->formals.count ? unit->formals.items[unit->formals.count - 1] : NULL;
    symbol->kind = XB_SYMBOL_SUBROUTINE;
    symbol->type = XB_TYPE_VOID;
    symbol->rank = XB_RANK_VOID;
    if (result) {
        symbol->type = result->type;
        symbol->fe_type = xb_back_type(back, result->type, result->bytes);
        symbol->rank = result->rank;
    }
    facts->spelling = unit->is_made    ? NULL
                      : unit->spelling ? xb_program_name(back->program, unit->spelling)
                                       : symbol->id;
    facts->unit = unit->is_argument ? XB_UNIT_ARGUMENT
                  : unit->module    ? XB_UNIT_MODULE
                  : unit->is_loose  ? XB_UNIT_EXTERNAL
                                    : XB_UNIT_UNKNOWN;
    facts->after = name_or_null(back, unit->after);
    facts->module = name_or_null(back, unit->module);
    facts->hidden = unit->hidden;
    facts->uses = name_or_null(back, unit->uses);
    facts->plain_constants = unit->plain_constants;
    facts->line_number = (uint32_t)unit->line;
    facts->file = name_or_null(back, unit->file);
}

static void add_unit(xb_back *back, const xb_source_unit *unit)
{
    back->unit = unit;
    xb_symbol *symbol = add_symbol(back, xb_back_scope_of(back, unit->host), unit->name, unit->line);
    note(back, unit, symbol);
    describe_subroutine(back, symbol, unit);
    add_unit_scope(back, unit);
}

/* Units come after those that they lie within. */
static void add_units(xb_back *back)
{
    const xb_list *units = &back->source->units;
    xb_list order = {.count = 0};
    for (size_t i = 0; i < units->count; i++)
        if (!((const xb_source_unit *)units->items[i])->host)
            xb_list_append(back->scratch, &order, units->items[i]);
    for (size_t i = 0; i < order.count; i++) {
        const xb_source_unit *unit = order.items[i];
        add_unit(back, unit);
        xb_list_append_all(back->scratch, &order, &unit->inner);
    }
}

/* ---- variables ------------------------------------------------------------------------------------------
 */

static void describe_type(xb_back *back, xb_symbol *symbol, xb_type type, unsigned bytes, int rank)
{
    symbol->kind = XB_SYMBOL_VARIABLE;
    symbol->type = type;
    symbol->fe_type = xb_back_type(back, type, bytes);
    symbol->rank = rank;
    symbol->active = type == XB_TYPE_REAL || type == XB_TYPE_COMPLEX;
}

static void describe_bounds(xb_back *back, xb_symbol *symbol, const xb_source_variable *variable)
{
    size_t count = (size_t)variable->rank;
    if (!variable->bounds || count == 0)
        return;
    symbol->bounds = xb_arena_array(back->program->arena, count, sizeof *symbol->bounds);
    symbol->bounds_count = (uint8_t)count;
    memcpy(symbol->bounds, variable->bounds, count * sizeof *symbol->bounds);
}

/* Interfaces say in their way what has the result. */
static bool is_result(const xb_source_variable *variable)
{
    const xb_source_unit *unit = variable->home;
    if (variable->member)
        return variable->is_result;
    return unit && unit->is_function && !unit->is_external && unit->formals.count > 0 &&
           unit->formals.items[unit->formals.count - 1] == variable;
}

static void describe_variable(xb_back *back, xb_symbol *symbol, const xb_source_variable *variable)
{
    describe_type(back, symbol, variable->type, variable->bytes, variable->rank);
    describe_bounds(back, symbol, variable);
    xb_declaration *facts = xb_symbol_declare(back->program, symbol);
    symbol->active = symbol->active && !variable->parameter;
    symbol->pointer = variable->pointer;
    *facts = (xb_declaration){
        .allocatable = variable->allocatable,
        .target = variable->target,
        .optional = variable->optional,
        .by_value = variable->by_value,
        .is_result = is_result(variable),
        .parameter = variable->parameter,
        .saved = variable->saved,
        .is_unsigned = xb_symbol_is_unsigned(symbol),
        .bytes = symbol->fe_type ? 0 : variable->bytes,
        .length = name_or_null(back, variable->length),
        .path = name_or_null(back, variable->member),
        .structure = name_or_null(back, variable->structure),
        .structure_module = name_or_null(back, variable->structure_module),
        .declared_kind = name_or_null(back, variable->declared_kind),
        .kind_module = name_or_null(back, variable->kind_module),
        .kind_statement = name_or_null(back, variable->kind_statement),
        .module = name_or_null(back, variable->module),
        .hidden = variable->hidden,
        .open_intent = variable->open_intent,
        .line_number = (uint32_t)variable->line,
        .file = name_or_null(back, variable->file),
        .spelling = variable->spelling ? xb_program_name(back->program, variable->spelling) : symbol->id};
}

static void add_variables(xb_back *back, const xb_source_unit *unit, const xb_list *variables)
{
    back->unit = unit;
    for (size_t i = 0; i < variables->count; i++) {
        const xb_source_variable *variable = variables->items[i];
        if (variable->same || variable->is_gap)
            continue;
        xb_symbol *symbol = add_symbol(back, xb_back_scope_of(back, unit), variable->name, variable->line);
        note(back, variable, symbol);
        describe_variable(back, symbol, variable);
    }
}

/* A name that nothing visible in the unit at hand has. */
static const xb_name *free_name(xb_back *back)
{
    uint64_t *number = xb_program_counter(back->program, xb_program_name(back->program, "part"));
    for (;;) {
        const xb_name *id = xb_program_name(
            back->program, xb_arena_format(back->program->arena, "part_%llu", (unsigned long long)++*number));
        const xb_scope *scope = back->scope;
        while (scope && !xb_symbol_find(scope, id))
            scope = scope->parent;
        if (!scope)
            return id;
    }
}

xb_symbol *xb_back_temporary(xb_back *back, const xb_source_expression *like)
{
    xb_symbol *symbol = xb_symbol_create(back->program, back->scope, free_name(back), false);
    describe_type(back, symbol, like->type, like->bytes, like->rank);
    xb_declaration *facts = xb_symbol_declare(back->program, symbol);
    facts->spelling = symbol->id;
    facts->allocatable = like->rank > 0;
    facts->bytes = symbol->fe_type ? 0 : like->bytes;
    xb_back_place(back, symbol);
    return symbol;
}

/* ---- interfaces -----------------------------------------------------------------------------------------
 */

static void describe_interface(xb_back *back, const xb_source_unit *unit)
{
    xb_declaration *facts = xb_symbol_declare(back->program, xb_back_subroutine(back, unit));
    xb_interface *interface = xb_arena_alloc(back->program->arena, sizeof *interface);
    *interface = (xb_interface){.is_function = unit->is_function};
    xb_back_formals(back, unit, &interface->formals);
    facts->interface = interface;
}

void xb_back_make_symbols(xb_back *back)
{
    const xb_source *source = back->source;
    back->program->root = add_scope(back, NULL);
    back->scope = back->program->root;
    add_units(back);
    for (size_t i = 0; i < source->externals.count; i++)
        add_unit(back, source->externals.items[i]);
    add_variables(back, NULL, &source->globals);
    for (size_t i = 0; i < source->units.count; i++)
        add_variables(back, source->units.items[i],
                      &((const xb_source_unit *)source->units.items[i])->declared);
    for (size_t i = 0; i < source->externals.count; i++) {
        const xb_source_unit *unit = source->externals.items[i];
        add_variables(back, unit, &unit->declared);
        describe_interface(back, unit);
    }
}

/* ---- expressions of declarations ------------------------------------------------------------------------
 */

/* @param known receives the bound if it is a number */
static xb_expression *make_bound(xb_back *back, const xb_source_expression *bound, int64_t *known)
{
    return !bound || xb_source_is_integer(bound, known) ? NULL : xb_back_expression(back, bound);
}

static bool is_constant(const xb_dimension *dimension)
{
    return dimension->extent == XB_EXTENT_EXPLICIT && !dimension->lower && !dimension->upper;
}

/* Bounds that are all numbers are those of the symbol. */
static void take_dimensions(xb_back *back, xb_symbol *symbol, xb_dimension *dimensions)
{
    size_t count = (size_t)symbol->rank, constants = 0;
    for (size_t d = 0; d < count; d++)
        constants += is_constant(&dimensions[d]);
    if (constants < count) {
        xb_declaration *facts = xb_symbol_declare(back->program, symbol);
        facts->dimensions = dimensions;
        facts->dimension_count = (uint8_t)count;
        return;
    }
    symbol->bounds = xb_arena_array(back->program->arena, count, sizeof *symbol->bounds);
    symbol->bounds_count = (uint8_t)count;
    for (size_t d = 0; d < count; d++)
        symbol->bounds[d] = dimensions[d].known;
}

static void declare_dimensions(xb_back *back, xb_symbol *symbol, const xb_source_variable *variable)
{
    size_t count = variable->dimensions && variable->rank > 0 ? (size_t)variable->rank : 0;
    xb_dimension *made = xb_arena_array(back->program->arena, count, sizeof *made);
    for (size_t d = 0; d < count; d++) {
        const xb_source_dimension *dimension = &variable->dimensions[d];
        made[d] = (xb_dimension){.extent = dimension->extent, .known = {.lower = 1, .upper = 0}};
        made[d].lower = make_bound(back, dimension->lower, &made[d].known.lower);
        made[d].upper = make_bound(back, dimension->upper, &made[d].known.upper);
    }
    if (count > 0)
        take_dimensions(back, symbol, made);
}

static void declare_values(xb_back *back, xb_symbol *symbol, const xb_source_variable *variable)
{
    xb_declaration *facts = variable->initial_count ? xb_symbol_declare(back->program, symbol) : NULL;
    for (size_t i = 0; i < variable->initial_count; i++) {
        const xb_source_value *value = &variable->initial[i];
        xb_initial_value *made =
            xb_vector_push(back->program->arena, &facts->initial, sizeof(xb_initial_value));
        *made = (xb_initial_value){xb_back_expression(back, value->value), value->count};
    }
}

static void declare_all(xb_back *back, const xb_source_unit *unit, const xb_list *variables)
{
    back->unit = unit;
    for (size_t i = 0; i < variables->count; i++) {
        const xb_source_variable *variable = variables->items[i];
        if (variable->same || variable->is_gap)
            continue;
        back->line = variable->line;
        declare_dimensions(back, xb_back_symbol(back, variable), variable);
        declare_values(back, xb_back_symbol(back, variable), variable);
    }
}

void xb_back_declare(xb_back *back)
{
    const xb_source *source = back->source;
    const xb_list *lists[] = {&source->units, &source->externals};
    back->declares = true;
    declare_all(back, NULL, &source->globals);
    for (size_t k = 0; k < 2; k++)
        for (size_t i = 0; i < lists[k]->count; i++) {
            const xb_source_unit *unit = lists[k]->items[i];
            declare_all(back, unit, &unit->declared);
        }
    back->declares = false;
}
