/*
 * A forward data-flow analysis: sets of variables that are certainly assigned as a whole, which are
 * intersected where control meets. The head of a ForLoop is two vertices in one, since what its
 * initialization assigns is assigned when control comes from anywhere but an EndLoop, and what its update
 * assigns when it comes from there. The step of one that counts, which is in the update, is read on entry,
 * too. With the sets that are found, each vertex is then gone through for what it reads.
 *
 * Where an assignment to a part counts (xb_region.touch), variables that may share storage are one, and what
 * is assigned at the exit of a loop is what its rounds assign, too.
 */
#include "analysis/exposure.h"

#include "analysis/loop_form.h"
#include "analysis/storage.h"
#include "base/bits.h"

enum { MOST_WORDS = 1 << 22 /* of all sets */ };

typedef struct solver {
    const xb_footprints *footprints;
    const xb_storage *storage;
    xb_arena *arena, *scratch;
    const xb_region *region;
    const xb_graph *graph;
    uint32_t *order;  /* of the vertices, for data to flow along */
    xb_map numbers;   /* variables that are assigned as a whole: number + 1 by key_of() */
    xb_list assigned; /* these */
    bool alone;       /* what other vertices assign is not thought of */
    size_t words;     /* of a set */
    uint64_t **out;   /* by vertex: what has been assigned after it; NULL: not known to be reached */
    uint64_t *now;    /* what has been assigned, in the vertex under way */
    xb_map seen;      /* exposed variables by node index */
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

/* Number + 1 of a variable that is assigned; 0: it is not. */
static uintptr_t place_of(const solver *s, const xb_symbol *symbol)
{
    return (uintptr_t)xb_map_get(&s->numbers, key_of(s, symbol), 0);
}

static void number(void *context, const xb_access *access)
{
    solver *s = context;
    if (!counts(s, access) || place_of(s, access->symbol) > 0)
        return;
    xb_list_append(s->scratch, &s->assigned, access->symbol);
    xb_map_put(s->scratch, &s->numbers, key_of(s, access->symbol), 0,
               (const void *)(uintptr_t)s->assigned.count);
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
}

static void note_write(solver *s, const xb_access *access)
{
    if (counts(s, access))
        xb_bits_add(s->now, place_of(s, access->symbol) - 1);
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
        uintptr_t place = place_of(s, symbol);
        bool assigned = place > 0 && xb_bits_has(s->now, place - 1);
        if (s->region->touch)
            assigned = assigned || place == 0 || access->updated || key_of(s, symbol) == XB_STORAGE_ANYWHERE;
        if (!assigned && !xb_map_get(&s->seen, symbol->node.index, 0)) {
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

/* What has been assigned where control goes along an edge: at the exit of a loop, that of its rounds, too,
 * where such are taken for granted; then control comes along the edge after the first one. NULL: it is not
 * known to come. */
static const uint64_t *along(const solver *s, uint32_t edge)
{
    const uint32_t source = xb_graph_source(s->graph, edge);
    const xb_flow_edge *e = s->region->routine->flow.edges.items[edge];
    if (!s->region->touch || e->has_condition_value || !is_loop_head(s, source) || !s->out[source])
        return s->out[source];
    uint64_t *set = xb_bits_create(s->scratch, s->assigned.count);
    xb_bits_unite(set, s->out[source], s->words);
    for (uint32_t i = xb_graph_first_in(s->graph, source); i != XB_GRAPH_NONE;
         i = xb_graph_next_in(s->graph, i)) {
        const uint32_t end = xb_graph_source(s->graph, i);
        if (!comes_back(s, i) || !is_inside(s, end))
            continue;
        if (!s->out[end])
            return NULL;
        xb_bits_unite(set, s->out[end], s->words);
    }
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
    xb_loop_form form;
    if (!xb_loop_form_of(vertex, &form))
        return;
    uint64_t *before = xb_bits_create(s->scratch, s->assigned.count);
    xb_bits_unite(before, s->now, s->words);
    visit(s, vertex->update, accessed);
    xb_bits_intersect(s->now, before, s->words);
}

/* The initialization is executed on entry, and the update in each further round. */
static bool go_through_for_loop(solver *s, uint32_t v, xb_accessed *accessed)
{
    const xb_flow_vertex *vertex = vertex_at(s, v);
    uint64_t *after = xb_bits_create(s->scratch, s->assigned.count);
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
    uint64_t *after = xb_bits_create(s->scratch, s->assigned.count);
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
        s->out[v] = s->alone ? s->now : xb_bits_create(s->scratch, s->assigned.count);
    for (size_t i = 0; reached && i < s->words; i++) {
        changed = changed || s->out[v][i] != s->now[i];
        s->out[v][i] = s->now[i];
    }
    return changed;
}

static void solve(solver *s)
{
    uint32_t count = s->graph->vertex_count;
    s->order = xb_arena_array(s->scratch, count, sizeof *s->order);
    xb_graph_postorder(s->scratch, s->graph, s->order);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = count; i-- > 0;)
            if (is_inside(s, s->order[i]))
                changed = update(s, s->order[i]) || changed;
    }
}

/* ---- results ------------------------------------------------------------------------------------------- */

static bool leaves(const solver *s, uint32_t v)
{
    bool leaves = xb_graph_out_degree(s->graph, v) == 0;
    for (uint32_t e = xb_graph_first_out(s->graph, v); e != XB_GRAPH_NONE && !leaves;
         e = xb_graph_next_out(s->graph, e))
        leaves = !is_inside(s, xb_graph_target(s->graph, e));
    return leaves;
}

static void find_written(solver *s)
{
    bool any = false;
    if (s->alone)
        return;
    fill(s, s->now, true);
    for (uint32_t v = 0; v < s->graph->vertex_count; v++)
        if (s->out[v] && leaves(s, v)) {
            xb_bits_intersect(s->now, s->out[v], s->words);
            any = true;
        }
    for (size_t i = 0; any && i < s->assigned.count; i++)
        if (xb_bits_has(s->now, i))
            xb_list_append(s->arena, &s->result.written, s->assigned.items[i]);
}

xb_exposure xb_exposure_of(const xb_footprints *footprints, xb_arena *arena, const xb_region *region)
{
    xb_arena *scratch = xb_analyses_scratch(xb_footprints_analyses(footprints));
    xb_arena_mark mark = xb_arena_mark_now(scratch);
    solver s = {.footprints = footprints,
                .storage = xb_storage_of(xb_footprints_analyses(footprints)),
                .arena = arena,
                .scratch = scratch,
                .region = region,
                .graph = &region->routine->flow.graph};
    number_variables(&s);
    s.words = xb_bits_words(s.assigned.count);
    s.alone = s.words * s.graph->vertex_count > MOST_WORDS;
    s.now = xb_bits_create(scratch, s.assigned.count);
    s.out = xb_arena_array(scratch, s.graph->vertex_count, sizeof(uint64_t *));
    solve(&s);
    for (uint32_t v = 0; v < s.graph->vertex_count; v++)
        if (s.out[v])
            go_through(&s, v, expose);
    find_written(&s);
    xb_arena_release(scratch, mark);
    return s.result;
}
