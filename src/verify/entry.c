/*
 * Names as the front end makes them: the source name, an underscore or two, a number.
 */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "traverse/calls.h"
#include "verify/layout.h"
#include "verify/layout_internal.h"

/* ---- names ---- */

const char *xb_layout_base_name(xb_arena *arena, const xb_symbol *symbol)
{
    const char *text = symbol->id->text;
    size_t length = symbol->id->length, end = length;
    while (end > 0 && isdigit((unsigned char)text[end - 1]))
        end--;
    if (end < length && end > 0 && text[end - 1] == '_') {
        while (end > 0 && text[end - 1] == '_')
            end--;
        length = end;
    }
    return xb_arena_copy_text(arena, text, length);
}

bool xb_layout_has_base_name(const char *id, const char *name)
{
    size_t length = strlen(name);
    if (strncasecmp(id, name, length) != 0)
        return false;
    const char *rest = id + length;
    if (!*rest)
        return true;
    size_t bars = strspn(rest, "_");
    return bars > 0 && rest[bars + strspn(rest + bars, "0123456789")] == '\0';
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
        size_t extent = (size_t)(storage->bounds[d].upper - storage->bounds[d].lower + 1);
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

/* ---- the entry routine ---- */

static bool contains(const char *text, const char *part)
{
    size_t length = strlen(part);
    for (; *text; text++)
        if (strncasecmp(text, part, length) == 0)
            return true;
    return false;
}

const xb_routine *xb_layout_routine(const xb_program *program, const char *name)
{
    const xb_routine *begins = NULL, *has = NULL;
    for (size_t i = 0; i < program->routines.count; i++) {
        const xb_routine *routine = program->routines.items[i];
        const char *id = routine->symbol->id->text;
        if (!xb_routine_is_procedure(routine))
            continue;
        if (strcasecmp(id, name) == 0)
            return routine;
        if (strncasecmp(id, name, strlen(name)) == 0)
            begins = routine;
        else if (contains(id, name))
            has = routine;
    }
    return begins ? begins : has;
}

static const char *routine_names(xb_arena *arena, const xb_program *program)
{
    const char *text = "";
    size_t count = 0;
    for (size_t i = 0; i < program->routines.count && count < 10; i++) {
        const xb_routine *routine = program->routines.items[i];
        if (!xb_routine_is_procedure(routine))
            continue;
        text = xb_arena_format(arena, "%s%s%s", text, count++ > 0 ? ", " : "", routine->symbol->id->text);
    }
    return xb_arena_format(arena, "there are: %s", text);
}

/* A routine that was renamed has the program's prefix before its name. */
bool xb_layout_begins_with_head(const xb_program *program, const xb_routine *routine)
{
    const char *name = routine->symbol->id->text;
    if (program->prefix && strncmp(name, program->prefix->text, program->prefix->length) == 0)
        name += program->prefix->length;
    return strncasecmp(name, "head", 4) == 0;
}

/* Notes who is called by another one, by node. Edges of the call graph may be missing, and statements left
 * out. */
static bool *note_called(xb_arena *arena, xb_program *program)
{
    const xb_graph calls = xb_calls(program, arena);
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

xb_status xb_layout_entry(xb_arena *arena, xb_diagnostics *diagnostics, xb_program *program,
                          const xb_case *description, const xb_routine **routine)
{
    const char *name = description->entry;
    const xb_place place = description->entry_field ? xb_case_place(description, description->entry_field)
                                                    : (xb_place){.file = program->file};
    *routine = xb_layout_routine(program, name ? name : "head");
    if (!name && (!*routine || !xb_layout_begins_with_head(program, *routine)))
        *routine = uncalled(arena, program);
    if (*routine)
        return XB_STATUS_OK;
    if (name)
        return xb_error(diagnostics, XB_STATUS_INVALID, place, routine_names(arena, program),
                        "the program has no procedure named %s", name);
    return xb_error(
        diagnostics, XB_STATUS_INVALID, place, routine_names(arena, program),
        "it is not clear which routine is the entry: name it with --entry, or in a case file, under entry");
}
