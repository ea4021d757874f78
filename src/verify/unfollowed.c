/*
 * What a reference certainly covers is an interval of addresses. Of intervals in the order of their
 * beginnings, each is compared with the one before it that reaches furthest.
 */
#include "verify/unfollowed.h"

#include <stdlib.h>

#include "traverse/traverse.h"

/* The addresses that references to a variable certainly cover. */
typedef struct cover {
    uint64_t from, to;
    const xb_symbol *symbol;
} cover;

typedef struct search {
    xb_arena *scratch;
    xb_program *program;
    const xb_evaluator *evaluator;
    xb_node_set formals;
    xb_map seen; /* (node index of a symbol, key of an alias set): they have a cover */
    xb_vector covers;
} search;

static xb_visit note_reference(xb_walk *walk, xb_node *node, void *context)
{
    search *s = context;
    const xb_reference *reference = (const xb_reference *)node;
    const xb_symbol *symbol = reference->symbol;
    const xb_node *parent = xb_walk_ancestor(walk, 1);
    const xb_alias_set *set =
        reference->alias > 0 ? xb_alias_map_find(&s->program->aliases, reference->alias) : NULL;
    const xb_alias_range *range = set && set->ranges.count == 1 ? set->ranges.items : NULL;
    if (!range || range->partial || symbol->temp || (parent && parent->kind == XB_KIND_CONTROL_FLOW_GRAPH) ||
        xb_node_set_has(&s->formals, &symbol->node) ||
        xb_map_get(&s->seen, symbol->node.index, reference->alias))
        return XB_VISIT_CONTINUE;
    xb_map_put(s->scratch, &s->seen, symbol->node.index, reference->alias, symbol);
    *(cover *)xb_vector_push(s->scratch, &s->covers, sizeof(cover)) = (cover){range->from, range->to, symbol};
    return XB_VISIT_CONTINUE;
}

static void note_formals(search *s)
{
    for (size_t i = 0; i < s->program->routines.count; i++) {
        const xb_list *formals = &((const xb_routine *)s->program->routines.items[i])->formals;
        for (size_t k = 0; k < formals->count; k++) {
            const xb_symbol *symbol = ((const xb_formal *)formals->items[k])->symbol;
            xb_node_set_add(s->scratch, &s->formals, &symbol->node);
        }
    }
}

static int compare(const void *a, const void *b)
{
    const cover *first = a, *second = b;
    if (first->from != second->from)
        return first->from < second->from ? -1 : 1;
    return first->symbol->node.index < second->symbol->node.index
               ? -1
               : first->symbol->node.index > second->symbol->node.index;
}

/* Whether two variables can be what one storage is for at a time, and have two here. */
static bool is_unfollowed(const search *s, const xb_symbol *a, const xb_symbol *b)
{
    bool meet = a->scope == b->scope || !a->scope->parent || !b->scope->parent;
    return meet && xb_evaluator_owner(s->evaluator, a) != xb_evaluator_owner(s->evaluator, b);
}

const xb_symbol *xb_unfollowed_find(xb_arena *scratch, xb_program *program, const xb_evaluator *evaluator,
                                    const xb_symbol **other)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_VARIABLE_REFERENCE] = note_reference},
                                       .view = XB_VIEW_READ};
    search s = {.scratch = scratch, .program = program, .evaluator = evaluator};
    note_formals(&s);
    xb_traverse(program, scratch, &program->node, &visitor, &s);
    const cover *covers = s.covers.items, *furthest = covers;
    if (s.covers.count > 0)
        qsort(s.covers.items, s.covers.count, sizeof *covers, compare);
    for (size_t i = 1; i < s.covers.count; i++) {
        if (covers[i].from <= furthest->to && is_unfollowed(&s, furthest->symbol, covers[i].symbol)) {
            *other = covers[i].symbol;
            return furthest->symbol;
        }
        if (covers[i].to > furthest->to)
            furthest = &covers[i];
    }
    return NULL;
}
