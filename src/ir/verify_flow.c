/*
 * Routines and their control flow. A table says what each kind of vertex must have; the rest is counting.
 */
#include "ir/verify_values.h"

/* What a kind of vertex must have. */
typedef struct flow_rule {
    size_t least_out, most_out; /* out-edges */
    bool condition;             /* a condition, and out-edges with condition values */
    bool counts;                /* initialization and update */
    bool loops;                 /* is the target of an EndLoop */
} flow_rule;

static const flow_rule rules[XB_KIND_COUNT] = {
    [XB_KIND_ENTRY] = {1, 1, false, false, false},        [XB_KIND_EXIT] = {0, 0, false, false, false},
    [XB_KIND_BASIC_BLOCK] = {1, 1, false, false, false},  [XB_KIND_IF] = {1, SIZE_MAX, true, false, false},
    [XB_KIND_BRANCH] = {1, SIZE_MAX, true, false, false}, [XB_KIND_END_BRANCH] = {1, 1, false, false, false},
    [XB_KIND_FOR_LOOP] = {2, 2, true, true, true},        [XB_KIND_PRE_LOOP] = {2, 2, true, false, true},
    [XB_KIND_POST_LOOP] = {2, 2, true, false, true},      [XB_KIND_END_LOOP] = {1, 1, false, false, false},
    [XB_KIND_LABEL] = {1, 1, false, false, false},        [XB_KIND_GOTO] = {1, 1, false, false, false},
};

/* A control-flow graph, with the vertices that stand for its own, and the statements for theirs. */
typedef struct flow {
    const xb_flow_graph *graph;
    xb_flow_vertex **vertices;
    const xb_list **statements;
    const xb_verify_step *at;
    bool structured; /* whether the document says so */
} flow;

static xb_kind kind_at(const flow *f, uint32_t vertex)
{
    return f->vertices[vertex]->node.kind;
}

static xb_verify_step step_to(const flow *f, uint32_t vertex)
{
    return xb_verify_step_to(f->at, f->vertices[vertex], f->vertices[vertex]->id);
}

/* ---- edges ---- */

/* Condition values of out-edges differ, and at most one edge has none. */
static void verify_condition_values(xb_verifier *v, const flow *f, uint32_t vertex)
{
    const xb_graph *graph = &f->graph->graph;
    const char *name = xb_kind_name(kind_at(f, vertex));
    xb_map seen = {0};
    bool has_default = false;
    for (uint32_t e = xb_graph_first_out(graph, vertex); e != XB_GRAPH_NONE;
         e = xb_graph_next_out(graph, e)) {
        const xb_flow_edge *edge = f->graph->edges.items[e];
        xb_verify_step step = xb_verify_step_to(f->at, edge, edge->id);
        if (!edge->has_condition_value) {
            if (has_default)
                xb_verify_error(v, &step,
                                "one out-edge may be without condition value: the one for all other values",
                                "%s has two out-edges without condition value", name);
            has_default = true;
            continue;
        }
        if (xb_map_get(&seen, (uint64_t)edge->condition_value, 0))
            xb_verify_error(v, &step, "give each out-edge a condition value of its own",
                            "%s has two out-edges with condition value %lld", name,
                            (long long)edge->condition_value);
        xb_map_put(v->scratch, &seen, (uint64_t)edge->condition_value, 0, edge);
    }
}

/* An edge with another value than those of a logical condition is never taken. */
static void verify_truth_values(xb_verifier *v, const flow *f, uint32_t vertex)
{
    const xb_graph *graph = &f->graph->graph;
    for (uint32_t e = xb_graph_first_out(graph, vertex); e != XB_GRAPH_NONE;
         e = xb_graph_next_out(graph, e)) {
        const xb_flow_edge *edge = f->graph->edges.items[e];
        xb_verify_step step = xb_verify_step_to(f->at, edge, edge->id);
        if (edge->has_condition_value && edge->condition_value != 0 && edge->condition_value != 1)
            xb_verify_error(v, &step, "1 is true, and 0 is false",
                            "the condition of %s is logical: it never has the value %lld",
                            xb_kind_name(kind_at(f, vertex)), (long long)edge->condition_value);
    }
}

static void verify_unconditional(xb_verifier *v, const flow *f, uint32_t vertex)
{
    const xb_graph *graph = &f->graph->graph;
    for (uint32_t e = xb_graph_first_out(graph, vertex); e != XB_GRAPH_NONE;
         e = xb_graph_next_out(graph, e)) {
        const xb_flow_edge *edge = f->graph->edges.items[e];
        xb_verify_step step = xb_verify_step_to(f->at, edge, edge->id);
        if (edge->has_condition_value)
            xb_verify_error(v, &step, "condition values belong to edges that leave an If, a Branch or a loop",
                            "an edge that leaves %s has a condition value", xb_kind_name(kind_at(f, vertex)));
    }
}

static const char *hint_for_out_edges(const flow_rule *rule)
{
    if (rule->loops)
        return "an edge with condition value 1 leads into the body of a loop, another one out of the loop";
    if (rule->condition)
        return "an edge leads to each arm, and one to the EndBranch if there is an arm without vertices";
    return rule->most_out == 0 ? "control flow ends here"
                               : "a ControlFlowEdge leads from it to what comes next";
}

static void verify_out_edges(xb_verifier *v, const flow *f, uint32_t vertex)
{
    const flow_rule *rule = &rules[kind_at(f, vertex)];
    size_t count = xb_graph_out_degree(&f->graph->graph, vertex);
    xb_verify_step step = step_to(f, vertex);
    if (count < rule->least_out || count > rule->most_out)
        xb_verify_error(v, &step, hint_for_out_edges(rule), "%s has %zu %s; there must be %s%zu", step.name,
                        count, xb_plural(count, "out-edge", "out-edges"),
                        rule->most_out > rule->least_out ? "at least " : "", rule->least_out);
    if (rule->condition)
        verify_condition_values(v, f, vertex);
    else
        verify_unconditional(v, f, vertex);
}

/* An EndLoop leads back to its loop, and each loop has one that does, unless its body is left by jumps. */
static void verify_loop_ends(xb_verifier *v, const flow *f, uint32_t vertex)
{
    const xb_graph *graph = &f->graph->graph;
    xb_verify_step step = step_to(f, vertex);
    if (kind_at(f, vertex) == XB_KIND_END_LOOP && xb_graph_out_degree(graph, vertex) == 1) {
        uint32_t target = xb_graph_target(graph, xb_graph_first_out(graph, vertex));
        if (!rules[kind_at(f, target)].loops)
            xb_verify_error(v, &step, "the edge that leaves an EndLoop leads back to its loop",
                            "EndLoop leads to %s", xb_kind_name(kind_at(f, target)));
    }
    if (!rules[kind_at(f, vertex)].loops || !f->structured)
        return;
    for (uint32_t e = xb_graph_first_in(graph, vertex); e != XB_GRAPH_NONE; e = xb_graph_next_in(graph, e))
        if (kind_at(f, xb_graph_source(graph, e)) == XB_KIND_END_LOOP)
            return;
    xb_verify_error(
        v, &step,
        "the body of a loop ends with an EndLoop, from which an edge leads back to the loop; if jumps "
        "always leave it, write structured=\"false\"",
        "%s has no EndLoop", step.name);
}

/* ---- vertices ---- */

static void must_have(xb_verifier *v, const xb_verify_step *at, bool needed, const void *part,
                      const char *name)
{
    if (needed && !part)
        xb_verify_error(v, at, "a vertex has what its kind asks for", "%s has no %s", at->name, name);
    if (!needed && part)
        xb_verify_error(v, at, "a vertex has what its kind asks for", "%s can't have %s", at->name, name);
}

/* A variable without sign among those that an expression refers to; NULL: there is none. */
static const xb_symbol *find_unsigned(const xb_expression *expression)
{
    for (uint32_t i = 0; expression && i < expression->graph.vertex_count; i++) {
        const xb_reference *reference = (const xb_reference *)expression->vertices[i];
        if (reference->vertex.node.kind == XB_KIND_VARIABLE_REFERENCE && reference->symbol &&
            xb_symbol_is_unsigned(reference->symbol))
            return reference->symbol;
    }
    return NULL;
}

/* How often a loop runs is counted in integers with sign. */
static void verify_signs(xb_verifier *v, const xb_verify_step *at, const xb_flow_vertex *vertex)
{
    const xb_symbol *target = vertex->initialization->target ? vertex->initialization->target->symbol : NULL;
    const xb_symbol *found = target && xb_symbol_is_unsigned(target) ? target : NULL;
    found = found ? found : find_unsigned(vertex->condition);
    found = found || !vertex->update ? found : find_unsigned(vertex->update->value);
    if (found && v->view != XB_VIEW_DERIVED)
        xb_verify_unsupported(v, at, "assign it to an integer with sign before, or test it by a PreLoop",
                              "a ForLoop counts by %s, which has no sign (unsigned)", found->id->text);
}

static void verify_vertex(xb_verifier *v, const flow *f, uint32_t number)
{
    xb_flow_vertex *vertex = f->vertices[number];
    const flow_rule *rule = &rules[vertex->node.kind];
    xb_verify_step step = step_to(f, number);
    must_have(v, &step, rule->counts, vertex->initialization, "Initialization");
    must_have(v, &step, rule->condition, vertex->condition, "Condition");
    must_have(v, &step, rule->counts, vertex->update, "Update");
    must_have(v, &step, vertex->node.kind == XB_KIND_BASIC_BLOCK, vertex->scope, "scope");
    xb_verify_block_scope(v, &step, vertex->scope);
    if (f->statements[number]->count > 0 && vertex->node.kind != XB_KIND_BASIC_BLOCK)
        xb_verify_error(v, &step, "statements stand in basic blocks", "%s can't have statements", step.name);
    if (vertex->initialization)
        verify_signs(v, &step, vertex);
    if (vertex->initialization)
        xb_verify_assignment(v, &step, xb_verify_single(v, &step, vertex->initialization),
                             XB_KIND_INITIALIZATION);
    if (vertex->condition) {
        xb_verify_value value = xb_verify_expression(v, &step, vertex->condition, "Condition");
        xb_verify_condition_value(v, &step, &value);
        if (value.type == XB_TYPE_BOOL)
            verify_truth_values(v, f, number);
    }
    if (vertex->update)
        xb_verify_assignment(v, &step, xb_verify_single(v, &step, vertex->update), XB_KIND_UPDATE);
    xb_verify_statements(v, &step, f->statements[number]);
    xb_verify_block_scope(v, &step, NULL);
}

/* The number of the only vertex of a kind; XB_GRAPH_NONE, and a report, if there is not exactly one. */
static uint32_t only_vertex(xb_verifier *v, const flow *f, xb_kind kind)
{
    uint32_t found = XB_GRAPH_NONE;
    for (uint32_t i = 0; i < f->graph->graph.vertex_count; i++) {
        if (kind_at(f, i) != kind)
            continue;
        xb_verify_step step = step_to(f, i);
        if (found != XB_GRAPH_NONE)
            xb_verify_error(v, &step, "control flow has one Entry and one Exit: lead edges to the other one",
                            "there is more than one %s; the first one is on line %u", step.name,
                            f->vertices[found]->node.line);
        else
            found = i;
    }
    if (found == XB_GRAPH_NONE)
        xb_verify_error(v, f->at, "control flow begins in an Entry and ends in an Exit", "there is no %s",
                        xb_kind_name(kind));
    return found;
}

/* Adds what paths from a vertex lead to. @param open vertices whose edges are to be followed, a stack */
static void reach(const xb_graph *graph, uint32_t from, bool *reached, uint32_t *open)
{
    uint32_t count = 0;
    reached[from] = true;
    open[count++] = from;
    while (count > 0) {
        uint32_t v = open[--count];
        for (uint32_t e = xb_graph_first_out(graph, v); e != XB_GRAPH_NONE; e = xb_graph_next_out(graph, e)) {
            uint32_t target = xb_graph_target(graph, e);
            if (!reached[target])
                open[count++] = target;
            reached[target] = true;
        }
    }
}

/* Warns of each part that is never run where it begins: at what no edge leads to, else at its first vertex.
 */
static void warn_of_unreached(xb_verifier *v, const flow *f, bool *reached)
{
    const xb_graph *graph = &f->graph->graph;
    uint32_t *open = xb_arena_array(v->scratch, graph->vertex_count, sizeof *open);
    for (int cycles = 0; cycles < 2; cycles++)
        for (uint32_t i = 0; i < graph->vertex_count; i++) {
            if (reached[i] || (!cycles && xb_graph_in_degree(graph, i) > 0))
                continue;
            xb_verify_step step = step_to(f, i);
            xb_verify_warning(v, &step, "no path from the Entry leads to it",
                              "this part of the routine is never run");
            reach(graph, i, reached, open);
        }
}

/* Warns of what is never run. That the Exit isn't reached is said where control flow is caught. */
static void verify_reachable(xb_verifier *v, const flow *f, uint32_t entry, uint32_t exit)
{
    const xb_graph *graph = &f->graph->graph;
    bool *reached = xb_arena_array(v->scratch, graph->vertex_count, sizeof *reached);
    bool *ends = xb_arena_array(v->scratch, graph->vertex_count, sizeof *ends);
    bool is_caught = false;
    xb_graph_reachable(v->scratch, graph, entry, reached);
    if (exit != XB_GRAPH_NONE)
        xb_graph_reaching(v->scratch, graph, exit, ends);
    for (uint32_t i = 0; i < graph->vertex_count && exit != XB_GRAPH_NONE && !is_caught; i++) {
        xb_verify_step step = step_to(f, i);
        is_caught = reached[i] && !ends[i];
        if (is_caught)
            xb_verify_warning(v, &step, "let an edge lead out of this cycle, and at last to the Exit",
                              "no path leads from it to the Exit: a run that comes here never ends");
    }
    if (is_caught)
        reached[exit] = true;
    warn_of_unreached(v, f, reached);
}

static void verify_flow_ids(xb_verifier *v, const flow *f)
{
    static const char hint[] = "give each vertex and each edge of a control-flow graph an id of its own";
    const xb_flow_graph *graph = f->graph;
    xb_verify_begin_marks(v);
    for (uint32_t i = 0; i < graph->graph.vertex_count; i++) {
        xb_verify_step step = step_to(f, i);
        if (step.id && !xb_verify_mark_name(v, step.id, step.line))
            xb_verify_error(v, &step, hint, "vertex id %s is used twice in the control-flow graph%s",
                            step.id->text, xb_verify_first(v, step.id));
    }
    xb_verify_begin_marks(v);
    for (uint32_t e = 0; e < graph->graph.edge_count; e++) {
        const xb_flow_edge *edge = graph->edges.items[e];
        xb_verify_step step = xb_verify_step_to(f->at, edge, edge->id);
        if (edge->id && !xb_verify_mark_name(v, edge->id, step.line))
            xb_verify_error(v, &step, hint, "edge id %s is used twice in the control-flow graph%s",
                            edge->id->text, xb_verify_first(v, edge->id));
    }
}

/* Collects what stands for the vertices of the graph and their statements; false if it can't be verified. */
static bool view_vertices(xb_verifier *v, flow *f)
{
    const xb_flow_graph *graph = f->graph;
    if (graph->vertices.count != graph->graph.vertex_count || graph->edges.count != graph->graph.edge_count) {
        xb_verify_error(v, f->at, NULL, "the control-flow graph and its nodes differ in number");
        return false;
    }
    f->vertices = xb_arena_array(v->scratch, graph->vertices.count, sizeof *f->vertices);
    f->statements = xb_arena_array(v->scratch, graph->vertices.count, sizeof *f->statements);
    for (size_t i = 0; i < graph->vertices.count; i++) {
        f->vertices[i] = xb_verify_single(v, f->at, graph->vertices.items[i]);
        if (!xb_kind_is_flow_vertex(f->vertices[i]->node.kind)) {
            xb_verify_step step = xb_verify_step_to(f->at, f->vertices[i], NULL);
            xb_verify_error(v, &step, NULL, "%s can't be a vertex of a control-flow graph", step.name);
            return false;
        }
        f->statements[i] = xb_verify_list(v, &f->vertices[i]->statements);
    }
    return true;
}

static void verify_flow(xb_verifier *v, flow *f)
{
    uint32_t count = f->graph->graph.vertex_count;
    verify_flow_ids(v, f);
    uint32_t entry = only_vertex(v, f, XB_KIND_ENTRY);
    uint32_t exit = only_vertex(v, f, XB_KIND_EXIT);
    for (uint32_t i = 0; i < count; i++) {
        verify_out_edges(v, f, i);
        verify_loop_ends(v, f, i);
    }
    if (entry != XB_GRAPH_NONE) {
        xb_verify_step step = step_to(f, entry);
        if (xb_graph_in_degree(&f->graph->graph, entry) > 0)
            xb_verify_error(v, &step, "control flow is entered from outside only", "an edge leads to Entry");
        verify_reachable(v, f, entry, exit);
        if (f->structured && v->view == XB_VIEW_READ && v->error_count == 0)
            xb_verify_structured(v, f->at, f->graph, entry);
    }
    for (uint32_t i = 0; i < count; i++)
        verify_vertex(v, f, i);
}

/* ---- statement ids ---- */

static bool has_own_id(xb_kind kind)
{
    return kind != XB_KIND_INLINABLE_CALL && kind != XB_KIND_DERIVATIVE_PROPAGATOR;
}

static void mark_statement(xb_verifier *v, const xb_verify_step *up, const xb_statement *statement)
{
    if (!statement || !statement->id || statement->node.kind == XB_KIND_DERIVATIVE_PROPAGATOR)
        return;
    xb_verify_step step = xb_verify_step_to_statement(up, statement);
    if (statement->id->length == 0)
        xb_verify_error(v, &step, "du/ud chains mean what lies outside of the routine by the empty id",
                        "a statement has an empty id");
    if (statement->id->length == 0 || !has_own_id(statement->node.kind))
        return;
    if ((v->view == XB_VIEW_DERIVED && statement->node.line == 0) || xb_id_of(statement).form != XB_ID_NAME)
        return; /* generated: its id is made unique when it is written */
    if (!xb_verify_mark_name(v, statement->id, step.line))
        xb_verify_error(v, &step, "du/ud chains tell statements of a routine by their ids",
                        "statement id %s is used twice in the routine%s", statement->id->text,
                        xb_verify_first(v, statement->id));
}

/* Chains refer to statements by id, which is not empty. Propagators and inlinable calls may share theirs. */
static void verify_statement_ids(xb_verifier *v, const flow *f)
{
    xb_verify_begin_marks(v);
    for (uint32_t i = 0; i < f->graph->graph.vertex_count; i++) {
        const xb_flow_vertex *vertex = f->vertices[i];
        xb_verify_step step = step_to(f, i);
        for (size_t k = 0; k < f->statements[i]->count; k++)
            mark_statement(v, &step, f->statements[i]->items[k]);
        if (vertex->initialization)
            mark_statement(v, &step, &vertex->initialization->statement);
        if (vertex->update)
            mark_statement(v, &step, &vertex->update->statement);
    }
}

/* ---- routines ---- */

static void verify_formals(xb_verifier *v, const xb_verify_step *at, const xb_routine *routine)
{
    const xb_list *formals = xb_verify_list(v, &routine->formals);
    xb_node_set seen = {0};
    xb_verify_begin_marks(v);
    for (size_t i = 0; i < formals->count; i++) {
        const xb_formal *formal = formals->items[i];
        xb_verify_step step = xb_verify_step_to(at, formal, formal->symbol ? formal->symbol->id : NULL);
        if (formal->position < 1 || formal->position > formals->count)
            xb_verify_error(v, &step, "number the formal arguments from 1, without gaps",
                            "a formal argument has position %u, but there %s %u", formal->position,
                            xb_plural(formals->count, "is", "are"), formals->count);
        else if (!xb_verify_mark_position(v, formal->position))
            xb_verify_error(v, &step, "number the formal arguments from 1, without gaps",
                            "two formal arguments have position %u", formal->position);
        if (!formal->symbol)
            xb_verify_error(v, &step, NULL, "the formal argument has no symbol");
        else if (xb_node_set_has(&seen, &formal->symbol->node))
            xb_verify_error(v, &step, "give each formal argument a symbol of its own",
                            "symbol %s stands for two formal arguments", formal->symbol->id->text);
        else if (formal->symbol->kind == XB_SYMBOL_SUBROUTINE)
            xb_verify_unsupported(v, &step, "call the subroutine directly",
                                  "formal argument %s is a subroutine, which is not supported",
                                  formal->symbol->id->text);
        else if (formal->deriv && !xb_symbol_is_active(formal->symbol))
            xb_verify_error(v, &step, "only active symbols of type real, complex or opaque have one",
                            "%s has no derivative component", formal->symbol->id->text);
        else if (routine->scope && formal->symbol->scope != routine->scope)
            xb_verify_error(
                v, &step,
                "declare it in the scope that controlflowgraph_scope_id names, or name its scope there",
                "formal argument %s is a symbol of scope %s, not of scope %s of the routine",
                formal->symbol->id->text, xb_scope_text(formal->symbol->scope),
                xb_scope_text(routine->scope));
        if (formal->symbol)
            xb_node_set_add(v->scratch, &seen, &formal->symbol->node);
    }
}

static void verify_side_effects(xb_verifier *v, const xb_verify_step *at, const xb_routine *routine)
{
    static const char *const names[XB_SIDE_EFFECT_COUNT] = {
        [XB_SIDE_EFFECT_MOD_LOCAL] = "ModLocal",   [XB_SIDE_EFFECT_MOD] = "Mod",
        [XB_SIDE_EFFECT_READ_LOCAL] = "ReadLocal", [XB_SIDE_EFFECT_READ] = "Read",
        [XB_SIDE_EFFECT_ON_ENTRY] = "OnEntry",
    };
    for (size_t i = 0; i < XB_SIDE_EFFECT_COUNT; i++) {
        xb_verify_step step = {.up = at, .name = names[i]};
        const xb_list *list = &routine->side_effects[i];
        for (size_t k = 0; k < list->count; k++)
            xb_verify_reference(v, &step, list->items[k], "SideEffectReference");
    }
}

/* Within a replacement, the statements of a routine occur again. */
static void verify_graph(xb_verifier *v, const xb_verify_step *at, const xb_flow_graph *graph,
                         bool structured, bool is_replacement)
{
    flow f = {.graph = graph, .at = at, .structured = structured};
    if (!view_vertices(v, &f) || graph->vertices.count == 0)
        return;
    if (!is_replacement)
        verify_statement_ids(v, &f);
    verify_flow(v, &f);
}

void xb_verify_routine(xb_verifier *v, const xb_verify_step *up, const xb_routine *routine)
{
    xb_verify_step step = xb_verify_step_to(up, routine, routine->symbol ? routine->symbol->id : NULL);
    if (!routine->symbol)
        xb_verify_error(v, &step, NULL, "%s has no symbol", step.name);
    else if (routine->symbol->kind != XB_SYMBOL_SUBROUTINE)
        xb_verify_error(v, &step, "symbol_id names a symbol of kind subroutine", "%s is not a subroutine",
                        routine->symbol->id->text);
    if (!routine->scope)
        xb_verify_error(v, &step, NULL, "%s has no scope", step.name);
    v->routine = routine;
    verify_formals(v, &step, routine);
    v->warns_of_bounds = false; /* statements have the same subscripts */
    verify_side_effects(v, &step, routine);
    v->warns_of_bounds = v->view == XB_VIEW_READ;
    verify_graph(v, &step, &routine->flow, routine->structured, false);
    for (size_t i = 0; i < routine->replacements.count; i++) {
        const xb_replacement *replacement = routine->replacements.items[i];
        xb_verify_step inner = xb_verify_step_to(&step, replacement, replacement->placeholder);
        verify_graph(v, &inner, &replacement->flow, replacement->structured, true);
    }
}
