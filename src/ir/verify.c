/*
 * What the verifier itself needs: reports, marks, and the view of derived nodes; and the top of the program.
 *
 * Sets of ids and positions are arrays of marks, indexed by name index or by position; a mark belongs to the
 * current set if it equals the set's number, so that beginning a new set costs nothing. Sets never overlap:
 * the members of a container are marked in one loop before anything inside of them is looked at.
 *
 * The path to what is being verified is a list of steps on the C stack, which becomes text only if there is
 * something to report. The recursion follows the nesting of elements, which is bounded; expressions are
 * verified iteratively.
 */
#include "ir/verify.h"

#include <string.h>

#include "ir/verify_internal.h"

xb_verify_step xb_verify_step_to(const xb_verify_step *up, const void *node, const xb_name *id)
{
    const xb_node *n = node;
    return (xb_verify_step){.up = up,
                            .name = xb_kind_name(n->kind),
                            .id = id,
                            .line = n->line,
                            .source_line = xb_node_source_line(n)};
}

xb_verify_step xb_verify_step_to_statement(const xb_verify_step *up, const xb_statement *statement)
{
    xb_verify_step step = xb_verify_step_to(up, statement, statement->id);
    if (xb_id_of(statement).form != XB_ID_NAME)
        step.statement = statement;
    return step;
}

/* ---- reports ---- */

const char *xb_verify_label(xb_arena *arena, const xb_verify_step *step)
{
    if (step->statement)
        return xb_statement_text(arena, step->statement);
    if (step->id)
        return step->id->text;
    return step->number > 0 ? xb_arena_format(arena, "%u", step->number) : "";
}

/* CallGraph/ControlFlowGraph[head]/… */
static const char *path_text(xb_arena *arena, const xb_verify_step *at)
{
    const char *path = "";
    for (const xb_verify_step *step = at; step; step = step->up) {
        const char *label = xb_verify_label(arena, step), *slash = step == at ? "" : "/";
        path = *label ? xb_arena_format(arena, "%s[%s]%s%s", step->name, label, slash, path)
                      : xb_arena_format(arena, "%s%s%s", step->name, slash, path);
    }
    return path;
}

/* A generated node has no line; the nearest enclosing node that has one says where to look. */
static xb_place place_of(const xb_verifier *v, const xb_verify_step *at)
{
    xb_place place = {.file = v->program->file, .path = path_text(v->scratch, at)};
    for (const xb_verify_step *step = at; step; step = step->up) {
        place.line = place.line > 0 ? place.line : step->line;
        place.source_line = place.source_line > 0 ? place.source_line : step->source_line;
    }
    return place;
}

/* What no document can do wrong. */
static const char own_fault[] =
    "no document can lead to this: an algorithm or a plugin has built what is not valid";

static void report(xb_verifier *v, xb_status status, const xb_verify_step *at, const char *hint,
                   const char *message)
{
    if (v->error_count++ == 0)
        v->status = status;
    xb_error(v->program->diagnostics, status, place_of(v, at), hint ? hint : own_fault, "%s", message);
}

/* Counts an error if that is all that is done with it: nothing is made for it then, so that many errors take
 * no memory. @return whether it was counted */
static bool only_counts(xb_verifier *v, xb_status status)
{
    if (!xb_diagnostics_full(v->program->diagnostics))
        return false;
    if (v->error_count++ == 0)
        v->status = status;
    xb_error(v->program->diagnostics, status, (xb_place){0}, NULL, " ");
    return true;
}

void xb_verify_error(xb_verifier *v, const xb_verify_step *at, const char *hint, const char *format, ...)
{
    va_list arguments;
    if (only_counts(v, XB_STATUS_INVALID))
        return;
    va_start(arguments, format);
    const char *message = xb_arena_vformat(v->scratch, format, arguments);
    va_end(arguments);
    report(v, XB_STATUS_INVALID, at, hint, message);
}

void xb_verify_unsupported(xb_verifier *v, const xb_verify_step *at, const char *hint, const char *format,
                           ...)
{
    va_list arguments;
    if (only_counts(v, XB_STATUS_UNSUPPORTED))
        return;
    va_start(arguments, format);
    const char *message = xb_arena_vformat(v->scratch, format, arguments);
    va_end(arguments);
    report(v, XB_STATUS_UNSUPPORTED, at, hint, message);
}

void xb_verify_warning(xb_verifier *v, const xb_verify_step *at, const char *hint, const char *message)
{
    xb_warning(v->program->diagnostics, place_of(v, at), hint, "%s", message);
}

/* ---- marks ---- */

void xb_verify_begin_marks(xb_verifier *v)
{
    if (v->generation == UINT32_MAX) {
        memset(v->names, 0, xb_names_count(v->program->names) * sizeof *v->names);
        memset(v->positions, 0, v->position_count * sizeof *v->positions);
        v->generation = 0;
    }
    v->generation++;
}

bool xb_verify_mark_name(xb_verifier *v, const xb_name *name, size_t line)
{
    if (name->index == XB_NAME_OUTSIDE)
        return true; /* of a temporary, whose number nothing else has */
    if (v->names[name->index] == v->generation)
        return false;
    v->names[name->index] = v->generation;
    v->lines[name->index] = (uint32_t)line;
    return true;
}

const char *xb_verify_first(xb_verifier *v, const xb_name *name)
{
    uint32_t line = v->lines[name->index];
    return line > 0 ? xb_arena_format(v->scratch, "; the first one is on line %u", line) : "";
}

bool xb_verify_mark_position(xb_verifier *v, size_t position)
{
    if (position >= v->position_count) {
        size_t count = position + 1 > 2 * v->position_count ? position + 1 : 2 * v->position_count;
        v->positions =
            xb_arena_enlarge(v->scratch, v->positions, v->position_count, count, sizeof *v->positions);
        v->position_count = count;
    }
    bool is_new = v->positions[position] != v->generation;
    v->positions[position] = v->generation;
    return is_new;
}

/* ---- derived nodes ---- */

const xb_list *xb_verify_list(const xb_verifier *v, const xb_list *list)
{
    return xb_view_list(v->scratch, v->view, list);
}

void *xb_verify_single(xb_verifier *v, const xb_verify_step *at, void *node)
{
    void *single = xb_view_single(v->view, node);
    if (single || !node)
        return single;
    xb_verify_step step = xb_verify_step_to(at, node, NULL);
    xb_verify_error(v, &step, NULL, "%s is replaced by none or several nodes where one must be", step.name);
    return node;
}

/* ---- the program ---- */

static void verify_routines(xb_verifier *v, const xb_verify_step *up)
{
    const xb_list *routines = xb_verify_list(v, &v->program->routines);
    xb_verify_begin_marks(v);
    for (size_t i = 0; i < routines->count; i++) {
        const xb_routine *routine = routines->items[i];
        xb_verify_step step = xb_verify_step_to(up, routine, routine->symbol ? routine->symbol->id : NULL);
        if (routine->id && !xb_verify_mark_name(v, routine->id, step.line))
            xb_verify_error(v, &step, "give each vertex of the call graph an id of its own",
                            "vertex id %s is used twice in the call graph%s", routine->id->text,
                            xb_verify_first(v, routine->id));
    }
    for (size_t i = 0; i < routines->count; i++)
        xb_verify_routine(v, up, routines->items[i]);
}

/* Whether a routine is the only one with its symbol. */
static void verify_bodies(xb_verifier *v, const xb_verify_step *up)
{
    const xb_list *routines = xb_verify_list(v, &v->program->routines);
    xb_node_map seen = {0};
    for (size_t i = 0; i < routines->count; i++) {
        const xb_routine *routine = routines->items[i];
        if (!routine->symbol)
            continue;
        const xb_node *symbol = &routine->symbol->node;
        xb_verify_step step = xb_verify_step_to(up, routine, routine->symbol->id);
        if (xb_node_map_get(&seen, symbol))
            xb_verify_error(v, &step, "remove one ControlFlowGraph, or give it a symbol of its own",
                            "subroutine %s has two bodies; the first one is on line %u",
                            routine->symbol->id->text,
                            ((const xb_node *)xb_node_map_get(&seen, symbol))->line);
        xb_node_map_put(v->scratch, &seen, symbol, routine);
    }
}

/* The routines by the numbers of their nodes. */
static xb_node_set vertices_of_call_graph(const xb_verifier *v)
{
    const xb_list *routines = xb_verify_list(v, &v->program->routines);
    xb_node_set vertices = {0};
    for (size_t i = 0; i < routines->count; i++) {
        const xb_routine *routine = routines->items[i];
        xb_node_set_add(v->scratch, &vertices, &routine->node);
    }
    return vertices;
}

/* Whether one routine of the program stands for what an edge joins. */
static bool is_vertex(const xb_verifier *v, const xb_node_set *vertices, const xb_routine *end)
{
    const xb_routine *routine = xb_view_end(v->view, end);
    return routine && xb_node_set_has(vertices, &routine->node);
}

static void verify_call_edges(xb_verifier *v, const xb_verify_step *up)
{
    const xb_list *edges = xb_verify_list(v, &v->program->call_edges);
    xb_node_set vertices = vertices_of_call_graph(v);
    xb_verify_begin_marks(v);
    for (size_t i = 0; i < edges->count; i++) {
        const xb_call_graph_edge *edge = edges->items[i];
        if (!xb_view_has(v->view, edge->overlay))
            continue;
        xb_verify_step step = xb_verify_step_to(up, edge, edge->id);
        if (!is_vertex(v, &vertices, edge->source) || !is_vertex(v, &vertices, edge->target))
            xb_verify_error(v, &step, "source and target are vertex ids of the call graph",
                            "the edge does not join two vertices of the call graph");
        if (edge->id && !xb_verify_mark_name(v, edge->id, step.line))
            xb_verify_error(v, &step, "give each edge of a graph an id of its own",
                            "edge id %s is used twice in the call graph%s", edge->id->text,
                            xb_verify_first(v, edge->id));
    }
}

static xb_status verify(xb_program *program, xb_arena *scratch, xb_view view)
{
    xb_verifier v = {.program = program, .scratch = scratch, .view = view};
    v.names = xb_arena_array(scratch, xb_names_count(program->names), sizeof *v.names);
    v.lines = xb_arena_array(scratch, xb_names_count(program->names), sizeof *v.lines);
    xb_verify_step root = xb_verify_step_to(NULL, program, NULL);
    xb_verify_scopes(&v, &root);
    verify_bodies(&v, &root);
    verify_routines(&v, &root);
    verify_call_edges(&v, &root);
    xb_verify_blocks(&v, &root);
    return v.status;
}

xb_status xb_verify(xb_program *program, xb_arena *scratch)
{
    return verify(program, scratch, XB_VIEW_READ);
}

xb_status xb_verify_derived(xb_program *program, xb_arena *scratch)
{
    return verify(program, scratch, XB_VIEW_DERIVED);
}
