/*
 * What names mean that users give: of variables and routines, without the decoration of front ends.
 */
#include <string.h>
#include <strings.h>

#include "analysis/calls.h"
#include "ir/decoration.h"
#include "verify/layout.h"
#include "verify/layout_internal.h"

/* ---- names ---- */

bool xb_layout_is_named(xb_arena *arena, const xb_symbol *symbol, const char *name)
{
    const char *slash = strchr(name, '/');
    if (slash) {
        const char *scope = xb_arena_copy_text(arena, name, (size_t)(slash - name));
        if (strcmp(scope, xb_scope_text(symbol->scope)) != 0)
            return false;
        name = slash + 1;
    }
    return strcasecmp(symbol->id->text, name) == 0 ||
           strcasecmp(xb_plain_text(arena, symbol->id->text), name) == 0;
}

const xb_symbol *xb_layout_counterpart(const xb_program *program, const xb_symbol *symbol)
{
    const xb_name *scope_id = symbol->scope->id;
    const xb_name *scope = scope_id ? xb_names_find(program->names, scope_id->text, scope_id->length) : NULL;
    const xb_name *id = xb_names_find(program->names, symbol->id->text, symbol->id->length);
    const xb_scope *found = scope && id ? xb_scope_find(program, scope) : NULL;
    return found ? xb_symbol_find(found, id) : NULL;
}

const char *xb_layout_element_name(xb_arena *arena, const xb_layout_storage *storage, size_t element)
{
    const char *text = "";
    for (int d = 0; d < storage->rank; d++) {
        size_t extent = (size_t)xb_bounds_extent(storage->bounds[d]);
        long long subscript = (long long)(storage->bounds[d].lower + (int64_t)(element % extent));
        text = xb_arena_format(arena, "%s%s%lld", text, d > 0 ? "," : "(", subscript);
        element /= extent;
    }
    return xb_arena_format(arena, "%s%s%s", storage->symbol->id->text, text, *text ? ")" : "");
}

const char *xb_layout_name(xb_arena *arena, const xb_layout *layout, const xb_layout_number *number)
{
    const xb_layout_storage *storage = &layout->storages[number->storage];
    const char *element = xb_layout_element_name(arena, storage, number->element);
    if (storage->type != XB_TYPE_COMPLEX)
        return element;
    return xb_arena_format(arena, "%s %s", number->imaginary ? "im" : "re", element);
}

/* ---- global variables ---- */

xb_list xb_layout_globals(xb_arena *arena, const xb_program *program)
{
    xb_list globals = {0};
    for (size_t s = 0; s < program->scopes.count; s++) {
        const xb_scope *scope = program->scopes.items[s];
        for (size_t i = 0; i < scope->read_count; i++) {
            xb_symbol *symbol = scope->symbols.items[i];
            if (symbol->kind == XB_SYMBOL_VARIABLE && !xb_procedure_of(symbol))
                xb_list_append(arena, &globals, symbol);
        }
    }
    return globals;
}

/* Appends the name that a variable has in the source, if it can be x or y. */
static void add_name(const xb_layout_builder *state, const xb_symbol *symbol, xb_list *names)
{
    if (xb_layout_is_numeric(symbol) && xb_layout_numbers(state, symbol) > 0)
        xb_list_append(state->arena, names, xb_plain_text(state->arena, symbol->id->text));
}

/* Some names, up to a few. */
static const char *join(xb_arena *arena, const xb_list *names)
{
    enum { FEW = 10 };
    const char *text = "";
    for (size_t i = 0; i < names->count && i < FEW; i++)
        text = xb_arena_format(arena, "%s%s%s", text, i > 0 ? ", " : "", (const char *)names->items[i]);
    return names->count > FEW ? xb_arena_format(arena, "%s and %u more", text, names->count - FEW) : text;
}

const char *xb_layout_suggest(const xb_layout_builder *state, const char *name, bool arguments)
{
    xb_arena *arena = state->arena;
    const xb_routine *entry = state->layout->entry;
    const xb_list symbols = xb_layout_globals(arena, state->program);
    xb_list known = {0}, formals = {0}, globals = {0};
    for (size_t i = 0; arguments && i < entry->formals.count; i++) {
        const xb_symbol *symbol = ((const xb_formal *)entry->formals.items[i])->symbol;
        add_name(state, symbol, &known);
        xb_list_append(arena, &formals, symbol->id->text);
    }
    for (size_t i = 0; i < symbols.count; i++) {
        add_name(state, symbols.items[i], &known);
        add_name(state, symbols.items[i], &globals);
    }
    const char *nearest = xb_nearest(arena, name, (const char *const *)known.items, known.count);
    if (nearest)
        return xb_arena_format(arena, "did you mean %s?", nearest);
    if (formals.count > 0)
        return xb_arena_format(arena, "%s has the arguments %s", entry->symbol->id->text,
                               join(arena, &formals));
    return globals.count > 0 ? xb_arena_format(arena, "there are: %s", join(arena, &globals))
                             : "independents and dependents may also name arguments of the entry";
}

/* ---- the entry routine ---- */

static bool contains(const char *text, const char *part)
{
    size_t length = strlen(part);
    for (; *text; text++)
        if (strncasecmp(text, part, length) == 0)
            return true;
    return false;
}

/* How well a procedure's name agrees with a text, the best first: as xb_agreement says, then so without the
 * program's prefix, which renamed ones have. */
enum { RENAMED = XB_AGREES_NOT, CONTAINS = 2 * RENAMED, NONE };

static int agree(const xb_program *program, const xb_routine *routine, const char *name)
{
    const char *id = routine->symbol->id->text;
    const xb_name *prefix = program->prefix;
    xb_agreement found = xb_name_agreement(id, name);
    if (found != XB_AGREES_NOT)
        return (int)found;
    if (prefix && strncmp(id, prefix->text, prefix->length) == 0)
        found = xb_name_agreement(id + prefix->length, name);
    if (found != XB_AGREES_NOT)
        return RENAMED + (int)found;
    return contains(id, name) ? CONTAINS : NONE;
}

/* The procedures whose names agree best with a text. */
static int find_best(xb_arena *arena, const xb_program *program, const char *name, xb_list *found)
{
    int best = NONE;
    *found = (xb_list){0};
    for (size_t i = 0; i < program->routines.count; i++) {
        xb_routine *routine = program->routines.items[i];
        if (!xb_routine_is_procedure(routine))
            continue;
        int here = agree(program, routine, name);
        if (here < best)
            *found = (xb_list){0};
        best = here < best ? here : best;
        if (here == best && here != NONE)
            xb_list_append(arena, found, routine);
    }
    return best;
}

const xb_routine *xb_layout_routine(xb_arena *arena, const xb_program *program, const char *name)
{
    xb_list found = {0};
    int best = find_best(arena, program, name, &found);
    if (best == NONE)
        return NULL;
    return found.items[best <= XB_AGREES_BUT_FOR_CASE ? 0 : found.count - 1];
}

static const char *routine_names(xb_arena *arena, const xb_list *routines)
{
    xb_list names = {0};
    for (size_t i = 0; i < routines->count; i++) {
        const xb_routine *routine = routines->items[i];
        if (xb_routine_is_procedure(routine))
            xb_list_append(arena, &names, routine->symbol->id->text);
    }
    return join(arena, &names);
}

xb_status xb_layout_find_routine(xb_arena *arena, xb_diagnostics *diagnostics, const xb_program *program,
                                 const char *name, xb_place place, const xb_routine **routine)
{
    xb_list found = {0};
    int best = find_best(arena, program, name, &found);
    if (best == NONE)
        return xb_error(diagnostics, XB_STATUS_INVALID, place,
                        xb_arena_format(arena, "there are: %s", routine_names(arena, &program->routines)),
                        "the program has no procedure named %s", name);
    if (found.count > 1 && best != XB_AGREES_EXACTLY)
        return xb_error(diagnostics, XB_STATUS_INVALID, place,
                        xb_arena_format(arena, "name one of %s", routine_names(arena, &found)),
                        "it is not clear which procedure is named %s: it may be any of %u", name,
                        found.count);
    *routine = found.items[0];
    return XB_STATUS_OK;
}

bool xb_layout_begins_with_head(const xb_program *program, const xb_routine *routine)
{
    return agree(program, routine, "head") < CONTAINS;
}

/* Notes who is called by another one, by node. Edges of the call graph may be missing, and statements left
 * out. */
static bool *note_called(xb_arena *arena, xb_program *program)
{
    const xb_graph calls = xb_calls(program, arena, arena).graph;
    bool *called = xb_arena_array(arena, program->node_count, sizeof *called);
    for (uint32_t e = 0; e < calls.edge_count; e++) {
        const xb_routine *callee = program->routines.items[xb_graph_target(&calls, e)];
        if (xb_graph_source(&calls, e) != xb_graph_target(&calls, e))
            called[callee->node.index] = true;
    }
    for (size_t i = 0; i < program->call_edges.count; i++) {
        const xb_call_graph_edge *edge = program->call_edges.items[i];
        if (edge->source != edge->target)
            called[edge->target->node.index] = true;
    }
    return called;
}

/* The only procedure that no other one calls; NULL if there is none or several. */
static const xb_routine *uncalled(xb_arena *arena, xb_program *program)
{
    const xb_routine *found = NULL;
    const bool *called = note_called(arena, program);
    for (size_t i = 0; i < program->routines.count; i++) {
        const xb_routine *routine = program->routines.items[i];
        if (called[routine->node.index] || !xb_routine_is_procedure(routine))
            continue;
        if (found)
            return NULL;
        found = routine;
    }
    return found;
}

/* The entry if nobody names it. */
static xb_status find_usual(xb_arena *arena, xb_diagnostics *diagnostics, xb_program *program,
                            const xb_routine **routine)
{
    const xb_place place = {.file = program->file};
    xb_list found = {0};
    bool usual = find_best(arena, program, "head", &found) < CONTAINS;
    if (usual && found.count > 1)
        return xb_error(diagnostics, XB_STATUS_INVALID, place,
                        xb_arena_format(arena, "name one with --entry, or in a case file, under entry: %s",
                                        routine_names(arena, &found)),
                        "it is not clear which routine is the entry: %u begin with head", found.count);
    *routine = usual ? found.items[0] : uncalled(arena, program);
    if (*routine)
        return XB_STATUS_OK;
    return xb_error(
        diagnostics, XB_STATUS_INVALID, place,
        xb_arena_format(arena, "there are: %s", routine_names(arena, &program->routines)),
        "it is not clear which routine is the entry: name it with --entry, or in a case file, under entry");
}

xb_status xb_layout_entry(xb_arena *arena, xb_diagnostics *diagnostics, xb_program *program,
                          const xb_case *description, const xb_routine **routine)
{
    const xb_place place = description->entry_field ? xb_case_place(description, description->entry_field)
                                                    : (xb_place){.file = program->file};
    if (!description->entry)
        return find_usual(arena, diagnostics, program, routine);
    return xb_layout_find_routine(arena, diagnostics, program, description->entry, place, routine);
}
