/*
 * What the routine modifies and is active is the state: what its body modifies, since a formal argument that
 * it passes on may be one that can be modified only as it is declared. Whether a step is the last one is
 * decided before it: adjoints that are small, or are no numbers, are still propagated to the parameters. An
 * iteration that does not converge ends in what is no number, too.
 */
#include "algorithms/motions/fixed_point.h"

#include "algorithms/motions/marks.h"

/* Whether what a tag says is so: a document may have been changed. */
static bool can_be_step(const xb_program *program, const xb_routine *routine, const xb_call *call)
{
    const xb_formal *tolerance = xb_routine_formal(routine, 1);
    const xb_routine *step = xb_program_routine(program, call->symbol);
    bool fine = step && xb_routine_is_procedure(step) && tolerance &&
                tolerance->symbol->type == XB_TYPE_REAL && tolerance->symbol->rank == 0 &&
                !xb_symbol_is_active(tolerance->symbol);
    for (size_t i = 0; i < call->arguments.count; i++)
        fine = fine && ((const xb_argument *)call->arguments.items[i])->reference;
    return fine;
}

static bool is_step(const xb_program *program, const xb_routine *routine, const xb_node *node)
{
    const xb_call *call = (const xb_call *)node;
    return node->kind == XB_KIND_SUBROUTINE_CALL && xb_call_has_mark(program, call, XB_MARK_STEP) &&
           can_be_step(program, routine, call);
}

const xb_call *xb_fixed_point_step(const xb_program *program, const xb_routine *routine)
{
    for (size_t v = 0; v < routine->flow.vertices.count; v++) {
        const xb_flow_vertex *vertex = routine->flow.vertices.items[v];
        for (size_t i = 0; i < vertex->statements.count; i++)
            if (is_step(program, routine, vertex->statements.items[i]))
                return vertex->statements.items[i];
    }
    return NULL;
}

/* An iteration under construction. */
typedef struct iteration {
    const xb_emitter *emit;
    const xb_routine *routine;
    const xb_effects *effects;
    xb_symbol *size;  /* of adjoints */
    xb_symbol *limit; /* of their size */
    xb_symbol *again; /* whether there is another step */
    xb_symbol *steps; /* that have been taken */
} iteration;

static bool is_state(const iteration *it, const xb_formal *formal)
{
    return xb_effects_modifies(it->effects, formal) && xb_symbol_is_active(formal->symbol);
}

/* size = the sum of the largest adjoints of each variable of the state, in each direction that has variables
 * of its own, which is no number if one is not. */
static void add_size(const iteration *it, uint32_t block)
{
    xb_program *program = it->emit->program;
    xb_statement *none = xb_emit_constant(it->emit, "_size", it->size, 0);
    xb_emit_statement(it->emit, block, none);
    for (size_t i = 0; i < it->routine->formals.count; i++) {
        const xb_formal *formal = it->routine->formals.items[i];
        if (!is_state(it, formal))
            continue;
        xb_inlinable_call *call = xb_build_inlinable_call(program, XB_RUNTIME_LARGEST_DERIV, "_size");
        xb_build_argument(program, &call->arguments, xb_build_reference(program, it->size));
        xb_build_argument(program, &call->arguments, xb_build_reference(program, it->size));
        xb_build_argument(program, &call->arguments, xb_build_reference(program, formal->symbol));
        xb_emit_statement(it->emit, block, &call->statement);
    }
}

/* What is done with the adjoint of each variable of the state: it is set to zero, or grows by so many times
 * itself. @param factor NULL: zero */
static void change_state(const iteration *it, uint32_t block, xb_symbol *factor)
{
    xb_program *program = it->emit->program;
    for (size_t i = 0; i < it->routine->formals.count; i++) {
        const xb_formal *formal = it->routine->formals.items[i];
        if (!is_state(it, formal))
            continue;
        xb_inlinable_call *call = xb_build_inlinable_call(
            program, factor ? XB_RUNTIME_REVERSE_SAXPY : XB_RUNTIME_REVERSE_ZERO_DERIV, "_state");
        if (factor)
            xb_build_argument(program, &call->arguments, xb_build_reference(program, factor));
        for (int k = 0; k < (factor ? 2 : 1); k++)
            xb_build_argument(program, &call->arguments, xb_build_reference(program, formal->symbol));
        xb_emit_statement(it->emit, block, &call->statement);
    }
}

static xb_symbol *variable(const xb_emitter *emitter, xb_scope *scope, const char *stem, xb_type type)
{
    return xb_temporary_create(emitter->program, scope, stem, (xb_temporary_type){.type = type});
}

/* limit = tolerance size. @param block in which all variables get their first values */
static void begin(const iteration *it, uint32_t block)
{
    add_size(it, block);
    xb_emit_assign(
        it->emit, block, "_limit", it->limit,
        xb_emit_of_two(it->emit, XB_INTRINSIC_MUL, xb_routine_formal(it->routine, 1)->symbol, it->size));
    xb_emit_statement(it->emit, block, xb_emit_constant(it->emit, "_steps", it->steps, 0));
    xb_emit_statement(it->emit, block, xb_emit_constant(it->emit, "_again", it->again, 1));
}

/* After so many steps there is no hope: the adjoints grow until they are no numbers. @return a block after it
 */
static uint32_t add_despair(const iteration *it, uint32_t block)
{
    enum { MOST_STEPS = 100000 };
    xb_emit_assign(it->emit, block, "_steps", it->steps,
                   xb_emit_with_number(it->emit, XB_INTRINSIC_ADD, it->steps, 1));
    const xb_emitted_branch late = xb_emit_branch(
        it->emit, block, xb_emit_with_number(it->emit, XB_INTRINSIC_GREATER_THAN, it->steps, MOST_STEPS));
    change_state(it, late.block, it->size);
    xb_emit_edge(it->emit, late.block, late.end);
    xb_emit_edge(it->emit, late.head, late.end);
    return xb_emit_block(it->emit, late.end);
}

/* One step, and whether there is another one. @return the last block */
static uint32_t add_step(const iteration *it, const xb_fixed_point_calls *calls, uint32_t block)
{
    add_size(it, block);
    xb_emit_statement(it->emit, block, xb_emit_constant(it->emit, "_again", it->again, 0));
    const xb_emitted_branch more =
        xb_emit_if(it->emit, block, xb_emit_of_two(it->emit, XB_INTRINSIC_GREATER_THAN, it->size, it->limit),
                   xb_emit_constant(it->emit, "_again", it->again, 1));
    uint32_t step = add_despair(it, xb_emit_block(it->emit, more.end));
    step = calls->checkpoint(calls->context, step, XB_CHECKPOINT_STORE_ARGUMENTS);
    xb_emit_statement(it->emit, step, calls->record);
    xb_emit_statement(it->emit, step, calls->back);
    step = calls->checkpoint(calls->context, step, XB_CHECKPOINT_RESTORE_ARGUMENTS);
    xb_emit_statement(it->emit, step, calls->forth);
    return step;
}

uint32_t xb_fixed_point_return(const xb_emitter *emitter, xb_scope *variables, const xb_routine *routine,
                               const xb_effects *effects, const xb_fixed_point_calls *calls, uint32_t block)
{
    const iteration it = {.emit = emitter,
                          .routine = routine,
                          .effects = effects,
                          .size = variable(emitter, variables, "size", XB_TYPE_REAL),
                          .limit = variable(emitter, variables, "limit", XB_TYPE_REAL),
                          .again = variable(emitter, variables, "again", XB_TYPE_INTEGER),
                          .steps = variable(emitter, variables, "steps", XB_TYPE_INTEGER)};
    begin(&it, block);
    const xb_emitted_loop loop =
        xb_emit_while(emitter, block, xb_emit_with_number(emitter, XB_INTRINSIC_EQUAL, it.again, 1));
    xb_emit_edge(emitter, add_step(&it, calls, loop.body), loop.end);
    block = xb_emit_block(emitter, loop.head);
    change_state(&it, block, NULL);
    return block;
}
