/*
 * A subscript of the last dimension other than 1 goes beyond it, and so does what is passed on to a formal
 * array that is larger, of unknown size, or of assumed size itself.
 */
#include "analysis/assumed_size.h"

#include "analysis/calls.h"
#include "analysis/storage.h"
#include "ir/closure.h"
#include "ir/declaration.h"
#include "traverse/traverse.h"

typedef struct looking {
    const xb_storage *storage;
    xb_closure beyond;
} looking;

static bool ends_with_one(const xb_symbol *symbol)
{
    const xb_bounds *last =
        symbol->bounds_count > 0 ? xb_symbol_bounds(symbol, symbol->bounds_count - 1) : NULL;
    return last && last->lower == 1 && last->upper == 1;
}

static bool is_candidate(const looking *l, const xb_symbol *symbol)
{
    return symbol->rank > 0 && ends_with_one(symbol) && xb_storage_is_formal(l->storage, symbol);
}

/* Whether a subscript picks nothing but the first element, as far as its text says. */
static bool is_first(const xb_triplet *triplet)
{
    int64_t first, last = 1;
    if (!triplet->index && !triplet->bound)
        return true;
    return triplet->index && xb_expression_integer(triplet->index, &first) && first == 1 &&
           (!triplet->bound || (xb_expression_integer(triplet->bound, &last) && last == 1));
}

static xb_visit look_at_reference(xb_walk *walk, xb_node *node, void *context)
{
    looking *l = context;
    const xb_reference *reference = (const xb_reference *)node;
    const size_t rank = reference->symbol->bounds_count;
    (void)walk;
    if (is_candidate(l, reference->symbol) && reference->subscripts.count == rank &&
        !is_first(reference->subscripts.items[rank - 1]))
        xb_closure_add(&l->beyond, reference->symbol);
    return XB_VISIT_CONTINUE;
}

static void look_at_argument(void *context, const xb_reference *actual, const xb_formal *formal)
{
    looking *l = context;
    const xb_symbol *from = actual->symbol, *to = formal ? formal->symbol : NULL;
    if (!to || to->rank <= 0 || !is_candidate(l, from))
        return;
    if (is_candidate(l, to))
        xb_closure_imply(&l->beyond, to, from);
    else if (to->bounds_count == 0 || xb_bounds_elements(to->bounds, to->bounds_count) >
                                          xb_bounds_elements(from->bounds, from->bounds_count))
        xb_closure_add(&l->beyond, from);
}

static xb_visit look_at_call(xb_walk *walk, xb_node *node, void *context)
{
    xb_call_passes(xb_walk_program(walk), node, look_at_argument, context);
    return XB_VISIT_CONTINUE;
}

static void *find(xb_analyses *analyses, xb_arena *arena)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_VARIABLE_REFERENCE] = look_at_reference,
                                                 [XB_KIND_SUBROUTINE_CALL] = look_at_call,
                                                 [XB_KIND_FUNCTION_CALL] = look_at_call},
                                       .view = XB_VIEW_READ};
    xb_program *program = xb_analyses_program(analyses);
    xb_arena *scratch = xb_analyses_scratch(analyses);
    looking *l = xb_arena_alloc(arena, sizeof *l);
    *l = (looking){.storage = xb_storage_of(analyses), .beyond = {.arena = arena, .scratch = scratch}};
    xb_traverse(program, scratch, &program->node, &visitor, l);
    xb_closure_complete(&l->beyond);
    return l;
}

static bool is_declared_so(const xb_symbol *symbol)
{
    const xb_dimension *last =
        symbol->rank > 0 ? xb_symbol_dimension(symbol, (size_t)symbol->rank - 1) : NULL;
    return last && last->extent == XB_EXTENT_ASSUMED_SIZE;
}

bool xb_is_assumed_size(xb_analyses *analyses, const xb_symbol *symbol)
{
    static const xb_analysis assumed_size = {XB_VIEW_READ, find};
    if (is_declared_so(symbol))
        return true;
    if (symbol->rank <= 0 || !ends_with_one(symbol))
        return false;
    const looking *l = xb_analyses_get(analyses, &assumed_size);
    return xb_closure_has(&l->beyond, symbol);
}
