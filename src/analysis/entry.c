/*
 * Ids are compared one by one: nobody asks for many names.
 */
#include "analysis/entry.h"

#include <string.h>
#include <strings.h>

#include "analysis/calls.h"
#include "base/text.h"
#include "ir/decoration.h"
#include "ir/tags.h"

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

const xb_routine *xb_entry_named(xb_arena *arena, const xb_program *program, const char *name)
{
    xb_list found = {0};
    int best = find_best(arena, program, name, &found);
    if (best == NONE)
        return NULL;
    return found.items[best <= XB_AGREES_BUT_FOR_CASE ? 0 : found.count - 1];
}

const char *xb_entry_names(xb_arena *arena, const xb_list *routines)
{
    xb_list names = {0};
    for (size_t i = 0; i < routines->count; i++) {
        const xb_routine *routine = routines->items[i];
        if (xb_routine_is_procedure(routine))
            xb_list_append(arena, &names, routine->symbol->id->text);
    }
    return xb_some_of(arena, (const char *const *)names.items, names.count);
}

const char *xb_entry_suggest(xb_arena *arena, const xb_program *program, const char *name)
{
    xb_list known = {0};
    for (size_t i = 0; i < program->routines.count; i++) {
        const xb_routine *routine = program->routines.items[i];
        if (xb_routine_is_procedure(routine))
            xb_list_append(arena, &known, (void *)xb_plain_text(arena, routine->symbol->id->text));
    }
    const char *nearest = xb_nearest(arena, name, (const char *const *)known.items, known.count);
    return nearest ? xb_arena_format(arena, "did you mean %s?", nearest)
                   : xb_arena_format(arena, "there are: %s", xb_entry_names(arena, &program->routines));
}

xb_status xb_entry_require(xb_arena *arena, xb_diagnostics *diagnostics, const xb_program *program,
                           const char *name, xb_place place, const xb_routine **routine)
{
    xb_list found = {0};
    int best = find_best(arena, program, name, &found);
    if (best == NONE)
        return xb_error(diagnostics, XB_STATUS_INVALID, place, xb_entry_suggest(arena, program, name),
                        "the program has no procedure named %s", name);
    if (found.count > 1 && best != XB_AGREES_EXACTLY)
        return xb_error(diagnostics, XB_STATUS_INVALID, place,
                        xb_arena_format(arena, "name one of %s", xb_entry_names(arena, &found)),
                        "it is not clear which procedure is named %s: it may be any of %u", name,
                        found.count);
    *routine = found.items[0];
    return XB_STATUS_OK;
}

bool xb_entry_begins_with_head(const xb_program *program, const xb_routine *routine)
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

/* Whether a routine records, or returns from, another one, by its tag. */
static bool is_motion(const xb_program *program, const xb_routine *routine)
{
    xb_tag tag;
    return xb_tags_find(program, &routine->node, XB_TAG_MOTION, &tag);
}

xb_list xb_entry_uncalled(xb_arena *arena, xb_program *program)
{
    xb_list found = {.count = 0};
    const bool *called = note_called(arena, program);
    for (size_t i = 0; i < program->routines.count; i++) {
        xb_routine *routine = program->routines.items[i];
        if (!called[routine->node.index] && xb_routine_is_procedure(routine) && !is_motion(program, routine))
            xb_list_append(arena, &found, routine);
    }
    return found;
}

/* The only procedure that no other one calls; NULL if there is none or several. */
static const xb_routine *uncalled(xb_arena *arena, xb_program *program)
{
    const xb_list found = xb_entry_uncalled(arena, program);
    return found.count == 1 ? found.items[0] : NULL;
}

xb_status xb_entry_usual(xb_arena *arena, xb_diagnostics *diagnostics, xb_program *program,
                         const xb_routine **routine)
{
    const xb_place place = {.file = program->file};
    xb_list found = {0};
    bool usual = find_best(arena, program, "head", &found) < CONTAINS;
    if (usual && found.count > 1)
        return xb_error(diagnostics, XB_STATUS_INVALID, place,
                        xb_arena_format(arena, "name one with --entry, or in a case file, under entry: %s",
                                        xb_entry_names(arena, &found)),
                        "it is not clear which routine is the entry: %u begin with head", found.count);
    *routine = usual ? found.items[0] : uncalled(arena, program);
    if (*routine)
        return XB_STATUS_OK;
    return xb_error(
        diagnostics, XB_STATUS_INVALID, place,
        xb_arena_format(arena, "there are: %s", xb_entry_names(arena, &program->routines)),
        "it is not clear which routine is the entry: name it with --entry, or in a case file, under entry");
}
