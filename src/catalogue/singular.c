/*
 * Of a formula F and a condition C, as of sqrt with F = 0.5/#0 and C = (#0 == 0), is made
 *
 *     merge(0.0, F', C)      here: merge(0.0, 0.5/merge(1.0, #0, #0 == 0), #0 == 0)
 *
 * F' being F with merge(regular, #k, C) for each operand or result #k that C has a regular number of. Nothing
 * is divided by 0 that way, although merge evaluates all its operands, and the result can be differentiated
 * again: its derivatives are 0 where C holds, and those of F elsewhere. The condition stands first, so that
 * operands still come before operators.
 */
#include <string.h>

#include "catalogue/catalogue.h"
#include "ir/intrinsic.h"

/* A formula that is made: all vertices so far, with room for the rest. */
typedef struct guard {
    xb_arena *arena;
    xb_partial_vertex *vertices;
    unsigned count;
    unsigned condition; /* where its result is */
} guard;

static unsigned add(guard *g, xb_partial_vertex vertex)
{
    g->vertices[g->count] = vertex;
    return g->count++;
}

static unsigned add_number(guard *g, const char *number)
{
    return add(g, (xb_partial_vertex){.kind = XB_KIND_CONSTANT, .type = XB_TYPE_REAL, .text = number});
}

/* merge(number, other, condition) */
static unsigned add_choice(guard *g, const char *number, unsigned other)
{
    unsigned *operands = xb_arena_array(g->arena, 3, sizeof *operands);
    operands[0] = add_number(g, number);
    operands[1] = other;
    operands[2] = g->condition;
    return add(g, (xb_partial_vertex){.kind = XB_KIND_INTRINSIC,
                                      .text = xb_intrinsic_facts_of(XB_INTRINSIC_MERGE)->name,
                                      .operand_count = 3,
                                      .operands = operands});
}

/* A vertex whose operands stand where `places` says. */
static xb_partial_vertex moved(const guard *g, const xb_partial_vertex *vertex, const unsigned *places)
{
    xb_partial_vertex copy = *vertex;
    unsigned *operands = xb_arena_array(g->arena, vertex->operand_count, sizeof *operands);
    for (unsigned k = 0; k < vertex->operand_count; k++)
        operands[k] = places[vertex->operands[k]];
    copy.operands = vertex->operand_count > 0 ? operands : NULL;
    copy.regular = NULL;
    return copy;
}

static void add_condition(guard *g, const xb_inlinable *item)
{
    for (size_t i = 0; i < item->singular_count; i++)
        add(g, item->singular[i]);
    g->condition = g->count - 1;
}

/* The reference in the condition that has the regular number of an operand; NULL: it has none. */
static const xb_partial_vertex *regular_reference(const xb_inlinable *item, unsigned argument)
{
    for (size_t i = 0; i < item->singular_count; i++)
        if (item->singular[i].regular && item->singular[i].argument == argument)
            return &item->singular[i];
    return NULL;
}

static void add_formula(guard *g, const xb_inlinable *item, const xb_partial *partial)
{
    unsigned *places = xb_arena_array(g->arena, partial->vertex_count, sizeof *places);
    for (size_t i = 0; i < partial->vertex_count; i++) {
        const xb_partial_vertex *vertex = &partial->vertices[i];
        const xb_partial_vertex *regular =
            vertex->kind == XB_KIND_ARGUMENT_REFERENCE ? regular_reference(item, vertex->argument) : NULL;
        places[i] = regular ? add_choice(g, regular->regular, (unsigned)(regular - item->singular))
                            : add(g, moved(g, vertex, places));
    }
}

/* The partial, maybe for complex operands, that is 0 at singular points. */
static xb_partial guarded(xb_arena *arena, const xb_inlinable *item, const xb_partial *partial)
{
    xb_partial result = *partial;
    if (partial->kind != XB_PARTIAL_NONLINEAR || partial->vertex_count == 0)
        return result;
    const size_t most = item->singular_count + 2 * partial->vertex_count + 2;
    guard g = {.arena = arena, .vertices = xb_arena_array(arena, most, sizeof *g.vertices)};
    add_condition(&g, item);
    add_formula(&g, item, partial);
    add_choice(&g, "0.0", g.count - 1);
    result.vertex_count = g.count;
    result.vertices = g.vertices;
    return result;
}

/* The partial, and what holds in its place where the operand is complex. */
static xb_partial guarded_both(xb_arena *arena, const xb_inlinable *item, const xb_partial *partial)
{
    xb_partial result =
        item->singular_of_complex && partial->of_complex ? *partial : guarded(arena, item, partial);
    if (!partial->of_complex)
        return result;
    xb_partial *of_complex = xb_arena_alloc(arena, sizeof *of_complex);
    *of_complex = guarded(arena, item, partial->of_complex);
    result.of_complex = of_complex;
    return result;
}

/* The intrinsic, from which nothing says any more that it has singular points. */
static xb_inlinable *without_singular(xb_arena *arena, const xb_inlinable *item)
{
    xb_inlinable *result = xb_arena_alloc(arena, sizeof *result);
    xb_partial *partials = xb_arena_array(arena, item->partial_count, sizeof *partials);
    *result = *item;
    result->singular_count = 0;
    result->singular = NULL;
    result->before = item;
    result->partials = partials;
    for (size_t i = 0; i < item->partial_count; i++)
        partials[i] = guarded_both(arena, item, &item->partials[i]);
    return result;
}

typedef struct replacing {
    xb_arena *arena;
    xb_catalogue_items items;
} replacing;

static void replace(void *context, const xb_inlinable *item)
{
    replacing *r = context;
    if (item->singular_count > 0)
        xb_list_append(r->arena, &r->items.inlinables, without_singular(r->arena, item));
}

void xb_catalogue_zero_singular(xb_catalogue *catalogue)
{
    replacing r = {.arena = xb_catalogue_arena(catalogue)};
    xb_catalogue_each_inlinable(catalogue, replace, &r);
    xb_catalogue_add(catalogue, &r.items);
}
