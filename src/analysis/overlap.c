/*
 * Sections overlap if they do in each dimension, and are apart if they are in one: both are ranges of
 * constants that are apart, or that are in step and never meet, or subscripts whose difference is known, as i
 * and i + 1, unless integers of 1 or 2 bytes are in them: their sums wrap around. Subscripts are compared as
 * expressions: vertex by vertex in the order of evaluation, so that only those that are built alike are
 * equal.
 */
#include "analysis/overlap.h"

#include "ir/expression.h"

/* ---- equality ------------------------------------------------------------------------------------------ */

/* The front end's type says how precise a number is. */
static bool equal_constants(const xb_constant *a, const xb_constant *b)
{
    return a->type == b->type && a->fe_type == b->fe_type && a->value == b->value;
}

static bool equal_vertices(const xb_vertex *a, const xb_vertex *b)
{
    if (a->node.kind != b->node.kind)
        return false;
    switch (a->node.kind) {
    case XB_KIND_VARIABLE_REFERENCE: {
        const xb_reference *p = (const xb_reference *)a, *q = (const xb_reference *)b;
        return p->symbol == q->symbol && p->subscripts.count == 0 && q->subscripts.count == 0 &&
               xb_are_written_alike(p, q);
    }
    case XB_KIND_CONSTANT: return equal_constants((const xb_constant *)a, (const xb_constant *)b);
    case XB_KIND_INTRINSIC:
    case XB_KIND_BOOLEAN_OPERATION:
        return ((const xb_intrinsic *)a)->name == ((const xb_intrinsic *)b)->name &&
               (a == b || xb_intrinsic_is_pure(xb_vertex_intrinsic(a)));
    default: return false; /* a function may give another value each time */
    }
}

static bool equal_expressions(const xb_expression *a, const xb_expression *b)
{
    if (!a || !b)
        return a == b;
    const xb_graph *g = &a->graph, *h = &b->graph;
    if (g->vertex_count != h->vertex_count || g->edge_count != h->edge_count || a->root != b->root)
        return false;
    for (uint32_t v = 0; v < g->vertex_count; v++)
        if (!equal_vertices(xb_expression_vertex(a, v), xb_expression_vertex(b, v)))
            return false;
    for (uint32_t e = 0; e < g->edge_count; e++)
        if (xb_graph_source(g, e) != xb_graph_source(h, e) ||
            xb_graph_target(g, e) != xb_graph_target(h, e) ||
            xb_expression_position(a, e) != xb_expression_position(b, e))
            return false;
    return true;
}

static bool equal_triplets(const xb_triplet *a, const xb_triplet *b)
{
    return equal_expressions(a->index, b->index) && equal_expressions(a->bound, b->bound) &&
           equal_expressions(a->stride, b->stride);
}

static bool equal_properties(const xb_reference *a, const xb_reference *b)
{
    const xb_vector *all = &xb_reference_parts_of(a)->properties,
                    *other = &xb_reference_parts_of(b)->properties;
    const xb_property *p = all->items, *q = other->items;
    bool equal = all->count == other->count;
    for (size_t i = 0; equal && i < all->count; i++)
        equal = p[i].name == q[i].name && p[i].value == q[i].value;
    return equal;
}

bool xb_are_written_alike(const xb_reference *a, const xb_reference *b)
{
    bool equal = a->subscripts.count == b->subscripts.count && equal_properties(a, b);
    for (size_t i = 0; equal && i < a->subscripts.count; i++)
        equal = equal_triplets(a->subscripts.items[i], b->subscripts.items[i]);
    return equal;
}

/* ---- overlap ------------------------------------------------------------------------------------------- */

/* Elements of one dimension; numbers whose differences can't overflow. */
typedef struct span {
    int64_t first, last, stride;
} span;

enum { LARGEST_BITS = 61 };

static bool is_moderate(int64_t value)
{
    const int64_t largest = (int64_t)1 << LARGEST_BITS;
    return value > -largest && value < largest;
}

static bool part(const xb_expression *expression, bool declared, int64_t otherwise, int64_t *value)
{
    *value = otherwise;
    return expression ? xb_expression_integer(expression, value) : declared;
}

static bool read_span(const xb_symbol *symbol, size_t dimension, const xb_triplet *triplet, span *s)
{
    const xb_bounds *bounds = xb_symbol_bounds(symbol, dimension);
    if (!xb_triplet_is_range(triplet)) {
        s->stride = 1;
        bool known = xb_expression_integer(triplet->index, &s->first);
        s->last = s->first;
        return known;
    }
    if (!part(triplet->stride, true, 1, &s->stride) || s->stride == 0)
        return false;
    bool up = s->stride > 0;
    return part(triplet->index, bounds, bounds ? (up ? bounds->lower : bounds->upper) : 0, &s->first) &&
           part(triplet->bound, bounds, bounds ? (up ? bounds->upper : bounds->lower) : 0, &s->last);
}

static bool find_span(const xb_symbol *symbol, size_t dimension, const xb_triplet *triplet, span *s)
{
    return read_span(symbol, dimension, triplet, s) && is_moderate(s->first) && is_moderate(s->last) &&
           is_moderate(s->stride);
}

static bool has(const span *s, int64_t element)
{
    bool between =
        s->stride > 0 ? element >= s->first && element <= s->last : element <= s->first && element >= s->last;
    return between && (element - s->first) % s->stride == 0;
}

/* Looks at no more elements of a section with a stride than the limit. */
static bool spans_meet(const span *a, const span *b)
{
    enum { MOST_ELEMENTS = 4096 };
    if (a->stride == 1 && b->stride == 1)
        return a->first <= a->last && b->first <= b->last && a->first <= b->last && b->first <= a->last;
    int64_t element = a->first;
    for (int i = 0; i < MOST_ELEMENTS && has(a, element); i++, element += a->stride)
        if (has(b, element))
            return true;
    return false;
}

/* Front ends write a colon as a triplet with a stride only. */
static bool is_whole_dimension(const xb_triplet *triplet)
{
    int64_t stride = 1;
    return !triplet->index && !triplet->bound &&
           (!triplet->stride || (xb_expression_integer(triplet->stride, &stride) && stride == 1));
}

static bool meet(const xb_symbol *symbol, size_t dimension, const xb_triplet *a, const xb_triplet *b,
                 bool together)
{
    span s, t;
    if (is_whole_dimension(a) || is_whole_dimension(b) || (together && equal_triplets(a, b)))
        return true;
    return find_span(symbol, dimension, a, &s) && find_span(symbol, dimension, b, &t) && spans_meet(&s, &t);
}

/* Whether two references to one variable certainly have elements in common. */
static bool certainly_meet(const xb_reference *a, const xb_reference *b, bool together)
{
    for (size_t i = 0; i < a->subscripts.count && i < b->subscripts.count; i++)
        if (!meet(a->symbol, i, a->subscripts.items[i], b->subscripts.items[i], together))
            return false;
    return true;
}

/* ---- apart --------------------------------------------------------------------------------------------- */

enum {
    MOST_VERTICES = 256,     /* of subscripts that are compared */
    LARGEST_ADDED = 1 << 30, /* of the numbers in them that are told apart */
    LEAST_BYTES = 4,         /* of the integers in them */
};

/* @param left how many vertices may still be compared: operators may share operands */
static bool equal_below(const xb_expression *a, uint32_t v, const xb_expression *b, uint32_t w, int *left)
{
    size_t count = xb_expression_operand_count(a, v);
    bool equal = (*left)-- > 0 && count == xb_expression_operand_count(b, w) &&
                 equal_vertices(xb_expression_vertex(a, v), xb_expression_vertex(b, w));
    for (uint32_t p = 1; equal && p <= count; p++)
        equal = equal_below(a, xb_expression_operand(a, v, p), b, xb_expression_operand(b, w, p), left);
    return equal;
}

/* Whether integers in an expression may wrap around so early that numbers do not tell sums apart. */
static bool may_be_narrow(const xb_expression *expression, uint32_t v)
{
    const xb_vertex *vertex = xb_expression_vertex(expression, v);
    int64_t bytes = 0;
    switch (vertex->node.kind) {
    case XB_KIND_CONSTANT: return xb_type_is_narrow(((const xb_constant *)vertex)->fe_type);
    case XB_KIND_VARIABLE_REFERENCE:
        return xb_type_is_narrow(((const xb_reference *)vertex)->symbol->fe_type);
    case XB_KIND_INTRINSIC: break;
    default: return false;
    }
    const unsigned kind = xb_intrinsic_facts_of(xb_vertex_intrinsic(vertex))->kind;
    return kind > 0 && kind <= xb_expression_operand_count(expression, v) &&
           (!xb_expression_integer_at(expression, xb_expression_operand(expression, v, kind), &bytes) ||
            bytes < LEAST_BYTES);
}

static bool is_wide(const xb_expression *expression)
{
    const uint32_t count = expression->graph.vertex_count;
    bool wide = count <= MOST_VERTICES;
    for (uint32_t v = 0; wide && v < count; v++)
        wide = !may_be_narrow(expression, v);
    return wide;
}

/* A subscript as a sum of something and a number. */
typedef struct sum {
    uint32_t vertex; /* the something */
    int64_t number;
} sum;

/* Numbers whose sums with a subscript don't differ by what integers of four bytes can't tell apart. */
static bool small_integer_at(const xb_expression *expression, uint32_t v, int64_t *value)
{
    return xb_expression_integer_at(expression, v, value) && *value > -LARGEST_ADDED &&
           *value < LARGEST_ADDED;
}

static sum split(const xb_expression *expression)
{
    sum whole = {expression->root, 0}, s = whole;
    const xb_vertex *root = xb_expression_vertex(expression, expression->root);
    if (root->node.kind != XB_KIND_INTRINSIC ||
        xb_expression_operand_count(expression, expression->root) != 2)
        return whole;
    const uint32_t one = xb_expression_operand(expression, expression->root, 1),
                   two = xb_expression_operand(expression, expression->root, 2);
    const xb_intrinsic_code code = xb_vertex_intrinsic(root);
    if ((code == XB_INTRINSIC_ADD || code == XB_INTRINSIC_SUB) &&
        small_integer_at(expression, two, &s.number)) {
        s.vertex = one;
        s.number = code == XB_INTRINSIC_SUB ? -s.number : s.number;
    } else if (code == XB_INTRINSIC_ADD && small_integer_at(expression, one, &s.number))
        s.vertex = two;
    return s;
}

/* Whether two single subscripts that are evaluated at one place differ by a number that is not zero. */
static bool differ_by_number(const xb_triplet *a, const xb_triplet *b)
{
    if (xb_triplet_is_range(a) || xb_triplet_is_range(b))
        return false;
    sum s = split(a->index), t = split(b->index);
    int left = MOST_VERTICES;
    return s.number != t.number && is_wide(a->index) && is_wide(b->index) &&
           equal_below(a->index, s.vertex, b->index, t.vertex, &left);
}

static int64_t least(const span *s)
{
    return s->first < s->last ? s->first : s->last;
}

static int64_t greatest(const span *s)
{
    return s->first < s->last ? s->last : s->first;
}

static bool spans_are_apart(const span *a, const span *b)
{
    bool in_step = a->stride == b->stride || a->stride == -b->stride;
    return greatest(a) < least(b) || greatest(b) < least(a) ||
           (in_step && (a->first - b->first) % a->stride != 0);
}

/* Whether two references to one variable certainly have no element in common. */
static bool are_apart(const xb_reference *a, const xb_reference *b, bool together)
{
    if (a->subscripts.count != b->subscripts.count)
        return false;
    together = together && !xb_has_vector_subscript(a) && !xb_has_vector_subscript(b);
    for (size_t i = 0; i < a->subscripts.count; i++) {
        const xb_triplet *s = a->subscripts.items[i], *t = b->subscripts.items[i];
        span p, q;
        if ((together && differ_by_number(s, t)) ||
            (find_span(a->symbol, i, s, &p) && find_span(b->symbol, i, t, &q) && spans_are_apart(&p, &q)))
            return true;
    }
    return false;
}

/* ---- variables ----------------------------------------------------------------------------------------- */

static bool is_pointer(const xb_symbol *symbol)
{
    return symbol->kind == XB_SYMBOL_POINTER || symbol->pointer;
}

xb_overlap xb_overlap_of_variables(const xb_storage *storage, const xb_symbol *a, const xb_symbol *b)
{
    if (a == b)
        return XB_OVERLAP_MUST;
    if (a->temporary || b->temporary)
        return XB_OVERLAP_NEVER;
    uint32_t p = xb_storage_class(storage, a), q = xb_storage_class(storage, b);
    bool anywhere =
        (p == XB_STORAGE_ANYWHERE || q == XB_STORAGE_ANYWHERE) && xb_types_are_of_one_class(a->type, b->type);
    return p == q || anywhere ? XB_OVERLAP_MAY : XB_OVERLAP_NEVER;
}

static bool has_place(const xb_program *program, const xb_reference *reference)
{
    return xb_alias_group(&program->aliases, reference->alias) != XB_ALIAS_GROUP_NONE;
}

bool xb_overlap_is_known(const xb_program *program, const xb_reference *a, const xb_reference *b)
{
    return a->symbol == b->symbol || (has_place(program, a) && has_place(program, b));
}

/* ---- references ---------------------------------------------------------------------------------------- */

static bool has_ranges(const xb_program *program, const xb_reference *reference)
{
    const xb_alias_set *set = xb_alias_map_find(&program->aliases, reference->alias);
    return set && set->ranges.count > 0;
}

/* Of references to one array. */
static bool have_other_ranges(const xb_program *program, const xb_reference *a, const xb_reference *b)
{
    return a->symbol->rank != 0 && has_ranges(program, a) && has_ranges(program, b) &&
           xb_alias_overlap(&program->aliases, a, b) == XB_OVERLAP_NEVER;
}

/* Of references to one variable. Members of a structure are told apart by alias sets only. */
static xb_overlap compare_parts(const xb_program *program, const xb_reference *a, const xb_reference *b,
                                bool together)
{
    if (have_other_ranges(program, a, b))
        return XB_OVERLAP_NEVER;
    if (!equal_properties(a, b) || (is_pointer(a->symbol) && !together))
        return XB_OVERLAP_MAY;
    return are_apart(a, b, together)        ? XB_OVERLAP_NEVER
           : certainly_meet(a, b, together) ? XB_OVERLAP_MUST
                                            : XB_OVERLAP_MAY;
}

xb_overlap xb_overlap_of(xb_analyses *analyses, const xb_reference *a, const xb_reference *b, bool together)
{
    const xb_program *program = xb_analyses_program(analyses);
    if (a->symbol == b->symbol)
        return compare_parts(program, a, b, together);
    if (a->symbol->temporary || b->symbol->temporary ||
        !xb_types_are_of_one_class(a->symbol->type, b->symbol->type))
        return XB_OVERLAP_NEVER;
    if (has_place(program, a) && has_place(program, b))
        return xb_alias_overlap(&program->aliases, a, b);
    return xb_overlap_of_variables(xb_storage_of(analyses), a->symbol, b->symbol);
}

/* ---- sets
 * -------------------------------------------------------------------------------------------------- */

typedef struct member {
    const xb_reference *reference; /* NULL: has no alias set */
    const void *owner;
} member;

/* Sorts of lists. */
enum { BY_SYMBOL, BY_CLASS, UNKNOWN, BY_GROUP };

/* The key of all classes together; no storage class has it. */
static const uint64_t every_class = (uint64_t)UINT32_MAX + 1;

static void add_to(xb_arena *arena, xb_sharing *set, uint64_t sort, uint64_t key, member new)
{
    xb_vector *bucket = xb_map_get(&set->buckets, key, sort);
    if (!bucket) {
        bucket = xb_arena_alloc(arena, sizeof *bucket);
        xb_map_put(arena, &set->buckets, key, sort, bucket);
    }
    *(member *)xb_vector_push(arena, bucket, sizeof new) = new;
}

static uint32_t class_of(const xb_sharing *set, const xb_symbol *symbol)
{
    return xb_storage_class(xb_storage_of(set->analyses), symbol);
}

static uint32_t group_of(const xb_sharing *set, const xb_reference *reference)
{
    return xb_alias_group(&xb_analyses_program(set->analyses)->aliases, reference->alias);
}

static void add(xb_arena *arena, xb_sharing *set, const xb_symbol *symbol, uint32_t group, member new)
{
    add_to(arena, set, BY_SYMBOL, symbol->node.index, new);
    if (symbol->temporary)
        return;
    uint32_t class = class_of(set, symbol);
    add_to(arena, set, BY_CLASS, class, new);
    add_to(arena, set, BY_CLASS, every_class, new);
    if (group != XB_ALIAS_GROUP_NONE) {
        add_to(arena, set, BY_GROUP, group, new);
        return;
    }
    add_to(arena, set, UNKNOWN, class, new);
    add_to(arena, set, UNKNOWN, every_class, new);
}

void xb_sharing_add(xb_arena *arena, xb_sharing *set, const xb_reference *reference, const void *owner)
{
    add(arena, set, reference->symbol, group_of(set, reference), (member){reference, owner});
}

void xb_sharing_add_variable(xb_arena *arena, xb_sharing *set, const xb_symbol *symbol)
{
    add(arena, set, symbol, XB_ALIAS_GROUP_NONE, (member){NULL, NULL});
}

static bool has_any(const xb_sharing *set, uint64_t sort, uint64_t key, const void *except)
{
    const xb_vector *bucket = xb_map_get(&set->buckets, key, sort);
    const member *members = bucket ? bucket->items : NULL;
    for (size_t i = 0; bucket && i < bucket->count; i++)
        if (!except || members[i].owner != except)
            return true;
    return false;
}

/* Whether there is any of a storage class, or that may be anywhere. */
static bool has_class(const xb_sharing *set, uint64_t sort, uint32_t class, const void *except)
{
    if (class == XB_STORAGE_ANYWHERE)
        return has_any(set, sort, every_class, except);
    return has_any(set, sort, class, except) || has_any(set, sort, XB_STORAGE_ANYWHERE, except);
}

static bool has_alias(const xb_sharing *set, const xb_reference *reference, uint32_t group,
                      const void *except)
{
    const xb_vector *bucket = xb_map_get(&set->buckets, group, BY_GROUP);
    const member *members = bucket ? bucket->items : NULL;
    for (size_t i = 0; bucket && i < bucket->count; i++)
        if ((!except || members[i].owner != except) &&
            xb_overlap_of(set->analyses, members[i].reference, reference, false) != XB_OVERLAP_NEVER)
            return true;
    return false;
}

bool xb_sharing_overlaps(const xb_sharing *set, const xb_reference *reference, const void *except)
{
    const xb_symbol *symbol = reference->symbol;
    if (has_any(set, BY_SYMBOL, symbol->node.index, except))
        return true;
    if (symbol->temporary)
        return false;
    uint32_t group = group_of(set, reference), class = class_of(set, symbol);
    if (group == XB_ALIAS_GROUP_NONE)
        return has_class(set, BY_CLASS, class, except);
    return has_class(set, UNKNOWN, class, except) || has_alias(set, reference, group, except);
}
