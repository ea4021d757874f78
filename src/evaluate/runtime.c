/*
 * Inlinable calls by name. What a name says is found out once, when the program is prepared; what is done is
 * an entry of a table by the subroutine's code.
 */
#include "evaluate/runtime.h"

#include "evaluate/runtime_calls.h"

static xb_call_action *const actions[XB_RUNTIME_COUNT] = {
    [XB_RUNTIME_COND_INC_ZERO_DERIV] = xb_call_move,
    [XB_RUNTIME_REVERSE_DEC_DERIV] = xb_call_propagate_last,
    [XB_RUNTIME_REVERSE_INC_DERIV] = xb_call_propagate_last,
    [XB_RUNTIME_LARGEST_DERIV] = xb_call_find_largest,
    [XB_RUNTIME_REVERSE_SAXPY] = xb_call_propagate_last,
    [XB_RUNTIME_REVERSE_SET_DERIV] = xb_call_propagate_last,
    [XB_RUNTIME_REVERSE_ZERO_DERIV] = xb_call_zero,
    [XB_RUNTIME_POP_ACTIVE] = xb_call_pop,
    [XB_RUNTIME_PUSH_ACTIVE] = xb_call_push,
    [XB_RUNTIME_COUNT_ADDITIONS] = xb_call_count_additions,
    [XB_RUNTIME_COUNT_MULTIPLICATIONS] = xb_call_count_multiplications,
    [XB_RUNTIME_RESTORE] = xb_call_restore,
    [XB_RUNTIME_STORE] = xb_call_store,
    [XB_RUNTIME_DEC_DERIV] = xb_call_propagate_first,
    [XB_RUNTIME_INC_DERIV] = xb_call_propagate_first,
    [XB_RUNTIME_ALLOCATE_MATCHING] = xb_call_allocate_matching,
    [XB_RUNTIME_ALLOCATE_SHAPE] = xb_call_allocate_shape,
    [XB_RUNTIME_DEALLOCATE] = xb_call_deallocate,
    [XB_RUNTIME_NULLIFY] = xb_call_deallocate,
    [XB_RUNTIME_SHAPE_TEST] = xb_call_test_shape,
    [XB_RUNTIME_CONVERT] = xb_call_convert,
    [XB_RUNTIME_TRACE_VALUE] = xb_call_trace,
    [XB_RUNTIME_TRACE_ARGUMENT] = xb_call_trace,
    [XB_RUNTIME_TRACE_BRANCH] = xb_call_trace,
    [XB_RUNTIME_TRACE_CALL] = xb_call_trace,
    [XB_RUNTIME_TRACE_CONDITION] = xb_call_trace,
    [XB_RUNTIME_TRACE_END_ARGUMENT] = xb_call_trace,
    [XB_RUNTIME_TRACE_END_BRANCH] = xb_call_trace,
    [XB_RUNTIME_TRACE_END_CALL] = xb_call_trace,
    [XB_RUNTIME_TRACE_END_CONDITION] = xb_call_trace,
    [XB_RUNTIME_TRACE_END_INITIALIZATION] = xb_call_trace,
    [XB_RUNTIME_TRACE_END_LOOP] = xb_call_trace,
    [XB_RUNTIME_TRACE_END_UPDATE] = xb_call_trace,
    [XB_RUNTIME_TRACE_INDEX] = xb_call_trace,
    [XB_RUNTIME_TRACE_INITIALIZATION] = xb_call_trace,
    [XB_RUNTIME_TRACE_LOOP] = xb_call_trace,
    [XB_RUNTIME_TRACE_UPDATE] = xb_call_trace,
    [XB_RUNTIME_POP] = xb_call_pop,
    [XB_RUNTIME_POP_LOGICAL] = xb_call_pop,
    [XB_RUNTIME_POP_COMPLEX] = xb_call_pop,
    [XB_RUNTIME_POP_INTEGER] = xb_call_pop,
    [XB_RUNTIME_POP_STRING] = xb_call_pop,
    [XB_RUNTIME_PUSH] = xb_call_push,
    [XB_RUNTIME_PUSH_LOGICAL] = xb_call_push,
    [XB_RUNTIME_PUSH_COMPLEX] = xb_call_push,
    [XB_RUNTIME_PUSH_INTEGER] = xb_call_push,
    [XB_RUNTIME_PUSH_STRING] = xb_call_push,
    [XB_RUNTIME_SAX] = xb_call_propagate_last,
    [XB_RUNTIME_SAXPY] = xb_call_propagate_last,
    [XB_RUNTIME_SET_NEG_DERIV] = xb_call_propagate_first,
    [XB_RUNTIME_SET_DERIV] = xb_call_propagate_first,
    [XB_RUNTIME_ZERO_DERIV] = xb_call_zero,
};

static xb_tape tape_of(xb_type type)
{
    switch (type) {
    case XB_TYPE_INTEGER: return XB_TAPE_INTEGER;
    case XB_TYPE_BOOL: return XB_TAPE_LOGICAL;
    case XB_TYPE_COMPLEX: return XB_TAPE_COMPLEX;
    case XB_TYPE_STRING: return XB_TAPE_STRING;
    default: return XB_TAPE_REAL;
    }
}

const xb_inlinable_runner *xb_inlinable_find(xb_arena *arena, const char *name)
{
    xb_runtime_call call;
    if (!xb_runtime_call_read(arena, name, &call) || !actions[call.code])
        return NULL;
    xb_call_form *form = xb_arena_alloc(arena, sizeof *form);
    *form = (xb_call_form){.inlinable = {xb_call_run, form},
                           .action = actions[call.code],
                           .facts = xb_runtime_facts_of(call.code),
                           .tape = tape_of(call.type),
                           .call = call};
    return &form->inlinable;
}

const char *xb_inlinable_hint(xb_arena *arena, const char *name)
{
    const char *candidates[XB_RUNTIME_COUNT];
    for (xb_runtime_code code = 1; code < XB_RUNTIME_COUNT; code++)
        candidates[code - 1] = xb_runtime_example(arena, code);
    const char *nearest = xb_nearest(arena, name, candidates, XB_RUNTIME_COUNT - 1);
    return nearest ? xb_arena_format(arena, "did you mean %s?", nearest) : NULL;
}
