/*
 * Evaluators. What can run out of memory, or end with an error of the program, is done under the evaluator's
 * own failure point; diagnostics are written afterwards, under the program's.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "evaluate/declarations.h"
#include "evaluate/dependences.h"
#include "evaluate/execute.h"
#include "evaluate/lower.h"
#include "evaluate/operations.h"
#include "evaluate/state.h"
#include "evaluate/variables.h"

static const size_t default_memory = sizeof(size_t) > 4 ? (size_t)4 << 30 : SIZE_MAX / 2;

/* ---- errors --------------------------------------------------------------------------------------- */

typedef struct report {
    xb_program *program;
    xb_evaluation_error error;
} report;

static void write_report(void *argument)
{
    const report *r = argument;
    xb_error(r->program->diagnostics, r->error.status, r->error.place, r->error.hint, "%s", r->error.message);
}

/* Reports an error; one without status is that memory ran out. */
static xb_status report_error(xb_program *program, xb_evaluation_error *error)
{
    report r = {program, *error};
    if (error->status == XB_STATUS_OK)
        r.error = (xb_evaluation_error){.status = XB_STATUS_FAILED,
                                        .message = "out of memory while the program is evaluated",
                                        .place = {.file = program->file}};
    xb_protect(xb_arena_failure(program->arena), write_report, &r);
    *error = (xb_evaluation_error){0};
    return r.error.status;
}

/* ---- life ----------------------------------------------------------------------------------------- */

static void note_scopes(xb_evaluator *evaluator)
{
    for (size_t i = 0; i < evaluator->code->routines.count; i++) {
        const xb_scope *scope = ((const xb_code_routine *)evaluator->code->routines.items[i])->source->scope;
        xb_node_set_add(evaluator->memory, &evaluator->scopes, &scope->node);
    }
}

static void prepare(void *argument)
{
    xb_evaluator *evaluator = argument;
    evaluator->strings = xb_names_create(evaluator->memory);
    if (evaluator->options.catalogue) /* whose formulas have names of intrinsics */
        xb_intrinsic_enter_names(evaluator->strings);
    if (evaluator->options.numbers == XB_EXACT_DEPENDENCES)
        evaluator->dependences = xb_dependences_create(evaluator);
    xb_find_representatives(evaluator);
    evaluator->runtime = xb_runtime_create(evaluator);
    evaluator->code = xb_lower(evaluator);
    note_scopes(evaluator);
    xb_evaluator_use_registers(evaluator);
    evaluator->executed = xb_arena_array(evaluator->memory, evaluator->code->statement_count, sizeof(bool));
    evaluator->scratch_used = false;
    xb_arena_reset(evaluator->scratch);
}

static void set_limits(xb_evaluate_options *options)
{
    static const volatile sig_atomic_t never = 0;
    if (!options->stop)
        options->stop = &never;
    if (options->step_limit == 0)
        options->step_limit = XB_EVALUATE_STEPS;
    if (options->memory_limit == 0)
        options->memory_limit = default_memory;
    if (options->depth_limit == 0)
        options->depth_limit = XB_EVALUATE_DEPTH;
    if (options->directions == 0)
        options->exact = false;
    if (!options->exact)
        options->numbers = XB_EXACT_DERIVATIVES;
}

static xb_evaluator *create_empty(xb_program *program, const xb_evaluate_options *options)
{
    xb_evaluator *evaluator = calloc(1, sizeof *evaluator);
    if (!evaluator)
        return NULL;
    evaluator->program = program;
    evaluator->options = *options;
    evaluator->mode = XB_MODE_PLAIN;
    set_limits(&evaluator->options);
    evaluator->failure = xb_failure_create();
    if (evaluator->failure) {
        evaluator->memory = xb_arena_create(evaluator->failure);
        evaluator->globals = xb_arena_create(evaluator->failure);
        evaluator->stack = xb_arena_create(evaluator->failure);
        evaluator->scratch = xb_arena_create(evaluator->failure);
    }
    if (evaluator->memory && evaluator->globals && evaluator->stack && evaluator->scratch)
        return evaluator;
    xb_evaluator_destroy(evaluator);
    return NULL;
}

xb_status xb_evaluator_create(xb_program *program, const xb_evaluate_options *options,
                              xb_evaluator **evaluator)
{
    *evaluator = NULL;
    xb_evaluator *fresh = create_empty(program, options);
    if (!fresh)
        return report_error(program, &(xb_evaluation_error){0});
    if (!xb_protect(fresh->failure, prepare, fresh)) {
        xb_status status = report_error(program, &fresh->error);
        xb_evaluator_destroy(fresh);
        return status;
    }
    *evaluator = fresh;
    return XB_STATUS_OK;
}

void xb_evaluator_destroy(xb_evaluator *evaluator)
{
    if (!evaluator)
        return;
    xb_runtime_destroy(evaluator->runtime);
    xb_evaluator_free_all(evaluator);
    xb_arena_destroy(evaluator->scratch);
    xb_arena_destroy(evaluator->stack);
    xb_arena_destroy(evaluator->globals);
    xb_arena_destroy(evaluator->memory);
    xb_failure_destroy(evaluator->failure);
    free(evaluator);
}

void xb_evaluator_reset(xb_evaluator *evaluator)
{
    xb_runtime_reset(evaluator->runtime);
    xb_evaluator_free_all(evaluator);
    xb_arena_reset(evaluator->globals);
    evaluator->global_by_symbol = (xb_node_map){0};
    evaluator->kinks = (xb_vector){0};
    evaluator->trace = (xb_vector){0};
    evaluator->cancelled = false;
    evaluator->kink_by_place = (xb_map){0};
    evaluator->initialized = false;
    evaluator->counts = (xb_evaluator_counts){0};
    evaluator->bytes = evaluator->bytes_for_good;
}

/* ---- calls ---------------------------------------------------------------------------------------- */

void xb_evaluator_limit_steps(xb_evaluator *evaluator, uint64_t steps)
{
    evaluator->options.step_limit = steps > 0 ? steps : XB_EVALUATE_STEPS;
}

typedef struct call {
    xb_evaluator *evaluator;
    const xb_routine *routine;
    xb_variable *const *arguments;
    size_t count;
} call;

static void run_call(void *argument)
{
    const call *c = argument;
    xb_evaluator *evaluator = c->evaluator;
    const xb_code_routine *code = xb_code_of_routine(evaluator->code, c->routine);
    if (!code)
        xb_evaluator_fail(evaluator, XB_STATUS_UNSUPPORTED, NULL, "%s is called, which has no body",
                          c->routine->symbol->id->text);
    if (__builtin_add_overflow(evaluator->counts.steps, evaluator->options.step_limit, &evaluator->step_end))
        evaluator->step_end = UINT64_MAX;
    xb_evaluator_initialize(evaluator);
    xb_frame_push(evaluator, code, c->arguments, c->count);
    xb_execute(evaluator);
}

/* Drops activations that an error has left. */
static void unwind(xb_evaluator *evaluator)
{
    while (evaluator->frame)
        xb_frame_pop(evaluator);
    xb_arena_reset(evaluator->scratch);
    xb_arena_reset(evaluator->stack);
    evaluator->scratch_used = false;
    evaluator->scratch_base = (xb_arena_mark){0};
    evaluator->register_top = 0;
    evaluator->nesting = 0;
    xb_evaluator_use_registers(evaluator);
}

xb_status xb_evaluator_call(xb_evaluator *evaluator, const xb_routine *routine, xb_variable *const *arguments,
                            size_t count)
{
    call c = {evaluator, routine, arguments, count};
    bool done = xb_protect(evaluator->failure, run_call, &c);
    unwind(evaluator);
    return done ? XB_STATUS_OK : report_error(evaluator->program, &evaluator->error);
}

static void check_stacks(void *argument)
{
    call *c = argument;
    c->count = xb_runtime_check_stacks(c->evaluator, c->evaluator->runtime);
}

xb_status xb_evaluator_check_stacks(xb_evaluator *evaluator)
{
    call c = {.evaluator = evaluator};
    if (!xb_protect(evaluator->failure, check_stacks, &c))
        return report_error(evaluator->program, &evaluator->error);
    return (xb_status)c.count;
}

/* ---- what is known ------------------------------------------------------------------------------- */

void xb_evaluator_set_mode(xb_evaluator *evaluator, unsigned mode)
{
    evaluator->mode = mode;
}

void xb_evaluator_after_taping(xb_evaluator *evaluator, void (*function)(void *context), void *context)
{
    evaluator->after_taping = function;
    evaluator->after_taping_context = context;
}

/* Replacements that the template has no place for are never run. */
static bool can_be_run(const xb_evaluator *evaluator, const xb_code_routine *code, const xb_code_graph *graph)
{
    return !code->is_template || xb_template_has(evaluator, graph->placeholder);
}

static void count_in_graph(const xb_evaluator *evaluator, const xb_code_graph *graph,
                           xb_evaluator_counts *counts)
{
    for (size_t v = 0; v < graph->vertex_count; v++) {
        const xb_code_vertex *vertex = &graph->vertices[v];
        counts->statements += vertex->statement_count;
        for (size_t s = 0; s < vertex->statement_count; s++)
            counts->statements_run += evaluator->executed[vertex->statements[s].number];
    }
}

xb_evaluator_counts xb_evaluator_count(const xb_evaluator *evaluator)
{
    xb_evaluator_counts counts = evaluator->counts;
    for (size_t r = 0; r < evaluator->code->routines.count; r++) {
        const xb_code_routine *code = evaluator->code->routines.items[r];
        for (size_t g = 0; g < code->graph_count; g++)
            if (can_be_run(evaluator, code, &code->graphs[g]))
                count_in_graph(evaluator, &code->graphs[g], &counts);
    }
    return counts;
}

void xb_evaluator_add_run(xb_evaluator *evaluator, const xb_evaluator *other)
{
    const size_t count = evaluator->code->statement_count;
    if (evaluator->program != other->program || other->code->statement_count != count)
        return;
    for (size_t i = 0; i < count; i++)
        evaluator->executed[i] = evaluator->executed[i] || other->executed[i];
}

static const xb_node *idle_in_graph(const xb_evaluator *evaluator, const xb_code_graph *graph)
{
    for (size_t v = 0; v < graph->vertex_count; v++)
        for (size_t s = 0; s < graph->vertices[v].statement_count; s++)
            if (!evaluator->executed[graph->vertices[v].statements[s].number])
                return graph->vertices[v].statements[s].source;
    return NULL;
}

const xb_node *xb_evaluator_idle(const xb_evaluator *evaluator, const xb_routine **routine)
{
    for (size_t r = 0; r < evaluator->code->routines.count; r++) {
        const xb_code_routine *code = evaluator->code->routines.items[r];
        for (size_t g = 0; g < code->graph_count; g++) {
            const xb_node *idle = can_be_run(evaluator, code, &code->graphs[g])
                                      ? idle_in_graph(evaluator, &code->graphs[g])
                                      : NULL;
            if (!idle)
                continue;
            *routine = code->source;
            return idle;
        }
    }
    return NULL;
}

bool xb_evaluator_cancelled(const xb_evaluator *evaluator)
{
    return evaluator->cancelled;
}

const xb_kink *xb_evaluator_kinks(const xb_evaluator *evaluator, size_t *count)
{
    *count = evaluator->kinks.count;
    return evaluator->kinks.items;
}

double xb_evaluator_kink_distance(const xb_evaluator *evaluator)
{
    const xb_kink *kinks = evaluator->kinks.items;
    double distance = INFINITY;
    for (size_t i = 0; i < evaluator->kinks.count; i++)
        distance = fmin(distance, kinks[i].distance);
    return distance;
}
