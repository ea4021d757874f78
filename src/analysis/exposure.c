/*
 * A forward data-flow analysis: sets of variables that are certainly assigned as a whole, which are
 * intersected where control meets. The head of a ForLoop is two vertices in one, since what its
 * initialization assigns is assigned when control comes from anywhere but an EndLoop, and what its update
 * assigns when it comes from there. The step of one that counts, which is in the update, is read on entry,
 * too. With the sets that are found, each vertex is then gone through for what it reads.
 *
 * At the exit of a loop that certainly has a round, what its rounds assign is assigned, and so are arrays
 * that it assigns element by element (coverage.h). Small arrays of which parts are assigned, by constant
 * subscripts, have a place in the sets for each element: they are assigned when all of these are.
 *
 * Where an assignment to a part counts (xb_region.touch), variables that may share storage are one, and what
 * is assigned at the exit of a loop is what its rounds assign, too.
 */
#include "analysis/exposure.h"

#include <string.h>

#include "analysis/coverage.h"
#include "analysis/loop_form.h"
#include "analysis/storage.h"
#include "base/bits.h"

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
    uint32_t *order;             /* of vertices, the last one first, for data to flow along */
    uint32_t order_count;
    xb_map numbers;     /* variables that are assigned: number + 1 by key_of() */
    xb_vector assigned; /* these */
    size_t places;      /* in a set */
    bool alone;         /* what other vertices assign is not thought of */
    size_t words;       /* of a set */
    uint64_t **out;     /* by vertex: what has been assigned after it; NULL: not known to be reached */
    uint64_t *now;      /* what has been assigned, in the vertex under way */
    xb_map seen;        /* exposed variables by node index */
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

/* ---- going through vertices ---------------------------------------------------------------------------- */

static void visit(solver *s, const void *node, xb_accessed *accessed)
{
    if (node)
        xb_accesses_each(s->footprints, s->region->view, node, accessed, s);
}

static void visit_statements(solver *s, const xb_flow_vertex *vertex, xb_accessed *accessed)
{
    const xb_list *statements = xb_view_list(s->scratch, s->region->view, &vertex->statements);
    for (size_t i = 0; i < statements->count; i++)
        visit(s, statements->items[i], accessed);
}

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
    s->places = 0;
    for (size_t i = 0; i < s->assigned.count; i++) {
        bool by_parts = elements && all[i].by_parts;
        all[i].first = (uint32_t)s->places;
        all[i].count = by_parts ? (uint32_t)elements_of(all[i].symbol) : 1;
        s->places += all[i].count;
    }
    s->words = xb_bits_words(s->places);
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
    for (uint32_t v = 0; v < s->graph->vertex_count; v++) {
        const xb_flow_vertex *vertex = vertex_at(s, v);
        if (!is_inside(s, v))
            continue;
        visit(s, vertex->initialization, number);
        visit(s, vertex->update, number);
        visit(s, vertex->condition, number);
        visit_statements(s, vertex, number);
    }
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
        if (!is_assigned && !xb_map_get(&s->seen, symbol->node.index, 0)) {
            xb_map_put(s->scratch, &s->seen, symbol->node.index, 0, symbol);
            xb_list_append(s->arena, &s->result.exposed, symbol);
        }
    }
    note_write(s, access);
}

/* ---- data flow ----------------------------------------------------------------------------------------- */

static void fill(const solver *s, uint64_t *set, bool all)
{
    for (size_t i = 0; i < s->words; i++)
        set[i] = all ? UINT64_MAX : 0;
}

static bool comes_back(const solver *s, uint32_t edge)
{
    return vertex_at(s, xb_graph_source(s->graph, edge))->node.kind == XB_KIND_END_LOOP;
}

static bool is_loop_head(const solver *s, uint32_t v)
{
    const xb_kind kind = vertex_at(s, v)->node.kind;
    return kind == XB_KIND_FOR_LOOP || kind == XB_KIND_PRE_LOOP;
}

/* Whether a loop has a round: it certainly has, or that is taken for granted. */
static bool has_round(const solver *s, uint32_t v)
{
    return s->region->touch ? is_loop_head(s, v) : s->coverage && s->coverage->runs[v];
}

static void add_covered(const solver *s, uint32_t head, uint64_t *set)
{
    const xb_list *arrays = covered_by(s, head);
    for (size_t i = 0; arrays && i < arrays->count; i++)
        add_all(set, find_tracked(s, arrays->items[i]));
}

/* What has been assigned at each EndLoop of a loop that control comes to. False if it has some, and control
 * is not known to come to any. */
static bool meet_at_ends(const solver *s, uint32_t head, uint64_t *set)
{
    bool any = false, reached = false;
    fill(s, set, true);
    for (uint32_t e = xb_graph_first_in(s->graph, head); e != XB_GRAPH_NONE;
         e = xb_graph_next_in(s->graph, e)) {
        const uint32_t end = xb_graph_source(s->graph, e);
        if (!comes_back(s, e) || !is_inside(s, end))
            continue;
        any = true;
        if (!s->out[end])
            continue;
        reached = true;
        xb_bits_intersect(set, s->out[end], s->words);
    }
    if (!any)
        fill(s, set, false);
    return reached || !any;
}

/* What has been assigned where control goes along an edge: at the exit of a loop that has a round, that of
 * its rounds, too; then control comes along the edge after the first one. NULL: it is not known to come. */
static const uint64_t *along(const solver *s, uint32_t edge)
{
    const uint32_t source = xb_graph_source(s->graph, edge);
    const xb_flow_edge *e = s->region->routine->flow.edges.items[edge];
    if (!has_round(s, source) || e->has_condition_value || !s->out[source])
        return s->out[source];
    uint64_t *set = xb_bits_create(s->scratch, s->places);
    if (!meet_at_ends(s, source, set))
        return NULL;
    xb_bits_unite(set, s->out[source], s->words);
    add_covered(s, source, set);
    return set;
}

/* What has been assigned where control comes from EndLoops, or from elsewhere, or both. False if it does not
 * come. */
static bool meet(const solver *s, uint32_t v, bool from_end, bool from_elsewhere, uint64_t *set)
{
    bool reached = from_elsewhere && v == s->region->entry;
    fill(s, set, !reached);
    for (uint32_t e = xb_graph_first_in(s->graph, v); e != XB_GRAPH_NONE; e = xb_graph_next_in(s->graph, e)) {
        uint32_t source = xb_graph_source(s->graph, e);
        if (!(comes_back(s, e) ? from_end : from_elsewhere))
            continue;
        if (!is_inside(s, source)) {
            reached = true;
            fill(s, set, false);
            continue;
        }
        const uint64_t *assigned = along(s, e);
        reached = reached || assigned;
        if (assigned)
            xb_bits_intersect(set, assigned, s->words);
    }
    if (s->alone)
        fill(s, set, false);
    return reached;
}

/* On entry of a loop that counts, its update is read, too; what it assigns is not assigned there. */
static void visit_step(solver *s, const xb_flow_vertex *vertex, xb_accessed *accessed)
{
    xb_loop_head head;
    if (!vertex->condition || !vertex->update || !xb_loop_head_of(vertex->condition, vertex->update, &head))
        return;
    uint64_t *before = xb_bits_create(s->scratch, s->places);
    xb_bits_unite(before, s->now, s->words);
    visit(s, vertex->update, accessed);
    xb_bits_intersect(s->now, before, s->words);
}

/* The initialization is executed on entry, and the update in each further round. */
static bool go_through_for_loop(solver *s, uint32_t v, xb_accessed *accessed)
{
    const xb_flow_vertex *vertex = vertex_at(s, v);
    uint64_t *after = xb_bits_create(s->scratch, s->places);
    bool entered = meet(s, v, false, true, s->now);
    if (entered) {
        visit(s, vertex->initialization, accessed);
        visit_step(s, vertex, accessed);
    }
    xb_bits_unite(after, s->now, s->words);
    bool repeated = meet(s, v, true, false, s->now);
    if (repeated)
        visit(s, vertex->update, accessed);
    xb_bits_intersect(s->now, after, s->words);
    if (entered || repeated)
        visit(s, vertex->condition, accessed);
    return entered || repeated;
}

/* The condition is evaluated after each round, but not on entry. */
static bool go_through_post_loop(solver *s, uint32_t v, xb_accessed *accessed)
{
    uint64_t *after = xb_bits_create(s->scratch, s->places);
    bool entered = meet(s, v, false, true, s->now);
    xb_bits_unite(after, s->now, s->words);
    bool repeated = meet(s, v, true, false, s->now);
    if (repeated)
        visit(s, vertex_at(s, v)->condition, accessed);
    xb_bits_intersect(s->now, after, s->words);
    return entered || repeated;
}

static bool has_end(const solver *s, uint32_t v)
{
    bool found = false;
    for (uint32_t e = xb_graph_first_in(s->graph, v); e != XB_GRAPH_NONE; e = xb_graph_next_in(s->graph, e))
        found = found || comes_back(s, e);
    return found;
}

/* Goes through a vertex whose accesses are noted; s->now becomes what has been assigned after it. False if
 * control does not come there. */
static bool go_through(solver *s, uint32_t v, xb_accessed *accessed)
{
    const xb_flow_vertex *vertex = vertex_at(s, v);
    if (vertex->node.kind == XB_KIND_FOR_LOOP)
        return go_through_for_loop(s, v, accessed);
    if (vertex->node.kind == XB_KIND_POST_LOOP && has_end(s, v))
        return go_through_post_loop(s, v, accessed);
    if (!meet(s, v, true, true, s->now))
        return false;
    if (vertex->node.kind == XB_KIND_ENTRY)
        xb_accesses_each_declared(s->footprints, s->region->view, s->region->routine, accessed, s);
    visit(s, vertex->condition, accessed);
    visit_statements(s, vertex, accessed);
    return true;
}

static bool update(solver *s, uint32_t v)
{
    xb_arena_mark mark = xb_arena_mark_now(s->scratch);
    bool reached = go_through(s, v, assign), changed = reached && !s->out[v];
    xb_arena_release(s->scratch, mark);
    if (changed)
        s->out[v] = s->alone ? s->now : xb_bits_create(s->scratch, s->places);
    for (size_t i = 0; reached && i < s->words; i++) {
        changed = changed || s->out[v][i] != s->now[i];
        s->out[v][i] = s->now[i];
    }
    return changed;
}

/* In the order of the text, if control flow is structured: rounds of a loop come before what follows it,
 * which may wait for what they assign. */
static void find_order(solver *s)
{
    const xb_constructs *constructs =
        s->coverage ? s->coverage->constructs : xb_constructs_of(s->scratch, &s->region->routine->flow);
    s->order_count = constructs ? constructs->count : s->graph->vertex_count;
    s->order = xb_arena_array(s->scratch, s->graph->vertex_count, sizeof *s->order);
    if (!constructs)
        xb_graph_postorder(s->scratch, s->graph, s->order);
    for (uint32_t i = 0; constructs && i < constructs->count; i++)
        s->order[constructs->count - 1 - i] = constructs->order[i];
}

static void solve(solver *s)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = s->order_count; i-- > 0;)
            if (is_inside(s, s->order[i]))
                changed = update(s, s->order[i]) || changed;
    }
}

/* ---- results ------------------------------------------------------------------------------------------- */

/* Keeps in s->now what has been assigned wherever control leaves a vertex out of the region; false if it does
 * not. */
static bool meet_at_exits(solver *s, uint32_t v)
{
    bool leaves = xb_graph_out_degree(s->graph, v) == 0;
    if (leaves)
        xb_bits_intersect(s->now, s->out[v], s->words);
    for (uint32_t e = xb_graph_first_out(s->graph, v); e != XB_GRAPH_NONE;
         e = xb_graph_next_out(s->graph, e)) {
        const uint64_t *assigned = is_inside(s, xb_graph_target(s->graph, e)) ? NULL : along(s, e);
        leaves = leaves || assigned;
        if (assigned)
            xb_bits_intersect(s->now, assigned, s->words);
    }
    return leaves;
}

static void find_written(solver *s)
{
    bool any = false;
    if (s->alone)
        return;
    fill(s, s->now, true);
    for (uint32_t v = 0; v < s->graph->vertex_count; v++)
        any = (s->out[v] && meet_at_exits(s, v)) || any;
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
    if (!region->touch)
        s.coverage = xb_coverage_of(footprints->analyses, arena, region->routine, region->view);
    number_variables(&s);
    give_places(&s, true);
    if (s.words * s.graph->vertex_count > MOST_WORDS)
        give_places(&s, false);
    s.alone = s.words * s.graph->vertex_count > MOST_WORDS;
    s.now = xb_bits_create(scratch, s.places);
    s.out = xb_arena_array(scratch, s.graph->vertex_count, sizeof(uint64_t *));
    find_order(&s);
    solve(&s);
    for (uint32_t v = 0; v < s.graph->vertex_count; v++)
        if (s.out[v])
            go_through(&s, v, expose);
    find_written(&s);
    xb_arena_release(scratch, mark);
    return s.result;
}
