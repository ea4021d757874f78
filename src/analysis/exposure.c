/*
 * A forward data-flow analysis over the steps of a routine: sets of variables that are certainly assigned as
 * a whole, which are intersected where control meets. With the sets that are found, each step is then gone
 * through for what it reads.
 *
 * At the exit of a loop that certainly has an iteration, what its iterations assign is assigned, and so are
 * arrays that it assigns element by element (coverage.h). Small arrays of which parts are assigned, by
 * constant subscripts, have a place in the sets for each element: they are assigned when all of these are.
 *
 * Where an assignment to a part counts (xb_region.touch), variables that may share storage are one, and what
 * is assigned at the exit of a loop is what its iterations assign, too.
 */
#include "analysis/exposure.h"

#include <string.h>

#include "analysis/coverage.h"
#include "analysis/dataflow.h"
#include "analysis/steps.h"
#include "analysis/storage.h"

enum { MOST_WORDS = 1 << 22 /* of all sets */, MOST_ELEMENTS = 256 /* that are told apart */ };

/* A variable that is assigned. */
typedef struct tracked {
    const xb_symbol *symbol;
    uint32_t first, count; /* its places in the sets */
    bool by_parts;         /* parts of it are assigned */
} tracked;

typedef struct solver {
    const xb_footprints *footprints;
    const xb_storage *storage;
    xb_arena *arena, *scratch;
    const xb_region *region;
    const xb_graph *graph;
    const xb_coverage *coverage; /* NULL: no loop certainly has a round, or all have */
    xb_steps steps;
    xb_dataflow flow;   /* of places: what has been assigned as a whole, or which elements */
    xb_map numbers;     /* variables that are assigned: number + 1 by key_of() */
    xb_vector assigned; /* these */
    uint64_t *now;      /* what has been assigned, in the step under way */
    xb_node_set seen;   /* exposed variables */
    xb_exposure result;
} solver;

xb_region xb_region_of(const xb_routine *routine, xb_view view)
{
    xb_region region = {.routine = routine, .view = view, .entry = XB_GRAPH_NONE};
    for (uint32_t v = 0; v < routine->flow.graph.vertex_count && region.entry == XB_GRAPH_NONE; v++)
        if (((const xb_flow_vertex *)routine->flow.vertices.items[v])->node.kind == XB_KIND_ENTRY)
            region.entry = v;
    return region;
}

static bool is_inside(const solver *s, uint32_t v)
{
    return !s->region->inside || s->region->inside[v];
}

static const xb_flow_vertex *vertex_at(const solver *s, uint32_t v)
{
    return xb_view_newest(s->region->view, s->region->routine->flow.vertices.items[v]);
}

/* ---- places ------------------------------------------------------------------------------ */

/* How many elements an array has by its declaration; 0: they are not told apart. */
static int64_t elements_of(const xb_symbol *symbol)
{
    int64_t count = symbol->rank > 0 && symbol->bounds_count == symbol->rank
                        ? xb_bounds_elements(symbol->bounds, symbol->bounds_count)
                        : 0;
    return count > 1 && count <= MOST_ELEMENTS ? count : 0;
}

/* Elements of a small array, numbered from 0 in each dimension. */
typedef struct section {
    size_t rank;
    int64_t from[XB_RANK_LIMIT], to[XB_RANK_LIMIT], step[XB_RANK_LIMIT], extent[XB_RANK_LIMIT];
} section;

/* The value of a part of a triplet, from the lower bound; that of a part that is not there is given. False if
 * it is no constant. */
static bool read_part(const xb_expression *part, int64_t lower, int64_t *value)
{
    return !part || (xb_expression_integer(part, value) && !__builtin_sub_overflow(*value, lower, value));
}

/* Sets one dimension of a section. False if it is not known to be within bounds. */
static bool set_dimension(section *part, const xb_triplet *triplet, const xb_bounds *bounds)
{
    size_t d = part->rank++;
    part->extent[d] = bounds->upper - bounds->lower + 1;
    part->from[d] = 0;
    part->to[d] = part->extent[d] - 1;
    part->step[d] = 1;
    bool known = read_part(triplet->index, bounds->lower, &part->from[d]) &&
                 read_part(triplet->bound, bounds->lower, &part->to[d]) &&
                 read_part(triplet->stride, 0, &part->step[d]);
    if (triplet->index && !xb_triplet_is_range(triplet))
        part->to[d] = part->from[d];
    return known && part->step[d] > 0 && part->step[d] <= MOST_ELEMENTS && part->from[d] >= 0 &&
           part->from[d] <= part->to[d] && part->to[d] < part->extent[d];
}

/* Whether an access certainly assigns elements of an array that are told apart. */
static bool assigns_part(const solver *s, const xb_access *access, section *part)
{
    const xb_symbol *symbol = access->symbol;
    bool fits = !s->region->touch && symbol && access->certain && access->extent == XB_EXTENT_REFERENCE &&
                symbol->kind == XB_SYMBOL_VARIABLE && !symbol->pointer && elements_of(symbol) > 0 &&
                access->reference->subscripts.count == (size_t)symbol->rank &&
                xb_reference_parts_of(access->reference)->properties.count == 0;
    *part = (section){.rank = 0};
    for (size_t d = 0; fits && d < access->reference->subscripts.count; d++)
        fits = set_dimension(part, access->reference->subscripts.items[d], xb_symbol_bounds(symbol, d));
    return fits;
}

/* Whether a variable counts as assigned after an access. */
static bool counts(const solver *s, const xb_access *access)
{
    return access->symbol && (s->region->touch ? access->written : xb_access_is_whole(access));
}

/* By what a variable is known: where parts count, by the class of all that may share its storage. */
static uint32_t key_of(const solver *s, const xb_symbol *symbol)
{
    return s->region->touch ? xb_storage_class(s->storage, symbol) : symbol->node.index;
}

/* A variable that is assigned; NULL: it is not. */
static tracked *find_tracked(const solver *s, const xb_symbol *symbol)
{
    uintptr_t number = (uintptr_t)xb_map_get(&s->numbers, key_of(s, symbol), 0);
    return number > 0 ? (tracked *)s->assigned.items + number - 1 : NULL;
}

static tracked *number_symbol(solver *s, const xb_symbol *symbol)
{
    tracked *known = find_tracked(s, symbol);
    if (known)
        return known;
    known = xb_vector_push(s->scratch, &s->assigned, sizeof *known);
    known->symbol = symbol;
    xb_map_put(s->scratch, &s->numbers, key_of(s, symbol), 0, (const void *)(uintptr_t)s->assigned.count);
    return known;
}

static void number(void *context, const xb_access *access)
{
    solver *s = context;
    section part;
    if (counts(s, access))
        number_symbol(s, access->symbol);
    else if (assigns_part(s, access, &part))
        number_symbol(s, access->symbol)->by_parts = true;
}

/* Gives variables their places. @param elements whether elements are told apart */
static void give_places(solver *s, bool elements)
{
    tracked *all = s->assigned.items;
    s->flow.count = 0;
    for (size_t i = 0; i < s->assigned.count; i++) {
        bool by_parts = elements && all[i].by_parts;
        all[i].first = (uint32_t)s->flow.count;
        all[i].count = by_parts ? (uint32_t)elements_of(all[i].symbol) : 1;
        s->flow.count += all[i].count;
    }
}

static void add_all(uint64_t *set, const tracked *variable)
{
    for (uint32_t i = 0; i < variable->count; i++)
        xb_bits_add(set, variable->first + i);
}

/* Adds the elements of a section, in the order of subscripts, the first of which grows first. */
static void add_section(uint64_t *set, const tracked *variable, const section *part)
{
    int64_t at[XB_RANK_LIMIT];
    memcpy(at, part->from, sizeof at);
    for (size_t d = 0; d < part->rank;) {
        int64_t place = 0;
        for (size_t k = part->rank; k-- > 0;)
            place = place * part->extent[k] + at[k];
        xb_bits_add(set, variable->first + (size_t)place);
        for (d = 0; d < part->rank && (at[d] += part->step[d]) > part->to[d]; d++)
            at[d] = part->from[d];
    }
}

static bool has_all(const uint64_t *set, const tracked *variable)
{
    bool all = true;
    for (uint32_t i = 0; i < variable->count && all; i++)
        all = xb_bits_has(set, variable->first + i);
    return all;
}

/* Of loops that are inside as a whole, so that all rounds are from the first one on. */
static const xb_list *covered_by(const solver *s, uint32_t head)
{
    const xb_coverage *c = s->coverage;
    const xb_list *arrays = c && is_inside(s, head) ? &c->arrays[head] : NULL;
    if (!arrays || arrays->count == 0)
        return NULL;
    if (!s->region->inside)
        return arrays;
    for (uint32_t place = c->constructs->place[head];
         place <= c->constructs->place[c->constructs->other[head]]; place++)
        if (!is_inside(s, c->constructs->order[place]))
            return NULL;
    return arrays;
}

static void number_covered(solver *s)
{
    for (uint32_t v = 0; s->coverage && v < s->graph->vertex_count; v++) {
        const xb_list *arrays = covered_by(s, v);
        for (size_t i = 0; arrays && i < arrays->count; i++)
            number_symbol(s, arrays->items[i]);
    }
}

static void number_variables(solver *s)
{
    for (uint32_t step = 0; step < s->steps.graph.vertex_count; step++)
        for (uint32_t i = s->steps.first[step]; s->flow.inside[step] && i < s->steps.first[step + 1]; i++)
            xb_steps_accesses(s->footprints, &s->steps, &s->steps.parts[i], number, s);
    number_covered(s);
}

static void note_write(solver *s, const xb_access *access)
{
    section part;
    const tracked *variable = access->symbol ? find_tracked(s, access->symbol) : NULL;
    if (variable && counts(s, access))
        add_all(s->now, variable);
    else if (variable && variable->count > 1 && assigns_part(s, access, &part))
        add_section(s->now, variable, &part);
}

static void assign(void *context, const xb_access *access)
{
    note_write(context, access);
}

static void expose(void *context, const xb_access *access)
{
    solver *s = context;
    const xb_symbol *symbol = access->symbol;
    if (access->read && !symbol) {
        s->result.everything = true;
        s->result.anything = s->result.anything || access->extent == XB_EXTENT_ANYTHING;
    } else if (access->read) {
        const tracked *variable = find_tracked(s, symbol);
        bool is_assigned = variable && has_all(s->now, variable);
        if (s->region->touch)
            is_assigned =
                is_assigned || !variable || access->updated || key_of(s, symbol) == XB_STORAGE_ANYWHERE;
        if (!is_assigned && xb_node_set_add(s->scratch, &s->seen, &symbol->node))
            xb_list_append(s->arena, &s->result.exposed, symbol);
    }
    note_write(s, access);
}

/* ---- data flow ----------------------------------------------------------------------------------------- */

static void go_through(solver *s, uint32_t step, xb_accessed *accessed)
{
    const uint32_t v = s->steps.vertex[step];
    for (uint32_t i = s->steps.first[step]; i < s->steps.first[step + 1]; i++)
        xb_steps_accesses(s->footprints, &s->steps, &s->steps.parts[i], accessed, s);
    const xb_list *arrays = step == s->steps.leave[v] ? covered_by(s, v) : NULL;
    for (size_t i = 0; arrays && i < arrays->count; i++)
        add_all(s->now, find_tracked(s, arrays->items[i]));
}

static void pass(void *context, uint32_t step, uint64_t *set)
{
    solver *s = context;
    s->now = set;
    go_through(s, step, assign);
}

/* Where control comes from outside of the region, nothing has been assigned. */
static void find_starts(solver *s)
{
    const xb_graph *graph = &s->steps.graph;
    bool *starts = xb_arena_array(s->scratch, graph->vertex_count, sizeof *starts);
    for (uint32_t e = 0; e < graph->edge_count; e++)
        if (!s->flow.inside[xb_graph_source(graph, e)])
            starts[xb_graph_target(graph, e)] = true;
    if (s->region->entry != XB_GRAPH_NONE)
        starts[s->steps.enter[s->region->entry]] = true;
    s->flow.starts = starts;
}

/* Loops that have an iteration: they certainly have, or that is taken for granted. */
static const bool *find_runs(const solver *s)
{
    const uint32_t count = s->graph->vertex_count;
    if (!s->region->touch)
        return s->coverage ? s->coverage->runs : NULL;
    bool *runs = xb_arena_array(s->scratch, count, sizeof *runs);
    for (uint32_t v = 0; v < count; v++) {
        const xb_kind kind = vertex_at(s, v)->node.kind;
        runs[v] = kind == XB_KIND_FOR_LOOP || kind == XB_KIND_PRE_LOOP;
    }
    return runs;
}

static void prepare(solver *s)
{
    if (!s->region->touch)
        s->coverage = xb_coverage_of(s->footprints->analyses, s->arena, s->region->routine, s->region->view);
    s->steps = xb_steps_of(s->scratch, s->region->routine, s->region->view, find_runs(s));
    const uint32_t count = s->steps.graph.vertex_count;
    bool *inside = xb_arena_array(s->scratch, count, sizeof *inside);
    for (uint32_t step = 0; step < count; step++)
        inside[step] = is_inside(s, s->steps.vertex[step]);
    s->flow =
        (xb_dataflow){.graph = &s->steps.graph, .all = true, .inside = inside, .pass = pass, .context = s};
    find_starts(s);
}

/* Where the sets would be too large, what is assigned in other steps does not count. */
static bool solve(solver *s)
{
    const size_t count = s->steps.graph.vertex_count;
    number_variables(s);
    give_places(s, true);
    if (xb_bits_words(s->flow.count) * count > MOST_WORDS)
        give_places(s, false);
    if (xb_bits_words(s->flow.count) * count > MOST_WORDS) {
        s->flow.starts = NULL;
        return false;
    }
    xb_dataflow_solve(s->scratch, &s->flow);
    return true;
}

/* ---- results ------------------------------------------------------------------------------------------- */

static bool leaves(const solver *s, uint32_t step)
{
    const xb_graph *graph = &s->steps.graph;
    bool found = xb_graph_out_degree(graph, step) == 0;
    for (uint32_t e = xb_graph_first_out(graph, step); e != XB_GRAPH_NONE; e = xb_graph_next_out(graph, e))
        found = found || !s->flow.inside[xb_graph_target(graph, e)];
    return found;
}

/* What has been assigned wherever control leaves the region. */
static void find_written(solver *s)
{
    const size_t words = xb_bits_words(s->flow.count);
    bool any = false;
    memset(s->now, 0xff, words * sizeof *s->now);
    for (uint32_t step = 0; step < s->steps.graph.vertex_count; step++) {
        if (!s->flow.after[step] || !leaves(s, step))
            continue;
        xb_bits_intersect(s->now, s->flow.after[step], words);
        any = true;
    }
    const tracked *all = s->assigned.items;
    for (size_t i = 0; any && i < s->assigned.count; i++)
        if (has_all(s->now, &all[i]))
            xb_list_append(s->arena, &s->result.written, (xb_symbol *)all[i].symbol);
}

xb_exposure xb_exposure_of(const xb_footprints *footprints, xb_arena *arena, const xb_region *region)
{
    xb_arena *scratch = xb_analyses_scratch(footprints->analyses);
    xb_arena_mark mark = xb_arena_mark_now(scratch);
    solver s = {.footprints = footprints,
                .storage = xb_storage_of(footprints->analyses),
                .arena = arena,
                .scratch = scratch,
                .region = region,
                .graph = &region->routine->flow.graph};
    prepare(&s);
    bool solved = solve(&s);
    s.now = xb_bits_create(scratch, s.flow.count);
    for (uint32_t step = 0; step < s.steps.graph.vertex_count; step++)
        if (s.flow.inside[step] && xb_dataflow_before(&s.flow, step, s.now))
            go_through(&s, step, expose);
    if (solved)
        find_written(&s);
    xb_arena_release(scratch, mark);
    return s.result;
}
