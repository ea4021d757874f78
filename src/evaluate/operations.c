/*
 * Leaves of expressions, and intrinsics in general. Scalars stay in registers; arrays are in scratch memory.
 * Derivatives of scalars are computed only where an operand has any.
 */
#include "evaluate/operations.h"

#include <math.h>
#include <string.h>

#include "evaluate/dependences.h"
#include "evaluate/intrinsics/elemental.h"
#include "evaluate/other_numbers.h"

xb_register *xb_evaluate(xb_evaluator *evaluator, const xb_code_expression *expression)
{
    xb_register *registers = evaluator->registers + evaluator->register_top;
    evaluator->register_top += expression->count;
    for (uint32_t i = 0; i < expression->count; i++) {
        const xb_code_node *node = &expression->nodes[i];
        node->run(evaluator, node, registers, &registers[i]);
    }
    evaluator->register_top -= expression->count;
    return &registers[expression->count - 1];
}

/* ---- leaves --------------------------------------------------------------------------------------- */

void xb_run_constant(xb_evaluator *evaluator, const xb_code_node *node, const xb_register *registers,
                     xb_register *result)
{
    (void)evaluator, (void)registers;
    *result = *node->constant;
}

static void read_cell(xb_evaluator *evaluator, const xb_variable *variable, size_t place, xb_register *result)
{
    xb_cells *cells = variable->cells;
    if (!cells->defined[place])
        xb_variable_unset(variable, place);
    result->array = NULL;
    result->view = NULL;
    result->tangent = NULL;
    if (cells->type == XB_TYPE_REAL) {
        result->number.type = XB_TYPE_REAL;
        result->number.width = cells->width;
        result->number.real = cells->reals[place];
        result->number.imaginary = 0;
    } else if (cells->type == XB_TYPE_INTEGER) {
        result->number.type = XB_TYPE_INTEGER;
        result->number.width = cells->width;
        result->number.integer = cells->integers[place];
    } else {
        result->number = xb_cells_get(cells, place);
    }
    if (cells->tangents && xb_variable_carries(variable))
        result->tangent = cells->tangents + place * cells->sides * evaluator->options.directions;
}

void xb_run_scalar(xb_evaluator *evaluator, const xb_code_node *node, const xb_register *registers,
                   xb_register *result)
{
    const xb_variable *variable = xb_frame_slot(evaluator, node->reference->slot);
    if (!variable || variable->rank > 0 || !variable->cells || variable->cells->type == XB_TYPE_OPAQUE) {
        xb_run_reference(evaluator, node, registers, result);
        return;
    }
    read_cell(evaluator, variable, variable->first, result);
}

/* The derivative in the direction that is being evaluated, as a value. */
static xb_array load_derivative(xb_evaluator *evaluator, const xb_variable *variable)
{
    xb_array array = xb_variable_load(variable, XB_PART_DERIVATIVE, false);
    size_t sides = variable->cells->sides, directions = array.directions;
    if (sides == 0)
        xb_evaluator_fail(evaluator, XB_STATUS_INVALID, NULL, "%s has no derivative: it is of type %s",
                          xb_variable_name(variable), xb_type_name(variable->cells->type));
    array.reals = xb_evaluator_scratch(evaluator, array.count * sides, sizeof(double));
    for (size_t i = 0; array.tangents && i < array.count * sides; i++)
        array.reals[i] = array.tangents[i * directions + evaluator->direction];
    array.tangents = NULL;
    return array;
}

static void set_array(xb_evaluator *evaluator, const xb_array *array, xb_register *result)
{
    *result = (xb_register){.number = {.type = array->type, .width = array->width}};
    if (array->rank > 0) {
        result->array = xb_evaluator_scratch(evaluator, 1, sizeof *array);
        *result->array = *array;
        return;
    }
    result->number = xb_array_get(array, 0);
    result->tangent = array->tangents;
}

void xb_run_reference(xb_evaluator *evaluator, const xb_code_node *node, const xb_register *registers,
                      xb_register *result)
{
    (void)registers;
    bool is_derivative = node->reference->source->deriv;
    size_t place;
    const xb_variable *element =
        is_derivative ? NULL : xb_resolve_element(evaluator, node->reference, &place);
    if (element && element->cells->type != XB_TYPE_OPAQUE) {
        read_cell(evaluator, element, place, result);
        return;
    }
    xb_variable part;
    const xb_variable *variable = xb_resolve(evaluator, node->reference, &part);
    xb_variable_require(variable);
    xb_array array = is_derivative ? load_derivative(evaluator, variable)
                                   : xb_variable_load(variable, XB_PART_VALUE, false);
    set_array(evaluator, &array, result);
}

void xb_run_view(xb_evaluator *evaluator, const xb_code_node *node, const xb_register *registers,
                 xb_register *result)
{
    (void)registers;
    *result = (xb_register){0};
    if (!xb_frame_slot(evaluator, node->reference->slot))
        return;
    xb_variable part;
    xb_variable *variable = xb_resolve(evaluator, node->reference, &part);
    if (variable == &part) {
        variable = xb_evaluator_scratch(evaluator, 1, sizeof part);
        *variable = part;
    }
    result->view = variable;
}

/* ---- kinks ---------------------------------------------------------------------------------------- */

/* What is known of an intrinsic that the statement under way has near a kink, or on one. */
static xb_kink *kink_of(xb_evaluator *evaluator, const char *intrinsic, double distance)
{
    const xb_node *node = xb_evaluator_node(evaluator);
    uint32_t name = xb_names_get(evaluator->strings, intrinsic)->index;
    const char *found = xb_map_get(&evaluator->kink_by_place, node->index, name);
    if (found) {
        xb_kink *kink = (xb_kink *)evaluator->kinks.items + ((uintptr_t)found - 1);
        if (distance < kink->distance)
            kink->distance = distance;
        return kink;
    }
    xb_kink *kink = xb_vector_push(evaluator->globals, &evaluator->kinks, sizeof *kink);
    *kink = (xb_kink){intrinsic, node, xb_evaluator_routine(evaluator), distance, 0};
    xb_map_put(evaluator->globals, &evaluator->kink_by_place, node->index, name,
               (void *)(uintptr_t)evaluator->kinks.count);
    return kink;
}

static void note_kink(xb_evaluator *evaluator, const char *intrinsic, double distance)
{
    if (isfinite(distance) && evaluator->frame)
        kink_of(evaluator, intrinsic, distance);
}

void xb_note_zero(xb_evaluator *evaluator, const char *intrinsic)
{
    if (evaluator->frame)
        kink_of(evaluator, intrinsic, 0)->zeros++;
}

static bool is_real(xb_type type)
{
    return type == XB_TYPE_REAL || type == XB_TYPE_COMPLEX;
}

static void watch(xb_evaluator *evaluator, const xb_code_node *node, const xb_number *x)
{
    const xb_elemental *rule = node->elemental;
    bool any_real = false;
    for (uint32_t i = 0; i < node->operand_count; i++)
        any_real = any_real || is_real(x[i].type);
    if (!rule->kink || !any_real)
        return;
    bool compares = node->source->node.kind == XB_KIND_BOOLEAN_OPERATION;
    note_kink(evaluator, compares ? "branch" : xb_intrinsic_facts_of(rule->intrinsic)->name,
              rule->kink(rule, x, node->operand_count));
}

/* ---- elemental intrinsics ------------------------------------------------------------------------- */

static const char *name_of(const xb_code_node *node)
{
    return ((const xb_intrinsic *)node->source)->name->text;
}

_Noreturn static void wrong(xb_evaluator *evaluator, const xb_code_node *node, const char *what)
{
    xb_evaluator_fail(evaluator, XB_STATUS_INVALID, NULL, "%s: %s", name_of(node), what);
}

/* Operands of one application of an elemental intrinsic, with room that is used again for each element. */
typedef struct application {
    xb_evaluator *evaluator;
    const xb_code_node *node;
    const xb_register *registers;
    xb_number *x;
    const double **tangents; /* of each operand; NULL: 0 */
    double complex *dx;
} application;

static application begin(xb_evaluator *evaluator, const xb_code_node *node, const xb_register *registers)
{
    size_t count = node->operand_count ? node->operand_count : 1;
    application a = {evaluator, node, registers, NULL, NULL, NULL};
    a.x = xb_evaluator_scratch(evaluator, count, sizeof *a.x);
    a.tangents = xb_evaluator_scratch(evaluator, count, sizeof *a.tangents);
    a.dx = xb_evaluator_scratch(evaluator, count, sizeof *a.dx);
    return a;
}

/* Chooses element i of each operand. @return whether one of them has derivatives */
static bool choose_element(application *a, size_t i)
{
    bool any = false;
    size_t directions = a->evaluator->options.directions;
    for (uint32_t k = 0; k < a->node->operand_count; k++) {
        if (a->node->operands[k] == XB_CODE_NONE) {
            a->x[k] = (xb_number){.type = XB_TYPE_VOID};
            a->tangents[k] = NULL;
            continue;
        }
        const xb_register *value = &a->registers[a->node->operands[k]];
        const xb_array *array = value->array;
        a->x[k] = array ? xb_array_get(array, i) : value->number;
        a->tangents[k] = value->tangent;
        if (array && array->tangents)
            a->tangents[k] = array->tangents + i * (array->type == XB_TYPE_COMPLEX ? 2 : 1) * directions;
        any = any || (a->tangents[k] && is_real(a->x[k].type));
    }
    return any;
}

static bool all_real(const application *a, const xb_number *y)
{
    bool real = y->type == XB_TYPE_REAL;
    for (uint32_t k = 0; k < a->node->operand_count; k++)
        real = real && a->x[k].type != XB_TYPE_COMPLEX;
    return real;
}

/* With many directions it is cheaper to have each partial derivative computed once. Of several operands,
 * those that don't change don't count, even if a partial is infinite. */
static void combine_partials(const application *a, const xb_number *y, double *tangent)
{
    size_t directions = a->evaluator->options.directions, count = a->node->operand_count;
    memset(tangent, 0, directions * sizeof *tangent);
    memset(a->dx, 0, count * sizeof *a->dx);
    for (size_t k = 0; k < count; k++) {
        const double *from = a->x[k].type == XB_TYPE_REAL ? a->tangents[k] : NULL;
        if (!from)
            continue;
        a->dx[k] = 1;
        double partial = creal(a->node->elemental->tangent(a->node->elemental, a->x, a->dx, count, y));
        a->dx[k] = 0;
        for (size_t d = 0; d < directions; d++)
            tangent[d] += count > 1 && from[d] == 0 ? 0 : partial * from[d];
    }
}

/* The size of a partial derivative. That of a function of one operand has rounding errors of a size by which
 * the function's own rounding errors change it, however small it is itself: 1 - tanh(x)**2 is never better
 * than the 1. */
static double partial_size(const application *a, size_t k, const xb_number *y)
{
    const xb_elemental *rule = a->node->elemental;
    const xb_number *x = &a->x[k];
    size_t count = a->node->operand_count;
    a->dx[k] = 1;
    double size = cabs(rule->tangent(rule, a->x, a->dx, count, y));
    if (x->type == XB_TYPE_COMPLEX) {
        a->dx[k] = xb_complex(0, 1);
        size = fmax(size, cabs(rule->tangent(rule, a->x, a->dx, count, y)));
    }
    a->dx[k] = 0;
    if (count > 1 || size == 0)
        return size;
    return fmax(size, hypot(y->real, y->imaginary) / fmax(1, hypot(x->real, x->imaginary)));
}

/* Sums of sizes instead of derivatives; both parts of a complex number have the same. */
static void combine_sizes(const application *a, const xb_number *y, double *tangent)
{
    size_t directions = a->evaluator->options.directions, count = a->node->operand_count;
    memset(tangent, 0, directions * sizeof *tangent);
    memset(a->dx, 0, count * sizeof *a->dx);
    for (size_t k = 0; k < count; k++) {
        const double *from = is_real(a->x[k].type) ? a->tangents[k] : NULL;
        if (!from)
            continue;
        double size = partial_size(a, k, y);
        bool complex_operand = a->x[k].type == XB_TYPE_COMPLEX;
        for (size_t d = 0; d < directions; d++) {
            double operand = fabs(from[d]) + (complex_operand ? fabs(from[directions + d]) : 0);
            tangent[d] += operand == 0 ? 0 : size * operand;
        }
    }
    if (y->type == XB_TYPE_COMPLEX)
        memcpy(tangent + directions, tangent, directions * sizeof *tangent);
}

/* Both parts of a complex number depend on what one of them depends on. */
static void combine_dependences(const application *a, const xb_number *y, double *tangent)
{
    size_t directions = a->evaluator->options.directions;
    memset(tangent, 0, directions * sizeof *tangent);
    for (size_t k = 0; k < a->node->operand_count && !xb_elemental_is_step(a->node->elemental); k++) {
        const double *from = is_real(a->x[k].type) ? a->tangents[k] : NULL;
        bool complex_operand = a->x[k].type == XB_TYPE_COMPLEX;
        for (size_t d = 0; from && d < directions; d++) {
            tangent[d] = xb_dependences_join(a->evaluator, tangent[d], from[d]);
            if (complex_operand)
                tangent[d] = xb_dependences_join(a->evaluator, tangent[d], from[directions + d]);
        }
    }
    if (y->type == XB_TYPE_COMPLEX)
        memcpy(tangent + directions, tangent, directions * sizeof *tangent);
}

/* Whether the derivative is taken as 0, which is noted. */
static bool is_taken_as_zero(const application *a, const xb_number *y)
{
    const xb_elemental *rule = a->node->elemental;
    if (!a->evaluator->options.zero_singular || !xb_elemental_is_singular(rule, a->x, y))
        return false;
    xb_note_zero(a->evaluator, xb_intrinsic_facts_of(rule->intrinsic)->name);
    return true;
}

static void compute_tangent(const application *a, const xb_number *y, double *tangent)
{
    size_t directions = a->evaluator->options.directions, count = a->node->operand_count;
    const xb_elemental *rule = a->node->elemental;
    if (a->evaluator->options.numbers == XB_EXACT_DEPENDENCES) {
        combine_dependences(a, y, tangent);
        return;
    }
    if (is_taken_as_zero(a, y)) {
        memset(tangent, 0, (y->type == XB_TYPE_COMPLEX ? 2 : 1) * directions * sizeof *tangent);
        return;
    }
    if (a->evaluator->options.numbers == XB_EXACT_MAGNITUDES) {
        combine_sizes(a, y, tangent);
        return;
    }
    if (directions > count && all_real(a, y)) {
        combine_partials(a, y, tangent);
        return;
    }
    for (size_t d = 0; d < directions; d++) {
        for (size_t k = 0; k < count; k++) {
            const double *from = is_real(a->x[k].type) ? a->tangents[k] : NULL;
            double imaginary = from && a->x[k].type == XB_TYPE_COMPLEX ? from[directions + d] : 0;
            a->dx[k] = from ? xb_complex(from[d], imaginary) : 0;
        }
        double complex dy = rule->tangent(rule, a->x, a->dx, count, y);
        tangent[d] = creal(dy);
        if (y->type == XB_TYPE_COMPLEX)
            tangent[directions + d] = cimag(dy);
    }
}

static bool is_periodic(xb_intrinsic_code code)
{
    switch (code) {
    case XB_INTRINSIC_COS:
    case XB_INTRINSIC_COSD:
    case XB_INTRINSIC_COSPI:
    case XB_INTRINSIC_SIN:
    case XB_INTRINSIC_SIND:
    case XB_INTRINSIC_SINPI:
    case XB_INTRINSIC_TAN:
    case XB_INTRINSIC_TAND:
    case XB_INTRINSIC_TANPI: return true;
    default: return false;
    }
}

static void watch_digits(const application *a, const xb_number *y)
{
    xb_intrinsic_code code = a->node->elemental->intrinsic;
    if (is_real(y->type) && is_periodic(code))
        xb_note_periods(a->evaluator, creal(xb_number_complex(&a->x[0])));
    if (!is_real(y->type) || (code != XB_INTRINSIC_ADD && code != XB_INTRINSIC_SUB))
        return;
    const double complex first = xb_number_complex(&a->x[0]), second = xb_number_complex(&a->x[1]);
    xb_note_cancellation(a->evaluator, creal(first), creal(second), y->real);
    if (y->type == XB_TYPE_COMPLEX)
        xb_note_cancellation(a->evaluator, cimag(first), cimag(second), y->imaginary);
}

static xb_number compute_value(const application *a)
{
    xb_number y = {0};
    const xb_elemental *rule = a->node->elemental;
    a->evaluator->counts.operations++;
    const char *what = xb_convert_unsigned(rule->intrinsic, a->x, a->node->operand_count);
    if (!what)
        what = rule->value(rule, a->x, a->node->operand_count, &y);
    if (what)
        wrong(a->evaluator, a->node, what);
    xb_width width = xb_result_width(rule->intrinsic, a->x, a->node->operand_count, y.type);
    xb_number_fit(&y, xb_evaluator_width_of(a->evaluator, y.type, width));
    if (a->evaluator->options.watch_kinks) {
        watch(a->evaluator, a->node, a->x);
        watch_digits(a, &y);
    }
    return y;
}

/* The array among the operands that the others must conform to; NULL: all are scalars. */
static const xb_array *common_shape(xb_evaluator *evaluator, const xb_code_node *node,
                                    const xb_register *registers)
{
    const xb_array *shape = NULL;
    for (uint32_t k = 0; k < node->operand_count; k++) {
        if (node->operands[k] == XB_CODE_NONE)
            continue;
        const xb_register *value = &registers[node->operands[k]];
        if (value->view || value->number.type == XB_TYPE_VOID)
            wrong(evaluator, node, "an operand has no value");
        if (!value->array)
            continue;
        if (!shape)
            shape = value->array;
        bool conforms = shape->rank == value->array->rank && shape->count == value->array->count;
        for (int d = 0; conforms && d < shape->rank; d++)
            conforms = xb_bounds_extent(shape->bounds[d]) == xb_bounds_extent(value->array->bounds[d]);
        if (!conforms)
            wrong(evaluator, node, "operands of different shapes");
    }
    return shape;
}

/* The type of a result that has no elements. */
static xb_type empty_type(const application *a)
{
    xb_type type = XB_TYPE_INTEGER;
    for (uint32_t k = 0; k < a->node->operand_count; k++) {
        if (a->node->operands[k] == XB_CODE_NONE)
            continue;
        xb_type other = a->registers[a->node->operands[k]].number.type;
        if (k == 0 || other == XB_TYPE_COMPLEX || (other == XB_TYPE_REAL && type == XB_TYPE_INTEGER))
            type = other;
    }
    return a->node->source->node.kind == XB_KIND_BOOLEAN_OPERATION ? XB_TYPE_BOOL : type;
}

static bool any_tangents(const application *a)
{
    for (uint32_t k = 0; k < a->node->operand_count; k++) {
        if (a->node->operands[k] == XB_CODE_NONE)
            continue;
        const xb_register *value = &a->registers[a->node->operands[k]];
        if (value->tangent || (value->array && value->array->tangents))
            return true;
    }
    return false;
}

static xb_array new_array(xb_evaluator *evaluator, xb_type type, const xb_array *shape, size_t directions)
{
    xb_bounds bounds[XB_RANK_LIMIT];
    for (int d = 0; d < shape->rank; d++)
        bounds[d] = (xb_bounds){1, (int64_t)xb_bounds_extent(shape->bounds[d])};
    size_t reals;
    if (__builtin_mul_overflow(shape->count, 2 * (directions + 1), &reals))
        reals = SIZE_MAX;
    xb_evaluator_require(evaluator, reals, sizeof(double));
    return xb_array_create(evaluator->scratch, type, shape->rank, bounds, directions);
}

static void apply_to_arrays(application *a, const xb_array *shape, xb_register *result)
{
    size_t directions = any_tangents(a) && a->node->elemental->tangent ? a->evaluator->options.directions : 0;
    xb_array y = {0};
    for (size_t i = 0; i < shape->count; i++) {
        bool has_tangent = choose_element(a, i) && directions;
        xb_number number = compute_value(a);
        if (i == 0)
            y = new_array(a->evaluator, number.type, shape, directions);
        y.width = number.width;
        xb_array_set(&y, i, &number);
        if (has_tangent && y.tangents)
            compute_tangent(a, &number, y.tangents + i * (y.type == XB_TYPE_COMPLEX ? 2 : 1) * directions);
    }
    if (shape->count == 0)
        y = new_array(a->evaluator, empty_type(a), shape, 0);
    y.directions = a->evaluator->options.directions;
    set_array(a->evaluator, &y, result);
}

static double *tangent_of(xb_evaluator *evaluator, const xb_register *result)
{
    size_t number = (size_t)(result - evaluator->registers);
    return evaluator->register_tangents + number * 2 * evaluator->options.directions;
}

void xb_run_elemental(xb_evaluator *evaluator, const xb_code_node *node, const xb_register *registers,
                      xb_register *result)
{
    const xb_array *shape = common_shape(evaluator, node, registers);
    application a = begin(evaluator, node, registers);
    if (shape) {
        apply_to_arrays(&a, shape, result);
        return;
    }
    bool has_tangent = choose_element(&a, 0);
    *result = (xb_register){.number = compute_value(&a)};
    if (!has_tangent || !node->elemental->tangent || !is_real(result->number.type))
        return;
    result->tangent = tangent_of(evaluator, result);
    compute_tangent(&a, &result->number, result->tangent);
}

/* ---- transformational intrinsics ------------------------------------------------------------------ */

static xb_array view_array(xb_evaluator *evaluator, const xb_variable *variable)
{
    xb_variable_require(variable);
    if (variable->cells->type == XB_TYPE_STRING)
        return xb_variable_load(variable, XB_PART_VALUE, true);
    xb_array array = {.type = variable->cells->type, .rank = variable->rank, .count = variable->count};
    array.width = variable->cells->width;
    array.directions = evaluator->options.directions;
    memcpy(array.bounds, variable->bounds, sizeof array.bounds);
    return array;
}

xb_array xb_register_array(xb_evaluator *evaluator, const xb_register *value)
{
    if (value->view)
        return view_array(evaluator, value->view);
    if (value->array)
        return *value->array;
    if (value->number.type == XB_TYPE_VOID)
        return (xb_array){0};
    xb_evaluator_require(evaluator, 1, sizeof value->number);
    xb_array array = xb_array_create(evaluator->scratch, value->number.type, 0, NULL, 0);
    array.width = value->number.width;
    xb_array_set(&array, 0, &value->number);
    array.directions = evaluator->options.directions;
    array.tangents = value->tangent;
    return array;
}

void xb_run_transformational(xb_evaluator *evaluator, const xb_code_node *node, const xb_register *registers,
                             xb_register *result)
{
    const xb_transformational *rule = node->transformational;
    xb_array *x = xb_evaluator_scratch(evaluator, node->operand_count + 1, sizeof *x);
    for (uint32_t k = 0; k < node->operand_count; k++) {
        if (node->operands[k] == XB_CODE_NONE)
            continue;
        const xb_register *value = &registers[node->operands[k]];
        if (!value->view && !value->array && value->number.type == XB_TYPE_VOID)
            wrong(evaluator, node, "an operand has no value");
        x[k] = xb_register_array(evaluator, value);
    }
    xb_array y = {0};
    double distance = INFINITY;
    evaluator->counts.operations++;
    if (xb_lacks_unsigned(rule->intrinsic, x, node->operand_count))
        wrong(evaluator, node, "integers without sign, which it is not known for");
    const char *what = rule->apply(evaluator->scratch, x, node->operand_count, &y, &distance);
    if (what)
        wrong(evaluator, node, what);
    xb_width width = xb_result_width_of_arrays(rule->intrinsic, x, node->operand_count, y.type);
    xb_array_fit(&y, xb_evaluator_width_of(evaluator, y.type, width));
    if (evaluator->options.watch_kinks)
        note_kink(evaluator, xb_intrinsic_facts_of(rule->intrinsic)->name, distance);
    if (evaluator->options.numbers != XB_EXACT_DERIVATIVES && y.tangents)
        xb_other_numbers(evaluator, rule, x, node->operand_count, &y);
    set_array(evaluator, &y, result);
}

/* ---- questions about variables -------------------------------------------------------------------- */

void xb_run_present(xb_evaluator *evaluator, const xb_code_node *node, const xb_register *registers,
                    xb_register *result)
{
    (void)evaluator;
    const xb_register *value = &registers[node->operands[0]];
    *result = (xb_register){.number = xb_number_of_bool(value->view || value->array || value->number.type)};
}

void xb_run_allocated(xb_evaluator *evaluator, const xb_code_node *node, const xb_register *registers,
                      xb_register *result)
{
    (void)evaluator;
    const xb_register *value = &registers[node->operands[0]];
    bool is_there = value->array || (value->view && value->view->cells);
    *result = (xb_register){.number = xb_number_of_bool(is_there)};
}

void xb_run_unknown(xb_evaluator *evaluator, const xb_code_node *node, const xb_register *registers,
                    xb_register *result)
{
    (void)registers, (void)result;
    const xb_node *vertex = &node->source->node;
    if (vertex->kind == XB_KIND_CONSTANT)
        xb_evaluator_fail(evaluator, XB_STATUS_INVALID, NULL, "the constant %s can't be read",
                          ((const xb_constant *)vertex)->value ? ((const xb_constant *)vertex)->value->text
                                                               : "");
    if (vertex->kind != XB_KIND_INTRINSIC && vertex->kind != XB_KIND_BOOLEAN_OPERATION)
        xb_evaluator_fail(evaluator, XB_STATUS_UNSUPPORTED, NULL, "an expression has a vertex %s",
                          xb_kind_name(vertex->kind));
    if (vertex->kind == XB_KIND_INTRINSIC && xb_vertex_intrinsic(node->source) == XB_INTRINSIC_NONE)
        xb_fail_for_want_of_meaning(evaluator, node->source);
    xb_evaluator_fail(evaluator, XB_STATUS_UNSUPPORTED, NULL, "the intrinsic %s with %u %s", name_of(node),
                      (unsigned)node->operand_count, xb_plural(node->operand_count, "operand", "operands"));
}
