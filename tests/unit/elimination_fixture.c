/*
 * See elimination_fixture.h. Jacobians are summed over paths by following all edges from each independent,
 * until nothing changes. Check writes a file at each of its assertions; the many that are executed for each
 * graph are spared that.
 */
#include "elimination_fixture.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static xb_failure *failure;
xb_arena *arena;
xb_arena *scratch;

void set_up(void)
{
    failure = xb_failure_create();
    arena = xb_arena_create(failure);
    scratch = xb_arena_create(failure);
    ck_assert(arena && scratch);
}

void tear_down(void)
{
    xb_arena_destroy(scratch);
    xb_arena_destroy(arena);
    xb_failure_destroy(failure);
}

void require(bool holds, const char *what)
{
    if (!holds)
        ck_abort_msg("%s", what);
}

typedef struct jacobian {
    double entries[MOST_VERTICES][MOST_VERTICES]; /* [dependent][independent] */
} jacobian;

example *new_example(uint32_t vertex_count)
{
    example *x = xb_arena_alloc(arena, sizeof *x);
    x->graph = (xb_lcg){.vertex_count = vertex_count, .edges = x->edges, .dependent = x->dependent};
    for (uint32_t v = 0; v < vertex_count; v++)
        x->order[v] = v;
    return x;
}

void add_variable(example *x, uint32_t source, uint32_t target, double value)
{
    x->edges[x->graph.edge_count] = (xb_lcg_edge){source, target, XB_LABEL_VARIABLE, 0};
    x->values[x->graph.edge_count++] = value;
}

void add_constant(example *x, uint32_t source, uint32_t target, double value)
{
    x->edges[x->graph.edge_count] = (xb_lcg_edge){source, target, XB_LABEL_CONSTANT, value};
    x->values[x->graph.edge_count++] = value;
}

/* Pairs of source and target, all variable. */
example *variable_example(uint32_t vertex_count, const unsigned char (*edges)[2], size_t edge_count)
{
    example *x = new_example(vertex_count);
    for (size_t e = 0; e < edge_count; e++)
        add_variable(x, edges[e][0], edges[e][1], (double)(e % 5) - 2.5);
    return x;
}

static bool is_independent(const example *x, uint32_t vertex)
{
    if (x->graph.independent)
        return x->graph.independent[vertex];
    for (size_t e = 0; e < x->graph.edge_count; e++) {
        if (x->edges[e].target == vertex)
            return false;
    }
    return true;
}

/* Derivatives from those that there are, once along each edge; says whether any of them changed. */
static bool step_along_edges(const example *x, uint32_t independent, double *derivative,
                             const uint32_t *sources, const uint32_t *targets, const double *labels,
                             size_t edge_count)
{
    double next[MOST_VERTICES] = {0};
    bool changes = false;
    next[independent] = 1;
    for (size_t e = 0; e < edge_count; e++) {
        if (derivative[sources[e]] != 0)
            next[targets[e]] += labels[e] * derivative[sources[e]];
    }
    for (uint32_t v = 0; v < x->graph.vertex_count; v++) {
        changes |= next[v] != derivative[v];
        derivative[v] = next[v];
    }
    return changes;
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
        bool changes = true;
        for (uint32_t round = 0; changes; round++) {
            require(round <= x->graph.vertex_count, "there is no cycle");
            changes = step_along_edges(x, i, derivative, sources, targets, labels, edge_count);
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
        switch (step->kind) {
        case XB_STEP_MULTIPLY: results[s] = a * b; break;
        case XB_STEP_ADD: results[s] = a + b; break;
        case XB_STEP_SUBTRACT: results[s] = a - b; break;
        default:
            require(step->b.kind == XB_OPERAND_CONSTANT && fabs(b) >= XB_PIVOT_LIMIT,
                    "divisors are constants that are far from 0");
            results[s] = a / b;
        }
    }
    return results;
}

static bool divides(const xb_elimination *result)
{
    for (size_t s = 0; s < result->step_count; s++) {
        if (result->steps[s].kind == XB_STEP_DIVIDE)
            return true;
    }
    return false;
}

static bool is_near(double a, double b, double tolerance)
{
    return a == b || fabs(a - b) <= tolerance * (1 + fabs(b));
}

/* Values are small numbers with few digits, so that only quotients are rounded. Folded quotients are not
 * seen. */
static void check_jacobian(const example *x, const xb_elimination *result, bool rounded)
{
    double tolerance = rounded || divides(result) ? 1e-10 : 0;
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
            require(is_near(found.entries[v][i], wanted.entries[v][i], tolerance),
                    "the Jacobian is the same");
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

static bool same_label(const xb_operand *a, const xb_operand *b)
{
    return a->kind == b->kind && a->index == b->index;
}

static size_t different_labels(const xb_remainder_edge *edges, size_t count)
{
    size_t different = 0;
    for (size_t e = 0; e < count; e++) {
        bool is_new = edges[e].label.kind != XB_OPERAND_CONSTANT;
        for (size_t earlier = 0; earlier < e; earlier++)
            is_new = is_new && !same_label(&edges[earlier].label, &edges[e].label);
        different += is_new;
    }
    return different;
}

static void count_edges(xb_elimination_counts *counts, const xb_remainder_edge *edges, size_t count,
                        int awareness)
{
    bool reached[MOST_VERTICES] = {false};
    counts->edges = count;
    counts->tape_labels = different_labels(edges, count);
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
        xb_step_kind kind = result->steps[s].kind;
        counts.multiplications += kind == XB_STEP_MULTIPLY || kind == XB_STEP_DIVIDE;
        counts.additions += kind == XB_STEP_ADD || kind == XB_STEP_SUBTRACT;
        counts.negations += kind == XB_STEP_NEGATE;
    }
    count_edges(&counts, result->edges, result->edge_count, awareness);
    require(counts.multiplications == result->counts.multiplications,
            "the number of multiplications is right");
    require(counts.additions == result->counts.additions, "the number of additions is right");
    require(counts.negations == result->counts.negations, "the number of negations is right");
    require(counts.edges == result->counts.edges, "the number of edges is right");
    require(different_labels(result->edges, result->edge_count) == result->counts.tape_labels,
            "the number of tape_labels is right");
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

static void check_values(const example *x, const xb_elimination *result, int awareness, bool rounded)
{
    check_jacobian(x, result, rounded);
    check_counts(result, awareness);
    check_that_steps_are_needed(result);
}

void check_result(const example *x, const xb_elimination *result, int awareness)
{
    check_values(x, result, awareness, true);
}

static const xb_elimination *eliminate_to(const example *x, xb_elimination_options options, bool rounded)
{
    const xb_elimination *result = xb_eliminate(arena, scratch, &x->graph, &options);
    require(result != NULL, "there is a result");
    check_values(x, result, options.awareness, rounded);
    check_shape(x, result, options.objective == XB_OBJECTIVE_OPERATIONS);
    return result;
}

const xb_elimination *eliminate(const example *x, xb_elimination_options options)
{
    return eliminate_to(x, options, options.rerouting);
}

const xb_elimination *eliminate_rounded(const example *x, xb_elimination_options options)
{
    return eliminate_to(x, options, true);
}

/* Adds an edge to one that may be there. Values are small numbers with few digits: sums are exact. */
static void merge_edge(example *merged, size_t *terms, const xb_lcg_edge *edge, double value)
{
    size_t e = 0;
    while (e < merged->graph.edge_count &&
           (merged->edges[e].source != edge->source || merged->edges[e].target != edge->target))
        e++;
    if (e == merged->graph.edge_count)
        add_constant(merged, edge->source, edge->target, 0);
    if (edge->label == XB_LABEL_CONSTANT) {
        merged->edges[e].value += edge->value;
    } else {
        merged->edges[e].label = XB_LABEL_VARIABLE;
        terms[e]++;
    }
    merged->values[e] += value;
}

example *merged_example(const example *x, size_t *additions)
{
    size_t *terms = xb_arena_array(arena, x->graph.edge_count, sizeof *terms), kept = 0;
    bool *independent = xb_arena_array(arena, MOST_VERTICES, sizeof *independent);
    example *merged = new_example(x->graph.vertex_count);
    memcpy(merged->dependent, x->dependent, sizeof x->dependent);
    memcpy(merged->order, x->order, sizeof x->order);
    memcpy(merged->statement, x->statement, sizeof x->statement);
    merged->graph.statement = x->graph.statement ? merged->statement : NULL;
    merged->graph.independent = independent;
    for (uint32_t v = 0; v < x->graph.vertex_count; v++)
        independent[v] = is_independent(x, v);
    for (size_t e = 0; e < x->graph.edge_count; e++)
        merge_edge(merged, terms, &x->edges[e], x->values[e]);
    for (size_t e = 0; e < merged->graph.edge_count; e++) {
        size_t constants = merged->edges[e].value != 0;
        if (terms[e] + constants == 0)
            continue;
        merged->edges[kept] = merged->edges[e];
        merged->values[kept] = merged->values[e];
        additions[kept++] = terms[e] + constants - 1;
    }
    merged->graph.edge_count = kept;
    return merged;
}

/* Marks what lies on a path from an independent to a dependent. */
static void mark_paths(const example *x, bool *reached, bool *live)
{
    for (uint32_t at = 0; at < x->graph.vertex_count; at++) {
        uint32_t v = x->order[at];
        reached[v] = is_independent(x, v);
        for (size_t e = 0; e < x->graph.edge_count; e++)
            reached[v] |= x->edges[e].target == v && reached[x->edges[e].source];
    }
    memcpy(live, x->dependent, MOST_VERTICES * sizeof *live);
    for (uint32_t at = x->graph.vertex_count; at-- > 0;) {
        for (size_t e = 0; e < x->graph.edge_count; e++)
            live[x->order[at]] |= x->edges[e].source == x->order[at] && live[x->edges[e].target];
    }
}

/* What there is to propagate without any elimination. */
static xb_elimination_counts nothing_done(const example *all, int awareness)
{
    xb_remainder_edge edges[MOST_EDGES];
    bool live[MOST_VERTICES], reached[MOST_VERTICES];
    size_t count = 0, additions[MOST_EDGES];
    xb_elimination_counts counts = {0};
    const example *x = merged_example(all, additions);
    mark_paths(x, reached, live);
    for (size_t e = 0; e < x->graph.edge_count; e++) {
        const xb_lcg_edge *edge = &x->edges[e];
        if (!live[edge->target] || !reached[edge->source])
            continue;
        xb_operand label = {edge->label == XB_LABEL_CONSTANT ? XB_OPERAND_CONSTANT : XB_OPERAND_EDGE,
                            (uint32_t)e, edge->value};
        edges[count++] = (xb_remainder_edge){edge->source, edge->target, label};
        counts.additions += additions[e];
    }
    count_edges(&counts, edges, count, awareness);
    return counts;
}

/* What an objective compares. */
static bool is_no_worse(const xb_elimination_counts *a, const xb_elimination_counts *b,
                        const xb_elimination_options *options)
{
    size_t directions = options->directions > 0 ? options->directions : 1, first[2], second[2], third[2];
    const xb_elimination_counts *both[] = {a, b};
    for (int i = 0; i < 2; i++) {
        second[i] = both[i]->multiplications + directions * both[i]->propagation_multiplications;
        third[i] = both[i]->additions + directions * both[i]->propagation_additions;
        first[i] = options->objective == XB_OBJECTIVE_TOTAL      ? second[i] + third[i]
                   : options->objective == XB_OBJECTIVE_SCARCITY ? both[i]->nontrivial_edges
                                                                 : both[i]->tape_labels;
    }
    if (first[0] != first[1])
        return first[0] < first[1];
    if (second[0] != second[1])
        return second[0] < second[1];
    return third[0] <= third[1];
}

static void check_objective(const example *x, xb_elimination_options options,
                            const xb_elimination_counts *nothing)
{
    xb_elimination_counts best = eliminate(x, options)->counts;
    require(is_no_worse(&best, nothing, &options), "the best is no worse than nothing");
    for (int order = 0; order < XB_ELIMINATION_ORDER_COUNT; order++) {
        xb_elimination_options partially = options, completely = options;
        partially.order = completely.order = (xb_elimination_order)order;
        completely.objective = XB_OBJECTIVE_OPERATIONS;
        xb_elimination_counts partial = eliminate(x, partially)->counts;
        xb_elimination_counts complete = eliminate(x, completely)->counts;
        require(is_no_worse(&best, &complete, &options), "the best is no worse than complete elimination");
        require(is_no_worse(&partial, &complete, &options), "an order is no worse than when it is completed");
        require(is_no_worse(&partial, nothing, &options), "an order is no worse than nothing");
        if (!options.rerouting)
            require(is_no_worse(&best, &partial, &options), "the best is no worse than one order");
    }
    xb_arena_reset(scratch);
}

/* Everything that the interface offers, on one graph. */
void check_all_options(const example *x)
{
    for (int awareness = 0; awareness <= 2; awareness++) {
        xb_elimination_counts nothing = nothing_done(x, awareness);
        for (unsigned bits = 0; bits < 8; bits++) {
            xb_elimination_options options = {.awareness = awareness, .maintaining = bits & 1};
            options.rerouting = bits & 2;
            options.directions = bits & 4 ? 3 : 0;
            for (int objective = 0; objective < XB_OBJECTIVE_OPERATIONS; objective++) {
                options.objective = (xb_elimination_objective)objective;
                check_objective(x, options, &nothing);
            }
        }
    }
}

uint64_t next_random(uint64_t *state)
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
example *random_example(uint64_t seed, uint32_t most)
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
    bool has_statements = chance(&state, 50);
    for (uint32_t v = 0, statement = 0; v < count; v++)
        x->statement[x->order[v]] = chance(&state, 40) ? ++statement : statement;
    if (has_statements)
        x->graph.statement = x->statement;
    return x;
}

/* Up to `most` more edges beside some of those that there are, in any order. */
static void multiply_edges(uint64_t *state, example *x, size_t most, uint64_t constants)
{
    size_t simple = x->graph.edge_count;
    for (size_t e = 0; e < simple; e++) {
        size_t more = chance(state, 30) ? next_random(state) % (most + 1) : 0;
        for (; more > 0 && x->graph.edge_count < MOST_EDGES; more--)
            add_random_edge(state, x, x->edges[e].source, x->edges[e].target, constants);
    }
    for (size_t e = x->graph.edge_count; e > 1; e--) {
        size_t other = next_random(state) % e;
        xb_lcg_edge edge = x->edges[e - 1];
        double value = x->values[e - 1];
        x->edges[e - 1] = x->edges[other];
        x->values[e - 1] = x->values[other];
        x->edges[other] = edge;
        x->values[other] = value;
    }
}

example *random_multigraph(uint64_t seed, uint32_t most)
{
    uint64_t state = seed * 2 + 99;
    example *x = random_example(seed, most);
    for (int i = 0; i < 5; i++)
        next_random(&state);
    bool has_constants = chance(&state, 30);
    bool *independent = xb_arena_array(arena, MOST_VERTICES, sizeof *independent);
    for (uint32_t v = 0; v < x->graph.vertex_count; v++)
        independent[v] = is_independent(x, v) && chance(&state, 70);
    if (has_constants)
        x->graph.independent = independent;
    uint64_t members = chance(&state, 20) ? 40 : 3;
    multiply_edges(&state, x, members, next_random(&state) % 4 * 33);
    return x;
}

example *random_labelled_example(uint64_t seed, uint32_t most)
{
    uint64_t state = seed + 77;
    example *x = random_example(seed, most);
    for (size_t e = 0; e < x->graph.edge_count; e++) {
        double value = (double)(next_random(&state) % 2000001) / 1e6 - 1;
        if (value != 0 && x->edges[e].value != 1 && x->edges[e].value != -1)
            x->values[e] = x->edges[e].value = value;
    }
    return x;
}
