/*
 * What names mean that users give of variables, without the decoration of front ends.
 */
#include <string.h>
#include <strings.h>

#include "analysis/entry.h"
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

static const char *element_name(xb_arena *arena, const xb_layout_storage *storage, size_t element)
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
    const char *element = element_name(arena, storage, number->element);
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
                               xb_some_of(arena, (const char *const *)formals.items, formals.count));
    return globals.count > 0
               ? xb_arena_format(arena, "there are: %s",
                                 xb_some_of(arena, (const char *const *)globals.items, globals.count))
               : "independents and dependents may also name arguments of the entry";
}

/* ---- the entry routine ---- */

xb_status xb_layout_entry(xb_arena *arena, xb_diagnostics *diagnostics, xb_program *program,
                          const xb_case *description, const xb_routine **routine)
{
    const xb_place place = description->entry_field ? xb_case_place(description, description->entry_field)
                                                    : (xb_place){.file = program->file};
    if (!description->entry)
        return xb_entry_usual(arena, diagnostics, program, routine);
    return xb_entry_require(arena, diagnostics, program, description->entry, place, routine);
}
