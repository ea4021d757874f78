/*
 * When the map is complete, each set's ranges are sorted and merged where they overlap or touch; two sets
 * intersect if a merge of both lists finds an overlap. The groups are the components of the graph of
 * overlaps: one sweep over all ranges by first address unites each set with the set that reaches furthest so
 * far. The least set of a group is the first in document order.
 */
#include "ir/alias.h"

#include <stdlib.h>

#include "base/names.h"
#include "base/partition.h"
#include "ir/expression.h"

/* Front ends number keys from 0, so a set nearly always stands at the place that its key says; the others are
 * in the map. */
static xb_alias_set *find(const xb_alias_map *map, uint32_t key)
{
    xb_alias_set *set = key < map->sets.count ? map->sets.items[key] : NULL;
    return set && set->key == key ? set : xb_map_get(&map->by_key, key, 0);
}

xb_alias_set *xb_alias_map_add(xb_arena *arena, xb_alias_map *map, uint32_t key)
{
    if (find(map, key))
        return NULL;
    xb_alias_set *set = xb_arena_alloc(arena, sizeof *set);
    set->key = key;
    if (key != map->sets.count)
        xb_map_put(arena, &map->by_key, key, 0, set);
    xb_list_append(arena, &map->sets, set);
    return set;
}

const xb_alias_set *xb_alias_map_find(const xb_alias_map *map, uint32_t key)
{
    return find(map, key);
}

static int compare_ranges(const void *x, const void *y)
{
    const xb_alias_range *a = x, *b = y;
    if (a->from != b->from)
        return a->from < b->from ? -1 : 1;
    return a->to < b->to ? -1 : a->to > b->to;
}

/* Sorts ranges and joins those that overlap or touch, whatever `partial` says; returns how many are left. */
static size_t merge(xb_alias_range *ranges, size_t count)
{
    if (count < 2)
        return count;
    qsort(ranges, count, sizeof *ranges, compare_ranges);
    size_t last = 0;
    for (size_t i = 1; i < count; i++) {
        const xb_alias_range *range = &ranges[i];
        bool joins = range->from <= ranges[last].to || range->from - 1 == ranges[last].to;
        if (!joins) {
            ranges[++last] = *range;
            continue;
        }
        if (range->to > ranges[last].to)
            ranges[last].to = range->to;
    }
    return last + 1;
}

static void finish_set(xb_arena *arena, xb_alias_set *set)
{
    size_t count = set->ranges.count;
    set->merged = xb_arena_array(arena, count, sizeof *set->merged);
    for (size_t i = 0; i < count; i++) {
        xb_alias_range range = ((const xb_alias_range *)set->ranges.items)[i];
        bool ascending = range.from <= range.to;
        set->merged[i] = (xb_alias_range){ascending ? range.from : range.to,
                                          ascending ? range.to : range.from, range.partial};
    }
    set->merged_count = merge(set->merged, count);
}

/* One merged range of the sweep, and the number of its set. */
typedef struct swept {
    xb_alias_range range;
    uint32_t set;
} swept;

static int compare_swept(const void *x, const void *y)
{
    const swept *a = x, *b = y;
    int order = compare_ranges(&a->range, &b->range);
    return order ? order : a->set < b->set ? -1 : a->set > b->set;
}

static void sweep(swept *all, size_t count, uint32_t *parent)
{
    qsort(all, count, sizeof *all, compare_swept);
    size_t furthest = 0;
    for (size_t i = 1; i < count; i++) {
        if (all[i].range.from <= all[furthest].range.to)
            xb_partition_unite(parent, all[i].set, all[furthest].set);
        if (all[i].range.to > all[furthest].range.to)
            furthest = i;
    }
}

/* Numbers the contents of sets, by texts of their ranges as they are after merging. */
static void find_contents(xb_arena *arena, xb_alias_map *map)
{
    enum { WORDS = 3 };
    xb_names *contents = xb_names_create(arena);
    xb_vector text = {0};
    for (size_t i = 0; i < map->sets.count; i++) {
        xb_alias_set *set = map->sets.items[i];
        text.count = 0;
        for (size_t k = 0; k < set->merged_count; k++) {
            uint64_t *words = xb_vector_push(arena, &text, WORDS * sizeof *words);
            words[0] = set->merged[k].from;
            words[1] = set->merged[k].to;
            words[2] = set->merged[k].partial;
        }
        set->content = xb_names_intern(contents, text.items, text.count * WORDS * sizeof(uint64_t))->index;
    }
}

void xb_alias_map_finish(xb_arena *arena, xb_alias_map *map)
{
    size_t set_count = map->sets.count, range_count = 0;
    for (size_t i = 0; i < set_count; i++) {
        finish_set(arena, map->sets.items[i]);
        range_count += ((const xb_alias_set *)map->sets.items[i])->merged_count;
    }
    uint32_t *parent = xb_partition_create(arena, set_count);
    swept *all = xb_arena_array(arena, range_count, sizeof *all);
    size_t n = 0;
    for (size_t i = 0; i < set_count; i++) {
        const xb_alias_set *set = map->sets.items[i];
        for (size_t k = 0; k < set->merged_count; k++)
            all[n++] = (swept){set->merged[k], (uint32_t)i};
    }
    sweep(all, n, parent);
    find_contents(arena, map);
    map->group_count = 0;
    for (size_t i = 0; i < set_count; i++) {
        uint32_t first = xb_partition_find(parent, (uint32_t)i);
        xb_alias_set *set = map->sets.items[i];
        set->group = first == i ? map->group_count++ : ((const xb_alias_set *)map->sets.items[first])->group;
    }
}

/* The set of a reference, NULL without information. */
static const xb_alias_set *set_of(const xb_alias_map *map, uint32_t key)
{
    return key ? xb_alias_map_find(map, key) : NULL;
}

static bool intersect(const xb_alias_set *a, const xb_alias_set *b)
{
    size_t i = 0, k = 0;
    while (i < a->merged_count && k < b->merged_count) {
        if (a->merged[i].to < b->merged[k].from)
            i++;
        else if (b->merged[k].to < a->merged[i].from)
            k++;
        else
            return true;
    }
    return false;
}

/* The only range of a set, NULL if it has several, none, or one that is touched in parts. */
static const xb_alias_range *whole_range(const xb_alias_set *set)
{
    return set && set->ranges.count == 1 && !set->merged[0].partial ? &set->merged[0] : NULL;
}

bool xb_alias_is_place(const xb_alias_map *map, const xb_reference *reference)
{
    return whole_range(set_of(map, reference->alias)) != NULL;
}

/* Whether each of some merged ranges lies inside one of the other merged ranges. */
static bool inside(const xb_alias_range *a, size_t a_count, const xb_alias_range *b, size_t b_count)
{
    size_t k = 0;
    for (size_t i = 0; i < a_count; i++) {
        while (k < b_count && b[k].to < a[i].from)
            k++;
        if (k == b_count || b[k].from > a[i].from || b[k].to < a[i].to)
            return false;
    }
    return true;
}

/* Whether all of a set, which is not empty, is within the only range of another one. */
static bool is_within(const xb_alias_set *a, const xb_alias_set *b)
{
    const xb_alias_range *range = whole_range(b);
    return range && a->merged_count > 0 && inside(a->merged, a->merged_count, range, 1);
}

xb_overlap xb_alias_overlap(const xb_alias_map *map, const xb_reference *a, const xb_reference *b)
{
    if (a->symbol->temporary || b->symbol->temporary)
        return a->symbol != b->symbol                                 ? XB_OVERLAP_NEVER
               : a->subscripts.count == 0 && b->subscripts.count == 0 ? XB_OVERLAP_MUST
                                                                      : XB_OVERLAP_MAY;
    const xb_alias_set *x = set_of(map, a->alias), *y = set_of(map, b->alias);
    if (!x || !y)
        return XB_OVERLAP_MAY;
    if (x != y && (x->group != y->group || !intersect(x, y)))
        return XB_OVERLAP_NEVER;
    return is_within(x, y) || is_within(y, x) ? XB_OVERLAP_MUST : XB_OVERLAP_MAY;
}

static void add_ranges(xb_arena *arena, const xb_alias_map *map, const xb_reference *reference,
                       xb_vector *ranges)
{
    const xb_alias_set *set = reference->symbol->temporary ? NULL : set_of(map, reference->alias);
    for (size_t k = 0; set && k < set->merged_count; k++)
        *(xb_alias_range *)xb_vector_push(arena, ranges, sizeof(xb_alias_range)) = set->merged[k];
}

xb_alias_area xb_alias_area_of(xb_arena *arena, const xb_alias_map *map, const xb_list *references)
{
    xb_vector ranges = {0};
    for (size_t i = 0; i < references->count; i++)
        add_ranges(arena, map, references->items[i], &ranges);
    size_t merged = merge(ranges.items, ranges.count);
    return (xb_alias_area){ranges.items, merged};
}

/* Whether one of the ranges overlaps another one, by bisection. */
static bool overlaps(const xb_alias_area *area, const xb_alias_range *range)
{
    size_t from = 0, to = area->count; /* the first range that ends where this one begins, or later */
    while (from < to) {
        size_t middle = from + (to - from) / 2;
        if (area->ranges[middle].to < range->from)
            from = middle + 1;
        else
            to = middle;
    }
    return from < area->count && area->ranges[from].from <= range->to;
}

bool xb_alias_area_touches(const xb_alias_area *area, const xb_alias_map *map, const xb_reference *reference)
{
    const xb_alias_set *set = reference->symbol->temporary ? NULL : set_of(map, reference->alias);
    bool touches = false;
    for (size_t i = 0; set && i < set->merged_count && !touches; i++)
        touches = overlaps(area, &set->merged[i]);
    return touches;
}

uint32_t xb_alias_group(const xb_alias_map *map, uint32_t key)
{
    const xb_alias_set *set = set_of(map, key);
    return set ? set->group : XB_ALIAS_GROUP_NONE;
}

uint32_t xb_alias_content(const xb_alias_map *map, uint32_t key)
{
    const xb_alias_set *set = set_of(map, key);
    return set ? set->content : XB_ALIAS_GROUP_NONE;
}
