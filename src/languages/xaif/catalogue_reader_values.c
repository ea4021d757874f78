/*
 * The formula of a value may use intrinsics that have such a formula themselves. These are put in their
 * place, so that who runs a formula meets only intrinsics whose meaning is known otherwise, or nowhere.
 * Formulas are completed in the order in which they use each other, found by a search in depth with a stack
 * of its own; one that uses itself is an error. What is put in several times may grow fast, and is limited.
 */
#include <string.h>

#include "ir/intrinsic.h"
#include "languages/xaif/catalogue_reader_state.h"

enum { MOST_VERTICES = 100000 };

typedef enum state { STATE_NEW, STATE_OPEN, STATE_DONE } state;

/* The formula of a value of this document. */
typedef struct value {
    const xb_catalogue_reader_formula *formula;
    state state;
    size_t next; /* vertex to be looked at */
} value;

typedef struct completion {
    xb_catalogue_reader *r;
    xb_map by_name; /* (name index, 0) to value */
    xb_list open;   /* value: each used by the one before it */
} completion;

/* The intrinsic whose formula takes the place of a vertex; NULL: the vertex stays. */
static const xb_inlinable *item_to_put_in(const completion *c, const xb_partial_vertex *vertex)
{
    if (vertex->kind != XB_KIND_INTRINSIC || xb_intrinsic_find(vertex->text) != XB_INTRINSIC_NONE)
        return NULL;
    const xb_inlinable *item = xb_catalogue_reader_resolve(c->r, vertex->text);
    return item && item->value ? item : NULL;
}

/* The formula of this document that a vertex needs; NULL: none. */
static value *needed_by(const completion *c, const xb_partial_vertex *vertex)
{
    if (!item_to_put_in(c, vertex))
        return NULL;
    const xb_name *name = xb_names_find(c->r->names, vertex->text, strlen(vertex->text));
    return name ? xb_map_get(&c->by_name, name->index, 0) : NULL;
}

static void wrong(const completion *c, const value *v, size_t i, const char *hint, const char *message)
{
    xb_catalogue_reader_fail(
        c->r, xb_error(c->r->diagnostics, XB_STATUS_INVALID, v->formula->places[i], hint, "%s", message));
}

/* ---- putting in ------------------------------------------------------------------------------------------
 */

/* A formula in the making. */
typedef struct draft {
    xb_arena *arena;
    xb_partial_vertex *vertices;
    size_t count;
} draft;

static unsigned add(draft *d, const xb_partial_vertex *vertex, const unsigned *places)
{
    unsigned *operands = xb_arena_array(d->arena, vertex->operand_count, sizeof *operands);
    for (unsigned k = 0; k < vertex->operand_count; k++)
        operands[k] = places[vertex->operands[k]];
    d->vertices[d->count] = *vertex;
    d->vertices[d->count].operands = vertex->operand_count > 0 ? operands : NULL;
    return (unsigned)d->count++;
}

/* The formula of an intrinsic in the place of a vertex whose operands are where `places` says. @return where
 * its result is */
static unsigned put_in(draft *d, const xb_inlinable *item, const xb_partial_vertex *vertex,
                       const unsigned *places)
{
    unsigned *inner = xb_arena_array(d->arena, item->value_count, sizeof *inner);
    for (size_t i = 0; i < item->value_count; i++) {
        const xb_partial_vertex *own = &item->value[i];
        inner[i] = own->kind == XB_KIND_ARGUMENT_REFERENCE ? places[vertex->operands[own->argument - 1]]
                                                           : add(d, own, inner);
    }
    return inner[item->value_count - 1];
}

static size_t size_of(const completion *c, const xb_catalogue_reader_formula *formula)
{
    size_t size = 0;
    for (size_t i = 0; i < formula->count; i++) {
        const xb_inlinable *item = item_to_put_in(c, &formula->vertices[i]);
        size += item ? item->value_count : 1;
    }
    return size;
}

/* The root is the last vertex: what comes after it is operand of what was not put in. */
static void complete(const completion *c, const value *v)
{
    const xb_catalogue_reader_formula *formula = v->formula;
    const size_t size = size_of(c, formula);
    if (size > MOST_VERTICES) {
        wrong(c, v, formula->count - 1, "those of other intrinsics that it uses count each time",
              xb_arena_format(c->r->arena, "the formula of the value has %zu vertices, more than %d", size,
                              MOST_VERTICES));
        return;
    }
    draft d = {c->r->arena, xb_arena_array(c->r->arena, size, sizeof *d.vertices), 0};
    unsigned *places = xb_arena_array(c->r->arena, formula->count, sizeof *places);
    for (size_t i = 0; i < formula->count; i++) {
        const xb_partial_vertex *vertex = &formula->vertices[i];
        const xb_inlinable *item = item_to_put_in(c, vertex);
        places[i] = item ? put_in(&d, item, vertex, places) : add(&d, vertex, places);
    }
    formula->item->value = d.vertices;
    formula->item->value_count = places[formula->count - 1] + (size_t)1;
}

/* ---- order -----------------------------------------------------------------------------------------------
 */

static void open(completion *c, value *v)
{
    v->state = STATE_OPEN;
    xb_list_append(c->r->arena, &c->open, v);
}

/* One step of the search. */
static void advance(completion *c, value *v)
{
    const xb_catalogue_reader_formula *formula = v->formula;
    if (v->next == formula->count) {
        if (!c->r->status)
            complete(c, v);
        v->state = STATE_DONE;
        c->open.count--;
        return;
    }
    value *needed = needed_by(c, &formula->vertices[v->next]);
    if (needed && needed->state == STATE_NEW) {
        open(c, needed);
        return;
    }
    if (needed && needed->state == STATE_OPEN)
        wrong(c, v, v->next, "write the value with other intrinsics",
              xb_arena_format(c->r->arena, "the value of '%s' is computed of itself",
                              needed->formula->item->name));
    v->next++;
}

void xb_catalogue_reader_complete_values(xb_catalogue_reader *r)
{
    completion c = {.r = r};
    const xb_catalogue_reader_formula *formulas = r->formulas.items;
    xb_list values = {0};
    for (size_t i = 0; i < r->formulas.count; i++) {
        if (!formulas[i].is_value || formulas[i].count == 0)
            continue;
        value *v = xb_arena_alloc(r->arena, sizeof *v);
        v->formula = &formulas[i];
        xb_map_put(r->arena, &c.by_name, xb_names_get(r->names, formulas[i].item->name)->index, 0, v);
        xb_list_append(r->arena, &values, v);
    }
    for (size_t i = 0; i < values.count; i++) {
        value *v = values.items[i];
        if (v->state == STATE_NEW)
            open(&c, v);
        while (c.open.count > 0)
            advance(&c, c.open.items[c.open.count - 1]);
    }
}
