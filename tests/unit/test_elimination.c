/*
 * Elimination: published counts of small graphs, folding, dependents with successors, malformed graphs, and
 * on random graphs that the Jacobian is the same whatever the order, metric and awareness, and that partial
 * elimination is never worse than none and than complete elimination. Labels are small integers and halves,
 * so that equality is exact.
 */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "algorithms/elimination/elimination.h"

enum { MOST_VERTICES = 24, MOST_EDGES = MOST_VERTICES * MOST_VERTICES };

static xb_failure *failure;
static xb_arena *arena;
static xb_arena *scratch;

static void set_up(void)
{
    failure = xb_failure_create();
    arena = xb_arena_create(failure);
    scratch = xb_arena_create(failure);
    ck_assert(arena && scratch);
}

static void tear_down(void)
{
    xb_arena_destroy(scratch);
    xb_arena_destroy(arena);
    xb_failure_destroy(failure);
}

/* Check writes a file at each of its assertions; the many that are executed for each graph are spared that.
 */
static void require(bool holds, const char *what)
{
    if (!holds)
        ck_abort_msg("%s", what);
}

/* A graph with the values that its variable labels have when the code is executed. */
typedef struct example {
    xb_lcg graph;
    xb_lcg_edge edges[MOST_EDGES];
    double values[MOST_EDGES];
    bool dependent[MOST_VERTICES];
    uint32_t order[MOST_VERTICES]; /* the vertices in topological order */
} example;

typedef struct jacobian {
    double entries[MOST_VERTICES][MOST_VERTICES]; /* [dependent][independent] */
} jacobian;

static example *new_example(uint32_t vertex_count)
{
    example *x = xb_arena_alloc(arena, sizeof *x);
    x->graph = (xb_lcg){vertex_count, x->edges, 0, x->dependent};
    for (uint32_t v = 0; v < vertex_count; v++)
        x->order[v] = v;
    return x;
}

static void add_variable(example *x, uint32_t source, uint32_t target, double value)
{
    x->edges[x->graph.edge_count] = (xb_lcg_edge){source, target, XB_LABEL_VARIABLE, 0};
    x->values[x->graph.edge_count++] = value;
}

static void add_constant(example *x, uint32_t source, uint32_t target, double value)
{
    x->edges[x->graph.edge_count] = (xb_lcg_edge){source, target, XB_LABEL_CONSTANT, value};
    x->values[x->graph.edge_count++] = value;
}

/* Pairs of source and target, all variable. */
static example *variable_example(uint32_t vertex_count, const unsigned char (*edges)[2], size_t edge_count)
{
    example *x = new_example(vertex_count);
    for (size_t e = 0; e < edge_count; e++)
        add_variable(x, edges[e][0], edges[e][1], (double)(e % 5) - 2.5);
    return x;
}

#define VARIABLE_EXAMPLE(vertex_count, ...)                                 \
    variable_example(vertex_count, (const unsigned char[][2]){__VA_ARGS__}, \
                     sizeof((const unsigned char[][2]){__VA_ARGS__}) / 2)

static bool is_independent(const example *x, uint32_t vertex)
{
    for (size_t e = 0; e < x->graph.edge_count; e++) {
        if (x->edges[e].target == vertex)
            return false;
    }
    return true;
}

static jacobian path_sums(const example *x, const uint32_t *sources, const uint32_t *targets,
                          const double *labels, size_t edge_count)
{
    jacobian sums = {0};
    for (uint32_t i = 0; i < x->graph.vertex_count; i++) {
        if (!is_independent(x, i))
            continue;
        double derivative[MOST_VERTICES] = {0};
        derivative[i] = 1;
        for (uint32_t at = 0; at < x->graph.vertex_count; at++) {
            for (size_t e = 0; e < edge_count; e++) {
                if (sources[e] == x->order[at])
                    derivative[targets[e]] += labels[e] * derivative[sources[e]];
            }
        }
        for (uint32_t v = 0; v < x->graph.vertex_count; v++)
            sums.entries[v][i] = x->dependent[v] ? derivative[v] : 0;
    }
    return sums;
}

static jacobian expected(const example *x)
{
    uint32_t sources[MOST_EDGES], targets[MOST_EDGES];
    for (size_t e = 0; e < x->graph.edge_count; e++) {
        sources[e] = x->edges[e].source;
        targets[e] = x->edges[e].target;
    }
    return path_sums(x, sources, targets, x->values, x->graph.edge_count);
}

static double value_of(const example *x, const double *results, size_t known, const xb_operand *operand)
{
    if (operand->kind == XB_OPERAND_CONSTANT) {
        require(operand->value != 0, "a constant is not 0");
        return operand->value;
    }
    if (operand->kind == XB_OPERAND_EDGE) {
        require(operand->index < x->graph.edge_count, "the edge exists");
        require(x->edges[operand->index].label == XB_LABEL_VARIABLE, "the label is variable");
        return x->values[operand->index];
    }
    require(operand->index < known, "operands are results of earlier steps");
    return results[operand->index];
}

static double *execute(const example *x, const xb_elimination *result)
{
    double *results = xb_arena_array(scratch, result->step_count, sizeof *results);
    for (size_t s = 0; s < result->step_count; s++) {
        const xb_step *step = &result->steps[s];
        double a = value_of(x, results, s, &step->a);
        if (step->kind == XB_STEP_NEGATE) {
            results[s] = -a;
            continue;
        }
        double b = value_of(x, results, s, &step->b);
        results[s] = step->kind == XB_STEP_MULTIPLY ? a * b : a + b;
    }
    return results;
}

static void check_jacobian(const example *x, const xb_elimination *result)
{
    uint32_t sources[MOST_EDGES], targets[MOST_EDGES];
    double labels[MOST_EDGES];
    const double *results = execute(x, result);
    require(result->edge_count <= MOST_EDGES, "the remainder has at most one edge from a vertex to another");
    for (size_t e = 0; e < result->edge_count; e++) {
        sources[e] = result->edges[e].source;
        targets[e] = result->edges[e].target;
        labels[e] = value_of(x, results, result->step_count, &result->edges[e].label);
    }
    jacobian wanted = expected(x), found = path_sums(x, sources, targets, labels, result->edge_count);
    for (uint32_t v = 0; v < x->graph.vertex_count; v++) {
        for (uint32_t i = 0; i < x->graph.vertex_count; i++)
            require(found.entries[v][i] == wanted.entries[v][i], "the Jacobian is the same");
    }
}

static bool is_unit(const xb_operand *label)
{
    return label->kind == XB_OPERAND_CONSTANT && fabs(label->value) == 1;
}

static bool is_nontrivial(const xb_operand *label, int awareness)
{
    return awareness == 0 || (awareness == 1 && !is_unit(label)) || label->kind != XB_OPERAND_CONSTANT;
}

static void count_edges(xb_elimination_counts *counts, const xb_remainder_edge *edges, size_t count,
                        int awareness)
{
    bool reached[MOST_VERTICES] = {false};
    counts->edges = count;
    for (size_t e = 0; e < count; e++) {
        counts->nontrivial_edges += is_nontrivial(&edges[e].label, awareness);
        counts->propagation_multiplications += !is_unit(&edges[e].label);
        counts->propagation_additions += reached[edges[e].target];
        reached[edges[e].target] = true;
    }
}

static void check_counts(const xb_elimination *result, int awareness)
{
    xb_elimination_counts counts = {0};
    for (size_t s = 0; s < result->step_count; s++) {
        counts.multiplications += result->steps[s].kind == XB_STEP_MULTIPLY;
        counts.additions += result->steps[s].kind == XB_STEP_ADD;
        counts.negations += result->steps[s].kind == XB_STEP_NEGATE;
    }
    count_edges(&counts, result->edges, result->edge_count, awareness);
    require(counts.multiplications == result->counts.multiplications,
            "the number of multiplications is right");
    require(counts.additions == result->counts.additions, "the number of additions is right");
    require(counts.negations == result->counts.negations, "the number of negations is right");
    require(counts.edges == result->counts.edges, "the number of edges is right");
    require(counts.nontrivial_edges == result->counts.nontrivial_edges,
            "the number of nontrivial_edges is right");
    require(counts.propagation_multiplications == result->counts.propagation_multiplications,
            "the number of propagation_multiplications is right");
    require(counts.propagation_additions == result->counts.propagation_additions,
            "the number of propagation_additions is right");
    require(result->counts.unit_multiplications <= result->counts.structural_multiplications,
            "folding saves");
    require(result->counts.multiplications <= result->counts.unit_multiplications, "folding saves");
}

static void check_that_steps_are_needed(const xb_elimination *result)
{
    bool *used = xb_arena_array(scratch, result->step_count, sizeof *used);
    for (size_t e = 0; e < result->edge_count; e++) {
        if (result->edges[e].label.kind == XB_OPERAND_STEP)
            used[result->edges[e].label.index] = true;
    }
    for (size_t s = result->step_count; s-- > 0;) {
        const xb_step *step = &result->steps[s];
        require(used[s], "each step is needed");
        if (step->a.kind == XB_OPERAND_STEP)
            used[step->a.index] = true;
        if (step->kind != XB_STEP_NEGATE && step->b.kind == XB_OPERAND_STEP)
            used[step->b.index] = true;
    }
}

static void check_shape(const example *x, const xb_elimination *result, bool bipartite)
{
    bool in[MOST_VERTICES] = {false}, out[MOST_VERTICES] = {false},
         joined[MOST_VERTICES][MOST_VERTICES] = {{false}};
    for (size_t e = 0; e < result->edge_count; e++) {
        const xb_remainder_edge *edge = &result->edges[e];
        require(edge->source < x->graph.vertex_count && edge->target < x->graph.vertex_count,
                "the ends exist");
        require(!joined[edge->source][edge->target], "no two edges are alike");
        joined[edge->source][edge->target] = true;
        out[edge->source] = true;
        in[edge->target] = true;
        if (bipartite)
            require(is_independent(x, edge->source) && x->dependent[edge->target], "it is bipartite");
    }
    for (uint32_t v = 0; v < x->graph.vertex_count; v++) {
        if (out[v] && !in[v])
            require(is_independent(x, v), "only independents have no edges in");
        if (in[v] && !out[v])
            require(x->dependent[v], "only dependents have no edges out");
    }
}

static const xb_elimination *eliminate(const example *x, xb_elimination_options options)
{
    const xb_elimination *result = xb_eliminate(arena, scratch, &x->graph, &options);
    require(result != NULL, "there is a result");
    check_jacobian(x, result);
    check_counts(result, options.awareness);
    check_that_steps_are_needed(result);
    check_shape(x, result, options.metric == XB_METRIC_OPERATIONS);
    return result;
}

/* What there is to propagate without any elimination. */
static xb_elimination_counts nothing_done(const example *x, int awareness)
{
    xb_remainder_edge edges[MOST_EDGES];
    bool live[MOST_VERTICES];
    size_t count = 0;
    memcpy(live, x->dependent, sizeof live);
    for (uint32_t at = x->graph.vertex_count; at-- > 0;) {
        for (size_t e = 0; e < x->graph.edge_count; e++)
            live[x->order[at]] |= x->edges[e].source == x->order[at] && live[x->edges[e].target];
    }
    for (size_t e = 0; e < x->graph.edge_count; e++) {
        const xb_lcg_edge *edge = &x->edges[e];
        if (!live[edge->target])
            continue;
        xb_operand label = {edge->label == XB_LABEL_CONSTANT ? XB_OPERAND_CONSTANT : XB_OPERAND_EDGE, e,
                            edge->value};
        edges[count++] = (xb_remainder_edge){edge->source, edge->target, label};
    }
    xb_elimination_counts counts = {0};
    count_edges(&counts, edges, count, awareness);
    return counts;
}

static bool is_no_worse(const xb_elimination_counts *a, const xb_elimination_counts *b)
{
    size_t a_multiplications = a->multiplications + a->propagation_multiplications;
    size_t b_multiplications = b->multiplications + b->propagation_multiplications;
    if (a->nontrivial_edges != b->nontrivial_edges)
        return a->nontrivial_edges < b->nontrivial_edges;
    if (a_multiplications != b_multiplications)
        return a_multiplications < b_multiplications;
    return a->additions + a->propagation_additions <= b->additions + b->propagation_additions;
}

/* Everything that the interface offers, on one graph. */
static void check_all_options(const example *x)
{
    for (int awareness = 0; awareness <= 2; awareness++) {
        xb_elimination_counts nothing = nothing_done(x, awareness);
        for (int maintaining = 0; maintaining <= 1; maintaining++) {
            xb_elimination_options options = {XB_METRIC_SCARCITY, XB_ORDER_BEST, awareness, maintaining, 0};
            xb_elimination_counts best = eliminate(x, options)->counts;
            require(is_no_worse(&best, &nothing), "the best is no worse than nothing");
            for (int order = 0; order < XB_ELIMINATION_ORDER_COUNT; order++) {
                options.order = (xb_elimination_order)order;
                options.metric = XB_METRIC_SCARCITY;
                xb_elimination_counts partial = eliminate(x, options)->counts;
                options.metric = XB_METRIC_OPERATIONS;
                xb_elimination_counts complete = eliminate(x, options)->counts;
                require(is_no_worse(&best, &complete), "the best is no worse than complete elimination");
                require(is_no_worse(&best, &partial), "the best is no worse than one order");
                require(is_no_worse(&partial, &complete), "an order is no worse than when it is completed");
                require(is_no_worse(&partial, &nothing), "an order is no worse than nothing");
            }
            xb_arena_reset(scratch);
        }
    }
}

/* Structural multiplications of complete elimination, by the expected numbers. */
static void check_structural(const example *x, xb_elimination_order order, size_t multiplications)
{
    xb_elimination_options options = {XB_METRIC_OPERATIONS, order, 0, false, 0};
    const xb_elimination *result = eliminate(x, options);
    ck_assert_uint_eq(result->counts.structural_multiplications, multiplications);
    if (order != XB_ORDER_BEST)
        ck_assert_int_eq(result->chosen, order);
}

START_TEST(lighthouse_has_the_published_counts)
{
    example *x = VARIABLE_EXAMPLE(12, {2, 4}, {3, 4}, {2, 5}, {3, 5}, {4, 6}, {5, 7}, {0, 8}, {6, 8}, {1, 9},
                                  {7, 9}, {8, 10}, {9, 10}, {10, 11}, {1, 11});
    x->dependent[10] = x->dependent[11] = true;
    check_structural(x, XB_ORDER_FORWARD, 22);
    check_structural(x, XB_ORDER_REVERSE, 24);
    check_structural(x, XB_ORDER_BEST, 18);
    check_all_options(x);
}
END_TEST

START_TEST(hole_has_the_published_counts)
{
    example *x = VARIABLE_EXAMPLE(12, {1, 4}, {2, 4}, {4, 5}, {0, 5}, {4, 6}, {3, 6}, {5, 7}, {6, 8}, {7, 9},
                                  {8, 9}, {7, 10}, {8, 10}, {7, 11}, {8, 11});
    x->dependent[9] = x->dependent[10] = x->dependent[11] = true;
    check_structural(x, XB_ORDER_FORWARD, 28);
    check_structural(x, XB_ORDER_REVERSE, 24);
    check_structural(x, XB_ORDER_MARKOWITZ, 26);
    check_all_options(x);
}
END_TEST

START_TEST(slide_example_has_the_published_counts)
{
    example *x = VARIABLE_EXAMPLE(7, {0, 2}, {1, 2}, {2, 3}, {0, 4}, {3, 4}, {4, 5}, {4, 6}, {1, 6});
    x->dependent[5] = x->dependent[6] = true;
    check_structural(x, XB_ORDER_FORWARD, 8);
    check_structural(x, XB_ORDER_REVERSE, 10);
    check_structural(x, XB_ORDER_MARKOWITZ, 7);
    check_structural(x, XB_ORDER_BEST, 7);
    check_all_options(x);
}
END_TEST

START_TEST(numbers_of_vertices_do_not_matter)
{
    /* The slide example, numbered against its order. */
    example *x = VARIABLE_EXAMPLE(7, {6, 4}, {5, 4}, {4, 3}, {6, 2}, {3, 2}, {2, 1}, {2, 0}, {5, 0});
    x->dependent[1] = x->dependent[0] = true;
    for (uint32_t v = 0; v < 7; v++)
        x->order[v] = 6 - v;
    check_structural(x, XB_ORDER_FORWARD, 8);
    check_structural(x, XB_ORDER_REVERSE, 10);
    check_structural(x, XB_ORDER_MARKOWITZ, 7);
}
END_TEST

static const xb_elimination *scarce(const example *x, int awareness)
{
    return eliminate(x, (xb_elimination_options){XB_METRIC_SCARCITY, XB_ORDER_BEST, awareness, false, 0});
}

static const xb_elimination *complete(const example *x, int awareness)
{
    return eliminate(x, (xb_elimination_options){XB_METRIC_OPERATIONS, XB_ORDER_BEST, awareness, false, 0});
}

START_TEST(a_graph_without_edges_has_no_remainder)
{
    example *x = new_example(3);
    x->dependent[1] = true;
    ck_assert_uint_eq(scarce(x, 1)->edge_count, 0);
    ck_assert_uint_eq(complete(x, 1)->edge_count, 0);
    xb_lcg empty = {0};
    const xb_elimination *result = xb_eliminate(arena, scratch, &empty, &(xb_elimination_options){0});
    ck_assert(result && result->edge_count == 0 && result->step_count == 0);
}
END_TEST

START_TEST(dead_code_is_dropped)
{
    example *x = VARIABLE_EXAMPLE(6, {0, 1}, {1, 2}, {1, 3}, {0, 4}, {4, 5});
    x->dependent[2] = true;
    const xb_elimination *result = scarce(x, 1);
    ck_assert_uint_eq(result->edge_count, 1);
    ck_assert(result->edges[0].source == 0 && result->edges[0].target == 2);
    ck_assert_uint_eq(result->counts.multiplications, 1);
    x->dependent[2] = false;
    ck_assert_uint_eq(scarce(x, 1)->edge_count, 0);
}
END_TEST

START_TEST(units_need_no_code)
{
    example *x = new_example(5);
    add_constant(x, 0, 1, 1);
    add_constant(x, 1, 2, -1);
    add_variable(x, 2, 3, 7);
    add_constant(x, 3, 4, -1);
    x->dependent[4] = true;
    const xb_elimination *result = scarce(x, 1);
    ck_assert_uint_eq(result->edge_count, 1);
    ck_assert_uint_eq(result->step_count, 0);
    ck_assert_int_eq(result->edges[0].label.kind, XB_OPERAND_EDGE);
    ck_assert_uint_eq(result->edges[0].label.index, 2);
    x->edges[3].value = x->values[3] = 1;
    result = scarce(x, 1);
    ck_assert_uint_eq(result->step_count, 1);
    ck_assert_int_eq(result->steps[0].kind, XB_STEP_NEGATE);
}
END_TEST

START_TEST(constants_are_folded)
{
    example *x = new_example(4);
    add_constant(x, 0, 1, 3);
    add_constant(x, 1, 3, 0.5);
    add_constant(x, 0, 2, 2);
    add_constant(x, 2, 3, -4);
    x->dependent[3] = true;
    for (int awareness = 0; awareness <= 2; awareness++) {
        const xb_elimination *result = complete(x, awareness);
        ck_assert_uint_eq(result->edge_count, 1);
        ck_assert_uint_eq(result->step_count, 0);
        ck_assert_int_eq(result->edges[0].label.kind, XB_OPERAND_CONSTANT);
        ck_assert_double_eq(result->edges[0].label.value, -6.5);
        ck_assert_uint_eq(result->counts.unit_multiplications, 2);
    }
}
END_TEST

START_TEST(a_sum_of_units_is_no_unit)
{
    example *x = new_example(3);
    add_constant(x, 0, 1, 1);
    add_constant(x, 0, 2, 1);
    add_constant(x, 1, 2, 1);
    x->dependent[2] = true;
    ck_assert_uint_eq(complete(x, 1)->counts.nontrivial_edges, 1);
    ck_assert_uint_eq(complete(x, 2)->counts.nontrivial_edges, 0);
    ck_assert_uint_eq(scarce(x, 1)->counts.nontrivial_edges, 0);
}
END_TEST

START_TEST(cancellation_leaves_nothing)
{
    /* y = (x − x)·z with z as second independent: t = x − x is constant. */
    example *x = new_example(6);
    add_constant(x, 0, 2, 1);
    add_constant(x, 0, 3, -1);
    add_constant(x, 2, 4, 1);
    add_constant(x, 3, 4, 1);
    add_variable(x, 4, 5, 3);
    add_variable(x, 1, 5, 0);
    x->dependent[5] = true;
    const xb_elimination *result = complete(x, 1);
    ck_assert_uint_eq(result->edge_count, 1);
    ck_assert_uint_eq(result->edges[0].source, 1);
    ck_assert_uint_eq(result->step_count, 0);
    ck_assert_uint_eq(scarce(x, 1)->edge_count, 1);
    x->graph.edge_count = 5;
    ck_assert_uint_eq(scarce(x, 1)->edge_count, 0);
    ck_assert_uint_eq(complete(x, 1)->edge_count, 0);
    check_all_options(x);
}
END_TEST

START_TEST(steps_that_a_cancellation_made_superfluous_are_dropped)
{
    /* Markowitz first multiplies 0 → 1 → 2 → 3, then finds that 4 and 5 cancel, and with them 3. */
    example *x = new_example(8);
    add_variable(x, 0, 1, 2);
    add_variable(x, 1, 2, 3);
    add_variable(x, 2, 3, 5);
    add_constant(x, 3, 4, 1);
    add_constant(x, 3, 5, -1);
    add_constant(x, 4, 6, 1);
    add_constant(x, 5, 6, 1);
    add_constant(x, 7, 4, 1);
    add_constant(x, 7, 5, -1);
    x->dependent[6] = true;
    const xb_elimination *result =
        eliminate(x, (xb_elimination_options){XB_METRIC_OPERATIONS, XB_ORDER_MARKOWITZ, 1, false, 0});
    ck_assert_uint_eq(result->counts.structural_multiplications, 6);
    ck_assert_uint_eq(result->edge_count, 0);
    ck_assert_uint_eq(result->step_count, 0);
    check_all_options(x);
}
END_TEST

START_TEST(underflow_removes_and_overflow_is_left_to_execution)
{
    example *x = new_example(3);
    add_constant(x, 0, 1, 1e-200);
    add_constant(x, 1, 2, 1e-200);
    x->dependent[2] = true;
    ck_assert_uint_eq(complete(x, 1)->edge_count, 0);
    x->edges[0].value = x->values[0] = 1e200;
    x->edges[1].value = x->values[1] = 1e200;
    const xb_elimination *result = complete(x, 1);
    ck_assert_uint_eq(result->step_count, 1);
    ck_assert_int_eq(result->edges[0].label.kind, XB_OPERAND_STEP);
}
END_TEST

START_TEST(a_dependent_with_successors_is_eliminated_around)
{
    example *x = VARIABLE_EXAMPLE(4, {0, 2}, {1, 2}, {2, 3});
    x->dependent[2] = x->dependent[3] = true;
    const xb_elimination *result = complete(x, 1);
    ck_assert_uint_eq(result->edge_count, 4);
    ck_assert_uint_eq(result->counts.multiplications, 2);
    ck_assert_uint_eq(result->counts.structural_multiplications, 4);
    ck_assert_uint_eq(result->counts.propagation_additions, 2);
    result = scarce(x, 1);
    ck_assert_uint_eq(result->edge_count, 3);
    ck_assert_uint_eq(result->step_count, 0);
    ck_assert_uint_eq(scarce(x, 0)->counts.nontrivial_edges, 3);
    check_all_options(x);
}
END_TEST

START_TEST(an_independent_may_be_dependent)
{
    example *x = VARIABLE_EXAMPLE(3, {0, 1}, {1, 2});
    x->dependent[0] = x->dependent[2] = true;
    const xb_elimination *result = complete(x, 1);
    ck_assert_uint_eq(result->edge_count, 1);
    ck_assert_uint_eq(result->counts.multiplications, 1);
    check_all_options(x);
}
END_TEST

START_TEST(scarcity_is_used)
{
    /* Three independents through one vertex to three dependents: six edges propagate for less than nine. */
    example *x = VARIABLE_EXAMPLE(8, {0, 3}, {1, 3}, {2, 3}, {3, 4}, {4, 5}, {4, 6}, {4, 7});
    x->dependent[5] = x->dependent[6] = x->dependent[7] = true;
    const xb_elimination *result = scarce(x, 1);
    ck_assert_uint_eq(result->counts.nontrivial_edges, 6);
    ck_assert_uint_eq(result->counts.multiplications, 3);
    ck_assert_uint_eq(complete(x, 1)->counts.nontrivial_edges, 9);
}
END_TEST

START_TEST(parts_are_independent_of_each_other)
{
    /* The same graph as above, where partial elimination is better, beside a chain. */
    example *x =
        VARIABLE_EXAMPLE(11, {0, 3}, {1, 3}, {2, 3}, {3, 4}, {4, 5}, {4, 6}, {4, 7}, {8, 9}, {9, 10});
    x->dependent[5] = x->dependent[6] = x->dependent[7] = x->dependent[10] = true;
    const xb_elimination *result = scarce(x, 1);
    ck_assert_uint_eq(result->counts.nontrivial_edges, 7);
    ck_assert_uint_eq(result->counts.multiplications, 4);
}
END_TEST

START_TEST(malformed_graphs_are_refused)
{
    xb_elimination_options options = {0};
    example *x = VARIABLE_EXAMPLE(4, {0, 1}, {1, 2}, {2, 1}, {2, 3});
    x->dependent[3] = true;
    ck_assert_ptr_null(xb_eliminate(arena, scratch, &x->graph, &options)); /* a cycle */
    x->edges[2] = x->edges[1];
    ck_assert_ptr_null(xb_eliminate(arena, scratch, &x->graph, &options)); /* two edges alike */
    x->edges[2].source = 0;
    ck_assert_ptr_nonnull(xb_eliminate(arena, scratch, &x->graph, &options));
    x->edges[2].target = 4;
    ck_assert_ptr_null(xb_eliminate(arena, scratch, &x->graph, &options)); /* no such vertex */
    x->edges[2] = (xb_lcg_edge){0, 2, XB_LABEL_CONSTANT, 0};
    ck_assert_ptr_null(xb_eliminate(arena, scratch, &x->graph, &options)); /* a constant 0 */
    x->edges[2] = (xb_lcg_edge){2, 2, XB_LABEL_VARIABLE, 0};
    ck_assert_ptr_null(xb_eliminate(arena, scratch, &x->graph, &options)); /* a loop */
}
END_TEST

START_TEST(a_budget_bounds_the_exploration)
{
    example *x = VARIABLE_EXAMPLE(8, {0, 3}, {1, 3}, {2, 3}, {3, 4}, {4, 5}, {4, 6}, {4, 7});
    x->dependent[5] = x->dependent[6] = x->dependent[7] = true;
    const xb_elimination *result = eliminate(x, (xb_elimination_options){.awareness = 1, .budget = 1});
    ck_assert_uint_eq(result->edge_count, 7);
    result =
        eliminate(x, (xb_elimination_options){.metric = XB_METRIC_OPERATIONS, .awareness = 1, .budget = 1});
    ck_assert_uint_eq(result->edge_count, 9);
}
END_TEST

static uint64_t next_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state >> 33;
}

static bool chance(uint64_t *state, uint64_t percent)
{
    return next_random(state) % 100 < percent;
}

static void shuffle(uint64_t *state, uint32_t *numbers, uint32_t count)
{
    for (uint32_t i = count; i > 1; i--) {
        uint32_t j = (uint32_t)(next_random(state) % i), kept = numbers[i - 1];
        numbers[i - 1] = numbers[j];
        numbers[j] = kept;
    }
}

static void add_random_edge(uint64_t *state, example *x, uint32_t source, uint32_t target, uint64_t constants)
{
    static const double constant[] = {1, -1, 1, -1, 1, 2, -2, 0.5, 3};
    if (chance(state, constants))
        add_constant(x, source, target, constant[next_random(state) % (sizeof constant / sizeof *constant)]);
    else
        add_variable(x, source, target, (double)(next_random(state) % 7) - 3);
}

/* An acyclic graph with every mixture of shapes: sparse and dense, few and many independents, dependents,
 * constants. */
static example *random_example(uint64_t seed, uint32_t most)
{
    uint64_t state = seed * 2 + 1;
    for (int i = 0; i < 5; i++)
        next_random(&state);
    uint32_t count = 2 + (uint32_t)(next_random(&state) % (most - 1));
    uint64_t density = 5 + next_random(&state) % 50, constants = next_random(&state) % 4 * 33;
    uint64_t dependents = 5 + next_random(&state) % 40, span = 1 + next_random(&state) % count;
    uint32_t independents = 1 + (uint32_t)(next_random(&state) % 4);
    example *x = new_example(count);
    if (chance(&state, 50))
        shuffle(&state, x->order, count);
    for (uint32_t target = independents; target < count; target++) {
        for (uint32_t source = target > span ? (uint32_t)(target - span) : 0; source < target; source++) {
            if (chance(&state, density))
                add_random_edge(&state, x, x->order[source], x->order[target], constants);
        }
    }
    for (uint32_t v = 0; v < count; v++)
        x->dependent[x->order[v]] = chance(&state, dependents) || v + 1 == count;
    return x;
}

START_TEST(random_small_graphs)
{
    for (uint64_t seed = 0; seed < 400; seed++) {
        check_all_options(random_example(seed * 10 + (uint64_t)_i, 9));
        xb_arena_reset(arena);
    }
}
END_TEST

START_TEST(random_larger_graphs)
{
    for (uint64_t seed = 0; seed < 60; seed++) {
        check_all_options(random_example(100000 + seed * 10 + (uint64_t)_i, MOST_VERTICES));
        xb_arena_reset(arena);
    }
}
END_TEST

static bool same_operand(xb_operand a, xb_operand b)
{
    return a.kind == b.kind && a.index == b.index && a.value == b.value;
}

START_TEST(equal_calls_give_equal_results)
{
    example *x = random_example(7, MOST_VERTICES);
    const xb_elimination *a = scarce(x, 1), *b = scarce(x, 1);
    ck_assert_uint_eq(a->step_count, b->step_count);
    ck_assert_uint_eq(a->edge_count, b->edge_count);
    for (size_t s = 0; s < a->step_count; s++) {
        ck_assert_int_eq(a->steps[s].kind, b->steps[s].kind);
        ck_assert(same_operand(a->steps[s].a, b->steps[s].a) && same_operand(a->steps[s].b, b->steps[s].b));
    }
    for (size_t e = 0; e < a->edge_count; e++) {
        ck_assert(a->edges[e].source == b->edges[e].source && a->edges[e].target == b->edges[e].target);
        ck_assert(same_operand(a->edges[e].label, b->edges[e].label));
    }
}
END_TEST

static TCase *new_case(Suite *suite, const char *name)
{
    TCase *tcase = tcase_create(name);
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    suite_add_tcase(suite, tcase);
    return tcase;
}

int main(void)
{
    Suite *suite = suite_create("elimination");
    TCase *counts = new_case(suite, "published counts");
    tcase_add_test(counts, lighthouse_has_the_published_counts);
    tcase_add_test(counts, hole_has_the_published_counts);
    tcase_add_test(counts, slide_example_has_the_published_counts);
    tcase_add_test(counts, numbers_of_vertices_do_not_matter);
    TCase *labels = new_case(suite, "labels");
    tcase_add_test(labels, units_need_no_code);
    tcase_add_test(labels, constants_are_folded);
    tcase_add_test(labels, a_sum_of_units_is_no_unit);
    tcase_add_test(labels, cancellation_leaves_nothing);
    tcase_add_test(labels, steps_that_a_cancellation_made_superfluous_are_dropped);
    tcase_add_test(labels, underflow_removes_and_overflow_is_left_to_execution);
    TCase *shapes = new_case(suite, "shapes");
    tcase_add_test(shapes, a_graph_without_edges_has_no_remainder);
    tcase_add_test(shapes, dead_code_is_dropped);
    tcase_add_test(shapes, a_dependent_with_successors_is_eliminated_around);
    tcase_add_test(shapes, an_independent_may_be_dependent);
    tcase_add_test(shapes, scarcity_is_used);
    tcase_add_test(shapes, parts_are_independent_of_each_other);
    tcase_add_test(shapes, malformed_graphs_are_refused);
    tcase_add_test(shapes, a_budget_bounds_the_exploration);
    tcase_add_test(shapes, equal_calls_give_equal_results);
    TCase *random = new_case(suite, "random graphs");
    tcase_set_timeout(random, 120);
    tcase_add_loop_test(random, random_small_graphs, 0, 5);
    tcase_add_loop_test(random, random_larger_graphs, 0, 5);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
