/*
 * One search, which ends at the first marker that is found.
 */
#include "algorithms/support/markers.h"

#include "analysis/liveness.h"
#include "traverse/traverse.h"

static xb_visit see_marker(xb_walk *walk, xb_node *node, void *context)
{
    const xb_marker **first = context;
    (void)walk;
    if (!*first && !xb_marker_is_harmless((const xb_marker *)node))
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
