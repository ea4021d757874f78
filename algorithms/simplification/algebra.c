/*
 * Going up from the leaves, each vertex gets a form: an operation of vertices below, or another vertex that
 * has its value. A rule sees the forms of the operands, so that one pass is enough. Then the part that the
 * root still needs is copied by the forms.
 */
#include "algorithms/simplification/algebra.h"

#include "ir/build.h"

/* What a vertex is now. */
typedef struct form {
    uint32_t same_as;       /* the vertex that has its value: itself, or one below */
    xb_intrinsic_code code; /* of an operation of one or two operands, else XB_INTRINSIC_NONE */
    uint32_t operand_count;
    uint32_t operands[2]; /* vertices that are the same as themselves */
    bool changed;         /* it is another operation than it was */
} form;

typedef struct algebra {
    xb_program *program;
    const xb_expression *expression;
    const xb_shape *shapes;
    form *forms;
    bool changed;
} algebra;

/* ---- rules -------------------------------------------------------------------------------------------- */

static bool is_constant(const algebra *g, uint32_t v, double value)
{
    const xb_vertex *vertex = xb_expression_vertex(g->expression, v);
    double found;
    return vertex->node.kind == XB_KIND_CONSTANT && xb_constant_value((const xb_constant *)vertex, &found) &&
           found == value;
}

static bool is_minus(const algebra *g, uint32_t v)
{
    return g->forms[v].code == XB_INTRINSIC_MINUS;
}

static uint32_t negated(const algebra *g, uint32_t v)
{
    return g->forms[v].operands[0];
}

static bool alike(const algebra *g, uint32_t a, uint32_t b)
{
    const xb_shape *x = &g->shapes[a], *y = &g->shapes[b];
    return x->type == y->type && x->fe_type == y->fe_type && x->rank == y->rank && !x->conflict;
}

static bool become(algebra *g, uint32_t v, uint32_t other)
{
    if (!alike(g, v, other))
        return false;
    g->forms[v] = g->forms[other];
    return g->changed = true;
}

static bool become_minus(algebra *g, uint32_t v, uint32_t operand)
{
    if (is_minus(g, operand))
        return become(g, v, negated(g, operand));
    if (!alike(g, v, operand))
        return false;
    g->forms[v] = (form){v, XB_INTRINSIC_MINUS, 1, {operand}, true};
    return g->changed = true;
}

static bool become_binary(algebra *g, uint32_t v, xb_intrinsic_code code, uint32_t a, uint32_t b)
{
    g->forms[v] = (form){v, code, 2, {a, b}, true};
    return g->changed = true;
}

static bool simplify_minus(algebra *g, uint32_t v, const uint32_t *x)
{
    return is_minus(g, x[0]) && become(g, v, negated(g, x[0]));
}

static bool simplify_add(algebra *g, uint32_t v, const uint32_t *x)
{
    for (int i = 0; i < 2; i++) {
        if (is_constant(g, x[i], 0.0) && become(g, v, x[1 - i]))
            return true;
        if (is_minus(g, x[i]))
            return become_binary(g, v, XB_INTRINSIC_SUB, x[1 - i], negated(g, x[i]));
    }
    return false;
}

static bool simplify_sub(algebra *g, uint32_t v, const uint32_t *x)
{
    if (is_constant(g, x[1], 0.0))
        return become(g, v, x[0]);
    if (is_constant(g, x[0], 0.0))
        return become_minus(g, v, x[1]);
    return is_minus(g, x[1]) && become_binary(g, v, XB_INTRINSIC_ADD, x[0], negated(g, x[1]));
}

static bool are_minus(const algebra *g, const uint32_t *x)
{
    return is_minus(g, x[0]) && is_minus(g, x[1]);
}

static bool simplify_mul(algebra *g, uint32_t v, const uint32_t *x)
{
    for (int i = 0; i < 2; i++) {
        if (is_constant(g, x[i], 1.0) && become(g, v, x[1 - i]))
            return true;
        if (is_constant(g, x[i], -1.0) && become_minus(g, v, x[1 - i]))
            return true;
    }
    return are_minus(g, x) && become_binary(g, v, XB_INTRINSIC_MUL, negated(g, x[0]), negated(g, x[1]));
}

static bool simplify_div(algebra *g, uint32_t v, const uint32_t *x)
{
    if (is_constant(g, x[1], 1.0))
        return become(g, v, x[0]);
    if (is_constant(g, x[1], -1.0))
        return become_minus(g, v, x[0]);
    return are_minus(g, x) && become_binary(g, v, XB_INTRINSIC_DIV, negated(g, x[0]), negated(g, x[1]));
}

static bool simplify_pow(algebra *g, uint32_t v, const uint32_t *x)
{
    return is_constant(g, x[1], 1.0) && become(g, v, x[0]);
}

typedef bool rule(algebra *g, uint32_t v, const uint32_t *operands);

static rule *const rules[XB_INTRINSIC_COUNT] = {
    [XB_INTRINSIC_MINUS] = simplify_minus, [XB_INTRINSIC_ADD] = simplify_add,
    [XB_INTRINSIC_SUB] = simplify_sub,     [XB_INTRINSIC_MUL] = simplify_mul,
    [XB_INTRINSIC_DIV] = simplify_div,     [XB_INTRINSIC_POW] = simplify_pow,
};

static uint32_t resolved(const algebra *g, uint32_t v)
{
    return g->forms[v].same_as;
}

static void simplify_vertex(algebra *g, uint32_t v)
{
    const xb_vertex *vertex = xb_expression_vertex(g->expression, v);
    size_t count = xb_expression_operand_count(g->expression, v);
    form *f = &g->forms[v];
    *f = (form){.same_as = v};
    if (vertex->node.kind != XB_KIND_INTRINSIC || count < 1 || count > 2)
        return;
    f->code = xb_vertex_intrinsic(vertex);
    f->operand_count = (uint32_t)count;
    for (uint32_t p = 0; p < count; p++)
        f->operands[p] = resolved(g, xb_expression_operand(g->expression, v, p + 1));
    uint32_t operands[2] = {f->operands[0], f->operands[1]};
    if (rules[f->code] && count == xb_intrinsic_facts_of(f->code)->least)
        rules[f->code](g, v, operands);
}

/* ---- the simplified expression ------------------------------------------------------------------------ */

typedef void operand_action(void *context, uint32_t operand, uint32_t position);

/* The operands that a vertex has now. */
static void each_operand(const algebra *g, uint32_t v, operand_action *act, void *context)
{
    const xb_graph *graph = &g->expression->graph;
    const form *f = &g->forms[v];
    for (uint32_t p = 0; p < f->operand_count; p++)
        act(context, f->operands[p], p + 1);
    if (f->operand_count > 0)
        return;
    for (uint32_t e = xb_graph_first_in(graph, v); e != XB_GRAPH_NONE; e = xb_graph_next_in(graph, e))
        act(context, resolved(g, xb_graph_source(graph, e)), xb_expression_position(g->expression, e));
}

static void mark(void *context, uint32_t operand, uint32_t position)
{
    bool *used = context;
    (void)position;
    used[operand] = true;
}

/* The copy of a vertex under way. */
typedef struct copy {
    const algebra *g;
    xb_expression *to;
    const uint32_t *numbers; /* of copies, by vertex */
    uint32_t self;
} copy;

static void connect(void *context, uint32_t operand, uint32_t position)
{
    const copy *c = context;
    xb_expression_connect(c->g->program, c->to, c->numbers[operand], c->self, position);
}

static uint32_t copy_vertex(const algebra *g, xb_expression *to, uint32_t v, const uint32_t *numbers)
{
    const form *f = &g->forms[v];
    if (f->changed && f->operand_count == 1)
        return xb_build_unary(g->program, to, f->code, numbers[f->operands[0]]);
    if (f->changed)
        return xb_build_binary(g->program, to, f->code, numbers[f->operands[0]], numbers[f->operands[1]]);
    void *vertex = xb_copy_vertex(g->program, xb_expression_vertex(g->expression, v));
    copy c = {g, to, numbers, xb_expression_add(g->program, to, vertex)};
    each_operand(g, v, connect, &c);
    return c.self;
}

static xb_expression *rebuild(const algebra *g, xb_arena *scratch, const uint32_t *order)
{
    uint32_t count = g->expression->graph.vertex_count, root = resolved(g, g->expression->root);
    bool *used = xb_arena_array(scratch, count, sizeof *used);
    uint32_t *numbers = xb_arena_array(scratch, count, sizeof *numbers);
    xb_expression *result = xb_build_expression(g->program);
    used[root] = true;
    for (uint32_t k = count; k-- > 0;)
        if (used[order[k]])
            each_operand(g, order[k], mark, used);
    for (uint32_t k = 0; k < count; k++)
        if (used[order[k]])
            numbers[order[k]] = copy_vertex(g, result, order[k], numbers);
    result->root = numbers[root];
    return result;
}

xb_expression *xb_simplify_algebra(const xb_analyses *analyses, xb_arena *scratch, xb_expression *expression)
{
    uint32_t count = expression->graph.vertex_count;
    const uint32_t *order = xb_expression_order(scratch, expression);
    algebra g = {.program = xb_analyses_program(analyses), .expression = expression};
    g.shapes = xb_shapes_of(analyses, scratch, expression, NULL, NULL);
    g.forms = xb_arena_array(scratch, count, sizeof *g.forms);
    for (uint32_t k = 0; k < count; k++)
        simplify_vertex(&g, order[k]);
    return g.changed ? rebuild(&g, scratch, order) : expression;
}
