/*
 * One search, which ends at the first marker that is found.
 */
#include "algorithms/support/markers.h"

#include <string.h>
#include <strings.h>

#include "analysis/accesses.h"
#include "analysis/calls.h"
#include "ir/declaration.h"
#include "traverse/traverse.h"

static xb_visit see_marker(xb_walk *walk, xb_node *node, void *context)
{
    const xb_marker **first = context;
    (void)walk;
    if (!*first && xb_marker_is_unknown((const xb_marker *)node))
        *first = (const xb_marker *)node;
    return *first ? XB_VISIT_STOP : XB_VISIT_CONTINUE;
}

const xb_marker *xb_first_marker(xb_run *run, xb_routine *routine)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_MARKER] = see_marker}, .view = XB_VIEW_READ};
    const xb_marker *first = NULL;
    xb_traverse(xb_run_program(run), xb_run_scratch(run), &routine->node, &visitor, (void *)&first);
    return first;
}

static xb_visit see_input(xb_walk *walk, xb_node *node, void *context)
{
    const xb_marker **first = context;
    (void)walk;
    if (((const xb_marker *)node)->writes.count > 0 && !xb_marker_is_internal((const xb_marker *)node))
        *first = (const xb_marker *)node;
    return *first ? XB_VISIT_STOP : XB_VISIT_CONTINUE;
}

const xb_marker *xb_first_input(xb_run *run, const xb_routine *routine)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_MARKER] = see_input}, .view = XB_VIEW_READ};
    const xb_program *program = xb_run_program(run);
    const xb_call_graph *calls = xb_calls_of(xb_run_analyses(run));
    const xb_marker *first = NULL;
    bool *reached = xb_arena_array(xb_run_scratch(run), calls->graph.vertex_count, sizeof *reached);
    uint32_t v = xb_calls_vertex(calls, routine);
    if (v != XB_GRAPH_NONE)
        xb_graph_reachable(xb_run_scratch(run), &calls->graph, v, reached);
    for (uint32_t i = 0; v != XB_GRAPH_NONE && !first && i < calls->graph.vertex_count; i++)
        if (reached[i])
            xb_traverse(xb_run_program(run), xb_run_scratch(run), program->routines.items[i], &visitor,
                        (void *)&first);
    return first;
}

/* Whether one of several variables is a text of this name. */
static bool names_text(const xb_list *references, const char *name, size_t length)
{
    for (size_t i = 0; i < references->count; i++) {
        const xb_symbol *symbol = ((const xb_reference *)references->items[i])->symbol;
        const xb_name *own =
            symbol->declaration && symbol->declaration->spelling ? symbol->declaration->spelling : symbol->id;
        if (symbol->type == XB_TYPE_STRING && own->length == length &&
            strncasecmp(own->text, name, length) == 0)
            return true;
    }
    return false;
}

bool xb_marker_is_internal(const xb_marker *marker)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    const char *text = marker->source && marker->language == XB_TEXT_FORTRAN ? marker->source->text : "";
    const char *value = text + strspn(text, letters);
    if (marker->is_known && value > text && strncmp(value, " = ", 3) == 0 &&
        value[3 + strspn(value + 3, letters)] == '\0')
        return true; /* a copy without derivative */
    const bool transfers = strncmp(text, "read (", 6) == 0 || strncmp(text, "write (", 7) == 0;
    if (!marker->is_known || !transfers)
        return false;
    const char *unit = strchr(text, '(') + 1;
    unit += strncmp(unit, "unit=", 5) == 0 ? 5 : 0;
    const size_t length = strspn(unit, letters);
    return length > 0 &&
           (names_text(&marker->writes, unit, length) || names_text(&marker->reads, unit, length));
}
