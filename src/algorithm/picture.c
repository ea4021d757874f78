/*
 * The pictures show the program as it stands: where something was derived, that is drawn. Call graphs are
 * those of the statements, for front ends need not give call graph edges. Expressions are drawn of what the
 * graphs of the IR are; control-flow graphs too, with the statements of
 * blocks in a notation for people.
 */
#include "algorithm/picture.h"

#include <string.h>
#include <strings.h>

#include "algorithm/activity_picture.h"
#include "algorithm/notation.h"
#include "base/text.h"
#include "graph/dot.h"
#include "analysis/calls.h"
#include "ir/decoration.h"
#include "ir/statement_id.h"

/* What the functions that describe vertices and edges work on. */
typedef struct drawing {
    xb_arena *scratch;
    const xb_program *program;
    const xb_flow_graph *flow;
    const xb_expression *expression;
} drawing;

/* ---- the call graph ---- */

static const char *routine_name(const xb_routine *routine)
{
    return routine->symbol ? routine->symbol->id->text : routine->id->text;
}

static void describe_routine(void *context, uint32_t i, xb_dot_look *look)
{
    const drawing *work = context;
    xb_routine *routine = work->program->routines.items[i];
    look->label = routine_name(xb_current(routine));
    look->shape = xb_routine_is_procedure(routine) ? "box" : "ellipse";
    look->style = routine->active ? NULL : "dashed";
}

static bool draw_call_graph(xb_run *run, const char *detail, xb_output *output)
{
    xb_program *program = xb_run_program(run);
    xb_arena *scratch = xb_run_scratch(run);
    xb_graph graph = xb_calls(program, scratch, scratch).graph;
    drawing work = {.scratch = scratch, .program = program};
    xb_dot dot = {.name = "callgraph", .vertex = describe_routine, .context = &work};
    if (!detail)
        xb_dot_put(output, &graph, &dot);
    return !detail;
}

/* ---- control flow ---- */

static void put_statements(xb_output *output, xb_arena *scratch, const xb_node *block)
{
    xb_list statements = {0};
    xb_children(scratch, block, XB_VIEW_DERIVED, &statements);
    for (size_t i = 0; i < statements.count; i++) {
        xb_output_char(output, '\n');
        xb_notation_statement(output, statements.items[i]);
    }
}

static void put_controls(xb_output *output, const xb_flow_vertex *vertex)
{
    if (vertex->initialization) {
        xb_output_char(output, '\n');
        xb_notation_statement(output, &vertex->initialization->statement.node);
    }
    if (vertex->condition) {
        xb_output_char(output, '\n');
        xb_notation_expression(output, vertex->condition);
    }
    if (vertex->update) {
        xb_output_char(output, '\n');
        xb_notation_statement(output, &vertex->update->statement.node);
    }
}

static void describe_flow_vertex(void *context, uint32_t i, xb_dot_look *look)
{
    const drawing *work = context;
    const xb_flow_vertex *vertex = xb_current(work->flow->vertices.items[i]);
    xb_text *text = xb_text_create(work->scratch);
    xb_output *output = xb_text_output(text);
    xb_output_format(output, "%s %s", xb_kind_name(vertex->node.kind), vertex->id ? vertex->id->text : "");
    if (vertex->node.kind == XB_KIND_BASIC_BLOCK)
        put_statements(output, work->scratch, &vertex->node);
    put_controls(output, vertex);
    look->label = xb_text_join(text, NULL);
    look->shape = vertex->node.kind == XB_KIND_BASIC_BLOCK ? "box" : "ellipse";
}

static void describe_flow_edge(void *context, uint32_t i, xb_dot_look *look)
{
    const drawing *work = context;
    const xb_flow_edge *edge = work->flow->edges.items[i];
    if (edge->has_condition_value)
        look->label = xb_arena_format(work->scratch, "%lld", (long long)edge->condition_value);
}

static void draw_flow(const drawing *base, const char *name, const xb_flow_graph *flow, xb_output *output)
{
    drawing work = *base;
    work.flow = flow;
    xb_dot dot = {.name = name,
                  .label = name,
                  .vertex = describe_flow_vertex,
                  .edge = describe_flow_edge,
                  .context = &work};
    xb_dot_put(output, &flow->graph, &dot);
}

static void draw_routine(const drawing *work, const xb_routine *routine, xb_output *output)
{
    const char *name = routine_name(routine);
    if (routine->flow.graph.vertex_count > 0)
        draw_flow(work, name, &routine->flow, output);
    for (size_t i = 0; i < routine->replacements.count; i++) {
        const xb_replacement *replacement = routine->replacements.items[i];
        const char *full =
            xb_arena_format(work->scratch, "%s, replacement %s", name, replacement->placeholder->text);
        draw_flow(work, full, &replacement->flow, output);
    }
}

/* All forms of a routine: as it was read, and what stands for it now. */
static xb_list forms_of(const drawing *work, const xb_routine *read)
{
    xb_list forms = {.count = 0};
    xb_view_append(work->scratch, XB_VIEW_DERIVED, read, &forms);
    xb_list_append(work->scratch, &forms, (void *)read);
    return forms;
}

/* A routine goes by its id and the name of its symbol, in any of its forms. */
static xb_agreement agree_routine(const drawing *work, const xb_routine *read, const char *name)
{
    const xb_list forms = forms_of(work, read);
    xb_agreement best = XB_AGREES_NOT;
    for (size_t i = 0; xb_routine_is_procedure(read) && i < forms.count; i++) {
        const xb_routine *form = forms.items[i];
        xb_agreement here = xb_name_agreement(routine_name(form), name);
        best = here < best ? here : best;
        if (form->id && strcmp(form->id->text, name) == 0)
            best = XB_AGREES_EXACTLY;
    }
    return best;
}

static void draw_forms(const drawing *work, const xb_routine *read, xb_output *output)
{
    const xb_list forms = forms_of(work, read);
    for (size_t i = 0; i + 1 < forms.count; i++)
        draw_routine(work, forms.items[i], output);
}

/* Draws the routine that a name means best, if that is clear. */
static bool draw_named(const drawing *work, const char *name, xb_output *output)
{
    const xb_list *routines = &work->program->routines;
    xb_agreement best = XB_AGREES_NOT;
    size_t count = 0;
    for (size_t i = 0; i < routines->count; i++) {
        xb_agreement here = agree_routine(work, routines->items[i], name);
        count = here < best ? 1 : count + (here == best);
        best = here < best ? here : best;
    }
    if (best == XB_AGREES_NOT || (best != XB_AGREES_EXACTLY && count > 1))
        return false;
    for (size_t i = 0; i < routines->count; i++)
        if (agree_routine(work, routines->items[i], name) == best)
            draw_forms(work, routines->items[i], output);
    return true;
}

static bool draw_flow_graphs(xb_run *run, const char *detail, xb_output *output)
{
    xb_program *program = xb_run_program(run);
    xb_arena *scratch = xb_run_scratch(run);
    const drawing work = {.scratch = scratch, .program = program};
    if (detail)
        return draw_named(&work, detail, output);
    for (size_t i = 0; i < program->routines.count; i++)
        if (xb_routine_is_procedure(program->routines.items[i]))
            draw_forms(&work, program->routines.items[i], output);
    return true;
}

/* The procedures, as a hint, up to a few. */
static const char *name_procedures(const xb_program *program, xb_arena *scratch)
{
    enum { FEW = 10 };
    const char *text = "name one of";
    size_t count = 0;
    for (size_t i = 0; i < program->routines.count; i++) {
        xb_routine *routine = program->routines.items[i];
        if (xb_routine_is_procedure(routine) && count++ < FEW)
            text = xb_arena_format(scratch, "%s%s %s", text, count > 1 ? "," : "",
                                   routine_name(xb_current(routine)));
    }
    return count > FEW ? xb_arena_format(scratch, "%s and %zu more", text, count - FEW) : text;
}

/* ---- expressions ---- */

/* The walk that finds expressions. */
typedef struct hunt {
    xb_arena *scratch;
    const char *detail;
    xb_output *output;
    bool drawn;
} hunt;

static void describe_vertex(void *context, uint32_t i, xb_dot_look *look)
{
    const drawing *work = context;
    xb_text *text = xb_text_create(work->scratch);
    const xb_vertex *vertex = xb_expression_vertex(work->expression, i);
    xb_notation_vertex(xb_text_output(text), vertex);
    look->label = xb_text_join(text, NULL);
    look->shape = xb_graph_in_degree(&work->expression->graph, i) > 0 ? "ellipse" : "box";
    look->style = i == work->expression->root ? "bold" : NULL;
}

static void describe_edge(void *context, uint32_t i, xb_dot_look *look)
{
    const drawing *work = context;
    look->label = xb_arena_format(work->scratch, "%u", xb_expression_position(work->expression, i));
}

/* The id by which an expression is asked for: that of its statement, or of the vertex whose condition it is.
 */
static const char *id_of_owner(xb_arena *arena, const xb_node *owner)
{
    if (xb_kind_is_flow_vertex(owner->kind))
        return ((const xb_flow_vertex *)owner)->id->text;
    const xb_statement *statement = (const xb_statement *)owner;
    return statement->id ? xb_statement_text(arena, statement) : "";
}

static bool owns_expression(const xb_node *node)
{
    return node && (xb_kind_is_flow_vertex(node->kind) || node->kind == XB_KIND_ASSIGNMENT ||
                    node->kind == XB_KIND_INITIALIZATION || node->kind == XB_KIND_UPDATE);
}

static xb_visit draw_expression(xb_walk *walk, xb_node *node, void *context)
{
    hunt *search = context;
    const xb_node *owner = xb_walk_ancestor(walk, 1);
    if (!owns_expression(owner))
        return XB_VISIT_SKIP;
    if (search->detail && strcmp(id_of_owner(search->scratch, owner), search->detail) != 0)
        return XB_VISIT_SKIP;
    drawing work = {.scratch = search->scratch, .expression = (const xb_expression *)node};
    const char *path = xb_walk_path(walk, search->scratch);
    xb_dot dot = {.name = path,
                  .label = path,
                  .direction = "BT",
                  .vertex = describe_vertex,
                  .edge = describe_edge,
                  .context = &work};
    xb_dot_put(search->output, &work.expression->graph, &dot);
    search->drawn = true;
    return XB_VISIT_SKIP;
}

static bool draw_expressions(xb_run *run, const char *detail, xb_output *output)
{
    xb_program *program = xb_run_program(run);
    xb_arena *scratch = xb_run_scratch(run);
    xb_visitor visitor = {.enter = {[XB_KIND_EXPRESSION] = draw_expression}};
    hunt search = {scratch, detail, output, false};
    xb_traverse(program, scratch, &program->node, &visitor, &search);
    return search.drawn || !detail;
}

/* ---- all kinds ---- */

const xb_picture_kind xb_picture_kinds[] = {
    {"callgraph", "the routines and their calls", draw_call_graph, NULL},
    {"cfg", "control flow, with statements; DETAIL: only of this routine", draw_flow_graphs, name_procedures},
    {"expression", "expressions; DETAIL: only of statements, or conditions of vertices, with this id",
     draw_expressions, NULL},
    {"activity",
     "variables, and which others their values become part of, the active ones filled; DETAIL: only in this "
     "routine",
     xb_activity_draw, name_procedures},
    {NULL, NULL, NULL, NULL},
};

static const xb_picture_kind *find_kind(const char *name)
{
    for (const xb_picture_kind *kind = xb_picture_kinds; kind->name; kind++)
        if (strcmp(kind->name, name) == 0)
            return kind;
    return NULL;
}

/* Splits KIND:DETAIL; the detail is NULL if there is no colon. */
static const char *split(xb_arena *arena, const char *wanted, const char **detail)
{
    size_t length = strcspn(wanted, ":");
    *detail = wanted[length] ? wanted + length + 1 : NULL;
    return xb_arena_copy_text(arena, wanted, length);
}

static const char *all_kinds(xb_arena *arena, const xb_registry *registry)
{
    xb_text *text = xb_text_create(arena);
    xb_output *output = xb_text_output(text);
    xb_output_put(output, "there are");
    for (const xb_picture_kind *kind = xb_picture_kinds; kind->name; kind++)
        xb_output_format(output, "%s %s", kind == xb_picture_kinds ? "" : ",", kind->name);
    for (size_t i = 0; i < xb_registry_count(registry); i++)
        for (const xb_picture *picture = xb_registry_at(registry, i)->pictures; picture && picture->kind;
             picture++)
            xb_output_format(output, ", %s", picture->kind);
    return xb_text_join(text, NULL);
}

xb_status xb_picture_find(xb_arena *arena, const xb_registry *registry, xb_diagnostics *diagnostics,
                          const char *wanted, const char **kind, const xb_algorithm **owner)
{
    const char *detail = NULL;
    *kind = split(arena, wanted, &detail);
    *owner = NULL;
    if (find_kind(*kind) || xb_registry_picture(registry, *kind, owner))
        return XB_STATUS_OK;
    return xb_error(diagnostics, XB_STATUS_USAGE, (xb_place){0}, all_kinds(arena, registry),
                    "there is no picture %s", *kind);
}

xb_status xb_picture_put(xb_run *run, const xb_registry *registry, const char *wanted, xb_output *output)
{
    const char *detail = NULL;
    xb_program *program = xb_run_program(run);
    xb_arena *scratch = xb_run_scratch(run);
    const char *name = split(program->arena, wanted, &detail);
    const xb_picture_kind *kind = find_kind(name);
    if (!kind)
        return xb_registry_picture(registry, name, NULL)->draw(run, detail, output);
    if (kind->draw(run, detail, output))
        return XB_STATUS_OK;
    return xb_error(program->diagnostics, XB_STATUS_USAGE, (xb_place){.file = program->file},
                    kind->details ? kind->details(program, scratch) : kind->summary,
                    "there is no picture %s of %s", name, detail);
}
