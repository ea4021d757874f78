/*
 * Expressions of the IR are graphs; here they become trees. Operands come before operators, so that nothing
 * nests. A large part, or one that several operators have, becomes a variable of its own where statements can
 * be put before the one at hand: compilers limit the length of statements.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/shape.h"
#include "languages/code/maker.h"

enum { LARGE = 150 /* nodes of a tree that becomes a statement of its own */ };

xb_source_expression *xb_source_new(xb_arena *arena, xb_source_kind kind, xb_type type, unsigned bytes,
                                    int rank)
{
    xb_source_expression *made = xb_arena_alloc(arena, sizeof *made);
    *made = (xb_source_expression){.kind = kind, .type = type, .bytes = bytes, .rank = rank, .size = 1};
    return made;
}

void xb_source_take_operands(xb_arena *arena, xb_source_expression *made, size_t count)
{
    made->operands = xb_arena_array(arena, count, sizeof *made->operands);
    made->count = count;
}

void xb_source_set_operand(xb_source_expression *made, size_t i, const xb_source_expression *operand)
{
    made->operands[i] = operand;
    made->size += operand ? operand->size : 0;
}

const xb_source_expression *xb_source_whole(xb_arena *arena, xb_source_variable *variable)
{
    xb_source_expression *made =
        xb_source_new(arena, XB_SOURCE_VARIABLE, variable->type, variable->bytes, variable->rank);
    made->variable = variable;
    return made;
}

const xb_source_expression *xb_source_integer(xb_arena *arena, int64_t value)
{
    xb_source_expression *made = xb_source_new(arena, XB_SOURCE_CONSTANT, XB_TYPE_INTEGER, 0, 0);
    made->text = xb_arena_format(arena, "%" PRId64, value);
    return made;
}

bool xb_source_is_integer(const xb_source_expression *expression, int64_t *value)
{
    if (expression->kind != XB_SOURCE_CONSTANT || expression->type != XB_TYPE_INTEGER)
        return false;
    *value = strtoll(expression->text, NULL, 10);
    return true;
}

const xb_source_expression *xb_source_operation(xb_arena *arena, xb_intrinsic_code code,
                                                const xb_source_expression *a, const xb_source_expression *b)
{
    int64_t x, y;
    if (code == XB_INTRINSIC_ADD && xb_source_is_integer(a, &x) && xb_source_is_integer(b, &y))
        return xb_source_integer(arena, (int64_t)((uint64_t)x + (uint64_t)y));
    xb_source_expression *made = xb_source_new(arena, XB_SOURCE_OPERATION, a->type, a->bytes, a->rank);
    made->intrinsic = code;
    xb_source_take_operands(arena, made, 2);
    xb_source_set_operand(made, 0, a);
    xb_source_set_operand(made, 1, b);
    return made;
}

const xb_source_expression *xb_source_relation(xb_arena *arena, xb_intrinsic_code code,
                                               const xb_source_expression *a, const xb_source_expression *b)
{
    xb_source_expression *made = xb_source_new(arena, XB_SOURCE_OPERATION, XB_TYPE_BOOL, 0, a->rank);
    made->intrinsic = code;
    xb_source_take_operands(arena, made, 2);
    xb_source_set_operand(made, 0, a);
    xb_source_set_operand(made, 1, b);
    return made;
}

/* What holds if a comparison does not: of real numbers, that is known of equality only, since some are none.
 */
static xb_intrinsic_code opposite_of(const xb_source_expression *e)
{
    static const struct opposite {
        xb_intrinsic_code a, b;
        bool of_reals;
    } opposites[] = {{XB_INTRINSIC_EQUAL, XB_INTRINSIC_NOT_EQUAL, true},
                     {XB_INTRINSIC_LESS_THAN, XB_INTRINSIC_GREATER_OR_EQUAL, false},
                     {XB_INTRINSIC_GREATER_THAN, XB_INTRINSIC_LESS_OR_EQUAL, false}};
    bool of_integers = e->kind == XB_SOURCE_OPERATION && e->count == 2 &&
                       e->operands[0]->type == XB_TYPE_INTEGER && e->operands[1]->type == XB_TYPE_INTEGER;
    for (size_t i = 0; i < sizeof opposites / sizeof *opposites && e->kind == XB_SOURCE_OPERATION; i++) {
        if (!opposites[i].of_reals && !of_integers)
            continue;
        if (e->intrinsic == opposites[i].a || e->intrinsic == opposites[i].b)
            return e->intrinsic == opposites[i].a ? opposites[i].b : opposites[i].a;
    }
    return XB_INTRINSIC_NONE;
}

static const xb_source_expression *as_relation(xb_arena *arena, const xb_source_expression *relation,
                                               xb_intrinsic_code code)
{
    xb_source_expression *made = xb_arena_alloc(arena, sizeof *made);
    *made = *relation;
    made->intrinsic = code;
    made->text = xb_intrinsic_facts_of(code)->name;
    return made;
}

const xb_source_expression *xb_source_negation(xb_arena *arena, const xb_source_expression *expression)
{
    xb_intrinsic_code code = opposite_of(expression);
    if (expression->kind == XB_SOURCE_OPERATION && expression->intrinsic == XB_INTRINSIC_NOT)
        return expression->operands[0];
    if (code != XB_INTRINSIC_NONE)
        return as_relation(arena, expression, code);
    xb_source_expression *made = xb_source_new(arena, XB_SOURCE_OPERATION, XB_TYPE_BOOL, 0, expression->rank);
    made->intrinsic = XB_INTRINSIC_NOT;
    xb_source_take_operands(arena, made, 1);
    xb_source_set_operand(made, 0, expression);
    return made;
}

bool xb_source_calls(xb_arena *arena, const xb_source_expression *expression)
{
    xb_list open = {0};
    if (expression)
        xb_list_append(arena, &open, expression);
    while (open.count > 0) {
        const xb_source_expression *e = open.items[--open.count];
        if (e->kind == XB_SOURCE_FUNCTION)
            return true;
        for (size_t i = 0; i < e->count; i++)
            if (e->operands[i])
                xb_list_append(arena, &open, e->operands[i]);
    }
    return false;
}

/* ---- leaves -------------------------------------------------------------------------------------------- */

unsigned xb_source_bytes(xb_type type, const xb_name *fe_type)
{
    if (!fe_type || fe_type->length < 2 || !strchr("FCIU", fe_type->text[0]))
        return 0;
    char *end;
    unsigned long bytes = strtoul(fe_type->text + 1, &end, 10);
    if (*end || bytes > 64)
        return 0;
    if (type == XB_TYPE_INTEGER && fe_type->text[0] == 'U' && bytes > 0 && bytes <= 8)
        return (unsigned)bytes + XB_SOURCE_UNSIGNED;
    return (unsigned)(type == XB_TYPE_COMPLEX && fe_type->text[0] == 'C' ? bytes / 2 : bytes);
}

/* What feTypes of a type mean something. */
static const char *types_of(xb_type type)
{
    switch (type) {
    case XB_TYPE_REAL: return "F4, F8";
    case XB_TYPE_COMPLEX: return "C8, C16";
    case XB_TYPE_INTEGER: return "I1, I2, I4, I8, U1, U2, U4, U8";
    default: return NULL;
    }
}

/* Whether a list has a text as one of its entries. */
static bool is_listed(const char *list, const char *text, size_t length)
{
    for (const char *at = list; *at; at += strspn(at, ", ")) {
        size_t found = strcspn(at, ",");
        if (found == length && strncmp(at, text, length) == 0)
            return true;
        at += found;
    }
    return false;
}

/* What was made of the document's symbols has their types: these are reported. */
void xb_maker_check_type(xb_source_maker *maker, const char *what, xb_type type, const xb_name *fe_type)
{
    const char *known = types_of(type);
    if (!known || !fe_type || fe_type->length == 0 || is_listed(known, fe_type->text, fe_type->length))
        return;
    if (maker->status == XB_STATUS_OK || xb_program_place(maker->program, maker->at, NULL).line > 0)
        xb_maker_refuse(maker, xb_arena_format(maker->arena, "feType is one of %s, or empty", known),
                        "%s has the type %s, which is not known", what, fe_type->text);
}

const xb_source_expression *xb_maker_constant(xb_source_maker *maker, const xb_constant *constant)
{
    xb_type type = constant->type == XB_TYPE_DOUBLE ? XB_TYPE_REAL : constant->type;
    xb_maker_check_type(maker, constant->value->text, type, constant->fe_type);
    xb_source_expression *made =
        xb_source_new(maker->arena, XB_SOURCE_CONSTANT, type, xb_source_bytes(type, constant->fe_type), 0);
    if (type == XB_TYPE_REAL && made->bytes == 0)
        made->bytes = 8;
    made->text = constant->value->text;
    return made;
}

static const xb_source_expression *make_range(xb_source_maker *maker, const xb_triplet *triplet)
{
    xb_source_expression *range = xb_source_new(maker->arena, XB_SOURCE_RANGE, XB_TYPE_INTEGER, 0, 1);
    const xb_expression *parts[] = {triplet->index, triplet->bound, triplet->stride};
    xb_source_take_operands(maker->arena, range, 3);
    for (size_t i = 0; i < 3; i++)
        xb_source_set_operand(range, i, parts[i] ? xb_maker_expression(maker, parts[i]) : NULL);
    return range;
}

static const xb_source_expression *make_subscript(xb_source_maker *maker, const xb_triplet *triplet)
{
    bool is_index = triplet->index && !triplet->bound && !triplet->stride;
    return is_index ? xb_maker_expression(maker, triplet->index) : make_range(maker, triplet);
}

const xb_source_expression *xb_maker_reference(xb_source_maker *maker, const xb_reference *reference)
{
    if (reference->deriv)
        xb_maker_refuse(maker, xb_maker_choose_mode, "the derivative of %s is a component of it",
                        reference->symbol->id->text);
    if (xb_reference_parts_of(reference)->properties.count > 0)
        xb_maker_refuse(maker, NULL, "%s is a member of a structure, and the document does not say which",
                        reference->symbol->id->text);
    xb_source_variable *variable = xb_maker_variable(maker, reference->symbol);
    variable->is_early |= maker->declares;
    if (maker->declares && maker->unit && variable->home != maker->unit)
        maker->unit->imports = true;
    xb_maker_places(maker, variable, reference);
    xb_source_expression *made = xb_source_new(maker->arena, XB_SOURCE_VARIABLE, variable->type,
                                               variable->bytes, xb_reference_rank(reference));
    made->variable = variable;
    xb_source_take_operands(maker->arena, made, reference->subscripts.count);
    for (size_t i = 0; i < made->count; i++)
        xb_source_set_operand(made, i, make_subscript(maker, reference->subscripts.items[i]));
    return made;
}

/* ---- operators ------------------------------------------------------------------------------------------
 */

static const xb_source_expression *make_function(xb_source_maker *maker, const xb_function_call *call)
{
    xb_source_unit *callee = xb_maker_unit(maker, call->symbol);
    if (!callee)
        return xb_source_integer(maker->arena, 0);
    callee->is_function = true;
    xb_list_append(maker->arena, &maker->unit->calls, callee);
    const xb_source_variable *result = callee->formals.items[callee->formals.count - 1];
    xb_source_expression *made =
        xb_source_new(maker->arena, XB_SOURCE_FUNCTION, result->type, result->bytes, result->rank);
    made->callee = callee;
    xb_source_take_operands(maker->arena, made, call->arguments.count);
    for (size_t i = 0; i < made->count; i++)
        xb_source_set_operand(made, i, xb_maker_reference(maker, call->arguments.items[i]));
    for (uint32_t i = 0; i + 1 < callee->formals.count; i++)
        xb_maker_pass(maker, callee, i, i < made->count ? made->operands[i] : NULL);
    return made;
}

/* Whether an operation asks whether something is there that always is. */
static bool is_certainly_there(xb_intrinsic_code code, const xb_source_expression *asked)
{
    return code == XB_INTRINSIC_ALLOCATED && asked && asked->kind == XB_SOURCE_VARIABLE &&
           !asked->variable->allocatable && !asked->variable->pointer;
}

static const xb_source_expression *make_operation(xb_source_maker *maker, const xb_expression *expression,
                                                  uint32_t v, const xb_shape *shape,
                                                  const xb_source_expression *const *made)
{
    const xb_vertex *vertex = xb_expression_vertex(expression, v);
    xb_source_expression *operation =
        xb_source_new(maker->arena, XB_SOURCE_OPERATION, shape->type,
                      xb_source_bytes(shape->type, shape->fe_type), shape->rank);
    operation->intrinsic = xb_vertex_intrinsic(vertex);
    operation->text = ((const xb_intrinsic *)vertex)->name->text;
    size_t count = xb_expression_operand_count(expression, v);
    xb_source_take_operands(maker->arena, operation, count);
    for (size_t i = 0; i < count; i++)
        xb_source_set_operand(operation, i, made[xb_expression_operand(expression, v, (uint32_t)i + 1)]);
    xb_source_settle_kind(operation);
    const xb_source_expression *asked = count > 0 ? operation->operands[0] : NULL;
    if (operation->intrinsic == XB_INTRINSIC_PRESENT && asked->kind == XB_SOURCE_VARIABLE &&
        asked->variable->position)
        asked->variable->optional = true;
    if (is_certainly_there(operation->intrinsic, asked)) {
        xb_source_expression *is_true = xb_source_new(maker->arena, XB_SOURCE_CONSTANT, XB_TYPE_BOOL, 0, 0);
        is_true->text = "1";
        return is_true;
    }
    return xb_source_simplified(maker->arena, operation);
}

static const xb_source_expression *make_one(xb_source_maker *maker, const xb_expression *expression,
                                            uint32_t v, const xb_shape *shape,
                                            const xb_source_expression *const *made)
{
    const xb_vertex *vertex = xb_expression_vertex(expression, v);
    switch (xb_vertex_kind_of(vertex)) {
    case XB_VERTEX_VARIABLE_REFERENCE: return xb_maker_reference(maker, (const xb_reference *)vertex);
    case XB_VERTEX_CONSTANT: return xb_maker_constant(maker, (const xb_constant *)vertex);
    case XB_VERTEX_FUNCTION_CALL: return make_function(maker, (const xb_function_call *)vertex);
    case XB_VERTEX_INTRINSIC:
    case XB_VERTEX_BOOLEAN_OPERATION: return make_operation(maker, expression, v, shape, made);
    case XB_VERTEX_ARGUMENT_REFERENCE: break;
    }
    xb_unexpected_kind(maker->program, &vertex->node);
}

/* Assigns a part to a variable of its own, if that can be. */
static const xb_source_expression *split(xb_source_maker *maker, const xb_source_expression *part)
{
    if (part->rank > 0 || part->type == XB_TYPE_STRING || part->type == XB_TYPE_OPAQUE)
        return part;
    xb_source_variable *variable = xb_maker_temporary(maker, "part", part->type, part->bytes);
    xb_source_statement *statement = xb_maker_add(maker, XB_SOURCE_ASSIGN);
    statement->target = xb_source_whole(maker->arena, variable);
    statement->value = part;
    return statement->target;
}

static bool wants_split(const xb_source_maker *maker, const xb_expression *expression, uint32_t v,
                        const xb_source_expression *part, uint32_t root)
{
    if (!maker->may_split || v == root || part->size == 1)
        return false;
    return part->size > LARGE || (part->size > 8 && xb_graph_out_degree(&expression->graph, v) > 1);
}

const xb_source_expression *xb_maker_vertex(xb_source_maker *maker, const xb_expression *expression,
                                            uint32_t vertex)
{
    xb_arena *scratch = maker->scratch;
    const xb_arena_mark mark = xb_arena_mark_now(scratch);
    const uint32_t *order = xb_expression_order(scratch, expression);
    const xb_shape *shapes = xb_shapes_of(maker->analyses, scratch, expression, NULL, NULL);
    size_t count = expression->graph.vertex_count;
    const xb_source_expression **made = xb_arena_array(scratch, count, sizeof *made);
    for (size_t i = 0; i < count; i++) {
        uint32_t v = order[i];
        made[v] = make_one(maker, expression, v, &shapes[v], made);
        if (wants_split(maker, expression, v, made[v], vertex))
            made[v] = split(maker, made[v]);
    }
    const xb_source_expression *result = made[vertex];
    xb_arena_release(scratch, mark);
    return result;
}

const xb_source_expression *xb_maker_expression(xb_source_maker *maker, const xb_expression *expression)
{
    return xb_maker_vertex(maker, expression, expression->root);
}
