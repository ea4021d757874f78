/*
 * Calls. The actual arguments are resolved in scratch memory of the caller's statement; binding them copies
 * what the callee needs.
 *
 * A function that is called within an expression runs while the expression is being evaluated, with registers
 * of its own, and its statements leave alone the scratch memory that is older than the call. Such calls recur
 * here, unlike those of subroutines, so there is a limit of their own to them.
 */
#include <string.h>

#include "evaluate/execute.h"
#include "evaluate/operations.h"

/* ---- arguments ------------------------------------------------------------------------------------ */

static xb_variable *constant_variable(xb_evaluator *evaluator, const xb_register *constant)
{
    if (!constant)
        xb_evaluator_fail(evaluator, XB_STATUS_INVALID, NULL, "a constant argument can't be read");
    xb_type type = constant->number.type;
    xb_variable *variable = xb_arena_alloc(evaluator->scratch, sizeof *variable);
    void *memory = xb_evaluator_scratch(evaluator, 1, xb_cells_size(evaluator, type, 1));
    variable->evaluator = evaluator;
    variable->cells = xb_cells_init(memory, type, 1, true);
    variable->cells->width = constant->number.width;
    variable->count = 1;
    xb_cells_set(evaluator, variable->cells, 0, &constant->number);
    variable->constant = true;
    return variable;
}

/* The variable that an argument is; NULL: an absent optional argument that is passed on. */
static xb_variable *actual(xb_evaluator *evaluator, const xb_code_argument *argument)
{
    if (!argument->reference)
        return constant_variable(evaluator, argument->constant);
    if (argument->reference->subscript_count == 0 && !xb_frame_slot(evaluator, argument->reference->slot))
        return NULL;
    xb_variable part;
    xb_variable *variable = xb_resolve(evaluator, argument->reference, &part);
    if (variable != &part)
        return variable;
    variable = xb_evaluator_scratch(evaluator, 1, sizeof part);
    *variable = part;
    return variable;
}

/* ---- calls ---------------------------------------------------------------------------------------- */

/* The cells of constants must live as long as the callee. */
static xb_variable *keep_constant(xb_evaluator *evaluator, const xb_variable *constant)
{
    size_t bytes = xb_cells_size(evaluator, constant->cells->type, 1);
    xb_variable *kept = xb_arena_alloc(evaluator->stack, sizeof *kept);
    void *memory = xb_arena_alloc(evaluator->stack, bytes);
    *kept = *constant;
    kept->cells = xb_cells_init(memory, constant->cells->type, 1, true);
    kept->cells->width = constant->cells->width;
    xb_number value = xb_cells_get(constant->cells, 0);
    xb_cells_set(evaluator, kept->cells, 0, &value);
    return kept;
}

/* The arguments by position. References come first: looking at them may make variables of the caller, which
 * must be below the mark to which the callee's end releases the stack. */
static xb_variable **actuals_of(xb_evaluator *evaluator, const xb_code_statement *statement,
                                xb_arena_mark *mark)
{
    xb_variable **actuals = xb_evaluator_scratch(evaluator, statement->positions, sizeof *actuals);
    for (size_t i = 0; i < statement->count; i++)
        if (statement->arguments[i].reference)
            actuals[statement->arguments[i].position] = actual(evaluator, &statement->arguments[i]);
    *mark = xb_arena_mark_now(evaluator->stack);
    for (size_t i = 0; i < statement->count; i++) {
        const xb_code_argument *argument = &statement->arguments[i];
        if (!argument->reference)
            actuals[argument->position] = keep_constant(evaluator, actual(evaluator, argument));
    }
    return actuals;
}

/* A routine without body does nothing with its arguments, but functions in their subscripts are called. */
static void call_in_subscripts(xb_evaluator *evaluator, const xb_code_statement *statement)
{
    xb_variable part;
    for (size_t i = 0; i < statement->count; i++)
        if (statement->arguments[i].reference && statement->arguments[i].reference->calls)
            xb_resolve(evaluator, statement->arguments[i].reference, &part);
}

void xb_execute_call(xb_evaluator *evaluator, const xb_code_statement *statement)
{
    const xb_call *call = (const xb_call *)statement->source;
    const xb_environment *environment = &evaluator->options.environment;
    if (statement->callee) {
        xb_arena_mark mark;
        xb_variable **actuals = actuals_of(evaluator, statement, &mark);
        xb_frame_push(evaluator, statement->callee, actuals, statement->positions);
        evaluator->frame->mark = mark;
    } else {
        if (!environment->external || !environment->external(environment->context, call->symbol))
            xb_evaluator_fail(evaluator, XB_STATUS_UNSUPPORTED, "say that it does nothing, if that is so",
                              "%s is called, which has no body", call->symbol->id->text);
        call_in_subscripts(evaluator, statement);
    }
}

void xb_execute_inlinable_call(xb_evaluator *evaluator, const xb_code_statement *statement)
{
    const xb_inlinable_call *call = (const xb_inlinable_call *)statement->source;
    if (!statement->inlinable)
        xb_evaluator_fail(evaluator, XB_STATUS_UNSUPPORTED,
                          xb_inlinable_hint(evaluator->globals, call->name->text),
                          "the inlinable subroutine %s is not known", call->name->text);
    xb_actual *actuals = xb_evaluator_scratch(evaluator, statement->positions + 1, sizeof *actuals);
    for (size_t i = 0; i < statement->count; i++) {
        const xb_code_argument *argument = &statement->arguments[i];
        xb_actual *a = &actuals[argument->position];
        a->variable = actual(evaluator, argument);
        a->reference = argument->reference ? argument->reference->source : NULL;
        a->symbol = a->reference ? a->reference->symbol : NULL;
    }
    const xb_inlinable_site site = {call, statement->positions, actuals};
    statement->inlinable->run(evaluator, statement->inlinable, &site);
}

/* ---- functions ------------------------------------------------------------------------------------ */

/* What a call within an expression exchanges. */
typedef struct nesting {
    xb_register *registers;
    double *tangents;
    size_t top;
    xb_arena_mark scratch;
} nesting;

static nesting begin_nested(xb_evaluator *evaluator)
{
    enum { NESTING_LIMIT = 400 };
    if (evaluator->nesting >= NESTING_LIMIT)
        xb_evaluator_fail(evaluator, XB_STATUS_FAILED, NULL,
                          "calls of functions within expressions are nested more than %d deep",
                          NESTING_LIMIT);
    nesting outer = {evaluator->registers, evaluator->register_tangents, evaluator->register_top,
                     evaluator->scratch_base};
    evaluator->nesting++;
    xb_evaluator_use_registers(evaluator);
    evaluator->register_top = 0;
    evaluator->scratch_base = xb_arena_mark_now(evaluator->scratch);
    return outer;
}

static void end_nested(xb_evaluator *evaluator, const nesting *outer)
{
    evaluator->nesting--;
    evaluator->registers = outer->registers;
    evaluator->register_tangents = outer->tangents;
    evaluator->register_top = outer->top;
    evaluator->scratch_base = outer->scratch;
    evaluator->scratch_used = true;
}

/* The result in a register, with memory that does not belong to the result variable. */
static void read_result(xb_evaluator *evaluator, const xb_variable *variable, xb_register *result)
{
    xb_array array = xb_variable_load(variable, XB_PART_VALUE, false);
    *result = (xb_register){.number = {.type = array.type}};
    if (array.rank > 0) {
        result->array = xb_evaluator_scratch(evaluator, 1, sizeof array);
        *result->array = array;
    } else {
        result->number = xb_array_get(&array, 0);
        result->tangent = array.tangents;
    }
}

void xb_run_function(xb_evaluator *evaluator, const xb_code_node *node, const xb_register *registers,
                     xb_register *result)
{
    (void)registers;
    const xb_code_call *call = node->call;
    const xb_symbol *symbol = ((const xb_function_call *)node->source)->symbol;
    if (!call->callee)
        xb_evaluator_fail(evaluator, XB_STATUS_UNSUPPORTED, NULL,
                          "the function %s is called, which has no body", symbol->id->text);
    if (!call->result)
        xb_evaluator_fail(evaluator, XB_STATUS_UNSUPPORTED,
                          "a function is a subroutine whose last argument, with intent out, is the result",
                          "%s can't be called as a function with %zu %s", symbol->id->text, call->count,
                          xb_plural(call->count, "argument", "arguments"));
    const size_t count = call->callee->formal_count;
    xb_variable **actuals = xb_evaluator_scratch(evaluator, count, sizeof *actuals);
    for (size_t i = 0; i < call->count; i++)
        actuals[call->arguments[i].position] = actual(evaluator, &call->arguments[i]);
    xb_frame *frame = evaluator->frame;
    xb_arena_mark mark = xb_arena_mark_now(evaluator->stack);
    size_t bytes = frame->bytes;
    xb_variable *variable = xb_local_variable(frame, call->result);
    actuals[count - 1] = variable;
    nesting outer = begin_nested(evaluator);
    xb_frame_push(evaluator, call->callee, actuals, count);
    xb_execute(evaluator);
    end_nested(evaluator, &outer);
    read_result(evaluator, variable, result);
    xb_local_drop(frame, variable);
    xb_evaluator_discharge(evaluator, frame->bytes - bytes);
    frame->bytes = bytes;
    xb_arena_release(evaluator->stack, mark);
}
