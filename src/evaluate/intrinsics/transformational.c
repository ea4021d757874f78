/*
 * Transformational intrinsics are found by binary search in the table of each family.
 */
#include "evaluate/intrinsics/transformational.h"

#include <string.h>

static const xb_transformational_family *const families[] = {
    &xb_transformational_arrangement, &xb_transformational_inquiry,   &xb_transformational_location,
    &xb_transformational_product,     &xb_transformational_reduction, &xb_transformational_text,
};
enum { FAMILIES = sizeof families / sizeof families[0] };

const xb_transformational *xb_transformational_find(xb_intrinsic_code code)
{
    const xb_transformational *found = NULL;
    for (size_t i = 0; i < FAMILIES && !found; i++)
        found = xb_family_row(families[i]->rows, families[i]->count, sizeof *families[i]->rows, code);
    return found;
}

/* ---- arrays ---------------------------------------------------------------- */

size_t xb_array_extent(const xb_array *x, int d)
{
    return (size_t)xb_bounds_extent(x->bounds[d]);
}

bool xb_array_conform(const xb_array *a, const xb_array *b)
{
    if (a->rank != b->rank)
        return false;
    for (int d = 0; d < a->rank; d++)
        if (xb_array_extent(a, d) != xb_array_extent(b, d))
            return false;
    return true;
}

xb_array xb_array_result(xb_arena *arena, xb_type type, int rank, const size_t *extents, const xb_array *x,
                         size_t count)
{
    xb_bounds bounds[XB_RANK_LIMIT];
    for (int d = 0; d < rank; d++)
        bounds[d] = (xb_bounds){1, (int64_t)extents[d]};
    size_t directions = 0;
    bool tangents = false;
    for (size_t i = 0; i < count; i++) {
        if (x[i].type == XB_TYPE_VOID || xb_array_sides(&x[i]) == 0)
            continue;
        directions = x[i].directions;
        tangents = tangents || x[i].tangents;
    }
    xb_array y = xb_array_create(arena, type, rank, bounds, tangents ? directions : 0);
    y.directions = directions;
    return y;
}

void xb_array_copy(xb_array *y, size_t j, const xb_array *x, size_t i)
{
    xb_number value = xb_array_get(x, i);
    xb_array_set(y, j, &value);
    size_t components = xb_array_sides(x) * x->directions;
    if (y->tangents && x->tangents)
        memcpy(y->tangents + j * components, x->tangents + i * components, components * sizeof *y->tangents);
}

double complex xb_array_complex(const xb_array *x, size_t i)
{
    xb_number value = xb_array_get(x, i);
    return xb_number_complex(&value);
}

double complex xb_array_tangent(const xb_array *x, size_t i, size_t direction)
{
    if (!x->tangents)
        return 0;
    if (x->type != XB_TYPE_COMPLEX)
        return x->tangents[i * x->directions + direction];
    return xb_complex(x->tangents[2 * i * x->directions + direction],
                      x->tangents[(2 * i + 1) * x->directions + direction]);
}

void xb_array_set_complex(xb_array *y, size_t i, double complex value)
{
    xb_number number = {.type = y->type, .real = creal(value), .imaginary = cimag(value)};
    xb_array_set(y, i, &number);
}

void xb_array_set_tangent(xb_array *y, size_t i, size_t direction, double complex tangent)
{
    size_t sides = xb_array_sides(y);
    y->tangents[sides * i * y->directions + direction] = creal(tangent);
    if (sides == 2)
        y->tangents[(2 * i + 1) * y->directions + direction] = cimag(tangent);
}

/* ---- operands that are no data --------------------------------------------- */

const char *xb_array_integer(const xb_array *x, int64_t *value)
{
    if (x->type != XB_TYPE_INTEGER)
        return xb_wrong_operand_type();
    if (x->rank != 0)
        return xb_wrong_operand_shape();
    *value = x->integers[0];
    return NULL;
}

const char *xb_array_dimension(xb_arena *arena, const xb_array *x, int rank, int *dimension)
{
    int64_t number;
    const char *wrong = xb_array_integer(x, &number);
    if (wrong)
        return wrong;
    if (number < 1 || number > rank)
        return xb_arena_format(arena, "dimension %lld of an array of rank %d", (long long)number, rank);
    *dimension = (int)number - 1;
    return NULL;
}

const char *xb_wrong_operand_type(void)
{
    return "an operand of a type that the intrinsic is not defined for";
}

const char *xb_wrong_operand_shape(void)
{
    return "operands whose ranks or shapes don't fit";
}
