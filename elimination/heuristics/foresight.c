/*
 * When a vertex is eliminated in forward order, its predecessors are the independents that reach it, and its
 * successors are those that it had from the beginning; in reverse order it is the other way round. Beside a
 * cut, the vertices of the cut take the place of the dependents for what is before it, and of the
 * independents for what is after it (cut_order.c).
 */
#include "elimination/heuristics/foresight.h"

#include "elimination/graphs/reach.h"
#include "elimination/heuristics/cut_order.h"

/* Vertices that are followed for each number. */
enum { SAMPLE = 1024 };

/* One part. Arrays are by vertex. */
typedef struct seer {
    xb_arena *scratch;
    const xb_prepared_part *part;
    xb_reach reach;
    uint32_t *in, *out; /* degrees */
    bool *begins;
    double *forward, *reverse; /* independents that reach it, dependents that it reaches */
    double *before, *after;    /* likewise, with the vertices of a cut, at which paths end */
    bool exact;
} seer;

static xb_lcg_role role_of(const seer *s, uint32_t vertex)
{
    return s->part->vertices[vertex].role;
}

/* Counts the vertices of a role, and those of a cut if it is not NULL. */
static void count(seer *s, xb_lcg_role role, const bool *cut, double *numbers)
{
    for (uint32_t v = 0; v < s->part->vertex_count; v++)
        s->begins[v] = role_of(s, v) == role || (cut && cut[v]);
    s->exact &= xb_reach_count(
        &s->reach,
        &(xb_reach_question){
            .begins = s->begins, .closed = cut, .backwards = role == XB_ROLE_DEPENDENT, .sample = SAMPLE},
        numbers);
}

static double sum_products(const seer *s, const double *reached, const uint32_t *degree)
{
    double sum = 0;
    for (uint32_t v = 0; v < s->part->vertex_count; v++)
        sum += role_of(s, v) == XB_ROLE_INTERMEDIATE ? reached[v] * degree[v] : 0;
    return sum;
}

/* Reverse before the cut, forward after it, the cut at last. */
static double products_from_cut(seer *s, const xb_cut *cut)
{
    double sum = 0;
    count(s, XB_ROLE_DEPENDENT, cut->is_in, s->before);
    count(s, XB_ROLE_INDEPENDENT, cut->is_in, s->after);
    for (uint32_t v = 0; v < s->part->vertex_count; v++) {
        if (role_of(s, v) != XB_ROLE_INTERMEDIATE)
            continue;
        if (cut->is_in[v])
            sum += s->forward[v] * s->before[v];
        else
            sum += cut->places[v] <= cut->last ? s->in[v] * s->before[v] : s->out[v] * s->after[v];
    }
    return sum;
}

static xb_cut cut_of(const seer *s, const xb_prepared *prepared)
{
    xb_heap heap = {.arena = s->scratch};
    xb_lcg_state *state = xb_lcg_state_create(s->scratch, prepared, 0);
    xb_lcg_load(state, s->part, NULL, NULL);
    return xb_cut_find(s->scratch, state, &heap);
}

static void raise(size_t *number, double products)
{
    *number = products > (double)*number ? (size_t)products : *number;
}

static double least_of(double a, double b)
{
    return a < b ? a : b;
}

static void begin(seer *s)
{
    uint32_t n = s->part->vertex_count;
    double **numbers[] = {&s->forward, &s->reverse, &s->before, &s->after};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        *numbers[i] = xb_arena_array(s->scratch, n, sizeof **numbers[i]);
    s->reach = xb_reach_create(s->scratch, s->part);
    s->begins = xb_arena_array(s->scratch, n, sizeof *s->begins);
    s->in = xb_arena_array(s->scratch, n, sizeof *s->in);
    s->out = xb_arena_array(s->scratch, n, sizeof *s->out);
    for (uint32_t e = 0; e < s->part->edge_count; e++) {
        s->out[s->part->edges[e].source]++;
        s->in[s->part->edges[e].target]++;
    }
}

/* Whether there may be more products, as far as numbers tell. */
static bool may_exceed(const seer *s, size_t limit)
{
    double ends[3] = {0}; /* by role */
    for (uint32_t v = 0; v < s->part->vertex_count; v++)
        ends[role_of(s, v)]++;
    return (double)limit < ends[XB_ROLE_INDEPENDENT] * s->part->edge_count ||
           (double)limit < ends[XB_ROLE_DEPENDENT] * s->part->edge_count;
}

static void foresee_part(seer *s, const xb_prepared *prepared, size_t limit, xb_foresight *result)
{
    if (!may_exceed(s, limit))
        return;
    begin(s);
    count(s, XB_ROLE_INDEPENDENT, NULL, s->forward);
    count(s, XB_ROLE_DEPENDENT, NULL, s->reverse);
    double forward = sum_products(s, s->forward, s->out), reverse = sum_products(s, s->reverse, s->in);
    double least = least_of(forward, reverse);
    result->exact &= s->exact;
    raise(&result->forward, forward);
    raise(&result->reverse, reverse);
    if (least <= (double)limit)
        return;
    xb_cut cut = cut_of(s, prepared);
    raise(&result->least, least_of(least, products_from_cut(s, &cut)));
}

xb_foresight xb_foresee(xb_arena *scratch, const xb_lcg *graph, size_t limit)
{
    xb_foresight result = {.exact = true};
    if ((double)graph->vertex_count * (double)graph->edge_count <= (double)limit)
        return result;
    const xb_prepared *prepared = xb_prepare(scratch, graph);
    for (size_t p = 0; prepared && p < prepared->part_count; p++) {
        seer s = {.scratch = scratch, .part = &prepared->parts[p], .exact = true};
        xb_arena_mark mark = xb_arena_mark_now(scratch);
        foresee_part(&s, prepared, limit, &result);
        xb_arena_release(scratch, mark);
    }
    return result;
}
