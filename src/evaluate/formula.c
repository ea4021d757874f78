/*
 * Intrinsics that only a catalogue knows. The vertices of the formula of the value become nodes of the
 * expression in which the intrinsic is used, in front of the intrinsic's own, and references to operands the
 * registers of these. So elements of arrays, derivatives and what else goes along with values is what the
 * operators of the formula make of it: partial derivatives of the catalogue are not looked at, and can be
 * judged by what comes out. The intrinsic's own node makes the result fit the kinds of its operands, and
 * takes derivatives at singular points, where that is wanted, as 0.
 */
#include <string.h>

#include "evaluate/lower.h"
#include "evaluate/operations.h"

/* ---- making code ---------------------------------------------------------------------------------- */

/* What the catalogue says of an intrinsic that is not known otherwise, before singular points were taken care
 * of; NULL: it is known, or the catalogue does not have it. */
static const xb_inlinable *find_formula(const xb_evaluator *evaluator, const xb_vertex *vertex)
{
    const xb_catalogue *catalogue = evaluator->options.catalogue;
    if (!catalogue || vertex->node.kind != XB_KIND_INTRINSIC ||
        xb_vertex_intrinsic(vertex) != XB_INTRINSIC_NONE)
        return NULL;
    const xb_inlinable *item =
        xb_catalogue_inlinable_called(catalogue, ((const xb_intrinsic *)vertex)->name->text);
    return item && item->before ? item->before : item;
}

size_t xb_formula_room(const xb_evaluator *evaluator, const xb_vertex *vertex)
{
    const xb_inlinable *item = find_formula(evaluator, vertex);
    return item ? item->value_count + item->singular_count : 0;
}

static void lower_constant(xb_lowering *lowering, const xb_partial_vertex *vertex, xb_code_node *node)
{
    xb_names *names = lowering->evaluator->strings;
    xb_constant *constant = xb_arena_alloc(lowering->memory, sizeof *constant);
    constant->vertex.node.kind = XB_KIND_CONSTANT;
    constant->type = vertex->type;
    constant->value = xb_names_get(names, vertex->text);
    constant->fe_type = vertex->fe_type ? xb_names_get(names, vertex->fe_type) : NULL;
    node->source = &constant->vertex;
    node->constant = xb_lower_constant(lowering, constant);
    if (node->constant)
        node->run = xb_run_constant;
}

static void lower_operator(xb_lowering *lowering, const xb_partial_vertex *vertex, const uint32_t *places,
                           xb_code_node *node)
{
    xb_intrinsic *intrinsic = xb_arena_alloc(lowering->memory, sizeof *intrinsic);
    uint32_t *operands = xb_arena_array(lowering->memory, vertex->operand_count, sizeof *operands);
    for (unsigned k = 0; k < vertex->operand_count; k++)
        operands[k] = places[vertex->operands[k]];
    intrinsic->vertex.node.kind = vertex->kind;
    intrinsic->name = xb_names_get(lowering->evaluator->strings, vertex->text);
    node->source = &intrinsic->vertex;
    node->operand_count = vertex->operand_count;
    node->operands = operands;
    xb_lower_intrinsic(node);
}

/* Appends a formula. @param result the register of the intrinsic's result @return that of the formula's */
static uint32_t lower_formula(xb_lowering *lowering, const xb_partial_vertex *vertices, size_t count,
                              const uint32_t *operands, uint32_t result, xb_code_nodes *nodes)
{
    uint32_t *places = xb_arena_array(lowering->evaluator->scratch, count, sizeof *places);
    for (size_t i = 0; i < count; i++) {
        const xb_partial_vertex *vertex = &vertices[i];
        if (vertex->kind == XB_KIND_ARGUMENT_REFERENCE) {
            places[i] = vertex->argument > 0 ? operands[vertex->argument - 1] : result;
            continue;
        }
        xb_code_node *node = &nodes->items[nodes->count];
        node->run = xb_run_unknown;
        if (vertex->kind == XB_KIND_CONSTANT)
            lower_constant(lowering, vertex, node);
        else
            lower_operator(lowering, vertex, places, node);
        places[i] = nodes->count++;
    }
    return places[count - 1];
}

/* Whether all operands are there that formulas may need. */
static bool has_operands(const xb_inlinable *item, const xb_code_node *node)
{
    for (uint32_t k = 0; k < item->required_count && k < node->operand_count; k++)
        if (node->operands[k] == XB_CODE_NONE)
            return false;
    return node->operand_count >= item->required_count && node->operand_count <= item->argument_count;
}

static bool has_condition(const xb_evaluator *evaluator, const xb_inlinable *item, const xb_code_node *node)
{
    const xb_evaluate_options *options = &evaluator->options;
    for (size_t i = 0; i < item->singular_count; i++)
        if (item->singular[i].kind == XB_KIND_ARGUMENT_REFERENCE &&
            item->singular[i].argument > node->operand_count)
            return false;
    return item->singular && options->zero_singular && options->exact;
}

static xb_operation run_formula;

void xb_lower_formula(xb_lowering *lowering, xb_code_node *node, xb_code_nodes *nodes)
{
    const xb_inlinable *item = find_formula(lowering->evaluator, node->source);
    if (!item || !item->value || !has_operands(item, node))
        return;
    xb_code_formula *formula = xb_arena_alloc(lowering->memory, sizeof *formula);
    formula->item = item;
    formula->value =
        lower_formula(lowering, item->value, item->value_count, node->operands, XB_CODE_NONE, nodes);
    formula->condition = XB_CODE_NONE;
    if (has_condition(lowering->evaluator, item, node))
        formula->condition = lower_formula(lowering, item->singular, item->singular_count, node->operands,
                                           formula->value, nodes);
    node->formula = formula;
    node->run = run_formula;
}

/* ---- running -------------------------------------------------------------------------------------- */

/* A copy with reals and tangents of its own. */
static void part_array(xb_evaluator *evaluator, xb_register *result)
{
    const size_t reals = result->array->count * (result->array->type == XB_TYPE_COMPLEX ? 2 : 1);
    xb_array *copy = xb_evaluator_scratch(evaluator, 1, sizeof *copy);
    *copy = *result->array;
    copy->reals = xb_evaluator_scratch(evaluator, reals + 1, sizeof *copy->reals);
    memcpy(copy->reals, result->array->reals, reals * sizeof *copy->reals);
    if (copy->tangents) {
        copy->tangents = xb_evaluator_scratch(evaluator, reals * copy->directions + 1, sizeof(double));
        memcpy(copy->tangents, result->array->tangents, reals * copy->directions * sizeof(double));
    }
    result->array = copy;
}

/* Of real and complex operands, the result has the greatest width, whatever that of constants is. */
static void fit(xb_evaluator *evaluator, const xb_code_node *node, const xb_register *registers,
                xb_register *result)
{
    const xb_type type = result->number.type;
    if (type != XB_TYPE_REAL && type != XB_TYPE_COMPLEX)
        return;
    const xb_number absent = {.type = XB_TYPE_VOID};
    xb_number *x = xb_evaluator_scratch(evaluator, node->operand_count, sizeof *x);
    for (uint32_t k = 0; k < node->operand_count; k++)
        x[k] = node->operands[k] == XB_CODE_NONE ? absent : registers[node->operands[k]].number;
    const xb_width width = xb_evaluator_width_of(
        evaluator, type, xb_result_width(XB_INTRINSIC_ADD, x, node->operand_count, type));
    if (width == result->number.width)
        return;
    if (result->array) {
        part_array(evaluator, result);
        xb_array_fit(result->array, width);
    }
    xb_number_fit(&result->number, width);
}

static bool is_complex(const xb_code_node *node, const xb_register *registers)
{
    for (uint32_t k = 0; k < node->operand_count; k++)
        if (node->operands[k] != XB_CODE_NONE && registers[node->operands[k]].number.type == XB_TYPE_COMPLEX)
            return true;
    return false;
}

/* Whether the condition holds for an element of the result. */
static bool holds(const xb_register *condition, size_t i)
{
    return condition->array ? i < condition->array->count && condition->array->integers[i]
                            : condition->number.integer;
}

static void zero_where_singular(xb_evaluator *evaluator, const xb_code_formula *formula,
                                const xb_register *condition, xb_register *result)
{
    if (!result->array) {
        if (result->tangent && holds(condition, 0)) {
            result->tangent = NULL;
            xb_note_zero(evaluator, formula->item->name);
        }
        return;
    }
    if (!result->array->tangents)
        return;
    part_array(evaluator, result);
    const xb_array *array = result->array;
    const size_t length = array->directions * (array->type == XB_TYPE_COMPLEX ? 2 : 1);
    for (size_t i = 0; i < array->count; i++)
        if (holds(condition, i)) {
            memset(array->tangents + i * length, 0, length * sizeof *array->tangents);
            xb_note_zero(evaluator, formula->item->name);
        }
}

static void run_formula(xb_evaluator *evaluator, const xb_code_node *node, const xb_register *registers,
                        xb_register *result)
{
    const xb_code_formula *formula = node->formula;
    *result = registers[formula->value];
    fit(evaluator, node, registers, result);
    if (formula->condition != XB_CODE_NONE && evaluator->options.numbers != XB_EXACT_DEPENDENCES &&
        (!formula->item->singular_of_complex || is_complex(node, registers)))
        zero_where_singular(evaluator, formula, &registers[formula->condition], result);
}

/* ---- what is not known ---------------------------------------------------------------------------- */

/* What to do about an intrinsic that the evaluator does not know. */
static const char *advice(const xb_evaluator *evaluator, const xb_vertex *vertex)
{
    const xb_catalogue *catalogue = evaluator->options.catalogue;
    const char *name = ((const xb_intrinsic *)vertex)->name->text;
    const xb_inlinable *item = find_formula(evaluator, vertex);
    if (item && item->file)
        return xb_arena_format(
            evaluator->memory,
            "add the formula of its value to Function of '%s', %s:%zu: vertices and edges, "
            "as in a Partial",
            name, item->file, item->line);
    if (catalogue && xb_catalogue_noninlinable(catalogue, xb_names_get(evaluator->strings, name)))
        return "it is non-inlinable: catalogues say the values of inlinable intrinsics only, by the formula "
               "in "
               "Function";
    const char *names[XB_INTRINSIC_COUNT];
    for (size_t i = 0; i < XB_INTRINSIC_COUNT; i++)
        names[i] = xb_intrinsic_facts_of((xb_intrinsic_code)i)->name;
    const char *near = xb_nearest(evaluator->memory, name, names + 1, XB_INTRINSIC_COUNT - 1);
    return near ? xb_arena_format(evaluator->memory,
                                  "did you mean '%s'? if a catalogue has it, name that with -c", near)
                : "if a catalogue has it, name that with -c";
}

void xb_fail_for_want_of_meaning(xb_evaluator *evaluator, const xb_vertex *vertex)
{
    xb_evaluator_fail(evaluator, XB_STATUS_UNSUPPORTED, advice(evaluator, vertex),
                      "what the intrinsic %s computes is not known here",
                      ((const xb_intrinsic *)vertex)->name->text);
}
