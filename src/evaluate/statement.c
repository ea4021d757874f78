/*
 * Statements. The target of an assignment is resolved before the value is computed, which makes no difference
 * to the program unless functions are called in its subscripts: these are called last.
 */
#include <string.h>

#include "evaluate/execute.h"
#include "evaluate/operations.h"

/* ---- assignments ---------------------------------------------------------------------------------- */

_Noreturn static void is_constant(xb_evaluator *evaluator, const xb_variable *target)
{
    xb_evaluator_fail(evaluator, XB_STATUS_INVALID, NULL, "%s is written, but the caller passes a constant",
                      xb_variable_name(target));
}

static void store_tangent(xb_evaluator *evaluator, xb_cells *cells, size_t place, const xb_register *value)
{
    if (cells->sides == 0 || (!value->tangent && !cells->tangents && cells->starts_at_zero))
        return;
    size_t directions = evaluator->options.directions;
    size_t sides = value->number.type == XB_TYPE_COMPLEX ? 2 : value->number.type == XB_TYPE_REAL ? 1 : 0;
    size_t shared = value->tangent ? (sides < cells->sides ? sides : cells->sides) * directions : 0;
    double *to = xb_cells_tangent(evaluator, cells, place);
    if (shared > 0)
        memmove(to, value->tangent, shared * sizeof *to);
    memset(to + shared, 0, (cells->sides * directions - shared) * sizeof *to);
}

static void assign_scalar(xb_evaluator *evaluator, const xb_variable *target, size_t place,
                          xb_register *value)
{
    xb_cells *cells = target->cells;
    if (target->constant)
        is_constant(evaluator, target);
    if (cells->type == XB_TYPE_REAL && value->number.type == XB_TYPE_REAL) {
        cells->reals[place] = xb_rounded(value->number.real, cells->width);
        cells->defined[place] = true;
    } else {
        if (value->number.type == XB_TYPE_STRING)
            value->number.text = xb_variable_fitted(target, place, value->number.text);
        xb_cells_set(evaluator, cells, place, &value->number);
    }
    if (!evaluator->options.exact)
        return;
    if (!xb_variable_carries(target))
        value->tangent = NULL;
    store_tangent(evaluator, cells, place, value);
}

static void require_value(xb_evaluator *evaluator, const xb_register *value)
{
    if (value->view || (!value->array && value->number.type == XB_TYPE_VOID))
        xb_evaluator_fail(evaluator, XB_STATUS_INVALID, NULL, "the right-hand side has no value");
}

/* Whether a value is all of a variable. */
static bool is_whole(const xb_code_expression *value)
{
    const xb_vertex *source = value->nodes[value->count - 1].source;
    return value->count == 1 && source->node.kind == XB_KIND_VARIABLE_REFERENCE &&
           ((const xb_reference *)source)->subscripts.count == 0;
}

/* Stores to anything; an array that is stored to a variable that is not allocated allocates it, from 1 on
 * unless the value is a variable, which has bounds. */
static void assign(xb_evaluator *evaluator, xb_variable *target, xb_register *value,
                   const xb_code_expression *from)
{
    if (!value->array && target->rank == 0 && target->cells) {
        assign_scalar(evaluator, target, xb_variable_place(target, 0), value);
        return;
    }
    xb_array array = xb_register_array(evaluator, value);
    if (!target->cells && array.rank > 0 && target->symbol && target->symbol->rank == array.rank) {
        xb_bounds bounds[XB_RANK_LIMIT];
        for (int d = 0; d < array.rank; d++)
            bounds[d] =
                is_whole(from) ? array.bounds[d] : (xb_bounds){1, (int64_t)xb_bounds_extent(array.bounds[d])};
        xb_variable_allocate(target, array.rank, bounds);
    }
    xb_variable_store(target, &array, XB_PART_VALUE);
}

static void require_one_direction(xb_evaluator *evaluator)
{
    if (evaluator->options.directions != 1 || evaluator->options.exact)
        xb_evaluator_fail(evaluator, XB_STATUS_UNSUPPORTED, NULL,
                          "a value is computed from a derivative, which has %zu components here",
                          evaluator->options.exact ? 0 : evaluator->options.directions);
    evaluator->direction = 0;
}

/* Computes the value, then finds the target, which functions choose. */
static void assign_to_chosen(xb_evaluator *evaluator, const xb_code_assignment *assignment)
{
    xb_variable part;
    xb_register *value = xb_evaluate(evaluator, assignment->value);
    require_value(evaluator, value);
    evaluator->register_top += assignment->value->count;
    xb_variable *target = xb_resolve_target(evaluator, assignment->target, &part);
    evaluator->register_top -= assignment->value->count;
    assign(evaluator, target, value, assignment->value);
}

void xb_execute_assignment(xb_evaluator *evaluator, const xb_code_statement *statement)
{
    const xb_code_assignment *assignment = &statement->assignment;
    if (assignment->reads_derivatives)
        require_one_direction(evaluator);
    if (assignment->target->calls) {
        assign_to_chosen(evaluator, assignment);
        return;
    }
    size_t place;
    const xb_variable *element = xb_resolve_element(evaluator, assignment->target, &place);
    xb_variable part;
    xb_variable *target = element ? NULL : xb_resolve_target(evaluator, assignment->target, &part);
    xb_register *value = xb_evaluate(evaluator, assignment->value);
    require_value(evaluator, value);
    if (!element) {
        assign(evaluator, target, value, assignment->value);
        return;
    }
    if (value->array)
        xb_evaluator_fail(evaluator, XB_STATUS_INVALID, NULL, "an array is stored to %s, which is a scalar",
                          xb_variable_name(element));
    assign_scalar(evaluator, element, place, value);
}

/* The value of an expression in each direction, as derivatives. */
static xb_array evaluate_directions(xb_evaluator *evaluator, const xb_code_expression *expression)
{
    size_t directions = evaluator->options.directions;
    xb_array result = {0};
    for (size_t k = 0; k < directions; k++) {
        evaluator->direction = k;
        xb_register *value = xb_evaluate(evaluator, expression);
        require_value(evaluator, value);
        xb_array array = xb_register_array(evaluator, value);
        size_t sides = array.type == XB_TYPE_COMPLEX ? 2 : 1;
        if (k == 0) {
            result = array;
            result.type = sides == 2 ? XB_TYPE_COMPLEX : XB_TYPE_REAL;
            result.tangents =
                xb_evaluator_scratch(evaluator, array.count * sides, directions * sizeof(double));
        }
        if (!array.reals && !array.integers)
            xb_evaluator_fail(evaluator, XB_STATUS_INVALID, NULL, "a derivative is no number");
        for (size_t i = 0; i < array.count * sides; i++)
            result.tangents[i * directions + k] = array.reals ? array.reals[i] : (double)array.integers[i];
    }
    result.directions = directions;
    return result;
}

void xb_execute_derivative_assignment(xb_evaluator *evaluator, const xb_code_statement *statement)
{
    if (!xb_evaluator_propagates(evaluator))
        return;
    xb_variable part;
    const xb_variable *target = xb_resolve(evaluator, statement->assignment.target, &part);
    xb_array derivatives = evaluate_directions(evaluator, statement->assignment.value);
    xb_variable_store(target, &derivatives, XB_PART_DERIVATIVE);
}

/* ---- propagators ---------------------------------------------------------------------------------- */

static const xb_variable *resolve(xb_evaluator *evaluator, const xb_code_reference *reference,
                                  xb_variable *part)
{
    size_t place;
    const xb_variable *element = xb_resolve_element(evaluator, reference, &place);
    if (!element)
        return xb_resolve(evaluator, reference, part);
    if (element->rank == 0)
        return element;
    *part = *element;
    part->rank = 0;
    part->count = 1;
    part->first = place;
    return part;
}

static xb_derivative_term make_term(xb_evaluator *evaluator, const xb_code_term *term)
{
    xb_derivative_term made = {.sign = term->sign};
    if (term->factor) {
        xb_register *value = xb_evaluate(evaluator, term->factor);
        require_value(evaluator, value);
        xb_array *factor = xb_evaluator_scratch(evaluator, 1, sizeof *factor);
        *factor = xb_register_array(evaluator, value);
        made.factor = factor;
    }
    xb_variable part;
    made.source = resolve(evaluator, term->source, &part);
    if (made.source == &part) {
        xb_variable *kept = xb_evaluator_scratch(evaluator, 1, sizeof part);
        *kept = part;
        made.source = kept;
    }
    return made;
}

static void propagate(xb_evaluator *evaluator, const xb_code_propagation *entry)
{
    xb_variable part;
    const xb_variable *target = resolve(evaluator, entry->target, &part);
    if (entry->count == 0) {
        xb_zero_derivatives(target);
        return;
    }
    xb_derivative_term *terms = xb_evaluator_scratch(evaluator, entry->count, sizeof *terms);
    for (size_t i = 0; i < entry->count; i++)
        terms[i] = make_term(evaluator, &entry->terms[i]);
    xb_combine_derivatives(target, entry->increment, terms, entry->count);
}

void xb_execute_propagator(xb_evaluator *evaluator, const xb_code_statement *statement)
{
    if (!xb_evaluator_propagates(evaluator))
        return;
    for (size_t i = 0; i < statement->count; i++)
        propagate(evaluator, &statement->entries[i]);
}

/* ---- markers -------------------------------------------------------------------------------------- */

/* Whether a front end marks by this annotation a statement that it left out although it changes variables. */
static bool is_opaque(const char *annotation)
{
    static const char *const words[] = {"OPR_ISTORE", "OPR_PSTORE", "READ***", "cassignstmt"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strstr(annotation, words[i]))
            return true;
    return false;
}

void xb_execute_marker(xb_evaluator *evaluator, const xb_code_statement *statement)
{
    const xb_environment *environment = &evaluator->options.environment;
    const xb_marker *marker = (const xb_marker *)statement->source;
    xb_status status = XB_STATUS_UNSUPPORTED;
    if (environment->marker)
        status = environment->marker(environment->context, evaluator->frame, xb_evaluator_routine(evaluator),
                                     marker);
    if (status != XB_STATUS_OK && status != XB_STATUS_UNSUPPORTED)
        xb_evaluator_fail(evaluator, status, NULL, "the marker can't be run");
    if (status == XB_STATUS_UNSUPPORTED && marker->writes.count > 0)
        xb_evaluator_fail(evaluator, XB_STATUS_UNSUPPORTED, "say what it does",
                          "%s is written by a statement that the document does not have",
                          ((const xb_reference *)marker->writes.items[0])->symbol->id->text);
    if (status == XB_STATUS_UNSUPPORTED && marker->text && is_opaque(marker->text->text))
        xb_evaluator_fail(evaluator, XB_STATUS_UNSUPPORTED, "say what it does", "the statement is opaque: %s",
                          marker->text->text);
}
