/*
 * Each step of the elimination is in one of two states: it has a factor (a constant or a variable), or it
 * waits as an expression to be put into the one that uses it. Labels that are sums, from parallel edges, get
 * a variable of their own when they are first used.
 */
#include "algorithms/preaccumulation/accumulation.h"

#include "ir/build.h"

/* More operations than this are not put into one statement. */
enum { LARGEST_EXPRESSION = 12 };

/* Uses of a result that has a variable. */
enum { SEVERAL = 2 };

/* The result of a step. A large expression has very many, whose shapes hardly differ and are kept apart. */
typedef struct step_value {
    const xb_reference *reference; /* the variable that has it; NULL: it waits */
    const xb_shape *shape;
} step_value;

typedef struct generator {
    xb_run *run;
    xb_program *program;
    xb_block_place place;
    const xb_sequence_graph *graph;
    const xb_elimination *elimination;
    xb_accumulation_code *result;
    const xb_factor **labels; /* by input edge, once it has been used */
    step_value *values;       /* by step */
    const xb_shape *shape;    /* of the step before, or NULL */
    uint8_t *uses;            /* by step: up to SEVERAL */
    uint8_t *size;            /* by step without a variable: number of operations */
} generator;

static xb_factor assign(generator *g, xb_shape shape, xb_expression *value)
{
    xb_statement *allocation;
    xb_symbol *symbol =
        xb_shape_temporary(g->program, g->place.routine->scope, "acc", shape, false, &allocation);
    if (allocation)
        xb_list_append(g->program->arena, &g->result->allocations, allocation);
    xb_made_id id = xb_id_numbered(g->program, "_jacobian_accumulation_");
    symbol->single = shape.rank == 0;
    xb_reference *target = xb_build_reference(g->program, symbol);
    xb_list_append(g->program->arena, &g->result->statements,
                   xb_build_assignment_as(g->program, id, target, value));
    xb_factor factor = {.reference = target, .shape = shape};
    if (shape.rank > 0)
        factor.shape.model = factor.reference;
    return factor;
}

static uint32_t add_factor(generator *g, xb_expression *expression, const xb_factor *factor)
{
    return xb_expression_add(g->program, expression, xb_factor_vertex(g->program, factor));
}

/* constant + factor + factor + … in as many statements as it takes. */
static xb_factor sum_label(generator *g, const xb_sequence_edge *edge)
{
    xb_factor sum = {.value = edge->constant, .shape = xb_shape_scalar()};
    size_t i = 0;
    if (edge->constant == 0.0)
        sum = *(const xb_factor *)edge->factors.items[i++];
    while (i < edge->factors.count) {
        xb_expression *expression = xb_build_expression(g->program);
        uint32_t root = add_factor(g, expression, &sum);
        xb_shape shape = sum.shape;
        for (size_t k = 0; k < LARGEST_EXPRESSION && i < edge->factors.count; k++, i++) {
            const xb_factor *next = edge->factors.items[i];
            root = xb_build_binary(g->program, expression, XB_INTRINSIC_ADD, root,
                                   add_factor(g, expression, next));
            shape = xb_shape_promote(shape, next->shape);
            g->result->additions++;
        }
        expression->root = root;
        sum = assign(g, shape, expression);
    }
    return sum;
}

/* Most labels are one factor, which is there already. */
static const xb_factor *make_label(generator *g, const xb_sequence_edge *edge)
{
    if (edge->constant == 0.0 && edge->factors.count == 1)
        return edge->factors.items[0];
    xb_factor *label = xb_arena_alloc(xb_run_scratch(g->run), sizeof *label);
    *label = sum_label(g, edge);
    return label;
}

static const xb_factor *label_of(generator *g, size_t edge)
{
    if (!g->labels[edge])
        g->labels[edge] = make_label(g, xb_sequence_edge_at(g->graph, (uint32_t)edge));
    return g->labels[edge];
}

static xb_factor constant_factor(double value)
{
    return (xb_factor){.value = value, .shape = xb_shape_scalar()};
}

static xb_factor factor_of_step(const generator *g, size_t step)
{
    return (xb_factor){.reference = g->values[step].reference, .shape = *g->values[step].shape};
}

static xb_shape shape_of_operand(generator *g, const xb_operand *operand)
{
    switch (operand->kind) {
    case XB_OPERAND_EDGE: return label_of(g, operand->index)->shape;
    case XB_OPERAND_STEP: return *g->values[operand->index].shape;
    default: return xb_shape_scalar();
    }
}

static uint32_t size_of_operand(const generator *g, const xb_operand *operand)
{
    bool waits = operand->kind == XB_OPERAND_STEP && !g->values[operand->index].reference;
    return waits ? g->size[operand->index] : 0;
}

static uint32_t add_step(generator *g, xb_expression *expression, const xb_step *step);

static uint32_t add_operand(generator *g, xb_expression *expression, const xb_operand *operand)
{
    if (operand->kind == XB_OPERAND_STEP) {
        const xb_factor value = factor_of_step(g, operand->index);
        return value.reference ? add_factor(g, expression, &value)
                               : add_step(g, expression, &g->elimination->steps[operand->index]);
    }
    xb_factor factor =
        operand->kind == XB_OPERAND_EDGE ? *label_of(g, operand->index) : constant_factor(operand->value);
    return add_factor(g, expression, &factor);
}

static const xb_intrinsic_code operations[] = {[XB_STEP_MULTIPLY] = XB_INTRINSIC_MUL,
                                               [XB_STEP_ADD] = XB_INTRINSIC_ADD,
                                               [XB_STEP_NEGATE] = XB_INTRINSIC_MINUS,
                                               [XB_STEP_SUBTRACT] = XB_INTRINSIC_SUB,
                                               [XB_STEP_DIVIDE] = XB_INTRINSIC_DIV};

/* Recursion is bounded by LARGEST_EXPRESSION, since a step that waits is not larger. */
static uint32_t add_step(generator *g, xb_expression *expression, const xb_step *step)
{
    uint32_t a = add_operand(g, expression, &step->a);
    if (step->kind == XB_STEP_NEGATE)
        return xb_build_unary(g->program, expression, operations[step->kind], a);
    uint32_t b = add_operand(g, expression, &step->b);
    return xb_build_binary(g->program, expression, operations[step->kind], a, b);
}

static void count_use(generator *g, const xb_operand *operand)
{
    if (operand->kind == XB_OPERAND_STEP && g->uses[operand->index] < SEVERAL)
        g->uses[operand->index]++;
}

static void count_uses(generator *g)
{
    const xb_elimination *e = g->elimination;
    for (size_t i = 0; i < e->step_count; i++) {
        const xb_step *step = &e->steps[i];
        count_use(g, &step->a);
        if (step->kind != XB_STEP_NEGATE)
            count_use(g, &step->b);
    }
    /* A label of the remainder is a variable. */
    for (size_t i = 0; i < e->edge_count; i++)
        if (e->edges[i].label.kind == XB_OPERAND_STEP)
            g->uses[e->edges[i].label.index] = SEVERAL;
}

/* Keeps a shape; where it is that of the step before, which is mostly so, only once. */
static const xb_shape *kept_shape(generator *g, xb_shape shape)
{
    const xb_shape *last = g->shape;
    if (last && last->type == shape.type && last->conflict == shape.conflict && last->rank == shape.rank &&
        last->fe_type == shape.fe_type && last->bounds == shape.bounds && last->model == shape.model)
        return last;
    xb_shape *kept = xb_arena_alloc(xb_run_scratch(g->run), sizeof *kept);
    *kept = shape;
    g->shape = kept;
    return kept;
}

static void generate_step(generator *g, size_t i)
{
    const xb_step *step = &g->elimination->steps[i];
    xb_shape shape = shape_of_operand(g, &step->a);
    uint32_t size = 1 + size_of_operand(g, &step->a);
    if (step->kind != XB_STEP_NEGATE) {
        shape = xb_shape_promote(shape, shape_of_operand(g, &step->b));
        size += size_of_operand(g, &step->b);
    }
    g->values[i].shape = kept_shape(g, shape);
    if (g->uses[i] == 1 && size < LARGEST_EXPRESSION) {
        g->size[i] = (uint8_t)size;
        return;
    }
    xb_expression *expression = xb_build_expression(g->program);
    xb_expression_reserve(g->program, expression, 2 * size + 1, 2 * size);
    expression->root = add_step(g, expression, step);
    xb_factor factor = assign(g, shape, expression);
    g->values[i] = (step_value){factor.reference, kept_shape(g, factor.shape)};
}

/*
 * A factor of the propagation is never an active variable: back ends pass factors to routines that expect
 * plain values, and an active variable as an argument stands for value and derivative.
 */
static xb_factor passive_factor(generator *g, xb_factor factor)
{
    if (!factor.reference || !xb_symbol_is_active(factor.reference->symbol))
        return factor;
    void *copy = xb_copy_reference(g->program, factor.reference);
    return assign(g, factor.shape, xb_build_leaf(g->program, copy));
}

static xb_factor factor_of(generator *g, const xb_operand *operand)
{
    switch (operand->kind) {
    case XB_OPERAND_EDGE: return passive_factor(g, *label_of(g, operand->index));
    case XB_OPERAND_STEP: return factor_of_step(g, operand->index);
    default: return constant_factor(operand->value);
    }
}

xb_accumulation_code xb_accumulate(xb_run *run, xb_block_place place, const xb_sequence_graph *graph,
                                   const xb_elimination *elimination)
{
    xb_arena *scratch = xb_run_scratch(run);
    xb_accumulation_code result = {.edge_count = elimination->edge_count};
    generator g = {.run = run,
                   .program = xb_run_program(run),
                   .place = place,
                   .graph = graph,
                   .elimination = elimination,
                   .result = &result};
    g.labels = xb_arena_array(scratch, graph->edges.count, sizeof *g.labels);
    g.values = xb_arena_array(scratch, elimination->step_count, sizeof *g.values);
    g.uses = xb_arena_array(scratch, elimination->step_count, sizeof *g.uses);
    g.size = xb_arena_array(scratch, elimination->step_count, sizeof *g.size);
    count_uses(&g);
    for (size_t i = 0; i < elimination->step_count; i++)
        generate_step(&g, i);
    xb_jacobian_edge *edges = xb_arena_array(scratch, elimination->edge_count, sizeof *edges);
    for (size_t i = 0; i < elimination->edge_count; i++) {
        const xb_remainder_edge *edge = &elimination->edges[i];
        edges[i] = (xb_jacobian_edge){edge->source, edge->target, factor_of(&g, &edge->label)};
    }
    result.edges = edges;
    return result;
}
