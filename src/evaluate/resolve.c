/*
 * From references to views. Elements are found without making a view, unless functions are called in their
 * subscripts: these must not be called once more when one of the subscripts turns out to be a vector. A
 * section is contiguous if, leaving aside dimensions of one element, the distance between neighbours in each
 * dimension is the number of elements of the dimensions before; otherwise its places are listed. Indices of a
 * vector are sorted to see whether one comes twice.
 */
#include <stdlib.h>
#include <string.h>

#include "evaluate/operations.h"

_Noreturn static void is_absent(xb_evaluator *evaluator, const xb_code_reference *reference)
{
    xb_evaluator_fail(evaluator, XB_STATUS_INVALID, NULL, "the optional argument %s is absent",
                      reference->source->symbol->id->text);
}

static void require_whole(xb_evaluator *evaluator, const xb_code_reference *reference)
{
    if (reference->is_part)
        xb_evaluator_fail(evaluator, XB_STATUS_UNSUPPORTED, NULL, "%s is a component of a structure",
                          reference->source->symbol->id->text);
}

_Noreturn static void outside(const xb_variable *variable, int dimension, int64_t index)
{
    const xb_bounds *bounds = &variable->bounds[dimension];
    xb_evaluator_fail(variable->evaluator, XB_STATUS_INVALID, NULL,
                      "subscript %d of %s is %lld, outside %lld:%lld", dimension + 1,
                      xb_variable_name(variable), (long long)index, (long long)bounds->lower,
                      (long long)bounds->upper);
}

static void require_subscripts(const xb_variable *variable, const xb_code_reference *reference)
{
    xb_variable_require(variable);
    if (reference->subscript_count != (uint32_t)variable->rank)
        xb_evaluator_fail(variable->evaluator, XB_STATUS_INVALID, NULL, "%s of rank %d has %u %s",
                          xb_variable_name(variable), variable->rank, (unsigned)reference->subscript_count,
                          xb_plural(reference->subscript_count, "subscript", "subscripts"));
}

_Noreturn static void not_integer(xb_evaluator *evaluator)
{
    xb_evaluator_fail(evaluator, XB_STATUS_INVALID, NULL, "a subscript is not an integer");
}

static int64_t integer_of(xb_evaluator *evaluator, const xb_code_expression *expression)
{
    const xb_register *value = xb_evaluate(evaluator, expression);
    if (value->array || value->number.type != XB_TYPE_INTEGER)
        not_integer(evaluator);
    return value->number.integer;
}

/* ---- elements ------------------------------------------------------------------------------------- */

const xb_variable *xb_resolve_element(xb_evaluator *evaluator, const xb_code_reference *reference,
                                      size_t *place)
{
    const xb_variable *variable = xb_frame_slot(evaluator, reference->slot);
    if (!variable || !variable->cells || variable->places || reference->is_part || reference->calls ||
        reference->subscript_count != (uint32_t)variable->rank)
        return NULL;
    size_t at = variable->first, stride = 1;
    for (int d = 0; d < variable->rank; d++) {
        const xb_code_subscript *subscript = &reference->subscripts[d];
        if (subscript->is_range)
            return NULL;
        const xb_register *index = xb_evaluate(evaluator, subscript->index);
        if (index->array)
            return NULL;
        if (index->number.type != XB_TYPE_INTEGER)
            not_integer(evaluator);
        const xb_bounds *bounds = &variable->bounds[d];
        int64_t i = index->number.integer;
        if (i < bounds->lower || i > bounds->upper)
            outside(variable, d, i);
        at += (size_t)(i - bounds->lower) * stride;
        stride *= (size_t)(bounds->upper - bounds->lower + 1);
    }
    *place = at;
    return variable;
}

/* ---- sections ------------------------------------------------------------------------------------- */

/* The indices that are chosen in one dimension: list, or count from first on in steps. */
typedef struct choice {
    bool is_scalar;
    size_t count;
    int64_t first, step;
    const int64_t *list;
    size_t stride; /* cells between neighbours of the variable */
} choice;

static void require_inside(const xb_variable *variable, int dimension, const choice *c)
{
    const xb_bounds *bounds = &variable->bounds[dimension];
    for (size_t i = 0; c->list && i < c->count; i++)
        if (c->list[i] < bounds->lower || c->list[i] > bounds->upper)
            outside(variable, dimension, c->list[i]);
    if (c->list || c->count == 0)
        return;
    int64_t last = c->first + (int64_t)(c->count - 1) * c->step;
    if (c->first < bounds->lower || c->first > bounds->upper)
        outside(variable, dimension, c->first);
    if (last < bounds->lower || last > bounds->upper)
        outside(variable, dimension, last);
}

static choice choose_range(xb_evaluator *evaluator, const xb_code_subscript *subscript,
                           const xb_bounds *bounds)
{
    int64_t first = subscript->index ? integer_of(evaluator, subscript->index) : bounds->lower;
    int64_t last = subscript->bound ? integer_of(evaluator, subscript->bound) : bounds->upper;
    int64_t step = subscript->stride ? integer_of(evaluator, subscript->stride) : 1;
    if (step == 0)
        xb_evaluator_fail(evaluator, XB_STATUS_INVALID, NULL, "a section has the stride 0");
    choice c = {.first = first, .step = step};
    if (step > 0 ? last < first : last > first)
        return c;
    uint64_t distance = step > 0 ? (uint64_t)last - (uint64_t)first : (uint64_t)first - (uint64_t)last;
    uint64_t size = step < 0 ? 0 - (uint64_t)step : (uint64_t)step;
    c.count = (size_t)(distance / size) + 1; // cppcheck-suppress zerodivcond; it is not 0
    if (distance > INT64_MAX / 2)
        xb_evaluator_fail(evaluator, XB_STATUS_INVALID, NULL, "a section is too large");
    return c;
}

static choice choose_index(xb_evaluator *evaluator, const xb_code_subscript *subscript)
{
    const xb_register *index = xb_evaluate(evaluator, subscript->index);
    if (index->number.type != XB_TYPE_INTEGER || (index->array && index->array->rank > 1))
        not_integer(evaluator);
    if (index->array)
        return (choice){.count = index->array->count, .list = index->array->integers, .step = 1};
    return (choice){.is_scalar = true, .count = 1, .first = index->number.integer, .step = 1};
}

static int compare_indices(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* An element may be chosen twice where it is read, but not where it is assigned. */
static void require_distinct(const xb_variable *variable, int dimension, const choice *c)
{
    size_t size = sizeof *c->list;
    int64_t *sorted = c->list ? xb_evaluator_scratch(variable->evaluator, c->count, size) : NULL;
    if (!sorted || c->count < 2)
        return;
    memcpy(sorted, c->list, c->count * size);
    qsort(sorted, c->count, size, compare_indices);
    for (size_t i = 1; i < c->count; i++)
        if (sorted[i] == sorted[i - 1])
            xb_evaluator_fail(variable->evaluator, XB_STATUS_INVALID,
                              "let a vector subscript of what is assigned have each value once, or assign "
                              "element by element in a loop",
                              "an element of %s is assigned twice by one assignment: the vector that is "
                              "subscript %d has %lld more than once",
                              xb_variable_name(variable), dimension + 1, (long long)sorted[i]);
}

static bool is_contiguous(const choice *choices, int rank)
{
    size_t elements = 1;
    for (int d = 0; d < rank; d++) {
        if (choices[d].count == 1 && !choices[d].list)
            continue;
        if (choices[d].list || choices[d].step != 1 || choices[d].stride != elements)
            return false;
        elements *= choices[d].count;
    }
    return true;
}

static size_t offset(const xb_variable *variable, int dimension, const choice *c, size_t i)
{
    int64_t index = c->list ? c->list[i] : c->first + (int64_t)i * c->step;
    return (size_t)(index - variable->bounds[dimension].lower) * c->stride;
}

/* Numbers of the elements of the variable that a section has, dimension by dimension. */
static void list_places(const xb_variable *variable, const choice *choices, size_t count, size_t *places)
{
    size_t done = 1;
    places[0] = 0;
    for (int d = 0; d < variable->rank; d++) {
        const choice *c = &choices[d];
        for (size_t i = c->count; i-- > 0;) {
            size_t more = offset(variable, d, c, i);
            for (size_t k = 0; k < done; k++)
                places[i * done + k] = places[k] + more;
        }
        done *= c->count;
    }
    for (size_t i = 0; i < count; i++)
        places[i] = xb_variable_place(variable, places[i]);
}

static xb_variable *make_section(xb_variable *variable, const choice *choices, xb_variable *part)
{
    *part = *variable;
    part->rank = 0;
    part->count = 1;
    part->places = NULL;
    size_t first = 0;
    for (int d = 0; d < variable->rank; d++) {
        if (__builtin_mul_overflow(part->count, choices[d].count, &part->count))
            xb_evaluator_fail(variable->evaluator, XB_STATUS_INVALID, NULL, "a section is too large");
        if (!choices[d].is_scalar)
            part->bounds[part->rank++] = (xb_bounds){1, (int64_t)choices[d].count};
    }
    part->whole = variable;
    if (part->count == 0)
        return part;
    for (int d = 0; d < variable->rank; d++)
        first += offset(variable, d, &choices[d], 0);
    part->position = first;
    if (part->rank == 0) {
        part->first = xb_variable_place(variable, first);
        return part;
    }
    if (!variable->places && is_contiguous(choices, variable->rank)) {
        part->first = variable->first + first;
        return part;
    }
    size_t *places = xb_evaluator_scratch(variable->evaluator, part->count, sizeof *places);
    list_places(variable, choices, part->count, places);
    part->places = places;
    return part;
}

/* @param assigned whether it is the target of an assignment */
static xb_variable *resolve(xb_evaluator *evaluator, const xb_code_reference *reference, bool assigned,
                            xb_variable *part)
{
    xb_variable *variable = xb_frame_slot(evaluator, reference->slot);
    if (!variable)
        is_absent(evaluator, reference);
    require_whole(evaluator, reference);
    if (reference->subscript_count == 0)
        return variable;
    require_subscripts(variable, reference);
    choice choices[XB_RANK_LIMIT];
    size_t stride = 1;
    for (int d = 0; d < variable->rank; d++) {
        const xb_code_subscript *subscript = &reference->subscripts[d];
        const xb_bounds *bounds = &variable->bounds[d];
        choices[d] = subscript->is_range ? choose_range(evaluator, subscript, bounds)
                                         : choose_index(evaluator, subscript);
        choices[d].stride = stride;
        require_inside(variable, d, &choices[d]);
        if (assigned)
            require_distinct(variable, d, &choices[d]);
        stride *= (size_t)xb_bounds_extent(*bounds);
    }
    return make_section(variable, choices, part);
}

xb_variable *xb_resolve(xb_evaluator *evaluator, const xb_code_reference *reference, xb_variable *part)
{
    return resolve(evaluator, reference, false, part);
}

xb_variable *xb_resolve_target(xb_evaluator *evaluator, const xb_code_reference *reference, xb_variable *part)
{
    return resolve(evaluator, reference, true, part);
}
