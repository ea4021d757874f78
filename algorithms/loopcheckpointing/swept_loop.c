/*
 * A ForLoop is a DO loop of Fortran: what changes its bound or its step under way does not change how many
 * steps it has. What may be meant as one but has another form is refused. Any other loop runs as long as its
 * condition holds, which sweeps evaluate more often than the loop does: it must have no effects.
 *
 * The vertices of a loop are those from which its EndLoop can be reached. Edges that leave them are its
 * exits, whatever is executed on the way from there. A loop with exits, or with its condition at its end, has
 * a flag, and conditions are evaluated as often as they were.
 */
#include "algorithms/loopcheckpointing/swept_loop.h"

#include <string.h>

#include "algorithms/support/names.h"
#include "analysis/accesses.h"
#include "analysis/changes.h"
#include "analysis/constructs.h"
#include "analysis/summaries.h"
#include "ir/build.h"
#include "ir/subroutine_names.h"

static const xb_flow_vertex *head_of(const xb_swept_loop *loop)
{
    return loop->original->flow.vertices.items[loop->head];
}

xb_status xb_swept_loop_refuse_for(const xb_swept_loop *loop, const char *what, const char *hint)
{
    return xb_error(xb_run_program(loop->run)->diagnostics, XB_STATUS_UNSUPPORTED, loop->place, hint,
                    "the loop can't be reversed by checkpoints: %s", what);
}

xb_status xb_swept_loop_refuse(const xb_swept_loop *loop, const char *what)
{
    return xb_swept_loop_refuse_for(loop, what, "leave it to --tape, or let a routine do what its body does");
}

/* ---- its steps ----------------------------------------------------------------------------------------- */

/* Whether the loop variable may be changed by name. Fortran allows no other way, either. */
static bool changes_variable(xb_changes *changes, const xb_swept_loop *loop)
{
    xb_arena *scratch = xb_run_scratch(loop->run);
    const xb_flow_part body = {
        .inside = loop->inside, .head = loop->head, .except = head_of(loop)->update->target};
    const xb_list all = xb_changes_list(changes, scratch, &body);
    for (size_t i = 0; i < all.count; i++)
        if (((const xb_access *)all.items[i])->symbol == loop->form.variable->symbol)
            return true;
    return false;
}

/* A DO loop: bound and step are those at its entry, even if they are changed under way. */
static xb_status check_counted(const xb_swept_loop *loop)
{
    xb_arena *scratch = xb_run_inner_scratch(loop->run);
    xb_arena_mark mark = xb_arena_mark_now(scratch);
    xb_changes *changes = xb_changes_of(xb_run_analyses(loop->run), scratch, loop->original, XB_VIEW_READ);
    const xb_flow_part part = {.inside = loop->inside, .head = loop->head};
    const xb_loop_stability stable = xb_loop_stability_of(changes, &loop->form, &part);
    bool is_changed = changes_variable(changes, loop);
    xb_arena_release(scratch, mark);
    if (is_changed)
        return xb_swept_loop_refuse(loop, "its variable may be changed in its body");
    if (!loop->form.settled && !(stable.bound && stable.step))
        return xb_swept_loop_refuse(loop, "its bound or its step may be changed in its body");
    return XB_STATUS_OK;
}

static void note_write(void *context, const xb_access *access)
{
    bool *writes = context;
    *writes = *writes || access->written;
}

static bool condition_writes(const xb_swept_loop *loop)
{
    bool writes = false;
    xb_accesses_each(xb_footprints_of(xb_run_analyses(loop->run)), XB_VIEW_READ,
                     &head_of(loop)->condition->node, note_write, &writes);
    return writes;
}

/* Whether a ForLoop adds something to something: it may be meant as a DO loop, with a fixed number of steps.
 */
static bool adds(const xb_flow_vertex *head)
{
    xb_intrinsic_code code = head->update ? xb_vertex_intrinsic(xb_expression_root(head->update->value)) : 0;
    return code == XB_INTRINSIC_ADD || code == XB_INTRINSIC_SUB;
}

/* Whether what the update of a ForLoop assigns is a scalar of type integer. */
static bool has_integer(const xb_flow_vertex *head)
{
    const xb_symbol *symbol = head->update->target->symbol;
    return symbol->type == XB_TYPE_INTEGER && symbol->rank == 0;
}

static xb_status refuse_form(const xb_swept_loop *loop)
{
    if (!has_integer(head_of(loop)))
        return xb_swept_loop_refuse(loop, "its variable is not an integer that a step brings to a bound");
    return xb_swept_loop_refuse_for(
        loop,
        "it has not the form of a DO loop, where an integer is set, compared with a bound, and a step is "
        "added "
        "to it, neither of which is computed from it",
        "let other variables have the values of bound and step, or write a WHILE loop");
}

/* A loop that runs as long as its condition holds, which is evaluated more often than before. */
static xb_status check_conditional(const xb_swept_loop *loop)
{
    if (adds(head_of(loop)))
        return refuse_form(loop);
    if (loop->steps == XB_STEPS_CONDITIONAL && condition_writes(loop))
        return xb_swept_loop_refuse_for(
            loop, "its condition calls a function that may change variables",
            "name conditionhoisting before loopcheckpointing, if these are active, or leave it to --tape");
    return XB_STATUS_OK;
}

static xb_status find_steps(xb_swept_loop *loop)
{
    loop->limited = xb_loop_form_of(head_of(loop), &loop->form);
    bool flagged = loop->exits.count > 0 || head_of(loop)->node.kind == XB_KIND_POST_LOOP;
    loop->steps = flagged ? XB_STEPS_FLAGGED : loop->limited ? XB_STEPS_COUNTED : XB_STEPS_CONDITIONAL;
    return loop->limited ? check_counted(loop) : check_conditional(loop);
}

bool xb_swept_loop_body_has(const xb_swept_loop *loop, uint32_t vertex)
{
    return loop->inside[vertex] && vertex != loop->head && vertex != loop->end;
}

/* ---- its ways out -------------------------------------------------------------------------------------- */

/* Notes an edge that leaves the loop. @return whether it can be there: only one EndLoop leads back */
static bool note_edge(xb_swept_loop *loop, uint32_t edge)
{
    xb_arena *arena = xb_run_program(loop->run)->arena;
    const xb_graph *graph = &loop->original->flow.graph;
    uint32_t source = xb_graph_source(graph, edge), target = xb_graph_target(graph, edge);
    if (!loop->inside[source] || source == loop->head || source == loop->end)
        return true;
    if (!loop->inside[target])
        *(uint32_t *)xb_vector_push(arena, &loop->exits, sizeof(uint32_t)) = edge;
    return target != loop->head;
}

/* Whether the EndLoop can be reached without the head, from the beginning of the routine or from where the
 * head leaves the loop. */
static bool is_jumped_into(const xb_swept_loop *loop)
{
    const xb_flow_graph *flow = &loop->original->flow;
    for (uint32_t v = 0; v < flow->vertices.count; v++)
        if (loop->inside[v] && ((const xb_node *)flow->vertices.items[v])->kind == XB_KIND_ENTRY)
            return true;
    for (uint32_t e = xb_graph_first_out(&flow->graph, loop->head); e != XB_GRAPH_NONE;
         e = xb_graph_next_out(&flow->graph, e))
        if (!xb_is_body_edge(flow, e) && xb_swept_loop_body_has(loop, xb_graph_target(&flow->graph, e)))
            return true;
    return false;
}

/* The EndLoop that leads back to a loop. */
static uint32_t end_of(const xb_swept_loop *loop)
{
    const xb_flow_graph *flow = &loop->original->flow;
    for (uint32_t e = xb_graph_first_in(&flow->graph, loop->head); e != XB_GRAPH_NONE;
         e = xb_graph_next_in(&flow->graph, e)) {
        uint32_t source = xb_graph_source(&flow->graph, e);
        if (((const xb_node *)flow->vertices.items[source])->kind == XB_KIND_END_LOOP)
            return source;
    }
    return XB_GRAPH_NONE;
}

/* Whether a round may come to an end, and not leave the loop each time. */
static bool is_repeated(const xb_swept_loop *loop)
{
    const xb_flow_graph *flow = &loop->original->flow;
    for (uint32_t e = xb_graph_first_out(&flow->graph, loop->head); e != XB_GRAPH_NONE;
         e = xb_graph_next_out(&flow->graph, e))
        if (xb_is_body_edge(flow, e) && loop->inside[xb_graph_target(&flow->graph, e)])
            return true;
    return false;
}

/* Finds the vertices of a loop. @return whether a way leads back to it */
static bool find_inside(xb_swept_loop *loop)
{
    const xb_flow_graph *flow = &loop->original->flow;
    xb_arena *scratch = xb_run_inner_scratch(loop->run);
    xb_arena_mark mark = xb_arena_mark_now(scratch);
    bool *inside = xb_arena_array(xb_run_program(loop->run)->arena, flow->graph.vertex_count, sizeof *inside);
    bool found = xb_loop_inside(scratch, flow, loop->head, inside);
    loop->inside = inside;
    loop->structured = loop->original->structured && xb_constructs_of(scratch, flow);
    xb_arena_release(scratch, mark);
    return found && is_repeated(loop);
}

/* Finds the vertices of a loop and its exits. */
static xb_status find_ways(xb_swept_loop *loop)
{
    const xb_flow_graph *flow = &loop->original->flow;
    bool fine = true;
    if (!find_inside(loop))
        return xb_swept_loop_refuse(loop, "no way leads back to it");
    for (uint32_t v = 0; v < flow->graph.vertex_count; v++)
        loop->size += loop->inside[v];
    loop->end = end_of(loop);
    if (is_jumped_into(loop))
        return xb_swept_loop_refuse(loop, "there is a jump into it");
    for (uint32_t e = 0; e < flow->graph.edge_count; e++)
        fine = note_edge(loop, e) && fine;
    return fine ? XB_STATUS_OK : xb_swept_loop_refuse(loop, "jumps lead back to it");
}

/* ---- its variables ------------------------------------------------------------------------------------- */

static xb_visit note_whole(xb_walk *walk, xb_node *node, void *context)
{
    xb_node_map *wholes = context;
    const xb_reference *reference = (const xb_reference *)node;
    const xb_node *symbol = &reference->symbol->node;
    if (reference->alias && xb_reference_is_whole(reference) && !xb_node_map_get(wholes, symbol))
        xb_node_map_put(xb_walk_program(walk)->arena, wholes, symbol, reference);
    return XB_VISIT_CONTINUE;
}

const xb_node_map *xb_wholes_of(xb_run *run, xb_routine *routine)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_VARIABLE_REFERENCE] = note_whole},
                                       .view = XB_VIEW_READ};
    xb_node_map *wholes = xb_arena_alloc(xb_run_program(run)->arena, sizeof *wholes);
    xb_traverse(xb_run_program(run), xb_run_scratch(run), &routine->node, &visitor, wholes);
    return wholes;
}

xb_reference *xb_swept_loop_reference(const xb_swept_loop *loop, xb_symbol *symbol)
{
    xb_reference *reference = xb_build_reference(xb_run_program(loop->run), symbol);
    const xb_reference *known = xb_node_map_get(loop->wholes, &symbol->node);
    reference->alias = known ? known->alias : 0;
    return reference;
}

/* ---- its place ----------------------------------------------------------------------------------------- */

static bool is_at(const xb_flow_vertex *vertex, uint64_t line)
{
    return vertex->line_number > 0 ? vertex->line_number == line : vertex->node.line == line;
}

/* The next vertex of a loop at a line, from one on; XB_GRAPH_NONE: there is none. */
static uint32_t loop_at(const xb_flow_graph *flow, uint64_t line, uint32_t from)
{
    for (uint32_t v = from; v < flow->graph.vertex_count; v++)
        if (xb_is_loop(flow, v) && is_at(flow->vertices.items[v], line))
            return v;
    return XB_GRAPH_NONE;
}

/* The lines of the first loops. */
static const char *lines_of_loops(xb_arena *arena, const xb_flow_graph *flow)
{
    enum { MOST = 10 };
    const char *text = "";
    size_t count = 0;
    for (uint32_t v = 0; v < flow->graph.vertex_count && count <= MOST; v++) {
        const xb_flow_vertex *vertex = flow->vertices.items[v];
        if (!xb_is_loop(flow, v))
            continue;
        unsigned long long line = vertex->line_number > 0 ? vertex->line_number : vertex->node.line;
        text = count == MOST ? xb_arena_format(arena, "%s, ...", text)
                             : xb_arena_format(arena, "%s%s%llu", text, count > 0 ? ", " : "", line);
        count++;
    }
    return count > 0 ? text : NULL;
}

static xb_status refuse_name(const xb_program *program, const char *name)
{
    return xb_error(program->diagnostics, XB_STATUS_USAGE, (xb_place){.file = program->file},
                    "name routines as the document or its source does", "there is no routine '%s'", name);
}

static xb_status refuse_line(const xb_program *program, const xb_routine *routine, const char *name,
                             uint64_t line)
{
    const char *lines = lines_of_loops(program->arena, &routine->flow);
    const char *hint = lines ? xb_arena_format(program->arena,
                                               "its loops are at %s, lines of the program's source if the "
                                               "document has them (lineNumber), else its own",
                                               lines)
                             : "it has no loops";
    return xb_error(program->diagnostics, XB_STATUS_USAGE, (xb_place){.file = program->file}, hint,
                    "there is no loop at this line of '%s', %llu", name, (unsigned long long)line);
}

/* @param other the vertex of the second one */
static xb_status refuse_two(const xb_program *program, const xb_flow_vertex *other, const char *name,
                            uint64_t line)
{
    return xb_error(program->diagnostics, XB_STATUS_USAGE, xb_program_place(program, &other->node, NULL),
                    "give each a line of its own in the source, or a lineNumber of its own in the document",
                    "there are several loops at this line of '%s', %llu", name, (unsigned long long)line);
}

xb_status xb_loop_look_up(xb_run *run, const char *name, uint64_t line, xb_loop_place *place)
{
    const xb_program *program = xb_run_program(run);
    xb_routine *routine = xb_routine_meant(program, name);
    if (!routine)
        return refuse_name(program, name);
    const xb_list *vertices = &routine->flow.vertices;
    uint32_t head = loop_at(&routine->flow, line, 0);
    if (head == XB_GRAPH_NONE)
        return refuse_line(program, routine, name, line);
    uint32_t other = loop_at(&routine->flow, line, head + 1);
    if (other != XB_GRAPH_NONE)
        return refuse_two(program, vertices->items[other], name, line);
    const xb_flow_vertex *vertex = vertices->items[head];
    *place = (xb_loop_place){routine, head, xb_program_place(program, &vertex->node, NULL)};
    return XB_STATUS_OK;
}

/* Ids are texts of another program. */
static bool agree(const xb_name *a, const xb_name *b)
{
    return a && b && strcmp(a->text, b->text) == 0;
}

xb_loop_place xb_loop_again(xb_run *run, const xb_routine *routine, const xb_flow_vertex *head,
                            xb_place place)
{
    const xb_list *routines = &xb_run_program(run)->routines;
    xb_loop_place found = {.head = XB_GRAPH_NONE, .place = place};
    for (size_t i = 0; i < routines->count && found.head == XB_GRAPH_NONE; i++) {
        found.routine = routines->items[i];
        const xb_list *vertices = &found.routine->flow.vertices;
        if (!agree(found.routine->id, routine->id) || !agree(found.routine->symbol->id, routine->symbol->id))
            continue;
        for (uint32_t v = 0; v < vertices->count && found.head == XB_GRAPH_NONE; v++)
            if (agree(((const xb_flow_vertex *)vertices->items[v])->id, head->id))
                found.head = v;
    }
    return found;
}

xb_status xb_swept_loop_find(xb_run *run, const xb_loop_place *place, const xb_node_map *wholes,
                             xb_swept_loop *loop)
{
    *loop = (xb_swept_loop){
        .run = run, .place = place->place, .original = place->routine, .head = place->head, .wholes = wholes};
    if (loop->head == XB_GRAPH_NONE)
        return xb_swept_loop_refuse(loop, "it is not found again after another one has been");
    xb_status status = find_ways(loop);
    return status ? status : find_steps(loop);
}
