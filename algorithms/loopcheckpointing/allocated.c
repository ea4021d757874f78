/*
 * A step may assign an array before it reads it, and snapshots may hold it all the same: a sweep that calls
 * itself counts as one that reads first all that it reads. If snapshots are periodic, the sweep is a loop,
 * and what each step assigns first is in none.
 */
#include "algorithms/loopcheckpointing/allocated.h"

#include "algorithms/loopcheckpointing/private.h"
#include "analysis/storage.h"

/* What is known of a loop. */
typedef struct looking {
    const xb_swept_loop *loop;
    xb_exposure body, before;  /* of a step, and of what is executed before the loop */
    const xb_routine *routine; /* that is looked at */
    xb_list open;              /* xb_routine: called, and still to be looked at */
    xb_map known;              /* by node index: routines that are called, and arrays that are warned of */
} looking;

/* @return whether it was not known */
static bool note(looking *l, const xb_node *node)
{
    bool known = xb_map_get(&l->known, node->index, 0);
    xb_map_put(xb_run_scratch(l->loop->run), &l->known, node->index, 0, node);
    return !known;
}

static void note_callee(looking *l, const xb_symbol *called)
{
    xb_routine *callee = xb_program_routine(xb_run_program(l->loop->run), called);
    if (callee && note(l, &callee->node))
        xb_list_append(xb_run_scratch(l->loop->run), &l->open, callee);
}

static xb_visit see_call(xb_walk *walk, xb_node *node, void *context)
{
    (void)walk;
    note_callee(context, ((const xb_call *)node)->symbol);
    return XB_VISIT_CONTINUE;
}

static xb_visit see_function(xb_walk *walk, xb_node *node, void *context)
{
    (void)walk;
    note_callee(context, ((const xb_function_call *)node)->symbol);
    return XB_VISIT_CONTINUE;
}

static bool may_be_missing(const looking *l, const xb_reference *target)
{
    const xb_storage *storage = xb_storage_of(xb_run_analyses(l->loop->run));
    const xb_symbol *symbol = target->symbol;
    return xb_is_from_outside(l->routine, symbol) && xb_storage_may_be_allocated(storage, target) &&
           (!l->loop->periodic || xb_list_has(&l->body.exposed, symbol)) &&
           !xb_list_has(&l->before.written, symbol);
}

static xb_visit see_assignment(xb_walk *walk, xb_node *node, void *context)
{
    looking *l = context;
    const xb_reference *target = ((const xb_assignment *)node)->target;
    if (may_be_missing(l, target) && note(l, &target->symbol->node))
        xb_warning(xb_walk_program(walk)->diagnostics, l->loop->place, "assign it before the loop",
                   "%s may be allocated in the loop: its snapshots take it to be allocated before",
                   target->symbol->id->text);
    return XB_VISIT_CONTINUE;
}

/* What is executed before the loop. */
static xb_exposure exposure_before(const xb_swept_loop *loop)
{
    xb_arena *arena = xb_run_program(loop->run)->arena;
    const xb_region whole = xb_region_of(loop->original, XB_VIEW_READ);
    const xb_graph *graph = &loop->original->flow.graph;
    bool *inside = xb_arena_array(arena, graph->vertex_count, sizeof *inside);
    xb_graph_reaching(xb_run_scratch(loop->run), graph, loop->head, inside);
    for (uint32_t v = 0; v < graph->vertex_count; v++)
        inside[v] = inside[v] && !loop->inside[v];
    const xb_region region = {loop->original, XB_VIEW_READ, inside, whole.entry};
    return xb_exposure_of(xb_footprints_of(xb_run_analyses(loop->run)), arena, &region);
}

void xb_warn_of_allocated_in(const xb_swept_loop *loop)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_ASSIGNMENT] = see_assignment,
                                                 [XB_KIND_SUBROUTINE_CALL] = see_call,
                                                 [XB_KIND_FUNCTION_CALL] = see_function},
                                       .view = XB_VIEW_READ};
    xb_program *program = xb_run_program(loop->run);
    looking l = {loop, xb_exposure_of_body(loop), exposure_before(loop), loop->original, {0}, {0}};
    for (uint32_t v = 0; v < loop->original->flow.graph.vertex_count; v++)
        if (loop->inside[v])
            xb_traverse(program, xb_run_scratch(loop->run), loop->original->flow.vertices.items[v], &visitor,
                        &l);
    while (l.open.count > 0) {
        xb_routine *called = l.open.items[--l.open.count];
        l.routine = called;
        xb_traverse(program, xb_run_scratch(loop->run), &called->node, &visitor, &l);
    }
}
