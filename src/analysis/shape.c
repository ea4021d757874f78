/*
 * Extents of a section are known only if first, last and stride are; absent ones are those of the
 * declaration.
 */
#include "analysis/shape.h"

#include "ir/build.h"

int64_t xb_shape_count(const xb_shape *shape)
{
    bool known = shape->rank <= 0 || shape->bounds;
    return known ? xb_bounds_elements(shape->bounds, shape->rank > 0 ? (size_t)shape->rank : 0) : 0;
}

xb_shape xb_shape_copy(xb_arena *arena, xb_shape shape)
{
    if (!shape.bounds)
        return shape;
    xb_bounds *bounds = xb_arena_array(arena, (size_t)shape.rank, sizeof *bounds);
    for (int d = 0; d < shape.rank; d++)
        bounds[d] = shape.bounds[d];
    shape.bounds = bounds;
    return shape;
}

xb_shape xb_shape_scalar(void)
{
    return (xb_shape){.type = XB_TYPE_REAL};
}

/* The value of an optional part of a triplet: the default if it is absent. False if it is there but not
 * constant. */
static bool part_value(const xb_expression *part, int64_t absent, int64_t *value)
{
    *value = absent;
    return !part || xb_expression_integer(part, value);
}

static bool section_extent(const xb_triplet *triplet, const xb_bounds *declared, int64_t *extent)
{
    int64_t first, last, stride;
    if (!declared && (!triplet->index || !triplet->bound))
        return false;
    if (triplet->index && !triplet->bound && !triplet->stride)
        return false; /* a vector subscript */
    if (!part_value(triplet->index, declared ? declared->lower : 0, &first) ||
        !part_value(triplet->bound, declared ? declared->upper : 0, &last) ||
        !part_value(triplet->stride, 1, &stride) || stride == 0)
        return false;
    if (__builtin_sub_overflow(last, first, &last) || __builtin_add_overflow(last, stride, &last) ||
        (last == INT64_MIN && stride == -1))
        return false;
    *extent = last / stride > 0 ? last / stride : 0;
    return true;
}

static const xb_bounds *section_bounds(xb_arena *arena, const xb_reference *reference, int rank)
{
    xb_bounds *bounds = xb_arena_array(arena, (size_t)rank, sizeof *bounds);
    size_t kept = (size_t)rank;
    for (size_t i = 0; i < reference->subscripts.count; i++) {
        const xb_triplet *triplet = reference->subscripts.items[i];
        int64_t extent;
        if (!xb_triplet_is_range(triplet))
            continue;
        if (kept == 0 || !section_extent(triplet, xb_symbol_bounds(reference->symbol, i), &extent))
            return NULL;
        bounds[--kept] = (xb_bounds){1, extent};
    }
    return kept == 0 ? bounds : NULL;
}

xb_shape xb_shape_of_reference(xb_arena *arena, const xb_reference *reference)
{
    const xb_symbol *symbol = reference->symbol;
    xb_shape shape = {.type = symbol->type == XB_TYPE_OPAQUE ? XB_TYPE_REAL : symbol->type,
                      .fe_type = symbol->type == XB_TYPE_OPAQUE ? NULL : symbol->fe_type,
                      .rank = xb_reference_rank(reference),
                      .length = xb_symbol_length(symbol)};
    if (shape.rank <= 0) {
        shape.rank = 0;
        return shape;
    }
    shape.model = reference;
    if (reference->subscripts.count > 0)
        shape.bounds = section_bounds(arena, reference, shape.rank);
    else if (symbol->bounds_count == (size_t)shape.rank)
        shape.bounds = symbol->bounds;
    return shape;
}

xb_symbol *xb_shape_temporary(xb_program *program, xb_scope *scope, const char *stem, xb_shape shape,
                              bool active, xb_statement **allocation)
{
    xb_temporary_type type = {shape.type, shape.fe_type, shape.rank, shape.bounds, active, shape.length};
    xb_symbol *symbol = xb_temporary_create(program, scope, stem, type);
    *allocation = NULL;
    if (shape.rank > 0 && !shape.bounds && shape.model) {
        xb_inlinable_call *call =
            xb_build_inlinable_call(program, XB_RUNTIME_ALLOCATE_MATCHING, "_allocation");
        xb_build_argument(program, &call->arguments, xb_build_reference(program, symbol));
        xb_build_argument(program, &call->arguments, xb_copy_vertex(program, &shape.model->vertex));
        *allocation = &call->statement;
    }
    return symbol;
}
