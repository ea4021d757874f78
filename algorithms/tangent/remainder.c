/*
 * Targets are treated in the order in which the program computes them, which is a topological order. A
 * target's derivative goes to its own location at that time; the location of an earlier target is never
 * overwritten by a later one (values whose location is overwritten have temporaries). What can be overwritten
 * too early are derivatives that come from outside: they are needed until the last target that has an edge
 * from them, and a conflict is seen by comparing two positions. A target may even use the derivative that its
 * own location had before, if that is the first thing that its entries read.
 */
#include "algorithms/tangent/remainder.h"

#include "algorithms/tangent/propagations.h"
#include "ir/build.h"

typedef struct propagator {
    xb_program *program;
    xb_arena *scratch;
    xb_block_place place;
    const xb_local_jacobian *jacobian;
    uint32_t *first_in;            /* by vertex: first edge + 1 (at most XB_LCG_EDGE_LIMIT) */
    uint32_t *next_in;             /* by edge: next edge + 1 */
    const xb_reference **location; /* by vertex: where its derivative is during the propagation */
    bool *used;                    /* by vertex: has edges */
    xb_propagations *entries;
    xb_propagation_code code;
} propagator;

static void index_edges(propagator *p)
{
    const xb_arena_mark mark = xb_arena_mark_now(p->scratch);
    uint32_t *last = xb_arena_array(p->scratch, p->jacobian->vertex_count, sizeof *last);
    for (uint32_t i = 0; i < p->jacobian->edge_count; i++) {
        uint32_t target = p->jacobian->edges[i].target;
        if (last[target])
            p->next_in[last[target] - 1] = i + 1;
        else
            p->first_in[target] = i + 1;
        last[target] = i + 1;
        p->used[target] = p->used[p->jacobian->edges[i].source] = true;
    }
    xb_arena_release(p->scratch, mark);
}

static size_t in_degree(const propagator *p, uint32_t target)
{
    size_t count = 0;
    for (size_t e = p->first_in[target]; e; e = p->next_in[e - 1])
        count++;
    return count;
}

/* Whether an outside derivative is still needed when the location is, or may be, overwritten. */
static bool edge_comes_too_late(const propagator *p, const xb_jacobian_edge *edge)
{
    const xb_jacobian_vertex *source = &p->jacobian->vertices[edge->source],
                             *target = &p->jacobian->vertices[edge->target];
    if (target->position != source->clobbered || !source->clobbered_by ||
        target->reference != source->clobbered_by)
        return target->position >= source->clobbered;
    /* The target itself overwrites exactly this location: fine if it is read first, or all at once. */
    return false;
}

/* What refers to a temporary is copied, and no part of the program itself. */
static const xb_reference *temporary(propagator *p, xb_shape shape, xb_statement **allocation)
{
    xb_symbol *symbol =
        xb_shape_temporary(p->program, p->place.routine->scope, "prp", shape, true, allocation);
    xb_reference *pattern = xb_arena_alloc(p->scratch, sizeof *pattern);
    *pattern = xb_reference_to(symbol);
    return pattern;
}

static void save_outside(propagator *p, uint32_t vertex)
{
    xb_statement *allocation;
    const xb_reference *original = p->jacobian->vertices[vertex].reference;
    p->location[vertex] = temporary(p, p->jacobian->vertices[vertex].shape, &allocation);
    if (allocation)
        xb_list_append(p->program->arena, &p->code.allocations, allocation);
    xb_propagations_copy(p->entries, p->location[vertex], original);
}

/* Saves what would be overwritten too early; all saving comes before all targets. */
static void save_conflicts(propagator *p)
{
    bool *saved = xb_arena_array(p->scratch, p->jacobian->vertex_count, sizeof *saved);
    for (size_t i = 0; i < p->jacobian->edge_count; i++) {
        const xb_jacobian_edge *edge = &p->jacobian->edges[i];
        const xb_jacobian_vertex *source = &p->jacobian->vertices[edge->source];
        if (!source->outside || saved[edge->source] || source->clobbered == UINT32_MAX ||
            !edge_comes_too_late(p, edge))
            continue;
        saved[edge->source] = true;
        save_outside(p, edge->source);
    }
}

static void give_locations(propagator *p)
{
    for (uint32_t i = 0; i < p->jacobian->vertex_count; i++) {
        const xb_jacobian_vertex *vertex = &p->jacobian->vertices[i];
        p->location[i] = vertex->reference;
        if (vertex->reference || !p->used[i])
            continue;
        xb_statement *allocation;
        p->location[i] = temporary(p, vertex->shape, &allocation);
        if (!allocation)
            continue;
        if (vertex->late) {
            xb_list_append(p->program->arena, &p->code.allocations, allocation);
            continue;
        }
        xb_early *early = xb_arena_alloc(p->scratch, sizeof *early);
        *early = (xb_early){vertex->position, allocation};
        xb_list_append(p->scratch, &p->code.early, early);
    }
}

/* The edge that must come first: the one that reads the old derivative of the target's own location. */
static size_t self_edge(const propagator *p, uint32_t target)
{
    for (size_t e = p->first_in[target]; e; e = p->next_in[e - 1]) {
        const xb_jacobian_vertex *source = &p->jacobian->vertices[p->jacobian->edges[e - 1].source];
        if (source->outside && p->location[p->jacobian->edges[e - 1].source] == source->reference &&
            source->clobbered_by && source->clobbered_by == p->jacobian->vertices[target].reference)
            return e;
    }
    return 0;
}

static void propagate_target(propagator *p, uint32_t target)
{
    size_t count = in_degree(p, target), n = 0;
    xb_propagation_term *terms = xb_arena_array(p->scratch, count, sizeof *terms);
    size_t first = self_edge(p, target);
    if (first)
        terms[n++] = (xb_propagation_term){&p->jacobian->edges[first - 1].factor,
                                           p->location[p->jacobian->edges[first - 1].source]};
    for (size_t e = p->first_in[target]; e; e = p->next_in[e - 1])
        if (e != first)
            terms[n++] = (xb_propagation_term){&p->jacobian->edges[e - 1].factor,
                                               p->location[p->jacobian->edges[e - 1].source]};
    xb_propagations_set(p->entries, p->location[target], terms, n, first != 0);
}

/* Numbers of vertices in order of positions: they are numbered in order of computation, but a temporary may
 * come before the target of its own assignment. */
static void propagate_targets(propagator *p)
{
    for (uint32_t i = 0; i < p->jacobian->vertex_count; i++)
        if (!p->jacobian->vertices[i].outside && (p->jacobian->vertices[i].wanted || p->used[i]))
            propagate_target(p, i);
}

xb_propagation_code xb_propagate_remainder(xb_run *run, xb_block_place place,
                                           const xb_local_jacobian *jacobian)
{
    xb_arena *scratch = xb_run_scratch(run);
    propagator p = {.program = xb_run_program(run), .scratch = scratch, .place = place, .jacobian = jacobian};
    p.first_in = xb_arena_array(scratch, jacobian->vertex_count, sizeof *p.first_in);
    p.next_in = xb_arena_array(scratch, jacobian->edge_count, sizeof *p.next_in);
    p.location = xb_arena_array(scratch, jacobian->vertex_count, sizeof *p.location);
    p.used = xb_arena_array(scratch, jacobian->vertex_count, sizeof *p.used);
    p.entries = xb_propagations_create(run);
    index_edges(&p);
    give_locations(&p);
    save_conflicts(&p);
    propagate_targets(&p);
    p.code.statements = xb_propagations_statements(p.entries);
    return p.code;
}
