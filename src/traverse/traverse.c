/*
 * A table says, by kind of node, which function lists the children; everything else is generic. The walk
 * keeps two stacks: one of open nodes, and one of children that are still to be visited, where each open node
 * owns a range. Both are vectors that only ever grow, so a walk needs memory for the widest path from the
 * root, not for the whole tree; walks of a statement, of which there are many, need none of the arena.
 */
#include "traverse/traverse.h"

#include <string.h>

#include "ir/declaration.h"

/* ---- children ---- */

/* Where the children of a node go. */
typedef struct collector {
    xb_arena *arena;
    xb_list *list;
    xb_view view;
    const xb_visitor *visitor; /* for whom; NULL: for anybody */
} collector;

typedef void lister(const collector *to, const xb_node *node);

static lister *children_of(xb_kind kind);

static bool has_no_children(const xb_node *node)
{
    if (node->kind == XB_KIND_VARIABLE_REFERENCE)
        return ((const xb_reference *)node)->subscripts.count == 0;
    if (node->kind == XB_KIND_SYMBOL)
        return !((const xb_symbol *)node)->declaration;
    return !children_of(node->kind);
}

/* Whether nothing is to be called for a node, which has no children, and nothing stands for it. */
static bool is_of_no_interest(const collector *to, const xb_node *node)
{
    const xb_visitor *visitor = to->visitor;
    return visitor && !visitor->enter[node->kind] && !visitor->leave[node->kind] && !node->slots &&
           has_no_children(node);
}

static void add(const collector *to, const void *child)
{
    if (child && !is_of_no_interest(to, child))
        xb_view_append(to->arena, to->view, child, to->list);
}

static void add_all(const collector *to, const xb_list *children)
{
    for (size_t i = 0; i < children->count; i++)
        add(to, children->items[i]);
}

static void of_program(const collector *to, const xb_node *node)
{
    const xb_program *program = (const xb_program *)node;
    add_all(to, &program->scopes);
    add_all(to, &program->routines);
    add_all(to, &program->call_edges);
}

static void of_scope(const collector *to, const xb_node *node)
{
    add_all(to, &((const xb_scope *)node)->symbols);
}

static void add_expression(void *context, xb_expression *expression)
{
    add(context, expression);
}

static void of_symbol(const collector *to, const xb_node *node)
{
    collector copy = *to;
    xb_declaration_each(((const xb_symbol *)node)->declaration, add_expression, &copy);
}

static void of_flow(const collector *to, const xb_flow_graph *flow)
{
    add_all(to, &flow->vertices);
    add_all(to, &flow->edges);
}

static void of_routine(const collector *to, const xb_node *node)
{
    const xb_routine *routine = (const xb_routine *)node;
    add_all(to, &routine->formals);
    for (size_t i = 0; i < XB_SIDE_EFFECT_COUNT; i++)
        add_all(to, &routine->side_effects[i]);
    of_flow(to, &routine->flow);
    add_all(to, &routine->replacements);
}

static void of_replacement(const collector *to, const xb_node *node)
{
    of_flow(to, &((const xb_replacement *)node)->flow);
}

static void of_flow_vertex(const collector *to, const xb_node *node)
{
    const xb_flow_vertex *vertex = (const xb_flow_vertex *)node;
    add(to, vertex->initialization);
    add(to, vertex->condition);
    add(to, vertex->update);
    add_all(to, &vertex->statements);
}

static void of_assignment(const collector *to, const xb_node *node)
{
    const xb_assignment *assignment = (const xb_assignment *)node;
    add(to, assignment->target);
    add(to, assignment->value);
}

static void of_call(const collector *to, const xb_node *node)
{
    add_all(to, &((const xb_call *)node)->arguments);
}

static void of_inlinable_call(const collector *to, const xb_node *node)
{
    add_all(to, &((const xb_inlinable_call *)node)->arguments);
}

static void of_argument(const collector *to, const xb_node *node)
{
    const xb_argument *argument = (const xb_argument *)node;
    add(to, argument->reference);
    add(to, argument->constant);
}

static void of_marker(const collector *to, const xb_node *node)
{
    const xb_marker *marker = (const xb_marker *)node;
    add_all(to, &marker->writes);
    add_all(to, &marker->reads);
}

static void of_propagator(const collector *to, const xb_node *node)
{
    add_all(to, &((const xb_propagator *)node)->entries);
}

/* SetDeriv and its like: Tgt, Src. */
static void of_copying_entry(const collector *to, const xb_node *node)
{
    const xb_propagation *entry = (const xb_propagation *)node;
    add(to, entry->target);
    add(to, entry->source);
}

/* Sax and Saxpy: the AX, then Y. */
static void of_summing_entry(const collector *to, const xb_node *node)
{
    const xb_propagation *entry = (const xb_propagation *)node;
    const xb_term *terms = entry->terms.items;
    for (size_t i = 0; i < entry->terms.count; i++) {
        add(to, terms[i].factor);
        add(to, terms[i].source);
    }
    add(to, entry->target);
}

static void of_expression(const collector *to, const xb_node *node)
{
    const xb_expression *expression = (const xb_expression *)node;
    for (uint32_t i = 0; i < expression->graph.vertex_count; i++)
        add(to, expression->vertices[i]);
}

static void of_reference(const collector *to, const xb_node *node)
{
    add_all(to, &((const xb_reference *)node)->subscripts);
}

static void of_function_call(const collector *to, const xb_node *node)
{
    add_all(to, &((const xb_function_call *)node)->arguments);
}

static void of_triplet(const collector *to, const xb_node *node)
{
    const xb_triplet *triplet = (const xb_triplet *)node;
    add(to, triplet->index);
    add(to, triplet->bound);
    add(to, triplet->stride);
}

/* NULL: nodes of the kind have no children. */
static lister *children_of(xb_kind kind)
{
    switch (kind) {
    case XB_KIND_PROGRAM: return of_program;
    case XB_KIND_SCOPE: return of_scope;
    case XB_KIND_SYMBOL: return of_symbol;
    case XB_KIND_CONTROL_FLOW_GRAPH:
    case XB_KIND_REPLACEMENT_LIST: return of_routine;
    case XB_KIND_REPLACEMENT: return of_replacement;
    case XB_KIND_BASIC_BLOCK:
    case XB_KIND_IF:
    case XB_KIND_BRANCH:
    case XB_KIND_FOR_LOOP:
    case XB_KIND_PRE_LOOP:
    case XB_KIND_POST_LOOP: return of_flow_vertex;
    case XB_KIND_ASSIGNMENT:
    case XB_KIND_INITIALIZATION:
    case XB_KIND_UPDATE: return of_assignment;
    case XB_KIND_SUBROUTINE_CALL: return of_call;
    case XB_KIND_INLINABLE_CALL: return of_inlinable_call;
    case XB_KIND_MARKER: return of_marker;
    case XB_KIND_DERIVATIVE_PROPAGATOR: return of_propagator;
    case XB_KIND_ARGUMENT: return of_argument;
    case XB_KIND_SET_DERIV:
    case XB_KIND_SET_NEG_DERIV:
    case XB_KIND_INC_DERIV:
    case XB_KIND_DEC_DERIV:
    case XB_KIND_ZERO_DERIV: return of_copying_entry;
    case XB_KIND_SAX:
    case XB_KIND_SAXPY: return of_summing_entry;
    case XB_KIND_EXPRESSION: return of_expression;
    case XB_KIND_VARIABLE_REFERENCE: return of_reference;
    case XB_KIND_FUNCTION_CALL: return of_function_call;
    case XB_KIND_TRIPLET: return of_triplet;
    case XB_KIND_CALL_GRAPH_EDGE:
    case XB_KIND_FORMAL:
    case XB_KIND_ENTRY:
    case XB_KIND_EXIT:
    case XB_KIND_END_BRANCH:
    case XB_KIND_END_LOOP:
    case XB_KIND_LABEL:
    case XB_KIND_GOTO:
    case XB_KIND_CONTROL_FLOW_EDGE:
    case XB_KIND_CONSTANT:
    case XB_KIND_INTRINSIC:
    case XB_KIND_BOOLEAN_OPERATION:
    case XB_KIND_ARGUMENT_REFERENCE:
    case XB_KIND_COUNT: return NULL;
    }
    return NULL;
}

void xb_children(xb_arena *arena, const xb_node *node, xb_view view, xb_list *children)
{
    collector to = {.arena = arena, .list = children, .view = view};
    lister *list = children_of(node->kind);
    if (list)
        list(&to, node);
}

/* ---- walking ---- */

/* An open node. */
typedef struct frame {
    xb_node *node;
    xb_routine *routine;  /* nearest enclosing one */
    uint32_t first, next; /* its children on the stack of children: where they begin, which comes next */
} frame;

struct xb_walk {
    xb_program *program;
    xb_arena *arena;
    const xb_visitor *visitor;
    void *context;
    xb_vector frames; /* frame */
    xb_list children; /* xb_node; the range of the innermost frame reaches to the end */
};

static frame *innermost(const xb_walk *walk)
{
    return (frame *)walk->frames.items + walk->frames.count - 1;
}

static bool is_routine(const xb_node *node)
{
    return node->kind == XB_KIND_CONTROL_FLOW_GRAPH || node->kind == XB_KIND_REPLACEMENT_LIST;
}

static xb_visit call(xb_walk *walk, xb_visit_function *function, xb_node *node)
{
    return function ? function(walk, node, walk->context) : XB_VISIT_CONTINUE;
}

static bool is_skipped(const xb_walk *walk, const xb_node *node)
{
    return walk->visitor->skips_kept && is_routine(node) && ((const xb_routine *)node)->kept;
}

static xb_visit enter(xb_walk *walk, xb_node *node)
{
    xb_routine *routine = walk->frames.count > 0 ? innermost(walk)->routine : NULL;
    frame *new = xb_vector_push(walk->arena, &walk->frames, sizeof *new);
    *new = (frame){node, is_routine(node) ? (xb_routine *)node : routine, walk->children.count,
                   walk->children.count};
    if (is_skipped(walk, node))
        return XB_VISIT_SKIP;
    xb_visit wanted = call(walk, walk->visitor->enter[node->kind], node);
    collector to = {walk->arena, &walk->children, walk->visitor->view, walk->visitor};
    lister *list = wanted == XB_VISIT_CONTINUE ? children_of(node->kind) : NULL;
    if (list)
        list(&to, node);
    return wanted;
}

static xb_visit leave(xb_walk *walk)
{
    frame done = *innermost(walk);
    walk->children.count = done.first;
    xb_visit wanted = call(walk, walk->visitor->leave[done.node->kind], done.node);
    walk->frames.count--;
    return wanted;
}

xb_visit xb_traverse(xb_program *program, xb_arena *scratch, xb_node *root, const xb_visitor *visitor,
                     void *context)
{
    enum { FRAMES = 16, CHILDREN = 32 };
    frame frames[FRAMES];
    void *children[CHILDREN];
    xb_walk walk = {.program = program, .arena = scratch, .visitor = visitor, .context = context};
    walk.frames = (xb_vector){frames, 0, FRAMES};
    walk.children = (xb_list){children, 0, CHILDREN};
    xb_visit wanted = enter(&walk, root);
    while (wanted != XB_VISIT_STOP && walk.frames.count > 0) {
        frame *top = innermost(&walk);
        if (top->next < walk.children.count)
            wanted = enter(&walk, walk.children.items[top->next++]);
        else
            wanted = leave(&walk);
    }
    return wanted == XB_VISIT_STOP ? XB_VISIT_STOP : XB_VISIT_CONTINUE;
}

/* ---- where a walk is ---- */

xb_program *xb_walk_program(const xb_walk *walk)
{
    return walk->program;
}

size_t xb_walk_depth(const xb_walk *walk)
{
    return walk->frames.count - 1;
}

xb_node *xb_walk_ancestor(const xb_walk *walk, size_t up)
{
    if (up >= walk->frames.count)
        return NULL;
    return (innermost(walk) - up)->node;
}

xb_routine *xb_walk_routine(const xb_walk *walk)
{
    return innermost(walk)->routine;
}
