/*
 * Versions have been made by now, and function calls in them lead to plain versions: only calls of
 * subroutines are led to new symbols.
 */
#include "algorithms/associationbyname/tangent_names.h"

#include "algorithms/support/names.h"
#include "ir/tags.h"
#include "ir/version.h"
#include "traverse/traverse.h"

/* New symbols of routines that propagate tangents. */
typedef struct renaming {
    xb_program *program;
    const xb_callees *callees;
    xb_node_map symbols; /* by routine, as read */
} renaming;

/* What propagates tangents has a name of its own, and says whose tangents these are. */
static void rename_version(renaming *r, xb_routine *version, const char *suffix)
{
    const xb_node *node = &version->node;
    const char *name = version->symbol->id->text;
    xb_tag tag;
    if (!xb_tags_find(r->program, node, XB_TAG_MOTION, &tag)) {
        xb_tags_remove(r->program, node, XB_TAG_ROUTINE);
        xb_tags_add(r->program, node, XB_TAG_ROUTINE, name);
    }
    version->symbol = xb_suffixed_subroutine(r->program, version->symbol, suffix);
    version->symbol->routine = version;
    xb_node_map_put(r->program->arena, &r->program->routine_by_symbol, &version->symbol->node, version);
    xb_node_map_put(r->program->arena, &r->symbols, &version->version->original->node, version->symbol);
}

static xb_visit lead_to_renamed(xb_walk *walk, xb_node *node, void *context)
{
    const renaming *r = context;
    xb_call *call = (xb_call *)node;
    const xb_routine *callee = xb_callee(r->callees, call);
    xb_symbol *symbol = callee ? xb_node_map_get(&r->symbols, &callee->node) : NULL;
    (void)walk;
    if (symbol)
        call->symbol = symbol;
    return XB_VISIT_CONTINUE;
}

void xb_tangents_rename(xb_run *run, const xb_callees *callees, const char *version_name, const char *suffix)
{
    static const xb_visitor calls = {.enter = {[XB_KIND_SUBROUTINE_CALL] = lead_to_renamed}};
    xb_program *program = xb_run_program(run);
    const xb_list *routines = &program->routines;
    renaming r = {.program = program, .callees = callees};
    for (size_t i = 0; *suffix && i < routines->count; i++) {
        xb_routine *routine = routines->items[i], *version = xb_version_find(program, routine, version_name);
        if (version && !routine->kept && xb_routine_is_procedure(routine))
            rename_version(&r, version, suffix);
    }
    for (size_t i = 0; !xb_node_map_is_empty(&r.symbols) && i < routines->count; i++) {
        xb_routine *version = xb_version_find(program, routines->items[i], version_name);
        if (version)
            xb_traverse(program, xb_run_scratch(run), &version->node, &calls, &r);
    }
}
