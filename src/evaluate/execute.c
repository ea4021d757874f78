/*
 * Control flow. There is one loop for all activations: a call makes the callee's the innermost one, an exit
 * ends it, so that recursion of the program needs no recursion here.
 *
 * A ForLoop of the usual form, whose one variable is set, compared with a bound and increased by a step, is a
 * DO loop of Fortran: bound and step are those at its entry, and the trip count decides. Any other is run as
 * it stands. A loop is entered when its vertex is reached from anything but an end of a loop.
 */
#include "evaluate/execute.h"

#include "evaluate/operations.h"

static void count_step(xb_evaluator *evaluator)
{
    if (evaluator->counts.steps++ >= evaluator->step_end)
        xb_evaluator_fail(evaluator, XB_STATUS_FAILED, NULL, "more than %llu %s run",
                          (unsigned long long)evaluator->options.step_limit,
                          xb_plural(evaluator->options.step_limit, "statement is", "statements are"));
    if (*evaluator->options.stop)
        xb_evaluator_fail(evaluator, XB_STATUS_FAILED, NULL, "the run was interrupted");
}

/* ---- conditions ----------------------------------------------------------------------------------- */

static int64_t condition_of(xb_evaluator *evaluator, const xb_code_vertex *vertex)
{
    if (!vertex->condition)
        xb_evaluator_fail(evaluator, XB_STATUS_INVALID, NULL, "there is no condition");
    const xb_register *value = xb_evaluate(evaluator, vertex->condition);
    xb_type type = value->number.type;
    if (value->array || (type != XB_TYPE_BOOL && type != XB_TYPE_INTEGER))
        xb_evaluator_fail(evaluator, XB_STATUS_INVALID, NULL,
                          "the condition is neither a truth value nor an integer");
    return value->number.integer;
}

/* Goes along the one edge that a condition value chooses. */
static void follow_branch(xb_evaluator *evaluator, const xb_code_vertex *vertex, int64_t value)
{
    xb_frame *frame = evaluator->frame;
    const xb_code_edge *chosen = NULL, *fallback = NULL;
    size_t matches = 0, fallbacks = 0;
    for (size_t i = 0; i < vertex->edge_count; i++) {
        const xb_code_edge *edge = &vertex->edges[i];
        if (!edge->has_value) {
            fallback = edge;
            fallbacks++;
        } else if (edge->value == value) {
            chosen = edge;
            matches++;
        }
    }
    if (matches == 0) {
        chosen = fallback;
        matches = fallbacks;
    }
    if (matches != 1)
        xb_evaluator_fail(evaluator, XB_STATUS_INVALID, NULL, "%zu %s on if the condition is %lld", matches,
                          xb_plural(matches, "edge goes", "edges go"), (long long)value);
    if (chosen->target == XB_CODE_NONE)
        xb_evaluator_fail(evaluator, XB_STATUS_INVALID, NULL, "an edge leads nowhere");
    frame->after_end_loop = vertex->kind == XB_KIND_END_LOOP;
    frame->vertex = &frame->graph->vertices[chosen->target];
    frame->statement = 0;
}

static void branch(xb_evaluator *evaluator, const xb_code_vertex *vertex)
{
    follow_branch(evaluator, vertex, condition_of(evaluator, vertex));
}

static void go_on(xb_evaluator *evaluator, const xb_code_vertex *vertex)
{
    if (vertex->edge_count != 1)
        xb_evaluator_fail(evaluator, XB_STATUS_INVALID, NULL, "%zu edges leave the vertex",
                          vertex->edge_count);
    follow_branch(evaluator, vertex, 1);
}

/* ---- loops ---------------------------------------------------------------------------------------- */

static void run_statement(xb_evaluator *evaluator, const xb_code_statement *statement)
{
    evaluator->frame->node = statement->source;
    evaluator->executed[statement->number] = true;
    count_step(evaluator);
    statement->run(evaluator, statement);
}

static bool is_from_below(xb_intrinsic_code relation)
{
    return relation == XB_INTRINSIC_LESS_THAN || relation == XB_INTRINSIC_LESS_OR_EQUAL;
}

static bool is_from_above(xb_intrinsic_code relation)
{
    return relation == XB_INTRINSIC_GREATER_THAN || relation == XB_INTRINSIC_GREATER_OR_EQUAL;
}

static bool is_integer(const xb_register *value)
{
    return !value->array && value->number.type == XB_TYPE_INTEGER;
}

static uint64_t trip_count(xb_evaluator *evaluator, xb_intrinsic_code relation, int64_t start, int64_t bound,
                           int64_t step)
{
    if (relation == XB_INTRINSIC_LESS_THAN || relation == XB_INTRINSIC_GREATER_THAN)
        if (__builtin_add_overflow(bound, is_from_below(relation) ? -1 : 1, &bound))
            return 0;
    if (step > 0 ? bound < start : bound > start)
        return 0;
    if (step < 0 ? is_from_below(relation) : is_from_above(relation))
        xb_evaluator_fail(evaluator, XB_STATUS_INVALID, NULL, "the loop runs away from its bound");
    uint64_t distance = step > 0 ? (uint64_t)bound - (uint64_t)start : (uint64_t)start - (uint64_t)bound;
    // cppcheck-suppress zerodivcond; it is not 0
    return distance / (step < 0 ? 0 - (uint64_t)step : (uint64_t)step) + 1;
}

static bool is_storage_of(xb_evaluator *evaluator, const xb_code_reference *reference,
                          const xb_variable *variable)
{
    xb_variable part;
    return xb_variable_same_storage(variable, xb_resolve(evaluator, reference, &part));
}

/* Whether the loop is one of Fortran's, of integers; its state is set then. */
static bool begin_counting(xb_evaluator *evaluator, const xb_code_vertex *vertex, xb_loop_state *state)
{
    if (vertex->bound == XB_CODE_NONE)
        return false;
    xb_variable part;
    const xb_variable *variable = xb_resolve(evaluator, vertex->initialization->assignment.target, &part);
    if (variable->rank > 0 || !variable->cells || variable->cells->type != XB_TYPE_INTEGER ||
        !is_storage_of(evaluator, vertex->variable, variable) ||
        !is_storage_of(evaluator, vertex->increased, variable) ||
        !is_storage_of(evaluator, vertex->update->assignment.target, variable))
        return false;
    const xb_register *sum = xb_evaluate(evaluator, vertex->update->assignment.value);
    if (!is_integer(sum))
        return false;
    int64_t start = variable->cells->integers[variable->first], next = sum->number.integer;
    const xb_register *test = xb_evaluate(evaluator, vertex->condition);
    const xb_register *bound = test - (vertex->condition->count - 1) + vertex->bound;
    if (!is_integer(bound))
        return false;
    const xb_code_node *relation = &vertex->condition->nodes[vertex->condition->count - 1];
    if (next == start)
        xb_evaluator_fail(evaluator, XB_STATUS_INVALID, NULL, "the loop has the step 0");
    state->is_counted = true;
    state->cells = variable->cells;
    state->place = variable->first;
    state->value = start;
    if (__builtin_sub_overflow(next, start, &state->step))
        xb_evaluator_fail(evaluator, XB_STATUS_INVALID, NULL, "the step of the loop is too large");
    state->trips = trip_count(evaluator, xb_vertex_intrinsic(relation->source), start, bound->number.integer,
                              state->step);
    return true;
}

static void advance(xb_evaluator *evaluator, const xb_code_vertex *vertex, xb_loop_state *state)
{
    if (!state->is_counted) {
        run_statement(evaluator, vertex->update);
        return;
    }
    int64_t *variable = &state->cells->integers[state->place];
    if (!state->cells->defined[state->place] || *variable != state->value)
        xb_evaluator_fail(evaluator, XB_STATUS_INVALID, NULL,
                          "the loop variable %s was changed inside the loop",
                          vertex->variable->source->symbol->id->text);
    evaluator->executed[vertex->update->number] = true;
    state->trips--;
    if (__builtin_add_overflow(state->value, state->step, &state->value)) {
        if (state->trips > 0)
            xb_evaluator_fail(evaluator, XB_STATUS_INVALID, NULL, "the loop variable overflows");
        state->value = *variable;
    }
    *variable = state->value;
}

static void run_for_loop(xb_evaluator *evaluator, const xb_code_vertex *vertex)
{
    xb_frame *frame = evaluator->frame;
    xb_loop_state *state = &frame->loops[vertex->loop];
    if (!vertex->initialization || !vertex->update)
        xb_evaluator_fail(evaluator, XB_STATUS_INVALID, NULL, "the loop has no %s",
                          vertex->initialization ? "update" : "initialization");
    if (frame->after_end_loop && state->is_running) {
        advance(evaluator, vertex, state);
    } else {
        *state = (xb_loop_state){.is_running = true};
        run_statement(evaluator, vertex->initialization);
        frame->node = &vertex->source->node;
        begin_counting(evaluator, vertex, state);
    }
    frame->node = &vertex->source->node;
    bool proceeds = state->is_counted ? state->trips > 0 : condition_of(evaluator, vertex) != 0;
    state->is_running = proceeds;
    follow_branch(evaluator, vertex, proceeds);
}

static void run_post_loop(xb_evaluator *evaluator, const xb_code_vertex *vertex)
{
    xb_frame *frame = evaluator->frame;
    xb_loop_state *state = &frame->loops[vertex->loop];
    bool is_again = frame->after_end_loop && state->is_running;
    state->is_running = !is_again || condition_of(evaluator, vertex) != 0;
    follow_branch(evaluator, vertex, state->is_running);
}

/* ---- vertices ------------------------------------------------------------------------------------- */

static void end_statement(xb_evaluator *evaluator)
{
    if (!evaluator->scratch_used)
        return;
    xb_arena_release(evaluator->scratch, evaluator->scratch_base);
    evaluator->scratch_used = false;
}

/* Runs statements until all have been, or one has called. @return whether all have been */
static bool run_block(xb_evaluator *evaluator, xb_frame *frame, const xb_code_vertex *vertex)
{
    while (frame->statement < vertex->statement_count) {
        run_statement(evaluator, &vertex->statements[frame->statement++]);
        end_statement(evaluator);
        if (evaluator->frame != frame)
            return false;
    }
    frame->node = &vertex->source->node;
    return true;
}

/* Begins the graph that comes next in an activation. @return false: there is none */
static bool begin_graph(xb_evaluator *evaluator, xb_frame *frame)
{
    const xb_code_routine *routine = frame->routine;
    const xb_code_graph *graph = NULL;
    frame->node = NULL;
    if (routine->is_template) {
        unsigned number = xb_template_next(evaluator, &frame->template_state, frame->caller == NULL);
        if (number == 0)
            return false;
        for (size_t i = 0; i < routine->graph_count && !graph; i++)
            if (routine->graphs[i].placeholder == number)
                graph = &routine->graphs[i];
        if (!graph)
            xb_evaluator_fail(evaluator, XB_STATUS_INVALID, NULL,
                              "there is no replacement for placeholder %u", number);
    } else if (!frame->graph) {
        graph = routine->graphs;
    } else {
        return false;
    }
    frame->graph = graph;
    frame->loops = xb_arena_array(evaluator->stack, graph->loop_count, sizeof *frame->loops);
    frame->statement = 0;
    frame->vertex = graph->entry == XB_CODE_NONE ? NULL : &graph->vertices[graph->entry];
    return true;
}

static void run_vertex(xb_evaluator *evaluator, xb_frame *frame)
{
    static void (*const leave[XB_KIND_COUNT])(xb_evaluator *, const xb_code_vertex *) = {
        [XB_KIND_IF] = branch,
        [XB_KIND_BRANCH] = branch,
        [XB_KIND_PRE_LOOP] = branch,
        [XB_KIND_FOR_LOOP] = run_for_loop,
        [XB_KIND_POST_LOOP] = run_post_loop,
    };
    const xb_code_vertex *vertex = frame->vertex;
    if (frame->statement == 0) {
        frame->node = &vertex->source->node;
        count_step(evaluator);
    }
    if (!run_block(evaluator, frame, vertex))
        return;
    if (vertex->kind == XB_KIND_EXIT) {
        frame->vertex = NULL;
        return;
    }
    (leave[vertex->kind] ? leave[vertex->kind] : go_on)(evaluator, vertex);
    end_statement(evaluator);
}

void xb_execute(xb_evaluator *evaluator)
{
    xb_frame *end = evaluator->frame->caller;
    while (evaluator->frame != end) {
        xb_frame *frame = evaluator->frame;
        if (frame->vertex)
            run_vertex(evaluator, frame);
        else if (!begin_graph(evaluator, frame))
            xb_frame_pop(evaluator);
    }
}
