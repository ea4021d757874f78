/*
 * Trees become graphs by steps that are kept on a stack: each step takes the operands of one node in turn,
 * and then adds the node. Operations and calls that several operators have in common become one vertex. What
 * a call can't be passed as it is, since it is neither a variable nor a constant, is assigned to a variable
 * first.
 */
#include "languages/code/back.h"
#include "languages/code/maker.h"

enum { PARTS = 3 /* of a subscript */ };

/* A node whose operands are being taken. */
typedef struct step {
    const xb_source_expression *from;
    size_t next;             /* the operand that comes next; of a variable, three for each subscript */
    xb_expression *to;       /* what it becomes part of; NULL: the reference stands alone */
    uint32_t *result;        /* receives the number of its vertex */
    uint32_t *operands;      /* of an operation: numbers of their vertices */
    xb_reference *reference; /* of a variable */
    xb_function_call *call;  /* of a call */
    xb_triplet *triplet;     /* of a variable: the subscript at hand */
    xb_symbol *target;       /* what is assigned the whole, before the statement at hand; NULL: nothing is */
} step;

static step *top_of(xb_back *back)
{
    return &((step *)back->steps.items)[back->steps.count - 1];
}

static void *make(xb_back *back, xb_kind kind, size_t size)
{
    return xb_node_create(back->program, kind, size, (size_t)back->line);
}

/* ---- leaves -------------------------------------------------------------------------------------------- */

static xb_constant *make_constant(xb_back *back, const xb_source_expression *from)
{
    xb_constant *made = make(back, XB_KIND_CONSTANT, sizeof *made);
    made->type = from->type;
    made->value = xb_program_name(back->program, from->text);
    made->fe_type = xb_back_type(back, from->type, from->bytes);
    return made;
}

static xb_reference *refer_to(xb_back *back, xb_symbol *symbol)
{
    xb_reference *made = xb_build_reference(back->program, symbol);
    made->vertex.node.line = (uint32_t)back->line;
    made->alias = xb_back_alias(back, symbol, false) & XB_KEY_MASK;
    return made;
}

/* A reference whose subscripts are still to come. */
static xb_reference *make_reference(xb_back *back, const xb_source_expression *from)
{
    const xb_symbol *symbol = xb_back_symbol(back, from->variable);
    xb_reference *made = xb_build_reference(back->program, (xb_symbol *)symbol);
    made->vertex.node.line = (uint32_t)back->line;
    made->alias = back->declares ? 0 : xb_back_alias(back, symbol, from->count > 0) & XB_KEY_MASK;
    if (from->count > 0 && (int)from->count != symbol->rank)
        xb_back_refuse(back, XB_STATUS_UNSUPPORTED, "give it as many subscripts as it has dimensions",
                       "%s has %d dimensions, and %zu subscripts", from->variable->name, symbol->rank,
                       from->count);
    return made;
}

/* ---- steps --------------------------------------------------------------------------------------------- */

/* Whether all that a node becomes is a leaf. */
static bool is_leaf(const xb_source_expression *from)
{
    return from->kind == XB_SOURCE_CONSTANT || (from->kind == XB_SOURCE_VARIABLE && from->count == 0);
}

static step *push(xb_back *back, const xb_source_expression *from, xb_expression *to, uint32_t *result)
{
    step *made = xb_vector_push(back->scratch, &back->steps, sizeof *made);
    *made = (step){.from = from, .to = to, .result = result};
    if (from->kind == XB_SOURCE_OPERATION)
        made->operands = xb_arena_array(back->scratch, from->count, sizeof *made->operands);
    else if (from->kind == XB_SOURCE_FUNCTION)
        made->call = make(back, XB_KIND_FUNCTION_CALL, sizeof *made->call);
    else if (from->kind == XB_SOURCE_VARIABLE)
        made->reference = make_reference(back, from);
    return made;
}

/* Takes a node: at once if it is a leaf, or known, else by a step. */
static void take(xb_back *back, const xb_source_expression *from, xb_expression *to, uint32_t *result)
{
    uintptr_t known = (uintptr_t)xb_map_get(&back->done, (uintptr_t)from, (uintptr_t)to);
    if (known > 0)
        *result = (uint32_t)(known - 1);
    else if (is_leaf(from))
        *result = xb_expression_add(back->program, to,
                                    from->kind == XB_SOURCE_CONSTANT ? (void *)make_constant(back, from)
                                                                     : (void *)make_reference(back, from));
    else
        push(back, from, to, result);
}

static xb_expression *begin_expression(xb_back *back)
{
    return make(back, XB_KIND_EXPRESSION, sizeof(xb_expression));
}

/* Begins an expression of its own, of one node. */
static xb_expression *begin_with(xb_back *back, const xb_source_expression *from)
{
    xb_expression *made = begin_expression(back);
    take(back, from, made, &made->root);
    return made;
}

/* What stands for an argument that is computed before. */
static xb_reference *compute_before(xb_back *back, const xb_source_expression *from)
{
    if (back->declares || from->type == XB_TYPE_STRING || from->type == XB_TYPE_OPAQUE)
        xb_back_refuse(back, XB_STATUS_UNSUPPORTED, "assign it to a variable first",
                       "what a function is passed here is no variable");
    xb_symbol *symbol = xb_back_temporary(back, from);
    xb_expression *value = begin_expression(back);
    push(back, from, value, &value->root)->target = symbol;
    return refer_to(back, symbol);
}

/* A reference that is no vertex. */
static xb_reference *begin_reference(xb_back *back, const xb_source_expression *from)
{
    return from->count > 0 ? push(back, from, NULL, NULL)->reference : make_reference(back, from);
}

/* ---- nodes --------------------------------------------------------------------------------------------- */

static xb_expression *take_part(xb_back *back, const xb_source_expression *part)
{
    return part ? begin_with(back, part) : NULL;
}

/* A part of a range. One that has a beginning only is no element: it has an end, or at least a stride. */
static const xb_source_expression *part_of_range(xb_back *back, const step *at, size_t i, size_t part)
{
    const xb_source_expression *range = at->from->operands[i];
    const xb_source_variable *variable = at->from->variable;
    bool lacks_end = range->operands[0] && !range->operands[1] && !range->operands[2];
    if (!lacks_end || part == 0)
        return range->operands[part];
    if (variable->bounds && i < (size_t)variable->rank)
        return part == 1
                   ? xb_source_integer(back->scratch, variable->bounds[(size_t)variable->rank - 1 - i].upper)
                   : NULL;
    return part == 2 ? xb_source_integer(back->scratch, 1) : NULL;
}

/* The next part of a subscript. */
static void take_subscript(xb_back *back, step *at)
{
    const size_t part = at->next % PARTS, i = at->next / PARTS;
    const xb_source_expression *subscript = at->from->operands[i];
    at->next++;
    bool is_range = subscript->kind == XB_SOURCE_RANGE;
    if (part == 0) {
        at->triplet = make(back, XB_KIND_TRIPLET, sizeof *at->triplet);
        xb_list_append(back->program->arena, &at->reference->subscripts, at->triplet);
    }
    xb_triplet *triplet = at->triplet;
    xb_expression **const places[PARTS] = {&triplet->index, &triplet->bound, &triplet->stride};
    if (is_range)
        *places[part] = take_part(back, part_of_range(back, at, i, part));
    else if (part == 0)
        *places[part] = take_part(back, subscript);
}

static void take_operand(xb_back *back, step *at)
{
    const xb_source_expression *operand = at->from->operands[at->next];
    uint32_t *result = &at->operands[at->next++];
    if (operand)
        take(back, operand, at->to, result);
    else
        xb_back_refuse(back, XB_STATUS_UNSUPPORTED, NULL, "an operand of an intrinsic is missing");
}

/* Functions can't tell an argument that is left out from the next one: only the last ones may be. */
static void take_argument(xb_back *back, step *at)
{
    const xb_source_expression *argument = at->from->operands[at->next++];
    xb_list *arguments = &at->call->arguments;
    if (argument && arguments->count + 1 < at->next)
        xb_back_refuse(back, XB_STATUS_UNSUPPORTED, "pass them all, or make it a subroutine",
                       "an argument of %s is left out, and another one follows it", at->from->callee->name);
    if (argument)
        xb_list_append(back->program->arena, arguments,
                       argument->kind == XB_SOURCE_VARIABLE ? begin_reference(back, argument)
                                                            : compute_before(back, argument));
}

/* What is not known is described by what its result is. */
static xb_intrinsic *make_operation(xb_back *back, const xb_source_expression *from)
{
    const xb_intrinsic_facts *facts = xb_intrinsic_facts_of(from->intrinsic);
    const xb_kind kind = facts->is_operation ? XB_KIND_BOOLEAN_OPERATION : XB_KIND_INTRINSIC;
    xb_intrinsic *made = make(back, kind, sizeof *made);
    made->name = xb_program_name(back->program, facts->name ? facts->name : from->text);
    made->result_type = XB_TYPE_REAL;
    if (!facts->name) {
        made->has_result_type = made->has_result_shape = true;
        made->result_type = from->type;
        made->result_rank = from->rank;
    }
    return made;
}

/* The kind of a result follows from operands; where one of them is the kind, it may be added. @return whether
 * it is to be added */
static bool lacks_kind(xb_back *back, const xb_source_expression *from)
{
    const xb_intrinsic_facts *facts = xb_intrinsic_facts_of(from->intrinsic);
    xb_source_expression settled = *from;
    xb_source_settle_kind(&settled);
    if (!facts->name ||
        xb_source_kind_of(from->type, from->bytes) == xb_source_kind_of(settled.type, settled.bytes))
        return false;
    if (facts->kind == from->count + 1)
        return true;
    xb_back_refuse(back, XB_STATUS_UNSUPPORTED, "convert its operands",
                   "the result of %s has %u bytes, and its operands say %u", facts->name, from->bytes,
                   settled.bytes);
    return false;
}

static void end_operation(xb_back *back, const step *at)
{
    xb_program *program = back->program;
    const size_t count = at->from->count;
    uint32_t vertex = xb_expression_add(program, at->to, make_operation(back, at->from));
    for (uint32_t i = 0; i < count; i++)
        xb_expression_connect(program, at->to, at->operands[i], vertex, i + 1);
    if (lacks_kind(back, at->from))
        xb_expression_connect(
            program, at->to,
            xb_expression_add(program, at->to, xb_build_integer(program, (int64_t)at->from->bytes)), vertex,
            (uint32_t)count + 1);
    *at->result = vertex;
}

static void end_call(xb_back *back, const step *at)
{
    at->call->symbol = xb_back_subroutine(back, at->from->callee);
    xb_back_note_call(back, at->from->callee);
    *at->result = xb_expression_add(back->program, at->to, at->call);
}

static void assign_before(xb_back *back, const step *at)
{
    xb_assignment *made =
        xb_build_assignment(back->program, xb_back_statement_id(back), refer_to(back, at->target), at->to);
    made->statement.node.line = (uint32_t)back->line;
    made->line_number = back->line;
    xb_list_append(back->program->arena, &back->before, made);
}

/* A node of which all operands have been taken. */
static void end_step(xb_back *back)
{
    const step at = *top_of(back);
    back->steps.count--;
    if (at.from->kind == XB_SOURCE_OPERATION)
        end_operation(back, &at);
    else if (at.from->kind == XB_SOURCE_FUNCTION)
        end_call(back, &at);
    else if (at.from->kind == XB_SOURCE_VARIABLE && at.to)
        *at.result = xb_expression_add(back->program, at.to, at.reference);
    else if (at.from->kind == XB_SOURCE_CONSTANT)
        *at.result = xb_expression_add(back->program, at.to, make_constant(back, at.from));
    if (at.to)
        xb_map_put(back->scratch, &back->done, (uintptr_t)at.from, (uintptr_t)at.to,
                   (const void *)((uintptr_t)*at.result + 1));
    if (at.target)
        assign_before(back, &at);
}

/* Operands may push steps, which move the stack. */
static void run(xb_back *back)
{
    while (back->steps.count > 0) {
        step *at = top_of(back);
        const xb_source_kind kind = at->from->kind;
        if (at->next == (kind == XB_SOURCE_VARIABLE ? PARTS : 1) * at->from->count)
            end_step(back);
        else if (kind == XB_SOURCE_VARIABLE)
            take_subscript(back, at);
        else if (kind == XB_SOURCE_OPERATION)
            take_operand(back, at);
        else
            take_argument(back, at);
    }
    back->done = (xb_map){0};
}

/* ---- all ----------------------------------------------------------------------------------------------- */

xb_expression *xb_back_expression(xb_back *back, const xb_source_expression *expression)
{
    xb_expression *made = begin_with(back, expression);
    run(back);
    return made;
}

xb_reference *xb_back_reference(xb_back *back, const xb_source_expression *expression)
{
    xb_reference *made = begin_reference(back, expression);
    run(back);
    return made;
}

void *xb_back_argument(xb_back *back, const xb_source_expression *expression)
{
    if (expression->kind == XB_SOURCE_CONSTANT)
        return make_constant(back, expression);
    if (expression->kind == XB_SOURCE_VARIABLE)
        return xb_back_reference(back, expression);
    xb_reference *made = compute_before(back, expression);
    run(back);
    return made;
}
