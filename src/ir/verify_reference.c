/*
 * References: their symbols, keys and subscripts. Subscripts whose values the document shows are compared
 * with the bounds that the document gives.
 */
#include <string.h>

#include "ir/verify_values.h"

/* Nesting of subscripts in subscripts; the reader allows less. */
enum { SUBSCRIPT_LIMIT = 256 };

/* ---- bounds --------------------------------------------------------------------------------------- */

/* Bounds that subscripts must keep to; NULL where none are known, and for a last dimension of one element, by
 * which programs in Fortran 77 say that they don't know its size. */
static const xb_bounds *binding_bounds(const xb_symbol *symbol, size_t dimension)
{
    const xb_bounds *bounds = xb_symbol_bounds(symbol, dimension);
    bool is_last = dimension + 1 == symbol->bounds_count;
    if (!bounds || bounds->lower > bounds->upper || (is_last && bounds->lower == 1 && bounds->upper == 1))
        return NULL;
    return bounds;
}

/* The first and the last element that a triplet picks; false if they aren't known, or if there are none. */
static bool known_range(const xb_triplet *triplet, const xb_bounds *bounds, int64_t *first, int64_t *last)
{
    int64_t count, stride;
    if (triplet->index && !triplet->bound && !triplet->stride) {
        bool is_known = xb_expression_integer(triplet->index, first);
        *last = *first;
        return is_known;
    }
    if (!xb_verify_triplet(triplet, bounds, first, &count, &stride) || count == 0)
        return false;
    *last = *first + (count - 1) * stride; /* does not go beyond the bound that was counted to */
    return true;
}

static void verify_range(xb_verifier *v, const xb_verify_step *at, const xb_reference *reference,
                         size_t dimension)
{
    const xb_symbol *symbol = reference->symbol;
    const xb_bounds *bounds = binding_bounds(symbol, dimension);
    int64_t first, last;
    if (!bounds || !known_range(reference->subscripts.items[dimension], bounds, &first, &last))
        return;
    bool is_first = first < bounds->lower || first > bounds->upper;
    if (!is_first && last >= bounds->lower && last <= bounds->upper)
        return;
    xb_verify_warning(v, at,
                      "declare the array as large as it is used (without DimensionBounds if that is not "
                      "known), or mend the subscript",
                      xb_arena_format(v->scratch,
                                      "subscript %zu of %s is %lld here, out of the bounds %lld to %lld",
                                      dimension + 1, symbol->id->text, (long long)(is_first ? first : last),
                                      (long long)bounds->lower, (long long)bounds->upper));
}

static void verify_stride(xb_verifier *v, const xb_verify_step *at, const xb_expression *stride)
{
    int64_t value;
    if (stride && xb_expression_integer(stride, &value) && value == 0)
        xb_verify_error(v, at, "write the distance of one element from the next; without Stride it is 1",
                        "the stride of a subscript is 0");
}

/* ---- subscripts ----------------------------------------------------------------------------------- */

/* Components of derived types and substrings are subscripted in ways of their own. */
static bool subscripts_fit(const xb_reference *reference)
{
    size_t count = reference->subscripts.count;
    size_t rank = reference->symbol->rank > 0 ? (size_t)reference->symbol->rank : 0;
    xb_type type = reference->symbol->type;
    if (count == 0 || count == rank || type == XB_TYPE_OPAQUE)
        return true;
    if (type != XB_TYPE_STRING && type != XB_TYPE_CHAR)
        return false;
    return count == rank + 1;
}

static void verify_subscript(xb_verifier *v, const xb_verify_step *at, xb_expression *expression,
                             const char *name)
{
    if (!expression)
        return;
    xb_verify_value value = xb_verify_expression(v, at, expression, name);
    xb_verify_subscript_value(v, at, name, &value);
}

static void verify_subscripts(xb_verifier *v, const xb_verify_step *at, const xb_reference *reference)
{
    if (v->subscript_depth == SUBSCRIPT_LIMIT) {
        xb_verify_error(v, at, "compute subscripts of subscripts in statements before",
                        "subscripts are nested deeper than %d levels", SUBSCRIPT_LIMIT);
        return;
    }
    v->subscript_depth++;
    for (size_t i = 0; i < reference->subscripts.count; i++) {
        xb_triplet *triplet = xb_verify_single(v, at, reference->subscripts.items[i]);
        xb_verify_step step = xb_verify_step_to(at, triplet, NULL);
        verify_subscript(v, &step, triplet->index, "Index");
        verify_subscript(v, &step, triplet->bound, "Bound");
        verify_subscript(v, &step, triplet->stride, "Stride");
        verify_stride(v, &step, triplet->stride);
        if (v->warns_of_bounds && reference->symbol->type != XB_TYPE_OPAQUE)
            verify_range(v, &step, reference, i);
    }
    v->subscript_depth--;
}

static void verify_keys(xb_verifier *v, const xb_verify_step *at, const xb_reference *reference)
{
    if (reference->symbol->temporary && (reference->alias || reference->du_ud)) {
        xb_verify_error(v, at, NULL, "the engine's temporary %s has an alias or chain key",
                        reference->symbol->id->text);
        return;
    }
    xb_verify_place(v, reference);
    if (reference->alias && !xb_alias_map_find(&v->program->aliases, reference->alias))
        xb_verify_error(v, at, "keys are those of the AliasSetMap; 0 says that nothing is known",
                        "there is no alias set with key %llu",
                        (unsigned long long)xb_program_key_of(v->program, reference->alias));
    if (reference->du_ud && !xb_chain_find(&v->program->chains, reference->du_ud))
        xb_verify_error(v, at, "keys are those of the DUUDSetMap; 0 says that nothing is known",
                        "there is no chain with key %llu",
                        (unsigned long long)xb_program_key_of(v->program, reference->du_ud));
}

static void verify_symbol(xb_verifier *v, const xb_verify_step *at, const xb_reference *reference)
{
    const xb_symbol *symbol = reference->symbol;
    bool is_argument = at->up && strcmp(at->up->name, "Argument") == 0;
    if (symbol->kind == XB_SYMBOL_SUBROUTINE && is_argument)
        xb_verify_unsupported(v, at, "call the subroutine directly, or mark what is differentiated by hand",
                              "subroutine %s is passed as an argument, which is not supported",
                              symbol->id->text);
    else if (symbol->kind == XB_SYMBOL_SUBROUTINE)
        xb_verify_error(v, at, "refer to symbols of kind variable or pointer",
                        "%s is a subroutine, not a variable", symbol->id->text);
    else if (reference->deriv && !xb_symbol_is_active(symbol))
        xb_verify_error(v, at, "only active symbols of type real, complex or opaque have one",
                        "%s has no derivative component", symbol->id->text);
    if (!subscripts_fit(reference))
        xb_verify_error(v, at, "give one IndexTriplet per dimension, or none for the whole array",
                        "%s has %u %s, but is of shape %s", symbol->id->text, reference->subscripts.count,
                        xb_plural(reference->subscripts.count, "subscript", "subscripts"),
                        xb_shape_name(symbol->rank));
}

void xb_verify_reference_at(xb_verifier *v, const xb_verify_step *at, const xb_reference *reference)
{
    if (!reference->symbol) {
        xb_verify_error(v, at, NULL, "the reference has no symbol");
        return;
    }
    verify_symbol(v, at, reference);
    xb_verify_visible(v, at, reference->symbol);
    verify_keys(v, at, reference);
    verify_subscripts(v, at, reference);
}

void xb_verify_reference(xb_verifier *v, const xb_verify_step *up, xb_reference *reference, const char *name)
{
    reference = xb_verify_single(v, up, reference);
    if (!reference) {
        xb_verify_error(v, up, NULL, "%s is missing", name);
        return;
    }
    xb_verify_step step = {
        .up = up, .name = name, .id = reference->vertex.id, .line = reference->vertex.node.line};
    if (reference->vertex.node.kind == XB_KIND_VARIABLE_REFERENCE)
        xb_verify_reference_at(v, &step, reference);
    else
        xb_verify_error(v, &step, NULL, "%s stands where a variable must",
                        xb_kind_name(reference->vertex.node.kind));
}
