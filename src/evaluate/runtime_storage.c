/*
 * Calls that copy, allocate and compare variables, and those that count operations.
 */
#include "evaluate/runtime_calls.h"
#include "ir/declaration.h"

/* Copies values between active and passive variables. Like any copy of memory it may meet what is undefined.
 */
void xb_call_convert(xb_evaluator *evaluator, const xb_call_form *form, const xb_inlinable_site *site)
{
    (void)form;
    const xb_variable *target = xb_call_variable(site, 0), *source = xb_call_variable(site, 1);
    bool *undefined = xb_evaluator_scratch(evaluator, source->count, sizeof *undefined);
    for (size_t i = 0; i < source->count; i++)
        undefined[i] = !source->cells->defined[xb_variable_place(source, i)];
    const xb_array values = xb_variable_load(source, XB_PART_VALUE, true);
    xb_variable_store(target, &values, XB_PART_VALUE);
    for (size_t i = 0; i < target->count; i++)
        if (undefined[source->rank == 0 ? 0 : i])
            target->cells->defined[xb_variable_place(target, i)] = false;
}

/* ---- allocation ----------------------------------------------------------------------------------- */

static bool same_shape(const xb_variable *variable, int rank, const xb_bounds *bounds)
{
    if (variable->rank != rank)
        return false;
    for (int d = 0; d < rank; d++)
        if (xb_bounds_extent(variable->bounds[d]) != xb_bounds_extent(bounds[d]))
            return false;
    return true;
}

static void allocate(xb_evaluator *evaluator, const xb_inlinable_site *site, int rank,
                     const xb_bounds *bounds)
{
    xb_variable *variable = xb_call_variable(site, 0);
    const xb_symbol *symbol = site->arguments[0].symbol;
    if (symbol->rank != rank)
        xb_evaluator_fail(evaluator, XB_STATUS_INVALID, NULL, "%s of rank %d is allocated with %d %s",
                          symbol->id->text, symbol->rank, rank,
                          xb_plural((uint64_t)rank, "extent", "extents"));
    if (!xb_symbol_is_sized(symbol)) {
        xb_variable_allocate(variable, rank, bounds);
        return;
    }
    xb_variable_require(variable);
    if (!same_shape(variable, rank, bounds))
        xb_evaluator_fail(evaluator, XB_STATUS_INVALID, NULL,
                          "%s, whose bounds are declared, can't be allocated with another shape",
                          symbol->id->text);
    xb_variable_undefine(variable);
}

void xb_call_allocate_matching(xb_evaluator *evaluator, const xb_call_form *form,
                               const xb_inlinable_site *site)
{
    (void)form;
    const xb_variable *model = xb_call_variable(site, 1);
    const bool begins_at_one = site->arguments[0].symbol->temporary || site->arguments[1].symbol->temporary;
    xb_bounds bounds[XB_RANK_LIMIT];
    for (int d = 0; d < model->rank; d++) {
        const uint64_t extent = xb_bounds_extent(model->bounds[d]);
        bounds[d] = begins_at_one || extent == 0 ? (xb_bounds){1, (int64_t)extent} : model->bounds[d];
    }
    allocate(evaluator, site, model->rank, bounds);
}

static int64_t integer_argument(const xb_inlinable_site *site, size_t i)
{
    return xb_variable_load(xb_call_variable(site, i), XB_PART_VALUE, false).integers[0];
}

static xb_bounds bounds_of_extent(xb_evaluator *evaluator, int64_t lower, int64_t extent)
{
    int64_t upper;
    if (extent <= 0)
        return (xb_bounds){1, 0};
    if (__builtin_add_overflow(lower, extent - 1, &upper))
        xb_evaluator_fail(evaluator, XB_STATUS_FAILED, NULL, "an array is too large");
    return (xb_bounds){lower, upper};
}

void xb_call_allocate_shape(xb_evaluator *evaluator, const xb_call_form *form, const xb_inlinable_site *site)
{
    (void)form;
    xb_bounds bounds[XB_RANK_LIMIT];
    const int known = site->arguments[0].symbol->rank;
    const bool has_lowers = known > 0 && site->count - 1 == 2 * (size_t)known;
    const size_t rank = has_lowers ? (size_t)known : site->count - 1;
    if (rank > XB_RANK_LIMIT)
        xb_evaluator_fail(evaluator, XB_STATUS_INVALID, NULL, "an array can't have %zu extents", rank);
    for (size_t i = 1; i <= rank; i++) {
        const int64_t lower = has_lowers ? integer_argument(site, rank + i) : 1;
        bounds[i - 1] = bounds_of_extent(evaluator, lower, integer_argument(site, i));
    }
    allocate(evaluator, site, (int)rank, bounds);
}

/* What a formal argument is a view of is not the callee's to free. */
void xb_call_deallocate(xb_evaluator *evaluator, const xb_call_form *form, const xb_inlinable_site *site)
{
    xb_variable *variable = xb_call_variable(site, 0);
    const xb_symbol *symbol = site->arguments[0].symbol;
    (void)form;
    if (xb_symbol_is_sized(symbol) || variable->rank == 0)
        xb_evaluator_fail(evaluator, XB_STATUS_INVALID, NULL,
                          "%s can't be deallocated: it is not allocatable", symbol->id->text);
    xb_variable_require(variable);
    if (variable->cells->holders != 1)
        xb_evaluator_fail(evaluator, XB_STATUS_UNSUPPORTED, "deallocate it where it is declared",
                          "%s is deallocated while it is an argument", symbol->id->text);
    xb_variable_drop(variable);
}

void xb_call_test_shape(xb_evaluator *evaluator, const xb_call_form *form, const xb_inlinable_site *site)
{
    (void)form;
    const xb_variable *a = xb_call_variable(site, 0), *b = xb_call_variable(site, 1);
    if (!same_shape(a, b->rank, b->bounds))
        xb_evaluator_fail(evaluator, XB_STATUS_INVALID, NULL, "the shape of %s is %s, that of %s is %s",
                          xb_variable_name(a), xb_call_shape(a), xb_variable_name(b), xb_call_shape(b));
}

/* ---- counters ------------------------------------------------------------------------------------- */

static void count(xb_evaluator *evaluator, const xb_inlinable_site *site, uint64_t *counter)
{
    int64_t value = integer_argument(site, 0);
    if (value < 0)
        xb_evaluator_fail(evaluator, XB_STATUS_INVALID, NULL, "a negative number of operations is counted");
    *counter += (uint64_t)value;
}

void xb_call_count_multiplications(xb_evaluator *evaluator, const xb_call_form *form,
                                   const xb_inlinable_site *site)
{
    (void)form;
    count(evaluator, site, &evaluator->counts.multiplications);
}

void xb_call_count_additions(xb_evaluator *evaluator, const xb_call_form *form, const xb_inlinable_site *site)
{
    (void)form;
    count(evaluator, site, &evaluator->counts.additions);
}
