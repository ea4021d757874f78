/*
 * One walk finds the markers of the program; symbols are looked up by name in each scope. Places are fields
 * of the case: what reads it knows no lines.
 */
#include "verify/case_effects.h"

#include <string.h>

#include "traverse/traverse.h"
#include "ir/decoration.h"

typedef struct checking {
    xb_arena *arena;
    xb_diagnostics *diagnostics;
    const xb_program *program;
    const xb_case *description;
    const xb_layout *layout;
    xb_map markers; /* scope's and statement's name to the routine */
    const xb_case_marker *marker;
    const xb_routine *routine; /* of the marker */
} checking;

static const xb_name *name_of(const checking *work, const char *text)
{
    return xb_names_find(work->program->names, text, strlen(text));
}

static void warn(const checking *work, const char *field, const char *why)
{
    xb_warning(work->diagnostics, xb_case_place(work->description, field),
               "remove it, or correct what it names", "%s has no effect: %s", field, why);
}

/* The first symbol from scope number *scope on that a name of the case means; NULL: there is none. */
static const xb_symbol *next_symbol(const checking *work, const xb_case_symbol *named, size_t *scope)
{
    const xb_name *id = name_of(work, named->id);
    const xb_symbol *found = NULL;
    for (; id && !found && *scope < work->program->scopes.count; (*scope)++) {
        const xb_scope *where = work->program->scopes.items[*scope];
        if (!named->scope || strcmp(named->scope, xb_scope_text(where)) == 0)
            found = xb_symbol_find(where, id);
    }
    return found;
}

/* ---- markers ---- */

static xb_visit see_marker(xb_walk *walk, xb_node *node, void *context)
{
    checking *work = context;
    const xb_routine *routine = xb_walk_routine(walk);
    const xb_name *id = ((const xb_marker *)node)->statement.id;
    if (routine && routine->scope && routine->scope->id && id)
        xb_map_put(work->arena, &work->markers, routine->scope->id->index, id->index, routine);
    return XB_VISIT_CONTINUE;
}

/* A variable that a marker's formulas name; NULL: there is none. */
static const xb_symbol *variable_named(const checking *work, const char *text)
{
    const xb_name *id = name_of(work, text);
    const xb_symbol *symbol = NULL;
    for (const xb_scope *scope = work->routine->scope; id && scope && !symbol; scope = scope->parent)
        symbol = xb_symbol_find(scope, id);
    return symbol && symbol->kind == XB_SYMBOL_VARIABLE ? symbol : NULL;
}

static void check_name(void *context, const char *text)
{
    const checking *work = context;
    if (variable_named(work, text))
        return;
    xb_warning(work->diagnostics, xb_case_place(work->description, work->marker->field),
               "name a variable of the routine or of a scope around it, by its symbol_id",
               "%s fails if it is run: there is no variable %s in %s", work->marker->field, text,
               work->routine->symbol->id->text);
}

/* Who transforms the program does not know what its markers do. */
static void check_target(checking *work, const char *text)
{
    const xb_symbol *symbol = variable_named(work, text);
    check_name(work, text);
    if (symbol && xb_symbol_is_active(symbol))
        xb_warning(
            work->diagnostics, xb_case_place(work->description, work->marker->field),
            "let a routine set it, or declare it passive",
            "%s sets %s, which has a derivative: transformed programs keep that derivative, the original "
            "has 0",
            work->marker->field, text);
}

static void check_marker(checking *work, const xb_case_marker *marker)
{
    const xb_name *scope = name_of(work, marker->scope), *statement = name_of(work, marker->statement);
    work->marker = marker;
    work->routine = scope && statement ? xb_map_get(&work->markers, scope->index, statement->index) : NULL;
    if (!work->routine) {
        warn(work, marker->field,
             xb_arena_format(work->arena, "no routine with the scope %s has a marker %s", marker->scope,
                             marker->statement));
        return;
    }
    for (size_t i = 0; i < marker->count; i++) {
        const xb_marker_action *action = &marker->actions[i];
        check_target(work, action->target);
        xb_marker_names(action->value, check_name, work);
        for (size_t k = 0; k < action->count; k++)
            xb_marker_names(action->places[k], check_name, work);
    }
}

static void check_markers(checking *work, xb_program *program)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_MARKER] = see_marker}, .view = XB_VIEW_READ};
    const xb_case_marker *markers = work->description->markers.items;
    if (work->description->markers.count > 0)
        xb_traverse(program, work->arena, &program->node, &visitor, work);
    for (size_t i = 0; i < work->description->markers.count; i++)
        check_marker(work, &markers[i]);
}

/* ---- extents and initial values ---- */

/* Why extents have no effect on a symbol; NULL: they have one. */
static const char *useless_extents(const checking *work, const xb_case_extents *extents,
                                   const xb_symbol *symbol)
{
    const char *id = symbol->id->text;
    if (symbol->kind != XB_SYMBOL_VARIABLE || symbol->rank <= 0)
        return xb_arena_format(work->arena, "%s is no array", id);
    if (symbol->bounds_count > 0)
        return xb_arena_format(work->arena, "%s is declared with bounds", id);
    if (symbol->rank != extents->rank)
        return xb_arena_format(work->arena, "%s has rank %d, not %d", id, symbol->rank, extents->rank);
    return NULL;
}

static void check_extents(const checking *work, const xb_case_extents *extents)
{
    const char *why = NULL;
    size_t scope = 0;
    for (const xb_symbol *symbol = next_symbol(work, &extents->symbol, &scope); symbol;
         symbol = next_symbol(work, &extents->symbol, &scope)) {
        why = useless_extents(work, extents, symbol);
        if (!why)
            return;
    }
    if (why)
        warn(work, extents->symbol.field, why);
}

static bool is_formal(const xb_program *program, const xb_symbol *symbol)
{
    for (size_t r = 0; r < program->routines.count; r++) {
        const xb_routine *routine = program->routines.items[r];
        if (routine->scope == symbol->scope && xb_formals_find(&routine->formals, symbol))
            return true;
    }
    return false;
}

/* Whether a global variable is set by a layout. */
static bool is_set(const checking *work, const xb_symbol *symbol)
{
    const xb_layout *layout = work->layout;
    for (size_t i = layout->argument_count; i < layout->storage_count; i++)
        if (layout->storages[i].symbol == symbol)
            return layout->storages[i].independent || work->description->has_y0;
    return false;
}

static size_t count_of(const xb_symbol *symbol)
{
    size_t count = 1;
    for (size_t d = 0; d < symbol->bounds_count; d++) {
        if (__builtin_mul_overflow(count, xb_bounds_extent(*xb_symbol_bounds(symbol, d)), &count))
            return SIZE_MAX;
    }
    return symbol->rank > 0 && symbol->bounds_count == 0 ? SIZE_MAX : count;
}

static const char *useless_values(const checking *work, const xb_case_value *named, const xb_symbol *symbol)
{
    const char *id = symbol->id->text;
    if (named->count == 0)
        return "there are no values";
    if (is_formal(work->program, symbol))
        return xb_arena_format(work->arena, "%s is an argument, whose value is the caller's", id);
    if (is_set(work, symbol))
        return xb_arena_format(work->arena, "%s is set before each run", id);
    if (named->count > 1 && named->count > count_of(symbol))
        return xb_arena_format(work->arena, "of %zu values, %s has only room for %zu", named->count, id,
                               count_of(symbol));
    return NULL;
}

static void check_initial(const checking *work, const xb_case_value *named)
{
    const char *why = NULL;
    size_t scope = 0;
    for (const xb_symbol *symbol = next_symbol(work, &named->symbol, &scope); symbol;
         symbol = next_symbol(work, &named->symbol, &scope)) {
        why = useless_values(work, named, symbol);
        if (!why)
            return;
    }
    if (why)
        warn(work, named->symbol.field, why);
}

/* ---- numbers ---- */

/* An argument that is given more numbers than it has. */
static xb_status check_numbers(const checking *work, size_t i)
{
    const xb_layout_storage *storage = &work->layout->storages[i];
    bool number = !storage->absent && (storage->independent || storage->dependent);
    size_t room = number && storage->symbol->rank <= 0 ? 1 : number ? count_of(storage->symbol) : SIZE_MAX;
    if (storage->count <= room)
        return XB_STATUS_OK;
    const xb_case *description = work->description;
    const char *which = storage->independent ? "x" : "y";
    const char *field = description->has_arguments
                            ? xb_arena_format(work->arena, "arguments[%zu].%s", i + 1, which)
                        : !storage->independent ? "m"
                        : description->has_n    ? "n"
                                                : "x0";
    const xb_formal *formal = xb_routine_formal(work->layout->entry, (uint32_t)i + 1);
    const xb_place place = description->file && !description->x0_typed
                               ? xb_case_place(description, field)
                               : xb_program_place(work->program, &formal->node, NULL);
    const char *hint = "give as many numbers as it has elements";
    const char *text =
        xb_arena_format(work->arena, "of %zu elements that are given, %s has only the first %zu",
                        storage->count, storage->symbol->id->text, room);
    if (description->x0_typed || !storage->independent) /* what it does not have is never set */
        return xb_error(work->diagnostics, XB_STATUS_INVALID, place, hint, "%s", text);
    xb_warning(work->diagnostics, place, hint, "%s", text);
    return XB_STATUS_OK;
}

/* A list of arguments that ends before those of the entry do. */
static void check_length(const checking *work)
{
    const xb_case *description = work->description;
    const xb_routine *entry = work->layout->entry;
    for (size_t i = 0; description->has_arguments && i < entry->formals.count; i++) {
        const xb_formal *formal = entry->formals.items[i];
        if (formal->position <= description->argument_count)
            continue;
        xb_warning(work->diagnostics, xb_case_place(description, "arguments"),
                   "write one object for each argument, {\"absent\": true} for one that is left out",
                   "%s has the argument %s after the %zu that %s described: it is taken to be absent",
                   entry->symbol->id->text, formal->symbol->id->text, description->argument_count,
                   xb_plural(description->argument_count, "is", "are"));
        return;
    }
}

/* ---- routines and groups ---- */

/* Whether a routine without body has this name, or its beginning up to a number. */
static bool is_external(const checking *work, const char *name)
{
    for (size_t s = 0; s < work->program->scopes.count; s++) {
        const xb_scope *scope = work->program->scopes.items[s];
        for (size_t i = 0; i < scope->read_count; i++) {
            const xb_symbol *symbol = scope->symbols.items[i];
            if (symbol->kind == XB_SYMBOL_SUBROUTINE && !xb_program_routine(work->program, symbol) &&
                xb_name_agrees(symbol->id->text, name))
                return true;
        }
    }
    return false;
}

static void check_externals(const checking *work)
{
    const xb_list *externals = &work->description->externals;
    for (size_t i = 0; i < externals->count; i++)
        if (!is_external(work, externals->items[i]))
            warn(work, xb_arena_format(work->arena, "externals[%zu]", i + 1),
                 xb_arena_format(work->arena, "there is no routine %s without body",
                                 (const char *)externals->items[i]));
}

static void check_groups(const checking *work)
{
    const xb_case_group *groups = work->description->association.items;
    for (size_t i = 0; i < work->description->association.count; i++)
        if (groups[i].count < 2)
            warn(work, xb_arena_format(work->arena, "association[%zu]", i + 1),
                 "it takes two to share storage");
}

/* What is said of the world around routines, whichever is run. */
static void check_world(checking *work, xb_program *program)
{
    const xb_case_extents *extents = work->description->extents.items;
    check_markers(work, program);
    for (size_t i = 0; i < work->description->extents.count; i++)
        check_extents(work, &extents[i]);
    check_externals(work);
    check_groups(work);
}

xb_status xb_case_check(xb_arena *arena, xb_diagnostics *diagnostics, xb_program *program,
                        const xb_case *description, const xb_layout *layout)
{
    checking work = {.arena = arena,
                     .diagnostics = diagnostics,
                     .program = program,
                     .description = description,
                     .layout = layout};
    const xb_case_value *initial = description->initial.items, *shorten = description->shorten.items;
    xb_status status = XB_STATUS_OK;
    check_world(&work, program);
    check_length(&work);
    for (size_t i = 0; !status && i < layout->argument_count; i++)
        status = check_numbers(&work, i);
    for (size_t i = 0; i < description->initial.count; i++)
        check_initial(&work, &initial[i]);
    for (size_t i = 0; i < description->shorten.count; i++)
        if (shorten[i].count > 1)
            xb_warning(diagnostics, xb_case_place(description, shorten[i].symbol.field), "write one number",
                       "%s has %zu values, of which only the first has an effect", shorten[i].symbol.field,
                       shorten[i].count);
    return status;
}

/* ---- tests of rules ---- */

void xb_case_check_for_rules(xb_arena *arena, xb_program *program, const xb_case *description)
{
    const xb_case *d = description;
    checking work = {
        .arena = arena, .diagnostics = program->diagnostics, .program = program, .description = description};
    const struct {
        const char *field;
        bool said;
    } rows[] = {{"entry", d->entry},
                {"n", d->has_n},
                {"m", d->has_m},
                {"x0", d->x0},
                {"points", d->points.count > 0},
                {"ranges", d->ranges},
                {"arguments", d->has_arguments},
                {"independents", d->independents.given},
                {"dependents", d->dependents.given},
                {"globals", d->has_globals},
                {"setup", d->setup.count > 0},
                {"shorten", d->shorten.count > 0},
                {"y0", d->has_y0},
                {"limits", d->step_limit || d->memory_limit || d->depth_limit}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].said)
            warn(&work, rows[i].field, "routines of rules are run by themselves, with random numbers");
    check_world(&work, program);
}
