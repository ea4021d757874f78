/*
 * A formal array with bounds of its own may be a part of what is passed: r(n) of an array with more elements.
 * It is all of it if each extent is proved to be the same. Both are constants, once variables in the bounds
 * of the formal argument have the values of the constants that are passed for them; or both are the same
 * expression, in which the variable that is passed stands for the formal one. Bounds of the actual array were
 * evaluated when its routine was entered, so that a variable in them has to be what it was then: neither the
 * routine nor anything that it calls modifies it.
 */
#include "analysis/accesses.h"
#include "analysis/effects.h"
#include "analysis/overlap.h"
#include "ir/declaration.h"

/* An array passed to another. */
typedef struct passing {
    const xb_footprints *footprints;
    const xb_node *call;
    const xb_symbol *actual;
} passing;

/* ---- what is passed for a variable --------------------------------------------------------------------- */

static const xb_symbol *called(const xb_node *call)
{
    return call->kind == XB_KIND_FUNCTION_CALL ? ((const xb_function_call *)call)->symbol
                                               : ((const xb_call *)call)->symbol;
}

/* The position of a formal argument of what is called, from 1; 0: it is none. */
static uint32_t position_of(const passing *p, const xb_symbol *symbol)
{
    const xb_symbol *subroutine = called(p->call);
    const xb_routine *routine = xb_program_routine(xb_analyses_program(p->footprints->analyses), subroutine);
    const xb_interface *interface = routine ? NULL : xb_symbol_interface(subroutine);
    const xb_formal *formal = routine     ? xb_formals_find(&routine->formals, symbol)
                              : interface ? xb_formals_find(&interface->formals, symbol)
                                          : NULL;
    return formal ? formal->position : 0;
}

/* What is passed at a position. */
typedef struct passed {
    const xb_reference *reference; /* or NULL */
    const xb_constant *constant;   /* or NULL */
} passed;

static passed passed_at(const xb_node *call, uint32_t position)
{
    if (call->kind == XB_KIND_FUNCTION_CALL) {
        const xb_list *arguments = &((const xb_function_call *)call)->arguments;
        return (passed){position <= arguments->count ? arguments->items[position - 1] : NULL, NULL};
    }
    const xb_argument *argument = xb_call_argument((const xb_call *)call, position);
    return argument ? (passed){argument->reference, argument->constant} : (passed){NULL, NULL};
}

static bool value_of_parameter(const xb_symbol *symbol, int64_t *value)
{
    const xb_declaration *facts = symbol->declaration;
    return symbol->rank == 0 && xb_symbol_is_parameter(symbol) && facts->initial.count == 1 &&
           xb_expression_integer(((const xb_initial_value *)facts->initial.items)->value, value);
}

/* The value that is known of a variable in a bound of the actual array. */
static bool value_in_actual(void *context, const xb_reference *reference, int64_t *value)
{
    (void)context;
    return xb_reference_is_whole(reference) && value_of_parameter(reference->symbol, value);
}

/* The same of the formal one. In a recursive call variables of both have the same names. */
static bool value_in_formal(void *context, const xb_reference *reference, int64_t *value)
{
    const passing *p = context;
    const uint32_t position = position_of(p, reference->symbol);
    if (!xb_reference_is_whole(reference))
        return false;
    if (position == 0)
        return value_of_parameter(reference->symbol, value);
    const passed given = passed_at(p->call, position);
    if (given.constant)
        return xb_constant_integer(given.constant, value);
    return given.reference && xb_reference_is_whole(given.reference) &&
           value_of_parameter(given.reference->symbol, value);
}

/* The variable of the caller that a variable in a bound of the formal argument is; NULL: none. */
static const xb_symbol *of_caller(const passing *p, const xb_reference *reference)
{
    const uint32_t position = position_of(p, reference->symbol);
    if (position == 0)
        return reference->symbol;
    const xb_reference *given = passed_at(p->call, position).reference;
    return given && xb_reference_is_whole(given) ? given->symbol : NULL;
}

/* ---- variables that keep their values ------------------------------------------------------------------ */

static bool is_in_footprint(const xb_footprints *footprints, const xb_list *modified, const xb_symbol *symbol)
{
    for (size_t i = 0; i < modified->count; i++)
        if (xb_overlap_of_variables(footprints->storage, modified->items[i], symbol) != XB_OVERLAP_NEVER)
            return true;
    return false;
}

/* Whether a variable is during a call what it was when the bounds of the actual array were evaluated. */
static bool is_kept(const passing *p, const xb_symbol *symbol)
{
    const xb_routine *routine = xb_procedure_of(p->actual);
    const xb_footprint *footprint = routine ? xb_footprint_of(p->footprints, routine) : NULL;
    if (xb_symbol_is_parameter(symbol))
        return true;
    if (!footprint || symbol->kind != XB_SYMBOL_VARIABLE || symbol->pointer)
        return false;
    const xb_formal *formal = xb_formals_find(&routine->formals, symbol);
    if (formal)
        return !xb_effects_modifies(p->footprints, formal);
    return xb_is_from_outside(routine, symbol) && !footprint->modifies_unknown &&
           !is_in_footprint(p->footprints, &footprint->modified, symbol);
}

/* ---- extents ------------------------------------------------------------------------------------------- */

static bool are_same_constants(const xb_constant *a, const xb_constant *b)
{
    int64_t one, other;
    return xb_constant_integer(a, &one) && xb_constant_integer(b, &other) && one == other;
}

/* A vertex of a bound of the formal argument and one of the actual argument's, but for their operands. */
static bool are_same_vertices(const passing *p, const xb_vertex *formal, const xb_vertex *actual)
{
    if (formal->node.kind != actual->node.kind)
        return false;
    if (formal->node.kind == XB_KIND_CONSTANT)
        return are_same_constants((const xb_constant *)formal, (const xb_constant *)actual);
    if (formal->node.kind == XB_KIND_INTRINSIC)
        return ((const xb_intrinsic *)formal)->name == ((const xb_intrinsic *)actual)->name &&
               !xb_is_inquiry(formal);
    if (formal->node.kind != XB_KIND_VARIABLE_REFERENCE)
        return false;
    const xb_reference *inner = (const xb_reference *)formal, *outer = (const xb_reference *)actual;
    return xb_reference_is_whole(inner) && xb_reference_is_whole(outer) && outer->symbol->rank == 0 &&
           of_caller(p, inner) == outer->symbol && is_kept(p, outer->symbol);
}

/* Vertices of two expressions of the same form have the same places in the order of these. */
static bool are_same_expressions(const passing *p, const xb_expression *formal, const xb_expression *actual)
{
    xb_arena *scratch = xb_analyses_scratch(p->footprints->analyses);
    const uint32_t count = formal->graph.vertex_count;
    if (actual->graph.vertex_count != count)
        return false;
    xb_arena_mark mark = xb_arena_mark_now(scratch);
    const uint32_t *pair = xb_expression_order(scratch, formal);
    uint32_t *other = xb_arena_array(scratch, count, sizeof *other);
    bool same = pair != NULL;
    other[formal->root] = actual->root;
    for (uint32_t k = count; same && k-- > 0;) {
        const uint32_t v = pair[k], w = other[v];
        const size_t operands = xb_expression_operand_count(formal, v);
        same = operands == xb_expression_operand_count(actual, w) &&
               are_same_vertices(p, xb_expression_vertex(formal, v), xb_expression_vertex(actual, w));
        for (uint32_t i = 1; same && i <= operands; i++) {
            const uint32_t one = xb_expression_operand(formal, v, i),
                           two = xb_expression_operand(actual, w, i);
            same = one != XB_GRAPH_NONE && two != XB_GRAPH_NONE;
            if (same)
                other[one] = two;
        }
    }
    xb_arena_release(scratch, mark);
    return same;
}

/* One bound of a dimension: an expression, or a number. */
static bool are_same_bounds(const passing *p, const xb_expression *formal, int64_t formal_known,
                            const xb_expression *actual, int64_t actual_known)
{
    passing context = *p;
    const bool is_known =
        !formal || xb_expression_integer_of(formal, value_in_formal, &context, &formal_known);
    if (is_known != (!actual || xb_expression_integer_of(actual, value_in_actual, &context, &actual_known)))
        return false;
    return is_known ? formal_known == actual_known : are_same_expressions(p, formal, actual);
}

/* What is declared of a dimension; what is not explicit has no bounds. */
static xb_dimension dimension_of(const xb_symbol *symbol, size_t d)
{
    if (symbol->bounds_count > d)
        return (xb_dimension){.extent = XB_EXTENT_EXPLICIT, .known = symbol->bounds[d]};
    return symbol->declaration->dimensions[d];
}

static bool is_same_extent(passing *p, const xb_dimension *formal, const xb_dimension *actual)
{
    xb_bounds inner, outer;
    if (formal->extent == XB_EXTENT_ASSUMED || formal->extent == XB_EXTENT_DEFERRED)
        return true;
    if (formal->extent != XB_EXTENT_EXPLICIT || actual->extent != XB_EXTENT_EXPLICIT)
        return false;
    if (xb_dimension_bounds(formal, value_in_formal, p, &inner) &&
        xb_dimension_bounds(actual, value_in_actual, p, &outer))
        return (uint64_t)inner.upper - (uint64_t)inner.lower == (uint64_t)outer.upper - (uint64_t)outer.lower;
    return are_same_bounds(p, formal->lower, formal->known.lower, actual->lower, actual->known.lower) &&
           are_same_bounds(p, formal->upper, formal->known.upper, actual->upper, actual->known.upper);
}

static size_t dimensions_of(const xb_symbol *symbol)
{
    if (symbol->bounds_count > 0)
        return symbol->bounds_count;
    return symbol->declaration ? symbol->declaration->dimension_count : 0;
}

static bool have_same_shape(passing *p, const xb_symbol *formal)
{
    const size_t count = dimensions_of(formal);
    bool same = count == 0 || count == dimensions_of(p->actual);
    for (size_t d = 0; same && d < count; d++) {
        const xb_dimension inner = dimension_of(formal, d), outer = dimension_of(p->actual, d);
        same = is_same_extent(p, &inner, &outer);
    }
    return same;
}

bool xb_passes_whole(const xb_footprints *footprints, const xb_node *call, const xb_reference *actual,
                     const xb_formal *formal)
{
    if (!formal || formal->symbol->pointer)
        return false;
    if (formal->symbol->rank == 0)
        return xb_reference_rank(actual) == 0;
    passing p = {footprints, call, actual->symbol};
    return xb_reference_is_whole(actual) && actual->symbol->rank == formal->symbol->rank &&
           have_same_shape(&p, formal->symbol);
}
