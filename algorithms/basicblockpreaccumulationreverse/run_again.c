/*
 * The footprints tell which routines reach something unknown. What that is, is looked for from the first of
 * them only.
 */
#include "algorithms/basicblockpreaccumulationreverse/run_again.h"

#include "analysis/calls.h"
#include "analysis/footprints.h"
#include "analysis/liveness.h"
#include "traverse/traverse.h"

enum { NAMED = 3 };

/* What has been found. */
typedef struct findings {
    xb_run *run;
    xb_map known;             /* by node index: callees of weak calls */
    const xb_routine *first;  /* NULL: no callee reaches something unknown */
    const char *names;        /* of some that do */
    size_t count;             /* of all that do */
    const xb_node *unknown;   /* a call of a routine without body, or a marker */
    const xb_symbol *outside; /* the routine without body; NULL: it is a marker */
} findings;

static void see_call(void *context, const xb_scheduled_call *call)
{
    findings *f = context;
    xb_program *program = xb_run_program(f->run);
    const xb_routine *callee = xb_program_routine(program, call->callee);
    if (!call->weak || !callee || xb_map_get(&f->known, callee->node.index, 0))
        return;
    xb_map_put(program->arena, &f->known, callee->node.index, 0, callee);
    const xb_footprint *footprint = xb_footprint_of(xb_footprints_of(xb_run_analyses(f->run)), callee);
    if (!footprint || !footprint->reads_unknown)
        return;
    f->first = f->first ? f->first : callee;
    if (f->count++ < NAMED)
        f->names = xb_arena_format(program->arena, "%s%s'%s'", f->names, f->count > 1 ? ", " : "",
                                   callee->symbol->id->text);
}

static xb_visit see_unknown(xb_walk *walk, xb_node *node, void *context)
{
    findings *f = context;
    const xb_symbol *called = node->kind == XB_KIND_SUBROUTINE_CALL ? ((const xb_call *)node)->symbol
                              : node->kind == XB_KIND_FUNCTION_CALL ? ((const xb_function_call *)node)->symbol
                                                                    : NULL;
    bool is_known = called ? xb_program_routine(xb_walk_program(walk), called) != NULL
                           : xb_marker_is_harmless((const xb_marker *)node);
    if (is_known)
        return XB_VISIT_CONTINUE;
    f->unknown = node;
    f->outside = called;
    return XB_VISIT_STOP;
}

/* Looks into the routines that the first callee reaches, and into itself, in the order of the document. */
static void find_unknown(findings *f)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_SUBROUTINE_CALL] = see_unknown,
                                                 [XB_KIND_FUNCTION_CALL] = see_unknown,
                                                 [XB_KIND_MARKER] = see_unknown},
                                       .view = XB_VIEW_READ};
    xb_program *program = xb_run_program(f->run);
    xb_arena *scratch = xb_run_scratch(f->run);
    const xb_call_graph *calls = xb_calls_of(xb_run_analyses(f->run));
    bool *reached = xb_arena_array(scratch, program->routines.count + 1, sizeof *reached);
    const uint32_t from = xb_calls_vertex(calls, f->first);
    if (from != XB_GRAPH_NONE)
        xb_graph_reachable(scratch, &calls->graph, from, reached);
    for (uint32_t v = 0; !f->unknown && v < calls->graph.vertex_count; v++)
        if (reached[v])
            xb_traverse(program, scratch, program->routines.items[v], &visitor, f);
}

void xb_tell_what_runs_again(xb_run *run, const xb_schedule *schedule)
{
    xb_program *program = xb_run_program(run);
    findings f = {.run = run, .names = ""};
    xb_schedule_visit(run, schedule, see_call, &f);
    if (!f.first)
        return;
    find_unknown(&f);
    if (!f.unknown)
        return;
    xb_remark(program->diagnostics, xb_program_place(program, f.unknown, NULL),
              "weak calls run %s%s again, and with %s %s%s%s", f.names, f.count > NAMED ? " and others" : "",
              f.count > 1 ? "them" : "it", f.outside ? "'" : "what this marker stands for",
              f.outside ? f.outside->id->text : "", f.outside ? "', which has no body" : "");
}
