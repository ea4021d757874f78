/*
 * A location is interned by a canonical text of its reference: the symbol, then each subscript, with constant
 * subscripts as numbers and other ones as their expression in evaluation order. A scalar whose alias set is
 * one range that it covers as a whole is named by the range instead of the symbol, so that the names that a
 * COMMON member has in several routines are one location. What depends on variables, and what a pointer
 * stands for, may be something else each time that it is met: it is one location only if the alias sets say
 * the same, since what the location overlaps is asked of the first reference to it.
 *
 * A set keeps its members in buckets by symbol, by alias group and by storage class, since locations of
 * different ones can't overlap; a temporary that is a scalar is in none. Buckets are numbered by the table,
 * so that each location knows its own, and a set is arrays by number. Elements with constant subscripts of
 * one array overlap only if they are the same location, so that a bucket of nothing else is never searched
 * (what a pointer stands for, and members of structures, are no such elements); other buckets are searched up
 * to a limit, beyond which the answer is "many".
 */
#include "analysis/locations.h"

#include "analysis/overlap.h"

#include <string.h>

struct xb_location_table {
    xb_arena *arena;
    const xb_program *program;
    const xb_storage *storage;
    xb_names *names;
    xb_vector locations; /* xb_location *, by name index */
    xb_vector bytes;     /* buffer for canonical texts */
    xb_map buckets;      /* first number of the buckets of a symbol, group or class */
    uint32_t bucket_count;
};

/* Members of a class are in its bucket; those without alias set are in the one after it, too, and in that of
 * all classes. What may be anywhere is a class like others. */
enum { IN_ANYWHERE, LOOSE_ANYWHERE, LOOSE_IN_ANY_CLASS, FIRST_FREE_BUCKET };

enum { BY_GROUP, BY_SYMBOL, BY_CLASS };

xb_location_table *xb_location_table_create(xb_arena *arena, xb_analyses *analyses)
{
    xb_location_table *table = xb_arena_alloc(arena, sizeof *table);
    table->arena = arena;
    table->program = xb_analyses_program(analyses);
    table->storage = xb_storage_of(analyses);
    table->names = xb_names_create(arena);
    table->bucket_count = FIRST_FREE_BUCKET;
    return table;
}

/* ---- canonical texts --------------------------------------------------------------------------------- */

typedef struct writer {
    xb_arena *arena;
    const xb_program *program;
    xb_vector *bytes;
} writer;

/* All bytes of a number but the last one have their highest bit set, so that none is taken for a tag. */
static void put_number(writer *w, char tag, uint64_t number)
{
    *(char *)xb_vector_push(w->arena, w->bytes, 1) = tag;
    for (; number > 0x7f; number >>= 7)
        *(unsigned char *)xb_vector_push(w->arena, w->bytes, 1) = (unsigned char)(0x80 | (number & 0x7f));
    *(unsigned char *)xb_vector_push(w->arena, w->bytes, 1) = (unsigned char)number;
}

static void put_reference(writer *w, const xb_reference *reference);

/* The front end's type says how precise a number is. */
static void put_constant(writer *w, const xb_constant *constant)
{
    put_number(w, 't', (uint64_t)constant->type);
    if (constant->fe_type)
        put_number(w, 'f', constant->fe_type->index);
    put_number(w, 'c', constant->value->index);
}

static void put_vertex(writer *w, const xb_vertex *vertex)
{
    put_number(w, 'v', (uint64_t)vertex->node.kind);
    switch (vertex->node.kind) {
    case XB_KIND_VARIABLE_REFERENCE: put_reference(w, (const xb_reference *)vertex); break;
    case XB_KIND_CONSTANT: put_constant(w, (const xb_constant *)vertex); break;
    case XB_KIND_INTRINSIC:
    case XB_KIND_BOOLEAN_OPERATION:
        put_number(w, 'n', ((const xb_intrinsic *)vertex)->name->index);
        if (!xb_intrinsic_is_pure(xb_vertex_intrinsic(vertex)))
            put_number(w, 'u', vertex->node.index);
        break;
    default: /* a function may give another value each time: no two are equal */
        put_number(w, 'u', vertex->node.index);
    }
}

static void put_expression(writer *w, const xb_expression *expression)
{
    const xb_graph *graph = &expression->graph;
    const uint32_t *order = xb_expression_order(w->arena, expression);
    uint32_t *place = xb_arena_array(w->arena, graph->vertex_count, sizeof *place);
    for (uint32_t k = 0; k < graph->vertex_count; k++)
        place[order[k]] = k;
    for (uint32_t k = 0; k < graph->vertex_count; k++) {
        put_vertex(w, xb_expression_vertex(expression, order[k]));
        size_t count = xb_expression_operand_count(expression, order[k]);
        for (uint32_t p = 1; p <= count; p++)
            put_number(w, 'o', place[xb_expression_operand(expression, order[k], p)]);
    }
}

static void put_part(writer *w, char tag, const xb_expression *expression)
{
    int64_t value;
    if (!expression)
        return;
    put_number(w, tag, 0);
    if (xb_expression_integer(expression, &value))
        put_number(w, value < 0 ? '-' : '+', value < 0 ? 0 - (uint64_t)value : (uint64_t)value);
    else
        put_expression(w, expression);
}

/* The range that a scalar covers as a whole according to its alias set, or NULL. */
static const xb_alias_range *whole_range(const xb_program *program, const xb_reference *reference)
{
    if (reference->symbol->rank != 0 || reference->subscripts.count > 0 || reference->alias == 0)
        return NULL;
    const xb_alias_set *set = xb_alias_map_find(&program->aliases, reference->alias);
    if (!set || set->ranges.count != 1)
        return NULL;
    const xb_alias_range *range = set->ranges.items;
    return range->partial ? NULL : range;
}

/* Front ends may say by properties which member of structured data is meant. */
static void put_properties(writer *w, const xb_reference *reference)
{
    const xb_vector *all = &xb_reference_parts_of(reference)->properties;
    const xb_property *properties = all->items;
    for (size_t i = 0; i < all->count; i++) {
        put_number(w, 'p', properties[i].name->index);
        put_number(w, 'q', properties[i].value->index);
    }
}

/* Whether references of the same structure always denote the same storage. */
static bool is_fixed(const xb_reference *reference)
{
    int64_t value;
    bool fixed = reference->symbol->kind != XB_SYMBOL_POINTER && !reference->symbol->pointer;
    for (size_t i = 0; fixed && i < reference->subscripts.count; i++) {
        const xb_triplet *triplet = reference->subscripts.items[i];
        fixed = (!triplet->index || xb_expression_integer(triplet->index, &value)) &&
                (!triplet->bound || xb_expression_integer(triplet->bound, &value)) &&
                (!triplet->stride || xb_expression_integer(triplet->stride, &value));
    }
    return fixed;
}

static void put_reference(writer *w, const xb_reference *reference)
{
    const xb_alias_range *range = whole_range(w->program, reference);
    if (range) {
        put_number(w, 'R', range->from);
        put_number(w, 'T', range->to);
        put_number(w, 'Y', (uint64_t)reference->symbol->type);
        return;
    }
    put_number(w, 'S', reference->symbol->node.index);
    if (!is_fixed(reference))
        put_number(w, 'A', xb_alias_content(&w->program->aliases, reference->alias));
    put_properties(w, reference);
    for (size_t i = 0; i < reference->subscripts.count; i++) {
        const xb_triplet *triplet = reference->subscripts.items[i];
        put_number(w, xb_triplet_is_range(triplet) ? ':' : '.', 0);
        put_part(w, 'i', triplet->index);
        put_part(w, 'b', triplet->bound);
        put_part(w, 's', triplet->stride);
    }
}

/* ---- locations --------------------------------------------------------------------------------------- */

/* Whether a subscript is one constant. */
static bool is_constant(const xb_triplet *triplet)
{
    int64_t value;
    return triplet->index && !xb_triplet_is_range(triplet) && xb_expression_integer(triplet->index, &value);
}

/* The number of the first one of so many buckets. */
static uint32_t buckets_of(xb_location_table *table, uint64_t by, uint64_t key, uint32_t count)
{
    uint32_t first = (uint32_t)(uintptr_t)xb_map_get(&table->buckets, key, by);
    if (first == 0) {
        first = table->bucket_count;
        table->bucket_count += count;
        xb_map_put(table->arena, &table->buckets, key, by, (const void *)(uintptr_t)first);
    }
    return first;
}

/* Whether a location is one temporary, which overlaps nothing but itself: it is in no bucket. */
static bool is_alone(const xb_location *location)
{
    return location->reference->symbol->temporary && location->reference->symbol->rank == 0;
}

static void find_buckets(xb_location_table *table, xb_location *location)
{
    const xb_symbol *symbol = location->reference->symbol;
    if (is_alone(location))
        return;
    location->by_symbol = buckets_of(table, BY_SYMBOL, symbol->node.index, 1);
    if (symbol->temporary)
        return;
    bool anywhere = location->storage == XB_STORAGE_ANYWHERE;
    location->by_class = anywhere ? IN_ANYWHERE : buckets_of(table, BY_CLASS, location->storage, 2);
    if (location->group != XB_ALIAS_GROUP_NONE)
        location->by_group = buckets_of(table, BY_GROUP, location->group, 1);
}

static xb_location *new_location(xb_location_table *table, const xb_reference *reference)
{
    xb_location *location = xb_arena_alloc(table->arena, sizeof *location);
    size_t count = reference->subscripts.count;
    location->reference = reference;
    location->group = xb_alias_group(&table->program->aliases, reference->alias);
    location->storage = xb_storage_class(table->storage, reference->symbol);
    find_buckets(table, location);
    location->element =
        count > 0 && is_fixed(reference) && xb_reference_parts_of(reference)->properties.count == 0;
    for (size_t i = 0; i < count; i++)
        location->element = location->element && is_constant(reference->subscripts.items[i]);
    return location;
}

xb_location *xb_location_of(xb_location_table *table, const xb_reference *reference)
{
    writer w = {table->arena, table->program, &table->bytes};
    table->bytes.count = 0;
    put_reference(&w, reference);
    const xb_name *name = xb_names_intern(table->names, table->bytes.items, table->bytes.count);
    while (table->locations.count <= name->index)
        xb_vector_push(table->arena, &table->locations, sizeof(xb_location *));
    xb_location **slot = (xb_location **)table->locations.items + name->index;
    if (!*slot) {
        *slot = new_location(table, reference);
        (*slot)->number = name->index;
    }
    return *slot;
}

uint32_t xb_location_expression(xb_location_table *table, const xb_expression *expression)
{
    writer w = {table->arena, table->program, &table->bytes};
    table->bytes.count = 0;
    put_part(&w, 'E', expression);
    return xb_names_intern(table->names, table->bytes.items, table->bytes.count)->index;
}

/* ---- sets -------------------------------------------------------------------------------------------- */

typedef struct bucket_list {
    xb_list members;
    bool mixed; /* not only elements with constant subscripts of one array */
} bucket_list;

/* The bucket of the members of a class that have no alias set. */
static uint32_t loose(uint32_t of_class)
{
    return of_class + 1;
}

/* Item number i of an array that grows as it is asked for. */
static void *item(xb_arena *arena, xb_vector *vector, uint32_t i, size_t size)
{
    while (vector->capacity <= i)
        xb_vector_grow(arena, vector, size);
    if (vector->count <= i)
        vector->count = i + 1;
    return (char *)vector->items + i * size;
}

static void add_to_bucket(xb_arena *arena, xb_location_set *set, uint32_t number, xb_location *location)
{
    bucket_list *bucket = item(arena, &set->buckets, number, sizeof *bucket);
    const xb_location *first = bucket->members.count > 0 ? bucket->members.items[0] : location;
    bucket->mixed =
        bucket->mixed || !location->element || location->reference->symbol != first->reference->symbol;
    xb_list_append(arena, &bucket->members, location);
}

void xb_location_set_add(xb_arena *arena, xb_location_set *set, xb_location *location)
{
    bool *is_member = item(arena, &set->is_member, location->number, sizeof *is_member);
    if (*is_member)
        return;
    *is_member = true;
    xb_list_append(arena, &set->members, location);
    if (is_alone(location))
        return;
    add_to_bucket(arena, set, location->by_symbol, location);
    if (location->reference->symbol->temporary)
        return;
    add_to_bucket(arena, set, location->by_class, location);
    if (location->group != XB_ALIAS_GROUP_NONE) {
        add_to_bucket(arena, set, location->by_group, location);
        return;
    }
    add_to_bucket(arena, set, loose(location->by_class), location);
    add_to_bucket(arena, set, LOOSE_IN_ANY_CLASS, location);
}

static bool is_member(const xb_location_set *set, const xb_location *location)
{
    return location->number < set->is_member.count && ((const bool *)set->is_member.items)[location->number];
}

static void note(xb_overlapping *found, xb_location *location)
{
    for (size_t i = 0; i < found->count; i++)
        if (found->found[i] == location)
            return;
    if (found->count == XB_OVERLAP_LIMIT)
        found->many = true;
    else
        found->found[found->count++] = location;
}

static void search_list(xb_analyses *analyses, const xb_list *members, const xb_location *location,
                        xb_overlapping *found)
{
    enum { SEARCH_LIMIT = 64 };
    if (members->count > SEARCH_LIMIT) {
        found->many = true;
        return;
    }
    for (size_t i = 0; i < members->count; i++)
        if (xb_overlap_of(analyses, ((const xb_location *)members->items[i])->reference, location->reference,
                          true) != XB_OVERLAP_NEVER)
            note(found, members->items[i]);
}

static void search_bucket(xb_analyses *analyses, const xb_location_set *set, uint32_t number,
                          const xb_location *location, xb_overlapping *found)
{
    const bucket_list *bucket = (const bucket_list *)set->buckets.items + number;
    if (number >= set->buckets.count || bucket->members.count == 0)
        return;
    const xb_location *first = bucket->members.items[0];
    if (!bucket->mixed && location->element && first->reference->symbol == location->reference->symbol)
        return; /* distinct elements; the location itself is looked up by its own */
    search_list(analyses, &bucket->members, location, found);
}

xb_overlapping xb_location_set_overlapping(xb_analyses *analyses, const xb_location_set *set,
                                           xb_location *location)
{
    xb_overlapping found = {.count = 0};
    if (is_member(set, location))
        note(&found, location);
    if (is_alone(location))
        return found;
    search_bucket(analyses, set, location->by_symbol, location, &found);
    if (location->reference->symbol->temporary)
        return found;
    bool known = location->group != XB_ALIAS_GROUP_NONE, anywhere = location->storage == XB_STORAGE_ANYWHERE;
    if (anywhere && !known) {
        search_list(analyses, &set->members, location, &found);
        return found;
    }
    if (known)
        search_bucket(analyses, set, location->by_group, location, &found);
    uint32_t of_class = anywhere ? LOOSE_IN_ANY_CLASS
                        : known  ? loose(location->by_class)
                                 : location->by_class;
    search_bucket(analyses, set, of_class, location, &found);
    if (!anywhere)
        search_bucket(analyses, set, known ? LOOSE_ANYWHERE : IN_ANYWHERE, location, &found);
    return found;
}
