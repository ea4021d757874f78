/*
 * A cost that equals the lower bound ends everything: then nothing can be better. Seconds are shared by the
 * kinds and the proof in equal parts of what is left: whoever sets the end gives each of them its time. Walks
 * look at the clock themselves; everything else is abandoned by the watch when its share is over, in the
 * middle of whatever it does.
 */
#include "elimination/portfolio/improve.h"

#include <string.h>

#include "elimination/proofs/bounds.h"
#include "elimination/proofs/exact.h"
#include "elimination/proofs/triples.h"
#include "elimination/search/order_walk.h"

/* Changes of orders that take as long as one of a sequence. */
enum { STEPS_FOR_ONE = 50 };

/* Changes of an order without a search: half of what they can gain at all is gained by that many. */
enum { STEPS_PER_VERTEX = 20 };

typedef struct improver {
    xb_arena *scratch;
    const xb_prepared_part *part;
    int awareness;
    xb_search_budget *budget;
    double until;
    const xb_dense *dense;
    uint64_t *at_vertex;
    bool has_bound;
    uint64_t cost; /* the lowest so far */
    xb_exact exact;
    xb_improvement *result;
} improver;

/* Completes an order of so many vertices against topological order. */
static void complete_order(xb_arena *scratch, const xb_dense *dense, uint32_t *vertices, uint32_t count)
{
    bool *taken = xb_arena_array(scratch, dense->part->vertex_count, sizeof *taken);
    for (uint32_t v = 0; v < count; v++)
        taken[vertices[v]] = true;
    for (uint32_t v = dense->intermediate_count; v-- > 0;) {
        if (!taken[dense->intermediates[v]])
            vertices[count++] = dense->intermediates[v];
    }
}

bool xb_improve_by_descent(xb_arena *scratch, const xb_prepared_part *part, int awareness, uint32_t *vertices,
                           uint32_t count)
{
    xb_arena_mark mark = xb_arena_mark_now(scratch);
    const xb_dense *dense = xb_dense_create(scratch, part, awareness);
    complete_order(scratch, dense, vertices, count);
    bool improved =
        xb_order_descend(scratch, dense, (uint64_t)STEPS_PER_VERTEX * part->intermediate_count, vertices);
    xb_arena_release(scratch, mark);
    return improved;
}

/* Takes one of so many equal parts of the time that is left. */
static void set_share(const improver *i, int shares)
{
    xb_search_budget *budget = i->budget;
    budget->share_began = xb_now();
    budget->share = 0;
    if (budget->search->seconds > 0) {
        budget->share = (i->until - budget->share_began) / shares;
        if (budget->share <= 0)
            budget->share = 1e-9; /* 0 would be no limit */
    }
    if (budget->watch)
        xb_watch_restart(budget->watch, budget->share > 0 ? budget->share_began + budget->share : 0);
}

/* What one kind may take, before finer ones and the proof. */
static void set_limits(const improver *i, int kind)
{
    const xb_elimination_search *search = i->budget->search;
    i->budget->limit =
        kind == XB_KIND_VERTICES ? search->steps : search->steps / STEPS_FOR_ONE + (search->steps > 0);
    set_share(i, (int)search->kind - kind + (search->states > 0 ? 2 : 1));
}

/* All processes go on, or none. */
static bool is_done(const improver *i)
{
    bool optimal = i->has_bound && i->cost <= i->result->lower_bound;
    return xb_search_agree(i->budget->search, i->budget->stopped || optimal);
}

static void search_orders(improver *i)
{
    set_limits(i, XB_KIND_VERTICES);
    i->cost = xb_order_search(i->scratch, i->dense, i->budget, i->result->vertices);
}

static xb_line_sequence *sequence_of(const improver *i)
{
    const xb_improvement *result = i->result;
    xb_line_sequence *sequence = xb_arena_alloc(i->scratch, sizeof *sequence);
    sequence->actions = xb_arena_array(i->scratch, result->count, sizeof *sequence->actions);
    for (; sequence->count < result->count; sequence->count++)
        sequence->actions[sequence->count] =
            (xb_line_action){XB_LINE_VERTEX, 0, result->vertices[sequence->count], 0};
    return sequence;
}

static void search_sequences(improver *i)
{
    uint64_t before = i->cost;
    xb_line_sequence *sequence = sequence_of(i);
    for (int kind = XB_KIND_EDGES; kind <= (int)i->budget->search->kind && !is_done(i); kind++) {
        set_limits(i, kind);
        uint64_t cost = xb_sequence_search(i->scratch, i->part, i->awareness, i->budget,
                                           (xb_elimination_kind)kind, sequence);
        if (cost == UINT64_MAX)
            break;
        i->cost = cost;
    }
    if (i->cost < before)
        i->result->sequence = sequence;
}

static void take_exact(improver *i, const xb_exact *exact)
{
    i->result->lower_bound = exact->lower;
    if (!exact->found)
        return;
    i->cost = exact->lower;
    if (i->budget->search->kind != XB_KIND_VERTICES) {
        i->result->sequence = xb_arena_alloc(i->scratch, sizeof *i->result->sequence);
        *i->result->sequence = exact->sequence;
        return;
    }
    for (uint32_t v = 0; v < exact->sequence.count; v++)
        i->result->vertices[v] = exact->sequence.actions[v].b;
}

static void search_states_body(void *argument)
{
    improver *i = argument;
    xb_exact_search(i->scratch, i->part, i->awareness, i->budget->search->kind, i->cost,
                    i->result->lower_bound, i->budget, &i->exact);
}

static void search_states(improver *i)
{
    i->exact = (xb_exact){.lower = i->result->lower_bound};
    xb_watch_guard(i->budget->watch, false, search_states_body, i);
    take_exact(i, &i->exact);
}

static void count_triples(improver *i)
{
    i->result->lower_bound = xb_triple_bound(i->scratch, i->part, i->awareness, i->at_vertex,
                                             i->budget->search->kind, i->cost, i->budget);
}

/* Sets of vertices are few, line graphs are many. */
static void prove(improver *i)
{
    static void (*const ways[])(improver * i) = {search_states, count_triples, search_states};
    int first = i->budget->search->kind == XB_KIND_VERTICES ? 0 : 1;
    for (int way = first; way < first + 2 && !is_done(i); way++) {
        set_share(i, first + 2 - way);
        ways[way](i);
    }
}

static void find_bound_body(void *argument)
{
    improver *i = argument;
    i->has_bound = xb_lower_bounds(i->scratch, i->part, i->awareness, i->at_vertex, i->budget->watch);
}

static void find_bound(improver *i)
{
    i->at_vertex = xb_arena_array(i->scratch, i->part->vertex_count, sizeof *i->at_vertex);
    set_share(i, 1);
    if (!xb_watch_guard(i->budget->watch, false, find_bound_body, i))
        memset(i->at_vertex, 0, i->part->vertex_count * sizeof *i->at_vertex);
    for (uint32_t v = 0; v < i->part->vertex_count; v++)
        i->result->lower_bound += i->at_vertex[v];
    i->budget->target = i->result->lower_bound;
}

const xb_improvement *xb_improve(xb_arena *scratch, const xb_prepared_part *part, int awareness,
                                 xb_search_budget *budget, double until, const uint32_t *begin_with,
                                 uint32_t begin_count)
{
    improver i = {.scratch = scratch, .part = part, .awareness = awareness, .budget = budget, .until = until};
    i.dense = xb_dense_create(scratch, part, awareness);
    if (!i.dense)
        return NULL;
    i.result = xb_arena_alloc(scratch, sizeof *i.result);
    i.result->count = part->intermediate_count;
    i.result->vertices = xb_arena_array(scratch, part->intermediate_count, sizeof *i.result->vertices);
    memcpy(i.result->vertices, begin_with, begin_count * sizeof *begin_with);
    complete_order(scratch, i.dense, i.result->vertices, begin_count);
    find_bound(&i);
    xb_order *order = xb_order_create(scratch, i.dense);
    xb_order_set(order, i.result->vertices);
    i.cost = order->cost;
    if (!is_done(&i) && part->intermediate_count > 1)
        search_orders(&i);
    if (!is_done(&i) && budget->search->kind != XB_KIND_VERTICES &&
        part->edge_count <= (uint32_t)XB_LINE_LIMIT)
        search_sequences(&i);
    if (!is_done(&i) && i.has_bound && budget->search->states > 0)
        prove(&i);
    return i.result;
}
