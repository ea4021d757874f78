/*
 * Most nodes have nothing derived from them, and are answered at once. Otherwise lists of derived nodes are
 * expanded with a stack of those that are open, by which a node that stands among what is derived from itself
 * is recognised. Chains of single nodes are followed without memory: Brent's algorithm finds the circle in
 * which a chain may end, and the chain ends with the first node that comes a second time.
 *
 * Brent, R. P. (1980): An improved Monte Carlo factorization algorithm. BIT 20, 176-184.
 */
#include "ir/view.h"

/* What a node was replaced by; NULL if it stands for itself. */
static const xb_list *derived_from(xb_view view, const xb_node *node)
{
    return view == XB_VIEW_DERIVED && node && node->slots ? xb_derived(node) : NULL;
}

/* ---- lists ---- */

/* A list of derived nodes that is being expanded. */
typedef struct expansion {
    const xb_node *owner;
    const xb_list *list;
    size_t next;
} expansion;

/* Owners of open lists are looked for one by one up to here, and in a map from here on. */
enum { SCANNED = 16 };

typedef struct expander {
    xb_arena *arena;
    xb_vector stack;        /* expansion */
    xb_node_numbers depths; /* where a node further up was opened; it may be closed again */
} expander;

static bool is_open(const expander *e, const xb_node *node)
{
    const expansion *open = e->stack.items;
    for (size_t i = 0; i < e->stack.count && i < (size_t)SCANNED; i++)
        if (open[i].owner == node)
            return true;
    uint32_t depth = xb_node_numbers_get(&e->depths, node);
    return depth < e->stack.count && open[depth].owner == node;
}

static void open_list(expander *e, const xb_node *node, const xb_list *list)
{
    expansion *top = xb_vector_push(e->arena, &e->stack, sizeof *top);
    *top = (expansion){node, list, 0};
    if (e->stack.count > (size_t)SCANNED)
        xb_node_numbers_put(e->arena, &e->depths, node, e->stack.count - 1);
}

static void expand(xb_arena *arena, const xb_node *node, const xb_list *list, xb_list *into)
{
    expander e = {.arena = arena};
    open_list(&e, node, list);
    while (e.stack.count > 0) {
        expansion *top = (expansion *)e.stack.items + e.stack.count - 1;
        if (top->next == top->list->count) {
            e.stack.count--;
            continue;
        }
        const xb_node *item = top->list->items[top->next++];
        const xb_list *more = derived_from(XB_VIEW_DERIVED, item);
        if (more && !is_open(&e, item))
            open_list(&e, item, more);
        else
            xb_list_append(arena, into, item);
    }
}

void xb_view_append_derived(xb_arena *arena, const xb_node *node, xb_list *list)
{
    const xb_list *derived = derived_from(XB_VIEW_DERIVED, node);
    if (derived)
        expand(arena, node, derived, list);
    else
        xb_list_append(arena, list, node);
}

const xb_list *xb_view_list(xb_arena *arena, xb_view view, const xb_list *list)
{
    size_t same = 0;
    while (same < list->count && !derived_from(view, list->items[same]))
        same++;
    if (same == list->count)
        return list;
    xb_list *seen = xb_arena_alloc(arena, sizeof *seen);
    xb_list_reserve(arena, seen, list->count);
    for (size_t i = 0; i < list->count; i++)
        xb_view_append(arena, view, list->items[i], seen);
    return seen;
}

/* ---- single nodes ---- */

/* The single node in the place of a node; NULL if there is none, or the node itself. */
static const xb_node *next_of(xb_view view, const xb_node *node)
{
    const xb_list *derived = derived_from(view, node);
    bool is_end = !derived || derived->count != 1 || derived->items[0] == node;
    return is_end ? NULL : derived->items[0];
}

/* The length of the circle in which a chain ends; 0: it ends with a node. */
static size_t circle_length(xb_view view, const xb_node *node)
{
    const xb_node *mark = node;
    size_t length = 0, limit = 1;
    for (node = next_of(view, node); node; node = next_of(view, node)) {
        length++;
        if (node == mark)
            return length;
        if (length == limit) {
            mark = node;
            limit *= 2;
            length = 0;
        }
    }
    return 0;
}

/* The first node of a chain that comes a second time. */
static const xb_node *circle_begin(xb_view view, const xb_node *node, size_t length)
{
    const xb_node *ahead = node;
    for (size_t i = 0; i < length; i++)
        ahead = next_of(view, ahead);
    while (node != ahead) {
        node = next_of(view, node);
        ahead = next_of(view, ahead);
    }
    return node;
}

static const xb_node *end_of_chain(xb_view view, const xb_node *node)
{
    size_t length = circle_length(view, node);
    if (length > 0)
        return circle_begin(view, node, length);
    for (const xb_node *next = node; next; next = next_of(view, node))
        node = next;
    return node;
}

void *xb_view_newest(xb_view view, const void *node)
{
    return (void *)(derived_from(view, node) ? end_of_chain(view, node) : node);
}

void *xb_view_single(xb_view view, const void *node)
{
    if (!derived_from(view, node))
        return (void *)node;
    const xb_node *end = end_of_chain(view, node);
    const xb_list *derived = derived_from(view, end);
    return !derived || derived->count == 1 ? (void *)end : NULL;
}

void *xb_view_end(xb_view view, const void *node)
{
    const xb_list *derived = derived_from(view, node);
    for (size_t i = 0; derived && i < derived->count; i++)
        if (derived->items[i] == node)
            return (void *)node;
    return xb_view_single(view, node);
}

void *xb_current(const void *node)
{
    return xb_view_newest(XB_VIEW_DERIVED, node);
}
