/*
 * A stack is two arrays side by side, words and marks, that double when they are full. All stacks share one
 * arena, which gives large arrays back at once. Origins are numbered as they come, so that an element needs
 * four bytes to name its origin.
 */
#include "evaluate/stacks.h"

#include <string.h>

enum { FIRST_CAPACITY = 64 };

/* ---- origins -------------------------------------------------------------------------------------- */

static uint32_t origin_of(xb_runtime *runtime, const xb_statement *statement)
{
    const xb_program *program = runtime->evaluator->program;
    if (!runtime->origin_by_index) {
        xb_evaluator_charge(runtime->evaluator, program->node_count * sizeof *runtime->origin_by_index);
        runtime->bytes += program->node_count * sizeof *runtime->origin_by_index;
        runtime->origin_by_index =
            xb_arena_array(runtime->memory, program->node_count, sizeof *runtime->origin_by_index);
    }
    uint32_t *number = &runtime->origin_by_index[statement->node.index];
    if (*number == 0) {
        xb_origin *origin = xb_vector_push(runtime->memory, &runtime->origins, sizeof *origin);
        *origin = (xb_origin){statement, xb_evaluator_routine(runtime->evaluator)};
        *number = (uint32_t)runtime->origins.count;
    }
    return *number - 1;
}

/* ---- elements ------------------------------------------------------------------------------------- */

static void make_room(xb_runtime *runtime, xb_stack *stack, size_t count)
{
    if (count <= stack->capacity - stack->count)
        return;
    size_t larger = stack->capacity ? stack->capacity : FIRST_CAPACITY / 2;
    size_t needed, bytes, size;
    if (__builtin_mul_overflow(stack->width, sizeof *stack->words, &size) ||
        __builtin_add_overflow(size, sizeof *stack->marks, &size) ||
        __builtin_add_overflow(stack->count, count, &needed))
        xb_fail(runtime->evaluator->failure);
    do {
        if (__builtin_mul_overflow(larger, 2, &larger))
            xb_fail(runtime->evaluator->failure);
    } while (larger < needed);
    if (__builtin_mul_overflow(larger - stack->capacity, size, &bytes))
        xb_fail(runtime->evaluator->failure);
    xb_evaluator_charge(runtime->evaluator, bytes);
    runtime->bytes += bytes;
    stack->words = xb_arena_enlarge(runtime->memory, stack->words, stack->capacity, larger,
                                    stack->width * sizeof *stack->words);
    stack->marks =
        xb_arena_enlarge(runtime->memory, stack->marks, stack->capacity, larger, sizeof *stack->marks);
    stack->capacity = larger;
}

static void count_pushed(xb_runtime *runtime, const xb_stack *stack, size_t count)
{
    const xb_evaluate_watch *watch = &runtime->evaluator->options.watch;
    xb_evaluator_counts *counts = &runtime->evaluator->counts;
    size_t *on_stacks = stack->is_tape ? &runtime->on_tapes : &runtime->on_checkpoints;
    size_t *peak = stack->is_tape ? &counts->tape_peak : &counts->checkpoint_peak;
    *on_stacks += count;
    if (*on_stacks > *peak)
        *peak = *on_stacks;
    if (stack->is_tape)
        counts->pushes += count;
    runtime->stored += count * stack->bytes;
    if (runtime->stored > counts->stored_peak)
        counts->stored_peak = runtime->stored;
    if (watch->store)
        watch->store(watch->context, count * stack->bytes, stack->is_tape);
}

xb_word *xb_stack_push(xb_runtime *runtime, xb_stack *stack, const xb_statement *statement, size_t count,
                       const bool *undefined)
{
    make_room(runtime, stack, count);
    uint32_t mark = 2 * origin_of(runtime, statement);
    for (size_t i = 0; i < count; i++)
        stack->marks[stack->count + i] = mark | (undefined && undefined[i]);
    xb_word *words = stack->words + stack->count * stack->width;
    stack->count += count;
    count_pushed(runtime, stack, count);
    return words;
}

const xb_word *xb_stack_pop(xb_runtime *runtime, xb_stack *stack, size_t count)
{
    stack->count -= count;
    *(stack->is_tape ? &runtime->on_tapes : &runtime->on_checkpoints) -= count;
    runtime->stored -= count * stack->bytes;
    return stack->words + stack->count * stack->width;
}

bool xb_stack_popped_undefined(const xb_stack *stack, size_t i)
{
    return stack->marks[stack->count + i] & 1;
}

/* ---- all stacks ----------------------------------------------------------------------------------- */

xb_runtime *xb_runtime_create(xb_evaluator *evaluator)
{
    xb_runtime *runtime = xb_arena_alloc(evaluator->memory, sizeof *runtime);
    runtime->evaluator = evaluator;
    runtime->memory = xb_arena_create(evaluator->failure);
    if (!runtime->memory)
        xb_fail(evaluator->failure);
    xb_runtime_reset(runtime);
    return runtime;
}

void xb_runtime_destroy(xb_runtime *runtime)
{
    if (runtime)
        xb_arena_destroy(runtime->memory);
}

/* Words of an element: where derivatives are exact, each real number goes with its own. */
static size_t width_of_tape(const xb_evaluator *evaluator, xb_tape tape)
{
    size_t width_of_real = evaluator->options.exact ? 1 + evaluator->options.directions : 1;
    switch (tape) {
    case XB_TAPE_REAL: return width_of_real;
    case XB_TAPE_COMPLEX: return 2 * width_of_real;
    case XB_TAPE_STRING: return 2;
    default: return 1;
    }
}

void xb_runtime_reset(xb_runtime *runtime)
{
    static const xb_type types[XB_TAPE_COUNT] = {[XB_TAPE_REAL] = XB_TYPE_REAL,
                                                 [XB_TAPE_COMPLEX] = XB_TYPE_COMPLEX,
                                                 [XB_TAPE_INTEGER] = XB_TYPE_INTEGER,
                                                 [XB_TAPE_LOGICAL] = XB_TYPE_BOOL,
                                                 [XB_TAPE_STRING] = XB_TYPE_STRING};
    xb_evaluator *evaluator = runtime->evaluator;
    xb_arena *memory = runtime->memory;
    xb_evaluator_discharge(evaluator, runtime->bytes);
    xb_arena_reset(memory);
    *runtime = (xb_runtime){.evaluator = evaluator, .memory = memory};
    for (xb_tape tape = 0; tape < XB_TAPE_COUNT; tape++) {
        runtime->tapes[tape].is_tape = true;
        runtime->tapes[tape].bytes = xb_type_bytes(types[tape]);
        runtime->tapes[tape].width = width_of_tape(evaluator, tape);
    }
}

xb_stack *xb_runtime_checkpoints(xb_runtime *runtime, xb_type type, bool derivative, size_t width)
{
    const xb_routine *routine = xb_evaluator_routine(runtime->evaluator);
    uint64_t key = 2 * (uint64_t)type + derivative;
    xb_checkpoint_stack *found = xb_map_get(&runtime->checkpoint_by_key, routine->node.index, key);
    if (!found) {
        found = xb_arena_alloc(runtime->memory, sizeof *found);
        *found = (xb_checkpoint_stack){.routine = routine, .type = type, .derivative = derivative};
        found->stack.width = width;
        found->stack.bytes = xb_type_bytes(type);
        xb_list_append(runtime->memory, &runtime->checkpoints, found);
        xb_map_put(runtime->memory, &runtime->checkpoint_by_key, routine->node.index, key, found);
    }
    return &found->stack;
}

/* ---- what is left --------------------------------------------------------------------------------- */

/* A stack that is not empty. */
typedef struct leftover {
    xb_evaluator *evaluator;
    size_t count;
    const char *stack; /* its name */
    const char *call;  /* name of the call that has pushed last */
    xb_place place;
} leftover;

static void write_leftover(void *argument)
{
    const leftover *left = argument;
    xb_error(left->evaluator->program->diagnostics, XB_STATUS_INVALID, left->place,
             "each push needs a pop, each checkpoint must be restored once",
             "%zu %s left on the %s at the end, the last by this %s", left->count,
             left->count == 1 ? "value is" : "values are", left->stack, left->call);
}

/* Diagnostics live with the program, whose failure point is another. */
static void report_left(xb_runtime *runtime, const xb_stack *stack, const char *name)
{
    xb_evaluator *evaluator = runtime->evaluator;
    if (stack->count == 0)
        return;
    const xb_origin *origin = (const xb_origin *)runtime->origins.items + stack->marks[stack->count - 1] / 2;
    const xb_inlinable_call *call = (const xb_inlinable_call *)origin->statement;
    leftover left = {evaluator, stack->count, name, call->name->text,
                     xb_evaluator_place(evaluator, runtime->memory, origin->routine, &call->statement.node)};
    if (!xb_protect(xb_arena_failure(evaluator->program->arena), write_leftover, &left))
        xb_fail(evaluator->failure);
}

xb_status xb_runtime_check_stacks(xb_evaluator *evaluator, xb_runtime *runtime)
{
    (void)evaluator;
    for (xb_tape tape = 0; tape < XB_TAPE_COUNT; tape++)
        report_left(runtime, &runtime->tapes[tape],
                    xb_arena_format(runtime->memory, "%s tape", xb_tape_name(tape)));
    for (size_t i = 0; i < runtime->checkpoints.count; i++) {
        const xb_checkpoint_stack *checkpoint = runtime->checkpoints.items[i];
        report_left(runtime, &checkpoint->stack, xb_checkpoint_name(runtime->memory, checkpoint));
    }
    return runtime->on_tapes + runtime->on_checkpoints == 0 ? XB_STATUS_OK : XB_STATUS_INVALID;
}

const char *xb_tape_name(xb_tape tape)
{
    static const char *const names[XB_TAPE_COUNT] = {[XB_TAPE_REAL] = "real",
                                                     [XB_TAPE_COMPLEX] = "complex",
                                                     [XB_TAPE_INTEGER] = "integer",
                                                     [XB_TAPE_LOGICAL] = "logical",
                                                     [XB_TAPE_STRING] = "string"};
    return names[tape];
}

const char *xb_checkpoint_name(xb_arena *arena, const xb_checkpoint_stack *checkpoint)
{
    return xb_arena_format(arena, "%s checkpoint stack%s of %s", xb_type_name(checkpoint->type),
                           checkpoint->derivative ? " for derivatives" : "",
                           checkpoint->routine->symbol->id->text);
}
