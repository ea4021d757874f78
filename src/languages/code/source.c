/*
 * The translation from the IR, as it is derived, to the statement form: first all units with their arguments,
 * then the statements of each, which find the variables that are used; then what follows from all of them
 * together, that is, which arguments are written, which units are recursive and which loops count; names come
 * last.
 */
#include "ir/version.h"
#include "languages/code/loops.h"
#include "languages/code/maker.h"

#include <stdarg.h>
#include <string.h>

#include "ir/tags.h"

const char xb_maker_choose_mode[] =
    "choose --mode=tangent or --mode=adjoint, with which derivatives are variables of their own";

void xb_maker_refuse(xb_source_maker *maker, const char *hint, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *text = xb_arena_vformat(maker->arena, format, arguments);
    va_end(arguments);
    xb_place place = xb_program_place(maker->program, maker->at, NULL);
    maker->status = xb_error(maker->program->diagnostics, XB_STATUS_UNSUPPORTED, place, hint,
                             "can't be written as %s: %s", maker->language->name, text);
}

/* ---- variables ------------------------------------------------------------------------------------------
 */

/* The unit that declares what stands in a scope; NULL: it is global. */
static xb_source_unit *home_of(const xb_source_maker *maker, const xb_scope *scope)
{
    for (; scope; scope = scope->parent) {
        xb_source_unit *unit = xb_node_map_get(&maker->unit_of_scope, &scope->node);
        if (unit)
            return unit;
    }
    return NULL;
}

static void check_type(xb_source_maker *maker, const xb_symbol *symbol)
{
    const xb_node *before = maker->at;
    bool has_length = symbol->declaration && symbol->declaration->length;
    maker->at = &symbol->node;
    if (!symbol->declaration || symbol->declaration->bytes == 0)
        xb_maker_check_type(maker, symbol->id->text, symbol->type, symbol->fe_type);
    maker->at = before;
    if (symbol->type == XB_TYPE_OPAQUE)
        xb_maker_refuse(maker, NULL, "%s is a structure, whose members the document does not say",
                        symbol->id->text);
    if (symbol->type == XB_TYPE_STRING && !has_length)
        xb_maker_refuse(maker, "the attribute length of its Symbol says it",
                        "%s is a text, whose length the document does not say", symbol->id->text);
    if (symbol->type == XB_TYPE_VOID)
        xb_maker_refuse(maker, NULL, "%s has no type", symbol->id->text);
    if (symbol->pointer && symbol->bounds_count > 0)
        xb_maker_refuse(maker, NULL, "%s is a pointer, and has bounds all the same", symbol->id->text);
}

static xb_source_variable *new_variable(xb_source_maker *maker, xb_source_unit *home)
{
    xb_source_variable *variable = xb_arena_alloc(maker->arena, sizeof *variable);
    *variable = (xb_source_variable){.home = home};
    xb_list_append(maker->arena, &maker->all, variable);
    return variable;
}

static xb_source_variable *make_variable(xb_source_maker *maker, const xb_symbol *symbol,
                                         xb_source_unit *home)
{
    xb_source_variable *variable = new_variable(maker, home);
    xb_tag tag;
    check_type(maker, symbol);
    variable->symbol = symbol;
    variable->type = symbol->type;
    variable->bytes = xb_source_bytes(symbol->type, symbol->fe_type);
    if (variable->bytes == 0 && (symbol->type == XB_TYPE_REAL || symbol->type == XB_TYPE_COMPLEX))
        variable->bytes = 8;
    variable->rank = symbol->rank > 0 ? symbol->rank : 0;
    variable->bounds = symbol->bounds_count ? symbol->bounds : NULL;
    variable->pointer = symbol->pointer;
    variable->module =
        symbol->declaration && symbol->declaration->module ? symbol->declaration->module->text : NULL;
    xb_maker_declare(maker, variable);
    variable->hidden = symbol->declaration && symbol->declaration->hidden;
    variable->open_intent = symbol->declaration && symbol->declaration->open_intent;
    variable->is_derivative = xb_tags_find(maker->program, &symbol->node, XB_TAG_DERIVATIVE, &tag);
    xb_node_map_put(maker->arena, &maker->variables, &symbol->node, variable);
    return variable;
}

xb_source_variable *xb_maker_variable(xb_source_maker *maker, const xb_symbol *symbol)
{
    xb_source_variable *variable = xb_node_map_get(&maker->variables, &symbol->node);
    return variable ? variable : xb_maker_variable_at(maker, symbol, home_of(maker, symbol->scope));
}

xb_source_variable *xb_maker_variable_at(xb_source_maker *maker, const xb_symbol *symbol,
                                         xb_source_unit *home)
{
    xb_source_variable *variable = make_variable(maker, symbol, home);
    variable->allocatable |= !xb_symbol_is_sized(symbol) && !variable->pointer;
    xb_list_append(maker->arena, home ? &home->locals : &maker->source->globals, variable);
    return variable;
}

xb_source_variable *xb_maker_variable_for(xb_source_maker *maker, xb_source_unit *home, const char *stem,
                                          xb_type type, unsigned bytes)
{
    xb_source_variable *variable = new_variable(maker, home);
    variable->stem = xb_arena_format(maker->arena, "%s_%u", stem, maker->made++);
    variable->type = type;
    variable->bytes = bytes;
    xb_list_append(maker->arena, home ? &home->locals : &maker->source->globals, variable);
    if (home && maker->is_declared)
        xb_list_append(maker->arena, &home->declared, variable);
    return variable;
}

xb_source_variable *xb_maker_temporary(xb_source_maker *maker, const char *stem, xb_type type, unsigned bytes)
{
    return xb_maker_variable_for(maker, maker->unit, stem, type, bytes);
}

/* ---- units ----------------------------------------------------------------------------------------------
 */

static void add_formal(xb_source_maker *maker, xb_source_unit *unit, const xb_formal *formal)
{
    xb_source_variable *variable = make_variable(maker, formal->symbol, unit);
    if (formal->deriv)
        xb_maker_refuse(maker, NULL, "the derivative of %s is an argument", formal->symbol->id->text);
    variable->position = (uint32_t)unit->formals.count + 1;
    variable->intent = formal->intent;
    xb_list_append(maker->arena, &unit->formals, variable);
}

static void add_formals(xb_source_maker *maker, xb_source_unit *unit)
{
    const xb_routine *routine = unit->routine;
    uint32_t last = xb_routine_last_position(routine);
    for (uint32_t position = 1; position <= last; position++) {
        const xb_formal *formal = xb_routine_formal(routine, position);
        if (formal)
            add_formal(maker, unit, formal);
        else
            xb_maker_refuse(maker, NULL, "argument %u of %s is not declared", position,
                            routine->symbol->id->text);
    }
}

/* A unit of a routine without body: its interface. */
static xb_source_unit *add_external(xb_source_maker *maker, const xb_symbol *symbol)
{
    const xb_interface *interface = xb_symbol_interface(symbol);
    xb_source *source = maker->source;
    xb_routine *routine = xb_arena_alloc(maker->arena, sizeof *routine);
    xb_source_unit *unit = xb_arena_alloc(maker->arena, sizeof *unit);
    *routine = (xb_routine){.node = symbol->node, .symbol = (xb_symbol *)symbol};
    const xb_declaration *facts = symbol->declaration;
    *unit = (xb_source_unit){.routine = routine,
                             .is_external = true,
                             .is_argument = facts->unit == XB_UNIT_ARGUMENT,
                             .after = facts->after ? facts->after->text : NULL,
                             .is_function = interface->is_function,
                             .number = (uint32_t)(source->units.count + source->externals.count)};
    xb_list_append(maker->arena, &source->externals, unit);
    xb_node_map_put(maker->arena, &maker->units, &symbol->node, unit);
    for (size_t i = 0; i < interface->formals.count; i++) {
        const xb_formal *formal = interface->formals.items[i];
        xb_node_map_put(maker->arena, &maker->unit_of_scope, &formal->symbol->scope->node, unit);
        add_formal(maker, unit, formal);
        xb_source_variable *variable = unit->formals.items[i];
        variable->written = formal->intent != XB_INTENT_IN;
        variable->is_result = unit->is_function && i + 1 == interface->formals.count;
    }
    return unit;
}

xb_source_unit *xb_maker_unit(xb_source_maker *maker, const xb_symbol *symbol)
{
    xb_source_unit *unit = xb_node_map_get(&maker->units, &symbol->node);
    if (unit)
        return unit;
    if (xb_symbol_interface(symbol))
        return add_external(maker, symbol);
    xb_maker_refuse(maker, "an Interface of its Symbol says it; or add the routine, or a rule for it",
                    "the routine %s has no body, and the document does not say what its arguments are",
                    symbol->id->text);
    return NULL;
}

static void add_unit(xb_source_maker *maker, const xb_routine *routine)
{
    maker->at = &routine->node;
    if (routine->node.kind == XB_KIND_REPLACEMENT_LIST) {
        xb_maker_refuse(maker, "--motions=routines, which --mode has, makes routines of it",
                        "%s is a replacement list, for a template to choose from", routine->symbol->id->text);
        return;
    }
    if (!xb_routine_is_procedure(routine))
        return;
    xb_source_unit *unit = xb_arena_alloc(maker->arena, sizeof *unit);
    *unit = (xb_source_unit){.routine = routine, .number = (uint32_t)maker->source->units.count};
    xb_list_append(maker->arena, &maker->source->units, unit);
    xb_node_map_put(maker->arena, &maker->units, &routine->symbol->node, unit);
    if (xb_node_map_get(&maker->unit_of_scope, &routine->scope->node))
        xb_maker_refuse(maker, NULL, "%s shares its scope with another routine", routine->symbol->id->text);
    xb_node_map_put(maker->arena, &maker->unit_of_scope, &routine->scope->node, unit);
}

/* Versions write constants as what they are versions of does. */
static unsigned plain_constants_of(const xb_routine *routine)
{
    const xb_routine *own = routine->version ? routine->version->original : routine;
    return own->symbol->declaration ? own->symbol->declaration->plain_constants : 0;
}

static void add_units(xb_source_maker *maker)
{
    const xb_list *routines = xb_view_list(maker->arena, XB_VIEW_DERIVED, &maker->program->routines);
    for (size_t i = 0; i < routines->count; i++)
        add_unit(maker, routines->items[i]);
    const xb_list *units = &maker->source->units;
    for (size_t i = 0; i < units->count; i++) {
        xb_source_unit *unit = units->items[i];
        maker->at = &unit->routine->node;
        unit->host = home_of(maker, unit->routine->scope->parent);
        if (unit->host)
            xb_list_append(maker->arena, &unit->host->inner, unit);
        const xb_declaration *facts = unit->routine->symbol->declaration;
        unit->is_loose = facts && facts->unit == XB_UNIT_EXTERNAL && !unit->host;
        unit->uses = facts && facts->uses ? facts->uses->text : NULL;
        unit->module = facts && facts->module && !unit->host ? facts->module->text : NULL;
        unit->hidden = facts && facts->hidden;
        unit->plain_constants = plain_constants_of(unit->routine);
        add_formals(maker, unit);
    }
}

/* ---- what follows from all units ------------------------------------------------------------------------
 */

/* What a call passes may be written, or absent, if the formal argument may be: that spreads from callees to
 * callers, and from callers to callees. */

/* An array whose bounds are declared takes its elements in order, wherever they begin; others take what is as
 * they are. */
static bool has_right_shape(const xb_source_variable *formal, const xb_source_expression *actual)
{
    if (formal->rank == actual->rank)
        return true;
    bool is_element = actual->kind == XB_SOURCE_VARIABLE && actual->count > 0;
    return formal->rank > 0 && formal->sequence && (actual->rank > 0 || is_element);
}

static unsigned kind_of(xb_type type, unsigned bytes)
{
    return bytes || type != XB_TYPE_INTEGER ? bytes : 4;
}

static void check_argument(xb_source_maker *maker, const xb_source_unit *callee,
                           const xb_source_variable *formal, const xb_source_expression *actual)
{
    const char *name = formal->symbol->id->text, *routine = callee->routine->symbol->id->text;
    if (!has_right_shape(formal, actual))
        xb_maker_refuse(maker, NULL, "argument %s of %s has %d dimensions, and what is passed %d", name,
                        routine, formal->rank, actual->rank);
    else if (actual->kind == XB_SOURCE_VARIABLE &&
             (formal->type != actual->type ||
              kind_of(formal->type, formal->bytes) != kind_of(actual->type, actual->bytes)))
        xb_maker_refuse(maker, NULL, "argument %s of %s is of another type than what is passed", name,
                        routine);
}

void xb_maker_pass(xb_source_maker *maker, xb_source_unit *callee, uint32_t position,
                   const xb_source_expression *actual)
{
    if (actual)
        check_argument(maker, callee, callee->formals.items[position], actual);
    xb_source_pass *pass = xb_vector_push(maker->arena, &callee->passes, sizeof *pass);
    *pass = (xb_source_pass){.position = position, .actual = actual};
}

static bool spread_written(const xb_source_unit *unit)
{
    bool found = false;
    for (size_t i = 0; i < unit->passes.count; i++) {
        const xb_source_pass *pass = &((const xb_source_pass *)unit->passes.items)[i];
        const xb_source_variable *formal = unit->formals.items[pass->position];
        const xb_source_expression *actual = pass->actual;
        if (actual && actual->kind == XB_SOURCE_VARIABLE && formal->written && !actual->variable->written)
            found = actual->variable->written = true;
    }
    return found;
}

/* Whether the source says which arguments of a unit may be absent: other documents leave that to calls. */
static bool says_optional(const xb_source_unit *unit)
{
    const xb_routine *routine = unit->routine;
    const xb_routine *own = routine->version ? routine->version->original : routine;
    return own->symbol->declaration && own->symbol->declaration->spelling;
}

static bool spread_absent(const xb_source_unit *unit)
{
    bool found = false;
    const bool says = says_optional(unit);
    for (size_t i = 0; i < unit->passes.count; i++) {
        const xb_source_pass *pass = &((const xb_source_pass *)unit->passes.items)[i];
        xb_source_variable *formal = unit->formals.items[pass->position];
        const xb_source_expression *actual = pass->actual;
        bool is_result = unit->is_function && pass->position + 1 == unit->formals.count;
        bool absent = !actual || (!says && actual->kind == XB_SOURCE_VARIABLE && actual->count == 0 &&
                                  actual->variable->optional);
        if (absent && !is_result && !formal->optional)
            found = formal->optional = true;
    }
    return found;
}

/* Who calls what has to do with the tape has to do with it. */
static bool spread_tape(xb_source_unit *unit)
{
    bool found = false;
    for (size_t i = 0; i < unit->calls.count && !unit->has_tape; i++)
        found = unit->has_tape = ((const xb_source_unit *)unit->calls.items[i])->has_tape;
    return found;
}

static bool spread_allocation(const xb_source_unit *unit)
{
    bool found = false;
    for (size_t i = 0; i < unit->passes.count; i++) {
        const xb_source_pass *pass = &((const xb_source_pass *)unit->passes.items)[i];
        const xb_source_variable *formal = unit->formals.items[pass->position];
        const xb_source_expression *actual = pass->actual;
        if (formal->reshaped && actual && actual->kind == XB_SOURCE_VARIABLE && !actual->variable->reshaped)
            found = actual->variable->reshaped = true;
    }
    return found;
}

/* What nobody in the program calls may be called without an argument that it only passes on to where it may
 * be absent. */
static bool spread_optional(const xb_source_unit *unit)
{
    bool found = false;
    for (size_t i = 0; i < unit->passes.count; i++) {
        const xb_source_pass *pass = &((const xb_source_pass *)unit->passes.items)[i];
        const xb_source_variable *formal = unit->formals.items[pass->position];
        const xb_source_expression *actual = pass->actual;
        bool is_whole = actual && actual->kind == XB_SOURCE_VARIABLE && actual->count == 0;
        xb_source_variable *variable = is_whole ? actual->variable : NULL;
        bool is_entry = variable && variable->position > 0 && variable->home->passes.count == 0 &&
                        !says_optional(variable->home);
        if (formal->optional && is_entry && !variable->optional && !variable->home->is_function)
            found = variable->optional = true;
    }
    return found;
}

static bool spread_all(xb_source_unit *unit)
{
    bool found = spread_written(unit);
    if (unit->is_external)
        return found;
    found |= spread_tape(unit) | spread_allocation(unit);
    return found | spread_absent(unit) | spread_optional(unit);
}

void xb_source_spread(xb_source_maker *maker, bool (*visit)(xb_source_unit *unit))
{
    const xb_list *units = &maker->source->units, *externals = &maker->source->externals;
    bool is_forward = false;
    for (bool again = true; again; is_forward = !is_forward) {
        again = false;
        for (size_t i = 0; i < externals->count; i++)
            again |= visit(externals->items[i]);
        for (size_t i = 0; i < units->count; i++)
            again |= visit(units->items[is_forward ? i : units->count - 1 - i]);
    }
}

/* Assigns a value to a variable before the call at a place. @return all of the variable */
static const xb_source_expression *assign_before(xb_source_maker *maker, size_t *place,
                                                 xb_source_variable *copy, const xb_source_expression *value)
{
    xb_source_statement *call = xb_vector_push(maker->arena, &maker->unit->statements, sizeof *call);
    xb_source_statement *statements = maker->unit->statements.items;
    memmove(statements + *place + 1, statements + *place,
            (maker->unit->statements.count - 1 - *place) * sizeof *statements);
    xb_source_statement *before = &statements[(*place)++];
    const xb_source_expression *target = xb_source_whole(maker->arena, copy);
    *before = (xb_source_statement){.kind = XB_SOURCE_ASSIGN,
                                    .line = before->line,
                                    .from = before->from,
                                    .target = target,
                                    .value = value};
    return target;
}

/* The value of a constant, or of an expression, that a call passes where something may be written. */
static void pass_copy(xb_source_maker *maker, const xb_source_expression **actual, size_t *place)
{
    xb_source_variable *copy = xb_maker_temporary(maker, "copy", (*actual)->type, (*actual)->bytes);
    *actual = assign_before(maker, place, copy, *actual);
}

/* The same of a variable that is a constant, or of a part of it. */
static void pass_copy_of_parameter(xb_source_maker *maker, const xb_source_expression **actual, size_t *place)
{
    const xb_source_variable *constant = (*actual)->variable;
    xb_source_variable *copy = xb_maker_temporary(maker, "copy", constant->type, constant->bytes);
    copy->rank = constant->rank;
    copy->bounds = constant->bounds;
    copy->dimensions = constant->dimensions;
    copy->length = constant->length;
    assign_before(maker, place, copy, xb_source_whole(maker->arena, (xb_source_variable *)constant));
    xb_source_expression *part = xb_source_rebuilt(maker->arena, *actual, (*actual)->operands);
    part->variable = copy;
    *actual = part;
}

static bool has_vector_subscript(const xb_source_expression *actual)
{
    for (size_t i = 0; i < actual->count; i++)
        if (actual->operands[i]->kind != XB_SOURCE_RANGE && actual->operands[i]->rank > 0)
            return true;
    return false;
}

static void copy_constants(xb_source_maker *maker, size_t *place)
{
    const xb_source_statement call = ((const xb_source_statement *)maker->unit->statements.items)[*place];
    for (size_t i = 0; call.callee && i < call.count; i++) {
        const xb_source_variable *formal = call.callee->formals.items[i];
        const xb_source_expression *actual = call.arguments[i];
        maker->at = call.from;
        if (actual && actual->kind != XB_SOURCE_VARIABLE && formal->written)
            pass_copy(maker, &call.arguments[i], place);
        else if (actual && actual->kind == XB_SOURCE_VARIABLE && actual->variable->parameter &&
                 formal->written)
            pass_copy_of_parameter(maker, &call.arguments[i], place);
        else if (actual && formal->written && has_vector_subscript(actual))
            xb_maker_refuse(maker, NULL,
                            "argument %s of %s is modified, and elements in the order of a vector are passed",
                            formal->symbol->id->text, call.callee->routine->symbol->id->text);
    }
}

/* Units that are left when those are taken away, again and again, that call no other one: they are on cycles,
 * or lead to them. */
static void find_recursion(xb_source_maker *maker)
{
    const xb_list *units = &maker->source->units;
    xb_graph graph = {0};
    for (size_t i = 0; i < units->count; i++)
        xb_graph_add_vertex(maker->arena, &graph);
    for (uint32_t i = 0; i < units->count; i++) {
        const xb_list *calls = &((const xb_source_unit *)units->items[i])->calls;
        for (size_t c = 0; c < calls->count; c++) {
            const xb_source_unit *callee = calls->items[c];
            if (!callee->is_external)
                xb_graph_add_edge(maker->arena, &graph, i, callee->number);
        }
    }
    uint32_t *left = xb_arena_array(maker->arena, units->count, sizeof *left);
    uint32_t *ready = xb_arena_array(maker->arena, units->count, sizeof *ready);
    size_t count = 0;
    for (uint32_t i = 0; i < units->count; i++) {
        left[i] = (uint32_t)xb_graph_out_degree(&graph, i);
        ((xb_source_unit *)units->items[i])->recursive = true;
        if (left[i] == 0)
            ready[count++] = i;
    }
    for (size_t r = 0; r < count; r++) {
        ((xb_source_unit *)units->items[ready[r]])->recursive = false;
        for (uint32_t e = xb_graph_first_in(&graph, ready[r]); e != XB_GRAPH_NONE;
             e = xb_graph_next_in(&graph, e))
            if (--left[xb_graph_source(&graph, e)] == 0)
                ready[count++] = xb_graph_source(&graph, e);
    }
}

/* What statements do to arrays that are allocated while the program runs, by address. */
typedef struct bounding {
    xb_map bounded;  /* they get bounds: by an allocation, or since all of them is assigned an array, or by a
                        callee */
    xb_map assigned; /* they, or elements of them, are assigned something else */
} bounding;

static void note_passed(xb_source_maker *maker, const xb_source_statement *call, bounding *found)
{
    for (size_t i = 0; call->callee && i < call->count && i < call->callee->formals.count; i++) {
        const xb_source_variable *formal = call->callee->formals.items[i];
        const xb_source_expression *actual = call->arguments[i];
        if (formal->allocatable && actual && actual->kind == XB_SOURCE_VARIABLE && actual->count == 0)
            xb_map_put(maker->arena, &found->bounded, (uintptr_t)actual->variable, 0, maker);
    }
}

static void note_bounds(xb_source_maker *maker, const xb_source_statement *statement, bounding *found)
{
    note_passed(maker, statement, found);
    const xb_source_expression *target = statement->target;
    bool allocates = statement->kind == XB_SOURCE_ALLOCATE || statement->kind == XB_SOURCE_ALLOCATE_LIKE ||
                     statement->kind == XB_SOURCE_FIT;
    if (!target || target->kind != XB_SOURCE_VARIABLE || !target->variable->allocatable)
        return;
    bool is_array = statement->value && statement->value->rank > 0 && target->count == 0;
    if (allocates || is_array)
        xb_map_put(maker->arena, &found->bounded, (uintptr_t)target->variable, 0, maker);
    else if (statement->kind == XB_SOURCE_ASSIGN)
        xb_map_put(maker->arena, &found->assigned, (uintptr_t)target->variable, 0, maker);
}

/* A local array that is assigned something, and that nothing gives bounds, can't be written. */
static void check_bounds(xb_source_maker *maker)
{
    const xb_list *units = &maker->source->units;
    bounding found = {.bounded = {0}};
    for (size_t i = 0; i < units->count; i++) {
        const xb_vector *statements = &((const xb_source_unit *)units->items[i])->statements;
        for (size_t s = 0; s < statements->count; s++)
            note_bounds(maker, &((const xb_source_statement *)statements->items)[s], &found);
    }
    for (size_t i = 0; i < maker->all.count; i++) {
        const xb_source_variable *variable = maker->all.items[i];
        const uintptr_t key = (uintptr_t)variable;
        bool is_own = variable->home && variable->symbol && variable->position == 0;
        if (!is_own || !xb_map_get(&found.assigned, key, 0) || xb_map_get(&found.bounded, key, 0))
            continue;
        maker->at = &variable->symbol->node;
        xb_maker_refuse(maker, "declare them: DimensionBounds", "%s has no bounds, and nothing allocates it",
                        variable->symbol->id->text);
    }
}

/* Whether what calls pass for a result could be assigned it: it has its type and its rank. */
static bool is_assigned_all(const xb_source_unit *unit, const xb_source_variable *result)
{
    for (size_t i = 0; i < unit->passes.count; i++) {
        const xb_source_pass *pass = &((const xb_source_pass *)unit->passes.items)[i];
        const xb_source_expression *actual = pass->actual;
        if (pass->position + 1 == result->position &&
            (!actual || actual->kind != XB_SOURCE_VARIABLE || actual->rank != result->rank ||
             actual->type != result->type ||
             xb_source_kind_of(actual->type, actual->bytes) !=
                 xb_source_kind_of(result->type, result->bytes)))
            return false;
    }
    return true;
}

/* What documents say to be results. */
static void find_results(const xb_source_maker *maker)
{
    const xb_list *units = &maker->source->units;
    for (size_t i = 0; i < units->count; i++) {
        const xb_source_unit *unit = units->items[i];
        for (size_t f = 0; f < unit->formals.count; f++) {
            xb_source_variable *formal = unit->formals.items[f];
            const xb_declaration *facts = formal->symbol->declaration;
            formal->is_result = facts && facts->is_result && !facts->path &&
                                formal->intent == XB_INTENT_OUT && is_assigned_all(unit, formal);
        }
    }
}

/* A unit whose last argument is said to be a result is a function. Derivatives that are not used are no
 * arguments any more. */
static void find_functions(const xb_source_maker *maker)
{
    const xb_list *units = &maker->source->units;
    for (size_t i = 0; i < units->count; i++) {
        xb_source_unit *unit = units->items[i];
        for (size_t f = 0; f < unit->formals.count; f++) {
            xb_source_variable *formal = unit->formals.items[f];
            formal->is_result = formal->is_result && f + 1 == unit->formals.count;
            unit->is_function |= formal->is_result;
        }
    }
}

/* Whether a unit lies within one that lies within another: no language has that. */
static bool lies_deep(const xb_list *units)
{
    bool found = false;
    for (size_t i = 0; i < units->count; i++) {
        const xb_source_unit *unit = units->items[i];
        found |= unit->host && unit->host->host;
    }
    return found;
}

static void settle(xb_source_maker *maker)
{
    const xb_list *units = &maker->source->units;
    find_results(maker);
    xb_source_spread(maker, spread_all);
    xb_source_leave_out_unused(maker);
    find_functions(maker);
    xb_source_tidy(maker);
    xb_source_find_accesses(maker);
    if (maker->language->lacks_arrays)
        xb_source_settle_bounds(maker);
    xb_source_cut(maker);
    if (maker->language->lacks_nesting || lies_deep(units))
        xb_source_lift(maker);
    xb_source_find_changes(maker);
    for (size_t i = 0; i < units->count; i++) {
        maker->unit = units->items[i];
        for (size_t s = 0; s < maker->unit->statements.count; s++)
            copy_constants(maker, &s);
        xb_source_settle_loops(maker);
        xb_source_make_calls(maker);
        if (maker->language->lacks_arrays)
            xb_source_loop(maker);
        for (size_t f = 0; f < maker->unit->formals.count; f++) {
            xb_source_variable *formal = maker->unit->formals.items[f];
            formal->intent = formal->written ? XB_INTENT_INOUT : XB_INTENT_IN;
            formal->is_result = maker->unit->is_function && f + 1 == maker->unit->formals.count;
        }
    }
    if (maker->language->lacks_arrays)
        xb_source_place_elements(maker);
    find_recursion(maker);
    check_bounds(maker);
}

/* Nobody calls a unit within another one but that, and what is called from there. */
static void lower_bodies(xb_source_maker *maker)
{
    const xb_list *units = &maker->source->units;
    xb_list open = {0};
    for (size_t i = 0; i < units->count; i++) {
        xb_source_unit *unit = units->items[i];
        unit->is_used = !unit->host;
        if (unit->is_used)
            xb_list_append(maker->arena, &open, unit);
    }
    for (size_t i = 0; i < open.count && !maker->status; i++) {
        maker->unit = open.items[i];
        xb_maker_body(maker);
        const xb_list *calls = &maker->unit->calls;
        for (size_t c = 0; c < calls->count; c++) {
            xb_source_unit *callee = calls->items[c];
            if (!callee->is_used)
                xb_list_append(maker->arena, &open, callee);
            callee->is_used = true;
        }
    }
}

static void keep_used(xb_list *units)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < units->count; i++)
        if (((const xb_source_unit *)units->items[i])->is_used)
            units->items[kept++] = units->items[i];
    units->count = kept;
}

/* What nobody calls is left out. */
static void leave_out_unused(xb_source *source)
{
    keep_used(&source->units);
    for (uint32_t i = 0; i < source->units.count; i++) {
        xb_source_unit *unit = source->units.items[i];
        unit->number = i;
        keep_used(&unit->inner);
    }
}

/* ---- all ------------------------------------------------------------------------------------------------
 */

xb_status xb_source_make(xb_analyses *analyses, xb_arena *arena, xb_arena *scratch,
                         const xb_source_language *language, const xb_source_options *options,
                         xb_source *source)
{
    xb_source_maker maker = {.analyses = analyses,
                             .program = xb_analyses_program(analyses),
                             .arena = arena,
                             .scratch = scratch,
                             .language = language,
                             .source = source};
    *source = (xb_source){.program = maker.program, .file = maker.program->file, .options = *options};
    add_units(&maker);
    lower_bodies(&maker);
    leave_out_unused(source);
    if (!maker.status)
        xb_maker_declarations(&maker);
    if (!maker.status)
        xb_source_find_blocks(&maker);
    if (!maker.status)
        xb_source_check_storage(&maker);
    if (maker.status)
        return maker.status;
    settle(&maker);
    xb_source_group_tape(&maker);
    if (!maker.status)
        xb_source_name(&maker);
    return maker.status;
}
