/*
 * Maps by number: from symbols to variables, from keys of alias sets to those of the sets of derivatives.
 */
#include "algorithms/associationbyname/variables.h"

#include <string.h>

#include "ir/build.h"
#include "ir/declaration.h"
#include "ir/tags.h"
#include "ir/taken_names.h"

struct xb_named_derivatives {
    xb_program *program;
    xb_map variables;       /* by node index of a symbol, and direction: xb_symbol */
    xb_node_set procedures; /* scopes of procedures */
    xb_node_set refused;    /* symbols that were reported */
    xb_map alias_sets;      /* by key, and direction: xb_alias_set of derivatives */
    const char *suffix;     /* of names of derivatives */
    bool active;            /* variables stay so, and derivatives are so */
    uint32_t directions;
    uint64_t
        offset; /* from addresses of values, or of a direction, to those of the next; 0: there are none */
    xb_status status;
};

/* ---- addresses ---------------------------------------------------------------------------------------- */

static uint64_t highest_address(const xb_alias_map *map)
{
    uint64_t highest = 0;
    for (size_t i = 0; i < map->sets.count; i++) {
        const xb_alias_set *set = map->sets.items[i];
        const xb_alias_range *ranges = set->ranges.items;
        for (size_t k = 0; k < set->ranges.count; k++) {
            highest = ranges[k].from > highest ? ranges[k].from : highest;
            highest = ranges[k].to > highest ? ranges[k].to : highest;
        }
    }
    return highest;
}

/* Variables that share storage can't be told from others without addresses of their derivatives. */
static xb_status check_addresses(const xb_named_derivatives *derivatives)
{
    if (derivatives->offset <= UINT64_MAX / (derivatives->directions + 1))
        return XB_STATUS_OK;
    const xb_program *program = derivatives->program;
    return xb_error(program->diagnostics, XB_STATUS_UNSUPPORTED, (xb_place){.file = program->file},
                    "number the addresses of alias sets from 1",
                    "there are no virtual addresses left for derivatives: the highest one is %llu",
                    (unsigned long long)derivatives->offset);
}

xb_named_derivatives *xb_named_derivatives_create(xb_program *program, const char *suffix, bool active,
                                                  uint32_t directions)
{
    xb_named_derivatives *derivatives = xb_arena_alloc(program->arena, sizeof *derivatives);
    *derivatives = (xb_named_derivatives){
        .program = program, .suffix = suffix, .active = active, .directions = directions};
    const xb_list *routines = xb_view_list(program->arena, XB_VIEW_DERIVED, &program->routines);
    for (size_t i = 0; i < routines->count; i++) {
        const xb_routine *routine = routines->items[i];
        if (xb_routine_is_procedure(routine))
            xb_node_set_add(program->arena, &derivatives->procedures, &routine->scope->node);
    }
    derivatives->offset = highest_address(&program->aliases);
    derivatives->status = check_addresses(derivatives);
    return derivatives;
}

bool xb_named_derivatives_are_active(const xb_named_derivatives *derivatives)
{
    return derivatives->active;
}

uint32_t xb_named_directions(const xb_named_derivatives *derivatives)
{
    return derivatives->directions;
}

static xb_alias_set *add_alias_set(xb_program *program)
{
    xb_alias_map *map = &program->aliases;
    xb_alias_set *set = NULL;
    for (uint64_t key = map->sets.count; !set; key++)
        if (!xb_alias_map_find(map, xb_program_key(program, key)))
            set = xb_alias_map_add(program->arena, map, xb_program_key(program, key));
    set->overlay = true;
    return set;
}

static xb_alias_set *make_alias_set(const xb_named_derivatives *derivatives, const xb_alias_set *of_values,
                                    uint32_t direction)
{
    const uint64_t offset = derivatives->offset * (direction + 1);
    xb_program *program = derivatives->program;
    xb_alias_set *set = add_alias_set(program);
    for (size_t i = 0; i < of_values->ranges.count; i++) {
        xb_alias_range *range = xb_vector_push(program->arena, &set->ranges, sizeof *range);
        *range = ((const xb_alias_range *)of_values->ranges.items)[i];
        range->from += offset;
        range->to += offset;
    }
    return set;
}

/* The key of the derivatives of what a key says. */
static uint32_t alias_of_derivative(xb_named_derivatives *derivatives, uint32_t key, uint32_t direction)
{
    const xb_program *program = derivatives->program;
    const xb_alias_set *of_values = key > 0 ? xb_alias_map_find(&program->aliases, key) : NULL;
    if (!of_values || of_values->ranges.count == 0)
        return key;
    xb_alias_set *set = xb_map_get(&derivatives->alias_sets, key, direction);
    if (!set) {
        set = make_alias_set(derivatives, of_values, direction);
        xb_map_put(program->arena, &derivatives->alias_sets, key, direction, set);
    }
    return set->key;
}

/* ---- variables ---------------------------------------------------------------------------------------- */

static bool is_within(const xb_scope *inner, const xb_scope *outer)
{
    while (inner && inner != outer)
        inner = inner->parent;
    return inner;
}

static bool is_of_procedure(const xb_named_derivatives *derivatives, const xb_scope *scope)
{
    return xb_node_set_has(&derivatives->procedures, &scope->node);
}

/* Whether names of two scopes may meet: local ones of different procedures don't. */
static bool may_meet(const xb_named_derivatives *derivatives, const xb_scope *a, const xb_scope *b)
{
    return !is_of_procedure(derivatives, a) || !is_of_procedure(derivatives, b) || is_within(a, b) ||
           is_within(b, a);
}

static bool is_free(const xb_named_derivatives *derivatives, const xb_scope *scope, const char *name)
{
    const xb_list *takers = xb_name_takers(derivatives->program, name, strlen(name));
    for (size_t i = 0; takers && i < takers->count; i++)
        if (may_meet(derivatives, ((const xb_symbol *)takers->items[i])->scope, scope))
            return false;
    return !xb_name_is_temporary(derivatives->program, name, strlen(name));
}

static const char *free_name(const xb_named_derivatives *derivatives, const xb_symbol *symbol)
{
    xb_arena *arena = derivatives->program->arena;
    const char *name = xb_arena_format(arena, "%s%s", symbol->id->text, derivatives->suffix);
    for (unsigned i = 2; !is_free(derivatives, symbol->scope, name); i++)
        name = xb_arena_format(arena, "%s%s%u", symbol->id->text, derivatives->suffix, i);
    return name;
}

static xb_symbol *declare(const xb_named_derivatives *derivatives, const xb_symbol *like, uint32_t direction)
{
    xb_program *program = derivatives->program;
    const xb_name *id = xb_program_name(program, free_name(derivatives, like));
    xb_symbol *symbol = xb_symbol_like(program, like->scope, id, like);
    symbol->active = derivatives->active;
    xb_declaration_of_derivative(program, symbol, like, direction);
    xb_tags_add(program, &symbol->node, XB_TAG_DERIVATIVE, like->id->text);
    return symbol;
}

bool xb_derivative_can_be_named(const xb_symbol *symbol)
{
    return xb_symbol_is_active(symbol) && symbol->type != XB_TYPE_OPAQUE;
}

/* Those of all directions have their names in this order, whichever of them is asked for. */
static void declare_all(xb_named_derivatives *derivatives, const xb_symbol *symbol)
{
    for (uint32_t k = 0; k < derivatives->directions; k++)
        xb_map_put(derivatives->program->arena, &derivatives->variables, symbol->node.index, k,
                   declare(derivatives, symbol, k));
}

xb_symbol *xb_named_derivative(xb_named_derivatives *derivatives, const xb_symbol *symbol, uint32_t direction)
{
    if (!xb_map_get(&derivatives->variables, symbol->node.index, direction))
        declare_all(derivatives, symbol);
    return xb_map_get(&derivatives->variables, symbol->node.index, direction);
}

const xb_symbol *xb_named_derivative_find(const xb_named_derivatives *derivatives, const xb_symbol *symbol)
{
    return xb_map_get(&derivatives->variables, symbol->node.index, 0);
}

/* ---- references --------------------------------------------------------------------------------------- */

static void refuse(xb_named_derivatives *derivatives, const xb_symbol *symbol)
{
    const xb_program *program = derivatives->program;
    if (!xb_node_set_add(program->arena, &derivatives->refused, &symbol->node))
        return;
    derivatives->status =
        xb_error(program->diagnostics, XB_STATUS_UNSUPPORTED, xb_program_place(program, &symbol->node, NULL),
                 "copy active components to variables of their own, or leave out associationbyname",
                 "%s is of a derived type: its derivatives can't be a variable", symbol->id->text);
}

void xb_named_derivative_refer(xb_named_derivatives *derivatives, xb_reference *reference, uint32_t direction)
{
    reference->deriv = false;
    if (!xb_derivative_can_be_named(reference->symbol)) {
        refuse(derivatives, reference->symbol);
        return;
    }
    reference->symbol = xb_named_derivative(derivatives, reference->symbol, direction);
    reference->alias = alias_of_derivative(derivatives, reference->alias, direction) & XB_KEY_MASK;
}

/* ---- activity ------------------------------------------------------------------------------------------ */

/* Entries of local Jacobians have derivatives of their own. */
bool xb_named_variable_is_active(const xb_named_derivatives *derivatives, const xb_symbol *symbol)
{
    bool is_differentiable = symbol->type == XB_TYPE_REAL || symbol->type == XB_TYPE_COMPLEX;
    return derivatives->active && (symbol->active || (symbol->temporary && is_differentiable));
}

/* ---- the end ------------------------------------------------------------------------------------------ */

/* What was read stays as it is. */
static xb_node *passive_form(xb_program *program, const xb_symbol *symbol)
{
    xb_symbol *copy = xb_node_create(program, XB_KIND_SYMBOL, sizeof *copy, symbol->node.line);
    xb_node node = copy->node;
    *copy = *symbol;
    copy->node = node;
    copy->node.annotation = symbol->node.annotation;
    xb_tags_copy(program, &copy->node, &symbol->node);
    copy->active = false;
    return &copy->node;
}

static void make_passive(xb_program *program, xb_symbol *symbol)
{
    if (!symbol->active)
        return;
    if (symbol->overlay)
        symbol->active = false;
    else
        xb_derive_one(program, &symbol->node, passive_form(program, symbol));
}

static void finish_symbol(const xb_named_derivatives *derivatives, xb_symbol *symbol, const xb_node_set *used)
{
    static const xb_list nothing = {.count = 0};
    if (symbol->temporary && !xb_node_set_has(used, &symbol->node))
        xb_derive(derivatives->program, &symbol->node, &nothing);
    else if (derivatives->active)
        symbol->active = xb_named_variable_is_active(derivatives, symbol);
    else
        make_passive(derivatives->program, symbol);
}

/* A derivative that is no argument after all is declared as a variable of the routine. */
static void settle_declaration(xb_program *program, xb_symbol *symbol, const xb_node_set *formals)
{
    xb_tag tag;
    const xb_declaration *facts = symbol->declaration;
    if (!symbol->overlay || !facts || xb_node_set_has(formals, &symbol->node) ||
        !xb_tags_find(program, &symbol->node, XB_TAG_DERIVATIVE, &tag))
        return;
    bool assumes = facts->dimension_count > 0 && (facts->dimensions->extent == XB_EXTENT_ASSUMED ||
                                                  facts->dimensions->extent == XB_EXTENT_ASSUMED_SIZE);
    if (!facts->optional && !assumes)
        return;
    xb_declaration *own = xb_symbol_declare(program, symbol);
    own->optional = false;
    own->dimension_count = assumes ? 0 : own->dimension_count;
}

static xb_node_set formals_of(xb_program *program)
{
    xb_node_set formals = {0};
    const xb_list *routines = xb_view_list(program->arena, XB_VIEW_DERIVED, &program->routines);
    for (size_t i = 0; i < routines->count; i++) {
        const xb_list *list =
            xb_view_list(program->arena, XB_VIEW_DERIVED, &((const xb_routine *)routines->items[i])->formals);
        for (size_t k = 0; k < list->count; k++) {
            const xb_formal *formal = list->items[k];
            xb_node_set_add(program->arena, &formals, &formal->symbol->node);
        }
    }
    return formals;
}

xb_status xb_named_derivatives_finish(xb_named_derivatives *derivatives, const xb_node_set *used)
{
    xb_program *program = derivatives->program;
    const xb_node_set formals = formals_of(program);
    for (size_t i = 0; i < program->scopes.count; i++) {
        const xb_scope *scope = program->scopes.items[i];
        for (size_t k = 0; k < scope->symbols.count; k++)
            finish_symbol(derivatives, scope->symbols.items[k], used);
        for (size_t k = 0; k < scope->symbols.count; k++)
            settle_declaration(program, scope->symbols.items[k], &formals);
    }
    xb_alias_map_finish(program->arena, &program->aliases);
    return derivatives->status;
}
