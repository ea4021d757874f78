/*
 * Events are appended as the calls come. An intrinsic is evaluated as ever, and looked at afterwards: what it
 * decided follows from its operands and its result, element by element; of an extremum over an array it is
 * the place of the element.
 */
#include "evaluate/trace.h"

#include <math.h>
#include <string.h>

#include "evaluate/operations.h"
#include "evaluate/runtime_calls.h"

const xb_trace_event *xb_evaluator_trace(const xb_evaluator *evaluator, size_t *count)
{
    *count = evaluator->trace.count;
    return evaluator->trace.items;
}

/* Writes an event to the trace, if one is recorded. @param name NULL: none; lives as long as the evaluator */
static void write_entry(xb_evaluator *evaluator, xb_trace_kind kind, const char *name, int64_t number)
{
    if (!evaluator->options.trace)
        return;
    xb_evaluator_charge(evaluator, sizeof(xb_trace_event));
    xb_trace_event *event = xb_vector_push(evaluator->globals, &evaluator->trace, sizeof *event);
    *event =
        (xb_trace_event){kind, name, number, xb_evaluator_routine(evaluator), xb_evaluator_node(evaluator)};
}

/* ---- calls ------------------------------------------------------------------------------------------- */

static xb_trace_kind kind_of(xb_runtime_code code)
{
    switch (code) {
    case XB_RUNTIME_TRACE_VALUE: return XB_TRACE_VALUE;
    case XB_RUNTIME_TRACE_ARGUMENT: return XB_TRACE_ARGUMENT;
    case XB_RUNTIME_TRACE_BRANCH: return XB_TRACE_BRANCH;
    case XB_RUNTIME_TRACE_CALL: return XB_TRACE_CALL;
    case XB_RUNTIME_TRACE_CONDITION: return XB_TRACE_CONDITION;
    case XB_RUNTIME_TRACE_INDEX: return XB_TRACE_INDEX;
    case XB_RUNTIME_TRACE_INITIALIZATION: return XB_TRACE_INITIALIZATION;
    case XB_RUNTIME_TRACE_LOOP: return XB_TRACE_LOOP;
    case XB_RUNTIME_TRACE_UPDATE: return XB_TRACE_UPDATE;
    default: return XB_TRACE_END;
    }
}

static const char *text_argument(xb_evaluator *evaluator, const xb_inlinable_site *site)
{
    const xb_array text = xb_variable_load(xb_call_variable(site, 0), XB_PART_VALUE, false);
    return xb_names_intern(evaluator->strings, text.texts[0].bytes, text.texts[0].length)->text;
}

/* The numbers come last. Several of them, the values of an array, are several events. */
void xb_call_trace(xb_evaluator *evaluator, const xb_call_form *form, const xb_inlinable_site *site)
{
    xb_trace_kind kind = kind_of(form->call.code);
    const char *accesses = form->facts->accesses;
    const char *name = *accesses == XB_ACCESS_TEXT ? text_argument(evaluator, site) : NULL;
    if (site->count == (name ? 1 : 0)) {
        write_entry(evaluator, kind, name, 0);
        return;
    }
    const xb_array numbers = xb_variable_load(xb_call_variable(site, site->count - 1), XB_PART_VALUE, false);
    for (size_t i = 0; i < numbers.count; i++)
        write_entry(evaluator, kind, name, numbers.integers[i]);
}

/* ---- intrinsics -------------------------------------------------------------------------------------- */

static xb_array array_of(xb_evaluator *evaluator, const xb_code_node *node, const xb_register *registers,
                         uint32_t operand)
{
    uint32_t number = node->operands[operand];
    if (number == XB_CODE_NONE)
        return (xb_array){.type = XB_TYPE_VOID};
    return xb_register_array(evaluator, &registers[number]);
}

static xb_number operand_of(const xb_array *x, size_t i)
{
    const xb_number absent = {.type = XB_TYPE_VOID};
    return x->type == XB_TYPE_VOID ? absent : xb_array_get(x, x->rank > 0 ? i : 0);
}

static void trace_pieces(xb_evaluator *evaluator, const xb_code_node *node, const xb_array *x,
                         const xb_register *result, const char *name, xb_intrinsic_code code)
{
    xb_array y = xb_register_array(evaluator, result);
    xb_number *of = xb_evaluator_scratch(evaluator, node->operand_count, sizeof *of);
    for (size_t i = 0; i < y.count; i++) {
        for (uint32_t k = 0; k < node->operand_count; k++)
            of[k] = operand_of(&x[k], i);
        const xb_number value = xb_array_get(&y, i);
        write_entry(evaluator, XB_TRACE_CHOICE, name, xb_trace_piece(code, of, node->operand_count, &value));
    }
}

static void trace_location(xb_evaluator *evaluator, const xb_code_node *node, const xb_array *x,
                           const char *name, xb_intrinsic_code locator)
{
    xb_array location = {0};
    double kink = INFINITY;
    evaluator->scratch_used = true;
    const char *problem = xb_transformational_find(locator)->apply(evaluator->scratch, x, node->operand_count,
                                                                   &location, &kink);
    for (size_t i = 0; !problem && i < location.count; i++)
        write_entry(evaluator, XB_TRACE_CHOICE, name, location.integers[i]);
}

void xb_run_traced(xb_evaluator *evaluator, const xb_code_node *node, const xb_register *registers,
                   xb_register *result)
{
    xb_intrinsic_code code = xb_vertex_intrinsic(node->source);
    xb_intrinsic_code locator = xb_trace_locator(code);
    bool is_elemental = xb_elemental_find(code) != NULL;
    (is_elemental ? xb_run_elemental : xb_run_transformational)(evaluator, node, registers, result);
    if (!evaluator->options.trace || (!is_elemental && !locator))
        return;
    xb_array *x = xb_evaluator_scratch(evaluator, node->operand_count, sizeof *x);
    for (uint32_t k = 0; k < node->operand_count; k++)
        x[k] = array_of(evaluator, node, registers, k);
    const char *name = ((const xb_intrinsic *)node->source)->name->text + strlen(XB_INTRINSIC_TRACED);
    if (locator)
        trace_location(evaluator, node, x, name, locator);
    else
        trace_pieces(evaluator, node, x, result, name, code);
}
