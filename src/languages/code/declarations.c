/*
 * Declarations: what the facts about symbols say. Expressions in them are translated when all statements are,
 * and may find further variables, whose declarations follow. What declarations refer to is declared first:
 * scalars, then arrays and parameters in the order of the document.
 */
#include <stdlib.h>

#include "ir/version.h"
#include "languages/code/maker.h"

/* ---- facts ----------------------------------------------------------------------------------------------
 */

static bool takes_sequence(const xb_symbol *symbol)
{
    const xb_dimension *last =
        symbol->rank > 0 ? xb_symbol_dimension(symbol, (size_t)symbol->rank - 1) : NULL;
    return symbol->bounds_count > 0 ||
           (last && (last->extent == XB_EXTENT_EXPLICIT || last->extent == XB_EXTENT_ASSUMED_SIZE));
}

static const char *text_or_null(const xb_name *name)
{
    return name ? name->text : NULL;
}

void xb_maker_declare(xb_source_maker *maker, xb_source_variable *variable)
{
    const xb_symbol *symbol = variable->symbol;
    const xb_declaration *facts = symbol->declaration;
    (void)maker;
    variable->sequence = takes_sequence(symbol);
    if (!facts)
        return;
    if (facts->bytes > 0 && variable->bytes < XB_SOURCE_UNSIGNED)
        variable->bytes = facts->bytes;
    variable->length = text_or_null(facts->length);
    variable->declared_kind = text_or_null(facts->declared_kind);
    variable->kind_module = text_or_null(facts->kind_module);
    variable->kind_statement = text_or_null(facts->kind_statement);
    variable->allocatable = facts->allocatable;
    variable->optional = facts->optional;
    variable->target = facts->target;
    variable->by_value = facts->by_value;
    variable->parameter = facts->parameter;
    variable->saved = variable->home && xb_symbol_is_static(symbol);
    variable->assumed_size =
        facts->dimension_count > 0 && facts->dimensions[0].extent == XB_EXTENT_ASSUMED_SIZE;
}

/* ---- expressions ----------------------------------------------------------------------------------------
 */

static const xb_source_expression *make_bound(xb_source_maker *maker, const xb_expression *bound,
                                              int64_t known)
{
    return bound ? xb_maker_expression(maker, bound) : xb_source_integer(maker->arena, known);
}

static void make_dimensions(xb_source_maker *maker, xb_source_variable *variable)
{
    const xb_declaration *facts = variable->symbol->declaration;
    xb_source_dimension *made = xb_arena_array(maker->arena, facts->dimension_count, sizeof *made);
    for (size_t d = 0; d < facts->dimension_count; d++) {
        const xb_dimension *dimension = &facts->dimensions[d];
        made[d].extent = dimension->extent;
        if (dimension->extent != XB_EXTENT_DEFERRED)
            made[d].lower = make_bound(maker, dimension->lower, dimension->known.lower);
        if (dimension->extent == XB_EXTENT_EXPLICIT)
            made[d].upper = make_bound(maker, dimension->upper, dimension->known.upper);
    }
    if (facts->dimension_count > 0)
        variable->dimensions = made;
}

static void make_initial(xb_source_maker *maker, xb_source_variable *variable)
{
    const xb_vector *values = &variable->symbol->declaration->initial;
    xb_source_value *made = xb_arena_array(maker->arena, values->count, sizeof *made);
    for (size_t i = 0; i < values->count; i++) {
        const xb_initial_value *value = &((const xb_initial_value *)values->items)[i];
        made[i] = (xb_source_value){xb_maker_expression(maker, value->value), value->count};
    }
    variable->initial = made;
    variable->initial_count = values->count;
}

/* ---- order ----------------------------------------------------------------------------------------------
 */

/* The place of a declaration in the document: copies have that of what they are copies of. */
static uint32_t order_of(const xb_source_maker *maker, const xb_source_variable *variable)
{
    const xb_routine *routine = variable->home ? variable->home->routine : NULL;
    const xb_symbol *symbol = variable->symbol;
    return (routine && routine->version ? xb_version_origin(maker->program, routine, symbol) : symbol)
        ->node.index;
}

/* An entry of the list of what is declared first. */
typedef struct early {
    bool rests; /* on other declarations */
    uint32_t order;
    xb_source_variable *variable;
} early;

static int by_order(const void *a, const void *b)
{
    const early *x = a, *y = b;
    if (x->rests != y->rests)
        return x->rests ? 1 : -1;
    return x->order < y->order ? -1 : x->order > y->order;
}

static void add_early(xb_source_maker *maker, const xb_list *variables, xb_vector *found)
{
    for (size_t i = 0; i < variables->count; i++) {
        xb_source_variable *variable = variables->items[i];
        if (!variable->symbol || !variable->is_early)
            continue;
        early *made = xb_vector_push(maker->arena, found, sizeof *made);
        *made = (early){variable->dimensions || variable->parameter, order_of(maker, variable), variable};
    }
}

static void add_late(xb_source_maker *maker, const xb_list *variables, xb_list *declared)
{
    for (size_t i = 0; i < variables->count; i++)
        if (!((const xb_source_variable *)variables->items[i])->is_early)
            xb_list_append(maker->arena, declared, variables->items[i]);
}

/* @param formals or NULL */
static xb_list in_order(xb_source_maker *maker, const xb_list *formals, const xb_list *others)
{
    xb_vector first = {0};
    xb_list declared = {.count = 0};
    if (formals)
        add_early(maker, formals, &first);
    add_early(maker, others, &first);
    if (first.count > 1)
        qsort(first.items, first.count, sizeof(early), by_order);
    for (size_t i = 0; i < first.count; i++)
        xb_list_append(maker->arena, &declared, ((const early *)first.items)[i].variable);
    if (formals)
        add_late(maker, formals, &declared);
    add_late(maker, others, &declared);
    return declared;
}

/* ---- all ------------------------------------------------------------------------------------------------
 */

void xb_maker_declarations(xb_source_maker *maker)
{
    xb_source *source = maker->source;
    maker->declares = true;
    xb_source_add_valued(maker);
    for (size_t i = 0; i < maker->all.count; i++) {
        xb_source_variable *variable = maker->all.items[i];
        if (!variable->symbol || !variable->symbol->declaration)
            continue;
        maker->at = &variable->symbol->node;
        maker->unit = variable->home;
        make_dimensions(maker, variable);
        make_initial(maker, variable);
    }
    maker->declares = false;
    maker->is_declared = true;
    for (size_t i = 0; i < source->units.count; i++) {
        xb_source_unit *unit = source->units.items[i];
        unit->declared = in_order(maker, &unit->formals, &unit->locals);
    }
    for (size_t i = 0; i < source->externals.count; i++) {
        xb_source_unit *unit = source->externals.items[i];
        unit->declared = in_order(maker, &unit->formals, &unit->locals);
    }
    source->globals = in_order(maker, NULL, &source->globals);
}
