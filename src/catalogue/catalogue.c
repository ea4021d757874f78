/*
 * The built-in tables are searched by bisection. Items that were read lie over them: a map finds the item of
 * a name, of either kind, and an item of another kind or a newer one of the same name hides what is below
 * it. For enumeration, what was read is also kept in lists that are sorted after each document and merged
 * with the tables.
 *
 * A program uses few inlinable intrinsics, and each operation asks for its own several times: what was found
 * is remembered by the hash of its name.
 */
#include "catalogue/catalogue.h"

#include <stdlib.h>
#include <string.h>

#include "catalogue/builtin.h"

/* What was read for one name: exactly one of the kinds is set. */
typedef struct overlay_item {
    const char *name;
    const xb_inlinable *inlinable;
    const xb_noninlinable *noninlinable;
    const xb_routine_rule *rule;
} overlay_item;

enum { REMEMBERED = 64 };

struct xb_catalogue {
    xb_arena *arena;
    const xb_inlinable **remembered; /* by hash of the name */
    xb_names *names;                 /* of the overlay, NULL as long as nothing was read */
    xb_map overlay;                  /* (name index, 0) to overlay_item */
    xb_list items;                   /* overlay_item, ascending by name */
};

xb_catalogue *xb_catalogue_create(xb_arena *arena)
{
    xb_catalogue *catalogue = xb_arena_alloc(arena, sizeof *catalogue);
    catalogue->arena = arena;
    catalogue->remembered = xb_arena_array(arena, REMEMBERED, sizeof *catalogue->remembered);
    return catalogue;
}

static overlay_item *find_overlay(const xb_catalogue *catalogue, const char *name, size_t length)
{
    if (!catalogue->names)
        return NULL;
    const xb_name *key = xb_names_find(catalogue->names, name, length);
    return key ? xb_map_get(&catalogue->overlay, key->index, 0) : NULL;
}

static int compare_inlinable(const void *name, const void *item)
{
    return strcmp(name, ((const xb_inlinable *)item)->name);
}

static int compare_noninlinable(const void *name, const void *item)
{
    return strcmp(name, ((const xb_noninlinable *)item)->name);
}

static const xb_inlinable *find_inlinable(const xb_catalogue *catalogue, const char *name, size_t length)
{
    const overlay_item *item = find_overlay(catalogue, name, length);
    if (item)
        return item->inlinable;
    return bsearch(name, xb_builtin_inlinables, xb_builtin_inlinable_count, sizeof *xb_builtin_inlinables,
                   compare_inlinable);
}

const xb_inlinable *xb_catalogue_inlinable(const xb_catalogue *catalogue, const xb_name *name)
{
    const xb_inlinable **place = &catalogue->remembered[name->hash % REMEMBERED];
    if (!*place || strcmp((*place)->name, name->text) != 0)
        *place = find_inlinable(catalogue, name->text, name->length);
    return *place;
}

const xb_noninlinable *xb_catalogue_noninlinable(const xb_catalogue *catalogue, const xb_name *name)
{
    const overlay_item *item = find_overlay(catalogue, name->text, name->length);
    if (item)
        return item->noninlinable;
    return bsearch(name->text, xb_builtin_noninlinables, xb_builtin_noninlinable_count,
                   sizeof *xb_builtin_noninlinables, compare_noninlinable);
}

const xb_partial *xb_inlinable_partial(const xb_inlinable *inlinable, unsigned position)
{
    return position >= 1 && position <= inlinable->partial_count ? &inlinable->partials[position - 1] : NULL;
}

const xb_inlinable *xb_catalogue_inlinable_called(const xb_catalogue *catalogue, const char *name)
{
    return find_inlinable(catalogue, name, strlen(name));
}

bool xb_catalogue_makes_scalar(const xb_catalogue *catalogue, const xb_name *name)
{
    const overlay_item *item = find_overlay(catalogue, name->text, name->length);
    if (item && item->inlinable)
        return item->inlinable->shape_change == XB_SHAPE_SCALAR;
    return item && item->noninlinable && (item->noninlinable->jacobian || item->noninlinable->location);
}

bool xb_catalogue_reduces(const xb_catalogue *catalogue, const xb_name *name)
{
    const overlay_item *item = find_overlay(catalogue, name->text, name->length);
    if (item && item->noninlinable)
        return item->noninlinable->location;
    return item && item->inlinable && item->inlinable->required_count == 1 &&
           xb_inlinable_is_reduction(item->inlinable);
}

static void put(xb_catalogue *catalogue, overlay_item content)
{
    const xb_name *key = xb_names_get(catalogue->names, content.name);
    overlay_item *item = xb_map_get(&catalogue->overlay, key->index, 0);
    if (!item) {
        item = xb_arena_alloc(catalogue->arena, sizeof *item);
        xb_map_put(catalogue->arena, &catalogue->overlay, key->index, 0, item);
        xb_list_append(catalogue->arena, &catalogue->items, item);
    }
    *item = content;
}

static int compare_items(const void *a, const void *b)
{
    return strcmp((*(overlay_item *const *)a)->name, (*(overlay_item *const *)b)->name);
}

void xb_catalogue_add(xb_catalogue *catalogue, const xb_catalogue_items *items)
{
    if (!catalogue->names)
        catalogue->names = xb_names_create(catalogue->arena);
    for (size_t i = 0; i < items->inlinables.count; i++) {
        const xb_inlinable *item = items->inlinables.items[i];
        put(catalogue, (overlay_item){.name = item->name, .inlinable = item});
    }
    for (size_t i = 0; i < items->noninlinables.count; i++) {
        const xb_noninlinable *item = items->noninlinables.items[i];
        put(catalogue, (overlay_item){.name = item->name, .noninlinable = item});
    }
    for (size_t i = 0; i < items->rules.count; i++) {
        const xb_routine_rule *rule = items->rules.items[i];
        put(catalogue, (overlay_item){.name = rule->name, .rule = rule});
    }
    memset(catalogue->remembered, 0, REMEMBERED * sizeof *catalogue->remembered);
    if (catalogue->items.count > 0)
        qsort(catalogue->items.items, catalogue->items.count, sizeof *catalogue->items.items, compare_items);
}

xb_arena *xb_catalogue_arena(const xb_catalogue *catalogue)
{
    return catalogue->arena;
}

void xb_catalogue_each_inlinable(const xb_catalogue *catalogue,
                                 void (*call)(void *context, const xb_inlinable *), void *context)
{
    size_t o = 0, b = 0;
    while (o < catalogue->items.count || b < xb_builtin_inlinable_count) {
        const overlay_item *item = o < catalogue->items.count ? catalogue->items.items[o] : NULL;
        const xb_inlinable *builtin = b < xb_builtin_inlinable_count ? &xb_builtin_inlinables[b] : NULL;
        int order = !item ? 1 : !builtin ? -1 : strcmp(item->name, builtin->name);
        if (order <= 0 && item->inlinable)
            call(context, item->inlinable);
        if (order > 0)
            call(context, builtin);
        o += order <= 0;
        b += order >= 0;
    }
}

void xb_catalogue_each_noninlinable(const xb_catalogue *catalogue,
                                    void (*call)(void *context, const xb_noninlinable *), void *context)
{
    size_t o = 0, b = 0;
    while (o < catalogue->items.count || b < xb_builtin_noninlinable_count) {
        const overlay_item *item = o < catalogue->items.count ? catalogue->items.items[o] : NULL;
        const xb_noninlinable *builtin =
            b < xb_builtin_noninlinable_count ? &xb_builtin_noninlinables[b] : NULL;
        int order = !item ? 1 : !builtin ? -1 : strcmp(item->name, builtin->name);
        if (order <= 0 && item->noninlinable)
            call(context, item->noninlinable);
        if (order > 0)
            call(context, builtin);
        o += order <= 0;
        b += order >= 0;
    }
}

void xb_catalogue_each_rule(const xb_catalogue *catalogue,
                            void (*call)(void *context, const xb_routine_rule *), void *context)
{
    for (size_t i = 0; i < catalogue->items.count; i++) {
        const overlay_item *item = catalogue->items.items[i];
        if (item->rule)
            call(context, item->rule);
    }
}

typedef struct collection {
    xb_arena *arena;
    xb_list names;
} collection;

static void collect_inlinable(void *context, const xb_inlinable *item)
{
    collection *c = context;
    xb_list_append(c->arena, &c->names, item->name);
}

static void collect_noninlinable(void *context, const xb_noninlinable *item)
{
    collection *c = context;
    xb_list_append(c->arena, &c->names, item->name);
}

static bool has_name(const collection *c, const char *name)
{
    for (size_t i = 0; i < c->names.count; i++)
        if (strcmp(c->names.items[i], name) == 0)
            return true;
    return false;
}

/* A name with the shapes of scalars if it lacks them; NULL: there is none. */
static const char *with_shapes(const collection *c, const char *name)
{
    static const char *const shapes[] = {"", "_scal", "_scal_scal"};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        const char *whole = xb_arena_format(c->arena, "%s%s", name, shapes[i]);
        if (has_name(c, whole))
            return whole;
    }
    return NULL;
}

/* The name that an intrinsic has here which is called otherwise elsewhere: it begins with such a word, and
 * the rest is the same. */
static const char *other_name(const collection *c, const char *name)
{
    static const char *const words[][2] = {
        {"log", "ln"},        {"asin", "arcsin"},     {"acos", "arccos"},   {"atan", "arctan"},
        {"atan2", "arctan2"}, {"asinh", "arcsinh"},   {"acosh", "arccosh"}, {"atanh", "arctanh"},
        {"max", "nc_max"},    {"min", "nc_min"},      {"conjg", "conj"},    {"aimag", "imag"},
        {"plus", "add"},      {"minus", "sub"},       {"subtract", "sub"},  {"times", "mul"},
        {"multiply", "mul"},  {"divide", "div"},      {"power", "pow"},     {"neg", "minus"},
        {"fabs", "abs"},      {"log_gamma", "lgamma"}};
    const char *same = with_shapes(c, name);
    for (size_t i = 0; !same && i < sizeof words / sizeof *words; i++) {
        const size_t length = strlen(words[i][0]);
        if (strncmp(name, words[i][0], length) == 0 && (!name[length] || name[length] == '_'))
            same = with_shapes(c, xb_arena_format(c->arena, "%s%s", words[i][1], name + length));
    }
    return same;
}

const char *xb_catalogue_nearest(const xb_catalogue *catalogue, xb_arena *arena, const char *name)
{
    collection c = {arena, {0}};
    xb_catalogue_each_inlinable(catalogue, collect_inlinable, &c);
    xb_catalogue_each_noninlinable(catalogue, collect_noninlinable, &c);
    const char *meant = other_name(&c, name);
    if (meant)
        return meant;
    const char **candidates = xb_arena_array(arena, c.names.count, sizeof *candidates);
    for (size_t i = 0; i < c.names.count; i++)
        candidates[i] = c.names.items[i];
    return xb_nearest(arena, name, candidates, c.names.count);
}
