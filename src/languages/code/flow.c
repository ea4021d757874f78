/*
 * Statements. Structured control flow becomes constructs: vertices are taken in the order of the text, and a
 * construct is begun at its head, goes on with a vertex of another arm, and is ended at its end. Other
 * control flow becomes labels and jumps.
 */
#include "languages/code/loops.h"

#include <stdlib.h>

#include "analysis/constructs.h"
#include "ir/runtime_call.h"

xb_source_statement *xb_maker_add(xb_source_maker *maker, xb_source_statement_kind kind)
{
    xb_source_statement *statement = xb_source_add(maker->arena, maker->unit, kind, maker->line);
    statement->from = maker->at;
    return statement;
}

/* ---- statements of blocks -------------------------------------------------------------------------------
 */

static void make_assignment(xb_source_maker *maker, const xb_assignment *assignment)
{
    const xb_source_expression *value = xb_maker_expression(maker, assignment->value);
    const xb_source_expression *target = xb_maker_reference(maker, assignment->target);
    target->variable->written = true;
    /* Where arrays are assigned by loops, what is allocatable is given the extents of the value before. */
    target->variable->reshaped |= maker->language->lacks_arrays && target->variable->allocatable &&
                                  target->count == 0 && target->rank > 0 && value->rank > 0;
    xb_source_statement *statement = xb_maker_add(maker, XB_SOURCE_ASSIGN);
    statement->target = target;
    statement->value = value;
}

static const xb_source_expression *make_argument(xb_source_maker *maker, const xb_argument *argument)
{
    return argument->reference ? xb_maker_reference(maker, argument->reference)
                               : xb_maker_constant(maker, argument->constant);
}

/* What a routine without body is passed is what its interface says. */
static void check_external(xb_source_maker *maker, const xb_source_unit *callee, const xb_call *call)
{
    const char *name = call->symbol->id->text;
    for (size_t i = 0; i < call->arguments.count; i++)
        if (((const xb_argument *)call->arguments.items[i])->position > callee->formals.count)
            xb_maker_refuse(maker, "make its Interface that of the routine",
                            "%s gets more arguments than its interface has", name);
    for (uint32_t i = 0; i < callee->formals.count; i++) {
        const xb_source_variable *formal = callee->formals.items[i];
        if (!xb_call_argument(call, i + 1) && !formal->optional)
            xb_maker_refuse(maker, "say optional=\"1\" of the argument, or pass it",
                            "%s does not get its argument %s, which is not optional", name,
                            formal->symbol->id->text);
    }
}

static void make_call(xb_source_maker *maker, const xb_call *call)
{
    xb_source_unit *callee = xb_maker_unit(maker, call->symbol);
    if (!callee)
        return;
    if (callee->is_external)
        check_external(maker, callee, call);
    size_t count = callee->formals.count;
    const xb_source_expression **arguments = xb_arena_array(maker->arena, count, sizeof *arguments);
    for (uint32_t i = 0; i < count; i++) {
        const xb_argument *argument = xb_call_argument(call, i + 1);
        arguments[i] = argument ? make_argument(maker, argument) : NULL;
        xb_maker_pass(maker, callee, i, arguments[i]);
    }
    xb_list_append(maker->arena, &maker->unit->calls, callee);
    xb_source_statement *statement = xb_maker_add(maker, XB_SOURCE_CALL);
    statement->callee = callee;
    statement->arguments = arguments;
    statement->count = count;
}

static xb_source_statement *make_access(xb_source_maker *maker, const xb_inlinable_call *call,
                                        xb_source_statement_kind kind)
{
    const xb_source_expression *target = make_argument(maker, call->arguments.items[0]);
    xb_source_statement *statement = xb_maker_add(maker, kind);
    statement->target = target;
    if (target->kind == XB_SOURCE_VARIABLE && kind != XB_SOURCE_PUSH)
        target->variable->written = true;
    if (kind == XB_SOURCE_ALLOCATE || kind == XB_SOURCE_ALLOCATE_LIKE || kind == XB_SOURCE_DEALLOCATE ||
        kind == XB_SOURCE_NULLIFY)
        target->variable->reshaped = true;
    return statement;
}

/* Values that are kept, and put back. */
static void make_copy(xb_source_maker *maker, const xb_inlinable_call *call)
{
    const xb_source_expression *value = make_argument(maker, call->arguments.items[1]);
    make_access(maker, call, XB_SOURCE_ASSIGN)->value = value;
}

static void make_allocation(xb_source_maker *maker, const xb_inlinable_call *call)
{
    const size_t count = call->arguments.count - 1,
                 rank = (size_t)((const xb_argument *)call->arguments.items[0])->reference->symbol->rank;
    const xb_source_expression **extents = xb_arena_array(maker->arena, count, sizeof *extents);
    for (size_t i = 0; i < count; i++)
        extents[i] = make_argument(maker, call->arguments.items[i + 1]);
    xb_source_statement *statement = make_access(maker, call, XB_SOURCE_ALLOCATE);
    statement->arguments = extents;
    statement->count = count;
    statement->number = (int64_t)(count - rank);
}

static void make_runtime_call(xb_source_maker *maker, const xb_inlinable_call *call)
{
    xb_runtime_call read = {0};
    bool known = xb_runtime_call_read(maker->arena, call->name->text, &read);
    xb_runtime_code code = known ? read.code : XB_RUNTIME_NONE;
    if (xb_runtime_tapes(code) || xb_runtime_stores(code))
        maker->source->has_tape = maker->unit->has_tape = true;
    if (xb_runtime_facts_of(code)->type != XB_TYPE_VOID && xb_runtime_tapes(code)) {
        bool pushes = xb_runtime_access_of(&read, call->arguments.count, 0) == XB_ACCESS_READ;
        make_access(maker, call, pushes ? XB_SOURCE_PUSH : XB_SOURCE_POP);
        return;
    }
    switch (code) {
    case XB_RUNTIME_STORE: make_access(maker, call, XB_SOURCE_PUSH)->checkpoint = true; return;
    case XB_RUNTIME_RESTORE: make_access(maker, call, XB_SOURCE_POP)->checkpoint = true; return;
    case XB_RUNTIME_CONVERT: make_copy(maker, call); return;
    case XB_RUNTIME_ALLOCATE_SHAPE: make_allocation(maker, call); return;
    case XB_RUNTIME_DEALLOCATE: make_access(maker, call, XB_SOURCE_DEALLOCATE); return;
    case XB_RUNTIME_NULLIFY: make_access(maker, call, XB_SOURCE_NULLIFY); return;
    case XB_RUNTIME_ALLOCATE_MATCHING: {
        const xb_source_expression *model = make_argument(maker, call->arguments.items[1]);
        make_access(maker, call, XB_SOURCE_ALLOCATE_LIKE)->value = model;
        return;
    }
    case XB_RUNTIME_SHAPE_TEST:
    case XB_RUNTIME_COUNT_ADDITIONS:
    case XB_RUNTIME_COUNT_MULTIPLICATIONS: return;
    default: xb_maker_refuse(maker, xb_maker_choose_mode, "the call of %s", call->name->text);
    }
}

/* What the text names is referred to. */
static void make_marker(xb_source_maker *maker, const xb_marker *marker)
{
    const xb_list *lists[] = {&marker->writes, &marker->reads};
    size_t count = 0;
    if (!marker->source)
        return;
    const xb_source_expression **named =
        xb_arena_array(maker->arena, marker->writes.count + marker->reads.count, sizeof *named);
    for (size_t i = 0; i < 2; i++)
        for (size_t k = 0; k < lists[i]->count; k++) {
            named[count] = xb_maker_reference(maker, lists[i]->items[k]);
            named[count++]->variable->written |= i == 0;
        }
    xb_source_statement *statement = xb_maker_add(maker, XB_SOURCE_OPAQUE);
    statement->text = marker->source->text;
    statement->language = marker->language;
    statement->arguments = named;
    statement->count = count;
    statement->number = (int64_t)marker->writes.count;
    statement->is_apart = marker->is_constant;
}

static void make_statement(xb_source_maker *maker, const xb_node *node)
{
    maker->at = node;
    maker->line = xb_node_source_line(node);
    maker->may_split = true;
    switch (xb_statement_kind_of((const xb_statement *)node)) {
    case XB_STATEMENT_ASSIGNMENT: make_assignment(maker, (const xb_assignment *)node); break;
    case XB_STATEMENT_SUBROUTINE_CALL: make_call(maker, (const xb_call *)node); break;
    case XB_STATEMENT_INLINABLE_CALL: make_runtime_call(maker, (const xb_inlinable_call *)node); break;
    case XB_STATEMENT_MARKER: make_marker(maker, (const xb_marker *)node); break;
    case XB_STATEMENT_DERIVATIVE_PROPAGATOR:
        xb_maker_refuse(maker, xb_maker_choose_mode, "a %s", xb_kind_name(node->kind));
        break;
    }
    maker->may_split = false;
}

static void make_block(xb_source_maker *maker, const xb_flow_vertex *vertex)
{
    const xb_list *statements = xb_view_list(maker->arena, XB_VIEW_DERIVED, &vertex->statements);
    for (size_t i = 0; i < statements->count; i++)
        make_statement(maker, statements->items[i]);
}

/* ---- control flow -------------------------------------------------------------------------------------- */

static void go_to_vertex(xb_source_maker *maker, const xb_flow_vertex *vertex)
{
    maker->at = &vertex->node;
    maker->line = vertex->line_number;
}

static void add_with_value(xb_source_maker *maker, xb_source_statement_kind kind,
                           const xb_source_expression *value)
{
    xb_maker_add(maker, kind)->value = value;
}

/* ---- structured control flow ----------------------------------------------------------------------------
 */

/* The construct that is being written. */
typedef struct construct {
    uint32_t head;
    bool selects;
    bool has_arm; /* an arm was begun */
    uint32_t level;
    xb_counting counting;     /* of a loop whose iterations are counted by variables */
    xb_source_statement loop; /* if so */
} construct;

typedef struct walk {
    xb_source_maker *maker;
    const xb_flow_graph *flow;
    const xb_constructs *constructs;
    xb_vector open; /* construct */
} walk;

static const xb_flow_vertex *vertex_at(const walk *w, uint32_t v)
{
    return xb_view_single(XB_VIEW_DERIVED, w->flow->vertices.items[v]);
}

static int compare_values(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return x < y ? -1 : x > y;
}

/* The values of a condition with which control goes from a branch to a vertex; all others if there is an edge
 * without value. */
static void add_case(const walk *w, uint32_t branch, uint32_t target)
{
    xb_vector values = {0};
    bool is_default = false;
    for (uint32_t e = xb_graph_first_out(&w->flow->graph, branch); e != XB_GRAPH_NONE;
         e = xb_graph_next_out(&w->flow->graph, e)) {
        const xb_flow_edge *edge = w->flow->edges.items[e];
        if (xb_graph_target(&w->flow->graph, e) != target)
            continue;
        if (edge->has_condition_value)
            *(int64_t *)xb_vector_push(w->maker->arena, &values, sizeof(int64_t)) = edge->condition_value;
        else
            is_default = true;
    }
    xb_source_statement *arm = xb_maker_add(w->maker, is_default ? XB_SOURCE_DEFAULT : XB_SOURCE_CASE);
    if (values.count > 1)
        qsort(values.items, values.count, sizeof(int64_t), compare_values);
    arm->values = values.items;
    arm->count = values.count;
}

static bool is_true_edge(const xb_flow_edge *edge)
{
    return edge->has_condition_value && edge->condition_value != 0;
}

/* Arms without vertices are there all the same for who chooses among several. */
static void begin_select(walk *w, uint32_t v, const xb_source_expression *value)
{
    add_with_value(w->maker, XB_SOURCE_SELECT, value);
    for (uint32_t e = xb_graph_first_out(&w->flow->graph, v); e != XB_GRAPH_NONE;
         e = xb_graph_next_out(&w->flow->graph, e))
        if (xb_graph_target(&w->flow->graph, e) == w->constructs->other[v]) {
            add_case(w, v, w->constructs->other[v]);
            return;
        }
}

static void begin_branch(walk *w, uint32_t v, const xb_flow_vertex *vertex)
{
    w->maker->may_split = true;
    const xb_source_expression *value = xb_maker_expression(w->maker, vertex->condition);
    w->maker->may_split = false;
    construct *made = xb_vector_push(w->maker->arena, &w->open, sizeof *made);
    *made = (construct){.head = v, .selects = value->type != XB_TYPE_BOOL, .level = XB_GRAPH_NONE};
    if (made->selects)
        begin_select(w, v, value);
    else
        add_with_value(w->maker, XB_SOURCE_IF, value);
}

static void begin_for_loop(walk *w, const xb_flow_vertex *vertex, construct *made)
{
    made->loop = *xb_maker_for_loop(w->maker, vertex);
    if (made->loop.kind != XB_SOURCE_DO || xb_maker_has_counted_loop(w->maker, &made->loop))
        return;
    w->maker->unit->statements.count--;
    add_with_value(w->maker, XB_SOURCE_WHILE,
                   xb_maker_begin_counting(w->maker, &made->loop, &made->counting));
}

static void begin_loop(walk *w, uint32_t v, const xb_flow_vertex *vertex)
{
    construct *made = xb_vector_push(w->maker->arena, &w->open, sizeof *made);
    *made = (construct){.head = v, .level = XB_GRAPH_NONE};
    if (vertex->node.kind == XB_KIND_FOR_LOOP)
        begin_for_loop(w, vertex, made);
    else if (vertex->node.kind == XB_KIND_PRE_LOOP)
        add_with_value(w->maker, XB_SOURCE_WHILE, xb_maker_expression(w->maker, vertex->condition));
    else
        xb_maker_add(w->maker, XB_SOURCE_REPEAT);
}

/* The head of an arm of the innermost branch. */
static void begin_arm(walk *w, construct *branch, uint32_t level)
{
    const xb_level *arm = xb_constructs_level(w->constructs, level);
    xb_source_unit *unit = w->maker->unit;
    branch->level = level;
    if (branch->selects) {
        add_case(w, branch->head, xb_graph_target(&w->flow->graph, arm->edge));
    } else if (branch->has_arm) {
        xb_maker_add(w->maker, XB_SOURCE_ELSE);
    } else if (!is_true_edge(w->flow->edges.items[arm->edge])) {
        xb_source_statement *head =
            &((xb_source_statement *)unit->statements.items)[unit->statements.count - 1];
        head->value = xb_source_negation(w->maker->arena, head->value);
    }
    branch->has_arm = true;
}

static void end_construct(walk *w, const xb_flow_vertex *end)
{
    const construct *last = &((const construct *)w->open.items)[--w->open.count];
    const xb_flow_vertex *head = vertex_at(w, last->head);
    go_to_vertex(w->maker, head);
    if (end->node.kind == XB_KIND_END_BRANCH) {
        xb_maker_add(w->maker, last->selects ? XB_SOURCE_END_SELECT : XB_SOURCE_END_IF);
    } else if (head->node.kind == XB_KIND_POST_LOOP) {
        add_with_value(w->maker, XB_SOURCE_END_REPEAT, xb_maker_expression(w->maker, head->condition));
    } else {
        if (last->counting.left)
            xb_maker_count_on(w->maker, &last->loop, &last->counting);
        xb_maker_add(w->maker, XB_SOURCE_END_DO);
    }
}

static void make_vertex(walk *w, uint32_t v)
{
    const xb_flow_vertex *vertex = vertex_at(w, v);
    construct *last = w->open.count ? &((construct *)w->open.items)[w->open.count - 1] : NULL;
    uint32_t level = w->constructs->level[v];
    bool in_branch = last && !xb_is_loop(w->flow, last->head);
    if (in_branch && vertex->node.kind != XB_KIND_END_BRANCH && level != last->level)
        begin_arm(w, last, level);
    go_to_vertex(w->maker, vertex);
    switch (vertex->node.kind) {
    case XB_KIND_BASIC_BLOCK: make_block(w->maker, vertex); break;
    case XB_KIND_IF:
    case XB_KIND_BRANCH: begin_branch(w, v, vertex); break;
    case XB_KIND_FOR_LOOP:
    case XB_KIND_PRE_LOOP:
    case XB_KIND_POST_LOOP: begin_loop(w, v, vertex); break;
    case XB_KIND_END_BRANCH:
    case XB_KIND_END_LOOP: end_construct(w, vertex); break;
    default: break;
    }
}

/* ---- other control flow ---------------------------------------------------------------------------------
 */

/* Labels of a vertex: where control comes to it, and, of loops, where it comes back, and where they are
 * tested. */
enum { HERE, BACK, TEST };

static int64_t label_of(uint32_t v, int which)
{
    return 10 * ((int64_t)v + 1) + which;
}

static void jump(walk *w, uint32_t target)
{
    const xb_flow_vertex *vertex = vertex_at(w, target);
    if (vertex->node.kind == XB_KIND_EXIT)
        xb_maker_add(w->maker, XB_SOURCE_RETURN);
    else
        xb_maker_add(w->maker, XB_SOURCE_JUMP)->number = label_of(target, HERE);
}

static void jump_if(walk *w, const xb_source_expression *condition, uint32_t target)
{
    xb_source_statement *statement = xb_maker_add(w->maker, XB_SOURCE_JUMP_IF);
    statement->value = condition;
    statement->number = label_of(target, HERE);
}

/* The targets of a condition that is true or false. */
static void find_targets(const walk *w, uint32_t v, uint32_t *if_true, uint32_t *if_false)
{
    for (uint32_t e = xb_graph_first_out(&w->flow->graph, v); e != XB_GRAPH_NONE;
         e = xb_graph_next_out(&w->flow->graph, e))
        *(is_true_edge(w->flow->edges.items[e]) ? if_true : if_false) = xb_graph_target(&w->flow->graph, e);
}

static void make_choice(walk *w, uint32_t v, const xb_flow_vertex *vertex)
{
    const xb_source_expression *value = xb_maker_expression(w->maker, vertex->condition);
    uint32_t if_true = v, if_false = v, others = XB_GRAPH_NONE;
    if (value->type == XB_TYPE_BOOL) {
        find_targets(w, v, &if_true, &if_false);
        jump_if(w, value, if_true);
        jump(w, if_false);
        return;
    }
    for (uint32_t e = xb_graph_first_out(&w->flow->graph, v); e != XB_GRAPH_NONE;
         e = xb_graph_next_out(&w->flow->graph, e)) {
        const xb_flow_edge *edge = w->flow->edges.items[e];
        if (!edge->has_condition_value) {
            others = xb_graph_target(&w->flow->graph, e);
            continue;
        }
        const xb_source_expression *is =
            xb_source_relation(w->maker->arena, XB_INTRINSIC_EQUAL, value,
                               xb_source_integer(w->maker->arena, edge->condition_value));
        jump_if(w, is, xb_graph_target(&w->flow->graph, e));
    }
    if (others != XB_GRAPH_NONE)
        jump(w, others);
}

static void begin_test(walk *w, uint32_t v)
{
    xb_maker_add(w->maker, XB_SOURCE_JUMP)->number = label_of(v, TEST);
    xb_maker_add(w->maker, XB_SOURCE_LABEL)->number = label_of(v, BACK);
}

static const xb_source_expression *loop_plainly(walk *w, uint32_t v, const xb_flow_vertex *vertex)
{
    const xb_source_statement loop = *xb_maker_for_loop(w->maker, vertex);
    xb_counting counting;
    w->maker->unit->statements.count--;
    if (loop.kind == XB_SOURCE_DO) {
        const xb_source_expression *goes_on = xb_maker_begin_counting(w->maker, &loop, &counting);
        begin_test(w, v);
        xb_maker_count_on(w->maker, &loop, &counting);
        return goes_on;
    }
    xb_maker_assign(w->maker, loop.target, loop.first);
    begin_test(w, v);
    xb_maker_assign(w->maker, loop.target, loop.update);
    return loop.condition;
}

static void make_loop(walk *w, uint32_t v, const xb_flow_vertex *vertex)
{
    uint32_t body = v, end = v;
    bool is_for = vertex->node.kind == XB_KIND_FOR_LOOP;
    find_targets(w, v, &body, &end);
    const xb_source_expression *condition =
        is_for ? loop_plainly(w, v, vertex) : xb_maker_expression(w->maker, vertex->condition);
    if (vertex->node.kind == XB_KIND_POST_LOOP)
        jump(w, body);
    xb_maker_add(w->maker, XB_SOURCE_LABEL)->number = label_of(v, is_for ? TEST : BACK);
    jump_if(w, condition, body);
    jump(w, end);
}

static void make_plainly(walk *w, uint32_t v)
{
    const xb_flow_vertex *vertex = vertex_at(w, v);
    go_to_vertex(w->maker, vertex);
    xb_maker_add(w->maker, XB_SOURCE_LABEL)->number = label_of(v, HERE);
    if (vertex->node.kind == XB_KIND_EXIT) {
        xb_maker_add(w->maker, XB_SOURCE_RETURN);
        return;
    }
    if (vertex->node.kind == XB_KIND_BASIC_BLOCK)
        make_block(w->maker, vertex);
    if (vertex->node.kind == XB_KIND_IF || vertex->node.kind == XB_KIND_BRANCH) {
        make_choice(w, v, vertex);
    } else if (xb_is_loop(w->flow, v)) {
        make_loop(w, v, vertex);
    } else {
        uint32_t e = xb_graph_first_out(&w->flow->graph, v);
        uint32_t target = xb_graph_target(&w->flow->graph, e);
        if (vertex->node.kind == XB_KIND_END_LOOP)
            xb_maker_add(w->maker, XB_SOURCE_JUMP)->number = label_of(target, BACK);
        else
            jump(w, target);
    }
}

/* Whether a jump is to what comes next. */
static bool leads_on(const xb_vector *all, size_t i)
{
    const xb_source_statement *jump = &((const xb_source_statement *)all->items)[i];
    return i + 1 < all->count && jump[1].kind == XB_SOURCE_LABEL && jump[1].number == jump->number;
}

/* Of two jumps, the first to what comes after the second, the second becomes the first one's opposite. */
static void turn_jump(xb_source_maker *maker, const xb_vector *all, size_t i)
{
    xb_source_statement *first = &((xb_source_statement *)all->items)[i];
    if (first->kind != XB_SOURCE_JUMP_IF || i + 2 >= all->count || first[1].kind != XB_SOURCE_JUMP ||
        first[2].kind != XB_SOURCE_LABEL || first[2].number != first->number)
        return;
    first->value = xb_source_negation(maker->arena, first->value);
    first->number = first[1].number;
    first[1].number = first[2].number;
}

/* Whether control never comes behind a statement. */
static bool never_goes_on(const xb_source_statement *statement)
{
    return statement->kind == XB_SOURCE_JUMP || statement->kind == XB_SOURCE_RETURN;
}

/* Jumps to what comes next go, and then labels that nothing jumps to, and returns that are never reached. */
static void tidy_jumps(xb_source_maker *maker)
{
    xb_vector *all = &maker->unit->statements;
    xb_source_statement *statements = all->items;
    xb_map used = {0};
    uint32_t kept = 0;
    for (size_t i = 0; i < all->count; i++) {
        const xb_source_statement *next = &statements[i];
        bool is_jump = next->kind == XB_SOURCE_JUMP || next->kind == XB_SOURCE_JUMP_IF;
        turn_jump(maker, all, i);
        bool goes_on = next->kind == XB_SOURCE_JUMP && leads_on(all, i);
        if (is_jump && !goes_on)
            xb_map_put(maker->arena, &used, (uint64_t)next->number, 0, maker);
        if (!goes_on)
            statements[kept++] = *next;
    }
    all->count = kept;
    kept = 0;
    for (size_t i = 0; i < all->count; i++) {
        const bool is_unused =
            statements[i].kind == XB_SOURCE_LABEL && !xb_map_get(&used, (uint64_t)statements[i].number, 0);
        const bool is_idle =
            statements[i].kind == XB_SOURCE_RETURN && kept > 0 && never_goes_on(&statements[kept - 1]);
        if (!is_unused && !is_idle)
            statements[kept++] = statements[i];
    }
    all->count = kept;
}

void xb_maker_body(xb_source_maker *maker)
{
    walk w = {.maker = maker, .flow = &maker->unit->routine->flow};
    w.constructs = xb_constructs_of(maker->arena, w.flow);
    if (w.constructs) {
        for (uint32_t p = 0; p < w.constructs->count; p++)
            make_vertex(&w, w.constructs->order[p]);
        return;
    }
    bool *reached = xb_arena_array(maker->arena, w.flow->graph.vertex_count, sizeof *reached);
    for (uint32_t v = 0; v < w.flow->graph.vertex_count; v++)
        if (vertex_at(&w, v)->node.kind == XB_KIND_ENTRY)
            xb_graph_reachable(maker->arena, &w.flow->graph, v, reached);
    for (uint32_t v = 0; v < w.flow->graph.vertex_count; v++)
        if (reached[v] && vertex_at(&w, v)->node.kind == XB_KIND_ENTRY)
            jump(&w, xb_graph_target(&w.flow->graph, xb_graph_first_out(&w.flow->graph, v)));
    for (uint32_t v = 0; v < w.flow->graph.vertex_count; v++)
        if (reached[v] && vertex_at(&w, v)->node.kind != XB_KIND_ENTRY)
            make_plainly(&w, v);
    tidy_jumps(maker);
}
