/*
 * Junctions are found by going back and forth between lines and those that follow them.
 */
#include "elimination/proofs/junctions.h"

#include <string.h>

#include "elimination/proofs/disjoint.h"

/* Elementary operations that the bound of a junction takes for each word of a set, at least. */
enum { JUNCTION = 64 };

struct xb_junctions_work {
    uint32_t *into; /* for each line, the junction that it leads into */
    uint32_t *out_of;
    bool *ends;
    uint32_t *lines; /* for each arc */
    bool *wanted;    /* for each arc, whether a product with it counts */
    bool *first;
    bool *begins; /* for each junction, whether a path begins with it */
    uint32_t *most;
    uint32_t *queue;
    xb_disjoint_arc *arcs;
    xb_disjoint *network;
    uint32_t arc_count;
    uint64_t *seen;
};

xb_junctions *xb_junctions_create(xb_arena *scratch, const xb_line_graph *graph)
{
    uint32_t lines = graph->words * 64;
    xb_junctions *junctions = xb_arena_alloc(scratch, sizeof *junctions);
    struct xb_junctions_work *work = xb_arena_alloc(scratch, sizeof *work);
    junctions->work = work;
    junctions->items = xb_arena_array(scratch, lines, sizeof *junctions->items);
    uint64_t *sets = xb_arena_array(scratch, 2 * (size_t)lines * graph->words, sizeof *sets);
    for (uint32_t i = 0; i < lines; i++) {
        junctions->items[i].in = sets + 2 * (size_t)i * graph->words;
        junctions->items[i].out = junctions->items[i].in + graph->words;
    }
    work->into = xb_arena_array(scratch, lines, sizeof *work->into);
    work->out_of = xb_arena_array(scratch, lines, sizeof *work->out_of);
    work->ends = xb_arena_array(scratch, lines, sizeof *work->ends);
    work->lines = xb_arena_array(scratch, lines, sizeof *work->lines);
    work->wanted = xb_arena_array(scratch, lines, sizeof *work->wanted);
    work->first = xb_arena_array(scratch, lines, sizeof *work->first);
    work->begins = xb_arena_array(scratch, lines, sizeof *work->begins);
    work->most = xb_arena_array(scratch, lines, sizeof *work->most);
    work->queue = xb_arena_array(scratch, lines, sizeof *work->queue);
    work->arcs = xb_arena_array(scratch, lines, sizeof *work->arcs);
    work->network = xb_disjoint_create(scratch, lines, lines);
    work->seen = xb_arena_array(scratch, graph->words, sizeof *work->seen);
    return junctions;
}

static uint32_t size_of(const xb_line_graph *graph, const uint64_t *set)
{
    uint32_t size = 0;
    for (uint32_t i = 0; i < graph->words; i++)
        size += (uint32_t)__builtin_popcountll(set[i]);
    return size;
}

static void add_all(const xb_line_graph *graph, uint64_t *set, const uint64_t *more)
{
    for (uint32_t i = 0; i < graph->words; i++)
        set[i] |= more[i];
}

/* Puts the neighbours of lines into the set opposite. Returns how many faces there are. */
static uint32_t cross(const xb_line_graph *graph, const uint64_t *from, uint64_t *rows, uint64_t *to)
{
    uint32_t faces = 0;
    for (uint32_t l = 0; (l = xb_line_next(graph, from, l)) != XB_LINE_NONE; l++) {
        const uint64_t *row = xb_line_row(graph, rows, l);
        faces += size_of(graph, row);
        add_all(graph, to, row);
    }
    return faces;
}

/* The junction that a line leads into. */
static void gather(xb_junctions *junctions, const xb_line_graph *graph, uint32_t line)
{
    uint32_t number = junctions->total++, size = 0;
    xb_junction *at = &junctions->items[number];
    memset(at->in, 0, 2 * graph->words * sizeof *at->in);
    at->vertex = graph->lines[line].target;
    xb_dense_put(at->in, line);
    do {
        size = at->in_count;
        cross(graph, at->in, graph->after, at->out);
        cross(graph, at->out, graph->before, at->in);
        at->in_count = size_of(graph, at->in);
    } while (at->in_count != size);
    at->faces = cross(graph, at->in, graph->after, at->out);
    at->out_count = size_of(graph, at->out);
    at->in_ends = at->out_ends = true;
    for (uint32_t l = 0; (l = xb_line_next(graph, at->in, l)) != XB_LINE_NONE; l++) {
        junctions->work->into[l] = number;
        uint32_t source = graph->lines[l].source;
        at->in_ends &= source == XB_LINE_NONE || !xb_line_is_middle(graph, source);
    }
    for (uint32_t l = 0; (l = xb_line_next(graph, at->out, l)) != XB_LINE_NONE; l++) {
        junctions->work->out_of[l] = number;
        uint32_t target = graph->lines[l].target;
        at->out_ends &= target == XB_LINE_NONE || !xb_line_is_middle(graph, target);
    }
    add_all(graph, junctions->work->seen, at->in);
}

static void gather_at(xb_junctions *junctions, const xb_line_graph *graph, bool middle)
{
    for (uint32_t l = 0; (l = xb_line_next(graph, graph->used, l)) != XB_LINE_NONE; l++) {
        uint32_t target = graph->lines[l].target;
        if (target != XB_LINE_NONE && xb_line_is_middle(graph, target) == middle &&
            !xb_dense_has(junctions->work->seen, l))
            gather(junctions, graph, l);
    }
}

static bool counts(const xb_line_graph *graph, uint32_t line)
{
    xb_line_kind kind = graph->lines[line].kind;
    return graph->awareness <= 0 || (graph->awareness == 1 ? kind != XB_LINE_UNIT : kind == XB_LINE_VARIABLE);
}

static void fill_network(xb_junctions *junctions, const xb_line_graph *graph)
{
    struct xb_junctions_work *work = junctions->work;
    uint32_t count = 0;
    for (uint32_t l = 0; (l = xb_line_next(graph, graph->used, l)) != XB_LINE_NONE; l++) {
        if (graph->lines[l].source == XB_LINE_NONE || graph->lines[l].target == XB_LINE_NONE)
            continue;
        work->lines[count] = l;
        work->wanted[count] = counts(graph, l);
        work->arcs[count++] = (xb_disjoint_arc){work->out_of[l], work->into[l]};
    }
    for (uint32_t i = 0; i < junctions->total; i++)
        work->ends[i] = i >= junctions->count;
    work->arc_count = count;
    xb_disjoint_fill(work->network, junctions->total, work->ends, work->arcs, count);
}

static uint32_t paths(const struct xb_junctions_work *work, uint32_t junction, bool on, const bool *first)
{
    return xb_disjoint_paths(work->network, junction, on, first);
}

/* Paths to or from a junction that begin with a line of a set. */
static uint32_t paths_with(const struct xb_junctions_work *work, uint32_t junction, bool on,
                           const uint64_t *lines)
{
    for (uint32_t i = 0; i < work->arc_count; i++)
        work->first[i] = work->wanted[i] && xb_dense_has(lines, work->lines[i]);
    return paths(work, junction, on, work->first);
}

/* Not every line has a face with every other one. Of paths on one side that have nothing in common, each
 * needs as many products as there are paths on the other side that begin with lines that follow its own. */
static uint32_t row_by_row(const xb_junctions *junctions, const xb_line_graph *graph, uint32_t junction,
                           bool on)
{
    struct xb_junctions_work *work = junctions->work;
    uint32_t sum = 0;
    paths(work, junction, !on, work->wanted);
    for (uint32_t i = 0; i < junctions->total; i++) {
        work->begins[i] = xb_disjoint_begins_with(work->network, junction, i);
        work->most[i] = 0;
    }
    for (uint32_t i = 0; i < work->arc_count; i++) {
        uint32_t near = on ? work->arcs[i].target : work->arcs[i].source;
        uint32_t far = on ? work->arcs[i].source : work->arcs[i].target;
        if (near != junction || !work->wanted[i] || !work->begins[far])
            continue;
        uint32_t more = paths_with(work, junction, on,
                                   xb_line_row(graph, on ? graph->after : graph->before, work->lines[i]));
        if (more > work->most[far]) { /* of lines that lead out of the same place */
            sum += more - work->most[far];
            work->most[far] = more;
        }
    }
    return sum;
}

static void find_bound(const xb_junctions *junctions, const xb_line_graph *graph, uint32_t which)
{
    xb_junction *at = &junctions->items[which];
    at->in_paths = paths(junctions->work, which, false, junctions->work->wanted);
    at->out_paths = paths(junctions->work, which, true, junctions->work->wanted);
    at->bound = at->in_paths * at->out_paths;
    if (at->faces == at->in_count * at->out_count)
        return;
    uint32_t rows = row_by_row(junctions, graph, which, true);
    uint32_t columns = row_by_row(junctions, graph, which, false);
    at->bound = rows > columns ? rows : columns;
}

void xb_junctions_find(xb_junctions *junctions, const xb_line_graph *graph, xb_watch *watch)
{
    memset(junctions->work->seen, 0, graph->words * sizeof *junctions->work->seen);
    junctions->total = 0;
    gather_at(junctions, graph, true);
    junctions->count = junctions->total;
    gather_at(junctions, graph, false);
    junctions->bound = 0;
    fill_network(junctions, graph);
    for (uint32_t i = 0; i < junctions->count; i++) {
        xb_watch_tick(watch, graph->words * JUNCTION);
        find_bound(junctions, graph, i);
        junctions->bound += junctions->items[i].bound;
    }
}

bool xb_junctions_is_only_way(const xb_junctions *junctions, const xb_line_graph *graph, uint32_t which,
                              uint32_t line)
{
    struct xb_junctions_work *work = junctions->work;
    bool back = xb_dense_has(junctions->items[which].in, line);
    uint32_t goal = back ? work->out_of[line] : work->into[line], count = 0;
    memset(work->begins, 0, junctions->total * sizeof *work->begins);
    work->queue[count++] = which;
    for (uint32_t next = 0; next < count; next++) {
        const xb_junction *at = &junctions->items[work->queue[next]];
        const uint64_t *lines = back ? at->in : at->out;
        for (uint32_t l = 0; (l = xb_line_next(graph, lines, l)) != XB_LINE_NONE; l++) {
            uint32_t other = back ? work->out_of[l] : work->into[l];
            if (l == line || work->begins[other])
                continue;
            if (other == goal)
                return false;
            work->begins[other] = true;
            if (other < junctions->count)
                work->queue[count++] = other;
        }
    }
    return true;
}
