/*
 * A DO loop, whose number of steps is known when it begins, becomes a strong call of its sweep, and the loop
 * variable gets the value that it has after the loop. Before any other loop the size of a sweep is 1, and it
 * is doubled after each: as long as the condition holds, sweeps are called weakly, so that there are
 * snapshots at the beginnings of sweeps of 1, 2, 4, ... steps, and within each as many as are wanted. If
 * snapshots are periodic, both kinds of loops are cut into sections of as many steps.
 *
 * What the front end knows of definitions and uses refers to statements of the routine as it was, and is left
 * out.
 */
#include "algorithms/loopcheckpointing/loopcheckpointing.h"

#include <stdlib.h>
#include <string.h>

#include "algorithms/loopcheckpointing/emit.h"
#include "algorithms/loopcheckpointing/private.h"
#include "algorithms/loopcheckpointing/sweep.h"
#include "algorithms/motions/schedule_file.h"
#include "algorithms/support/insertion.h"
#include "ir/build.h"
#include "ir/decoration.h"
#include "ir/version.h"

/* A loop that is to be reversed by checkpoints. */
typedef struct wanted_loop {
    const char *routine;
    uint64_t line;
    bool periodic;
    int64_t number; /* most snapshots at a time; if they are periodic, steps from one to the next */
} wanted_loop;

typedef struct settings {
    xb_vector loops;      /* wanted_loop */
    const char *schedule; /* a file that may name more of them; NULL: none */
} settings;

static const char form_of_loops[] =
    "a loop is ROUTINE:LINE, ROUTINE:LINE:SNAPSHOTS, with at most 1000 snapshots, or "
    "ROUTINE:LINE:periodic:STEPS, with at most 1000000 steps";

/* Steps times snapshots is a number that the sweep computes with. */
enum { DEFAULT_NUMBER = 10, MOST_SNAPSHOTS = 1000, MOST_STEPS = 1000000 };

/* ---- the routine with the loop ------------------------------------------------------------------------- */

/* A routine whose loop is replaced. */
typedef struct rewriting {
    const xb_swept_loop *loop;
    xb_program *program;
    xb_emitter emit;
    const xb_routine *sweep;
    xb_routine *version; /* a copy of the routine, which has the vertices of the original */
    int64_t number;      /* see wanted_loop */
    xb_flow_graph flow;
    uint32_t *numbers; /* by vertex of the version: number in the flow */
} rewriting;

static uint32_t part(const rewriting *w, xb_expression *to, const xb_loop_part *part)
{
    return xb_copy_subexpression(w->program, part->expression, part->vertex, to, NULL, NULL);
}

static uint32_t add_block(rewriting *w, xb_list statements)
{
    return xb_build_block(w->program, &w->flow, w->version->scope, statements);
}

static void append(const rewriting *w, xb_list *to, xb_statement *statement)
{
    xb_list_append(w->program->arena, to, statement);
}

/* Fortran's number of steps, (bound - first + stride) / stride. */
static xb_expression *steps(const rewriting *w, xb_symbol *first, xb_symbol *stride)
{
    const xb_loop_form *form = &w->loop->form;
    xb_expression *value = xb_build_expression(w->program);
    uint32_t bound = part(w, value, &form->bound);
    if (!form->inclusive)
        bound = xb_emit_operation(&w->emit, value,
                                  form->direction == XB_LOOP_DOWN ? XB_INTRINSIC_ADD : XB_INTRINSIC_SUB,
                                  bound, xb_emit_number(&w->emit, value, 1));
    uint32_t way =
        xb_emit_operation(&w->emit, value, XB_INTRINSIC_SUB, bound, xb_emit_variable(&w->emit, value, first));
    way =
        xb_emit_operation(&w->emit, value, XB_INTRINSIC_ADD, way, xb_emit_variable(&w->emit, value, stride));
    xb_emit_operation(&w->emit, value, XB_INTRINSIC_DIV, way, xb_emit_variable(&w->emit, value, stride));
    return value;
}

static xb_expression *stride_of(const rewriting *w)
{
    const xb_loop_form *form = &w->loop->form;
    xb_expression *value = xb_build_expression(w->program);
    if (form->step.constant)
        value->root = xb_emit_number(&w->emit, value, form->step.value);
    else
        value->root = part(w, value, &form->step);
    if (form->subtracted && !form->step.constant)
        value->root = xb_build_unary(w->program, value, XB_INTRINSIC_MINUS, value->root);
    return value;
}

/* The variable after the loop: first + steps stride, or first if there is no step. */
static xb_expression *last_value(const rewriting *w, xb_symbol *first, xb_symbol *count, xb_symbol *stride)
{
    xb_expression *value = xb_build_expression(w->program);
    uint32_t way =
        xb_emit_operation(&w->emit, value, XB_INTRINSIC_MUL, xb_emit_variable(&w->emit, value, count),
                          xb_emit_variable(&w->emit, value, stride));
    xb_emit_operation(&w->emit, value, XB_INTRINSIC_ADD, xb_emit_variable(&w->emit, value, first), way);
    return value;
}

/* Variables of a counted loop: how many steps it has, and what its own variable begins with and adds. */
typedef struct counted_steps {
    xb_symbol *count, *first, *stride;
} counted_steps;

/* A block that calls the sweep of all steps. @return it; *last receives it, too */
static uint32_t add_sweep(rewriting *w, const counted_steps *steps, uint32_t *last)
{
    xb_list sweep = {.count = 0};
    const xb_sweep_numbers numbers = {.from = xb_build_integer(w->program, 0),
                                      .to = xb_build_reference(w->program, steps->count),
                                      .snapshots = xb_build_integer(w->program, w->number),
                                      .first = xb_build_reference(w->program, steps->first),
                                      .stride = xb_build_reference(w->program, steps->stride)};
    append(w, &sweep, xb_sweep_call(w->loop, w->sweep, &numbers, false));
    *last = add_block(w, sweep);
    return *last;
}

/* If a < b, assign a to b. @return the branch; *last receives its end */
static uint32_t add_minimum(rewriting *w, xb_symbol *a, xb_symbol *b, uint32_t *last)
{
    xb_list less = {.count = 0};
    xb_expression *condition = xb_build_expression(w->program);
    xb_expression *value = xb_build_leaf(w->program, xb_build_reference(w->program, a));
    uint32_t branch = xb_flow_add_vertex(w->program, &w->flow, XB_KIND_BRANCH);
    xb_emit_operation(&w->emit, condition, XB_INTRINSIC_LESS_THAN, xb_emit_variable(&w->emit, condition, a),
                      xb_emit_variable(&w->emit, condition, b));
    ((xb_flow_vertex *)w->flow.vertices.items[branch])->condition = condition;
    append(w, &less, xb_emit_assignment(&w->emit, "_minimum", b, value));
    uint32_t block = add_block(w, less);
    *last = xb_flow_add_vertex(w->program, &w->flow, XB_KIND_END_BRANCH);
    xb_flow_add_edge_if(w->program, &w->flow, branch, block, 1);
    xb_build_flow_edge(w->program, &w->flow, branch, *last);
    xb_build_flow_edge(w->program, &w->flow, block, *last);
    return branch;
}

/* for (low = 0; low < count; low = low + number) call the sweep to min(low + number, count), weakly.
 * @return a block before it; *last receives the loop */
static uint32_t add_sections(rewriting *w, const counted_steps *steps, uint32_t *last)
{
    xb_symbol *low = xb_emit_integer(&w->emit, "low"), *high = xb_emit_integer(&w->emit, "high");
    xb_expression *zero = xb_build_leaf(w->program, xb_build_integer(w->program, 0));
    xb_expression *next = xb_build_expression(w->program);
    xb_list sweep = {.count = 0};
    uint32_t least, before = add_block(w, (xb_list){.count = 0});
    const xb_emitted_loop loop = xb_emit_loop(&w->emit, &w->flow, low, zero, steps->count, w->number);
    xb_emit_operation(&w->emit, next, XB_INTRINSIC_ADD, xb_emit_variable(&w->emit, next, low),
                      xb_emit_number(&w->emit, next, w->number));
    xb_flow_vertex *body = w->flow.vertices.items[loop.body];
    append(w, &body->statements, xb_emit_assignment(&w->emit, "_section", high, next));
    const xb_sweep_numbers numbers = {.from = xb_build_reference(w->program, low),
                                      .to = xb_build_reference(w->program, high),
                                      .first = xb_build_reference(w->program, steps->first),
                                      .stride = xb_build_reference(w->program, steps->stride)};
    append(w, &sweep, xb_sweep_call(w->loop, w->sweep, &numbers, true));
    uint32_t call = add_block(w, sweep), branch = add_minimum(w, steps->count, high, &least);
    xb_build_flow_edge(w->program, &w->flow, before, loop.head);
    xb_build_flow_edge(w->program, &w->flow, loop.body, branch);
    xb_build_flow_edge(w->program, &w->flow, least, call);
    xb_build_flow_edge(w->program, &w->flow, call, loop.end);
    *last = loop.head;
    return before;
}

/* if (count > 0) call the sweep; else count = 0. @return the first vertex; *last receives the last one */
static uint32_t add_counted(rewriting *w, uint32_t *last)
{
    xb_symbol *first = xb_emit_integer(&w->emit, "first"), *stride = xb_emit_integer(&w->emit, "stride"),
              *count = xb_emit_integer(&w->emit, "count");
    xb_list before = {.count = 0}, none = {.count = 0}, after = {.count = 0};
    xb_expression *begin = xb_build_expression(w->program), *some = xb_build_expression(w->program);
    begin->root = part(w, begin, &w->loop->form.first);
    append(w, &before, xb_emit_assignment(&w->emit, "_first", first, begin));
    append(w, &before, xb_emit_assignment(&w->emit, "_stride", stride, stride_of(w)));
    append(w, &before, xb_emit_assignment(&w->emit, "_count", count, steps(w, first, stride)));
    append(w, &none, xb_emit_constant(&w->emit, "_count", count, 0));
    append(w, &after,
           xb_emit_assignment(&w->emit, "_loop_variable", w->loop->form.variable->symbol,
                              last_value(w, first, count, stride)));
    uint32_t block = add_block(w, before);
    uint32_t branch = xb_flow_add_vertex(w->program, &w->flow, XB_KIND_BRANCH);
    xb_emit_operation(&w->emit, some, XB_INTRINSIC_GREATER_THAN, xb_emit_variable(&w->emit, some, count),
                      xb_emit_number(&w->emit, some, 0));
    ((xb_flow_vertex *)w->flow.vertices.items[branch])->condition = some;
    const counted_steps steps_of_loop = {count, first, stride};
    uint32_t called = XB_GRAPH_NONE, other = add_block(w, none);
    uint32_t calling = (w->loop->periodic ? add_sections : add_sweep)(w, &steps_of_loop, &called);
    uint32_t end = xb_flow_add_vertex(w->program, &w->flow, XB_KIND_END_BRANCH);
    *last = add_block(w, after);
    xb_build_flow_edge(w->program, &w->flow, block, branch);
    xb_flow_add_edge_if(w->program, &w->flow, branch, calling, 1);
    xb_build_flow_edge(w->program, &w->flow, branch, other);
    xb_build_flow_edge(w->program, &w->flow, called, end);
    xb_build_flow_edge(w->program, &w->flow, other, end);
    xb_build_flow_edge(w->program, &w->flow, end, *last);
    return block;
}

/* while (condition) call the sweep of more and more steps, or always as many. */
static uint32_t add_doubling(rewriting *w, uint32_t *last)
{
    const xb_flow_vertex *head = w->version->flow.vertices.items[w->loop->head];
    xb_symbol *size = xb_emit_integer(&w->emit, "size");
    xb_list before = {.count = 0}, sweep = {.count = 0};
    xb_expression *doubled = xb_build_expression(w->program);
    if (head->initialization)
        append(w, &before,
               &xb_build_assignment(w->program, "_initialization", head->initialization->target,
                                    head->initialization->value)
                    ->statement);
    append(w, &before, xb_emit_constant(&w->emit, "_size", size, w->loop->periodic ? w->number : 1));
    const xb_sweep_numbers numbers = {.from = xb_build_integer(w->program, 0),
                                      .to = xb_build_reference(w->program, size),
                                      .snapshots =
                                          w->loop->periodic ? NULL : xb_build_integer(w->program, w->number)};
    append(w, &sweep, xb_sweep_call(w->loop, w->sweep, &numbers, true));
    xb_emit_operation(&w->emit, doubled, XB_INTRINSIC_MUL, xb_emit_number(&w->emit, doubled, 2),
                      xb_emit_variable(&w->emit, doubled, size));
    if (!w->loop->periodic)
        append(w, &sweep, xb_emit_assignment(&w->emit, "_size", size, doubled));
    uint32_t block = add_block(w, before);
    uint32_t loop = xb_flow_add_vertex(w->program, &w->flow, XB_KIND_PRE_LOOP);
    ((xb_flow_vertex *)w->flow.vertices.items[loop])->condition = head->condition;
    uint32_t body = add_block(w, sweep);
    uint32_t end = xb_flow_add_vertex(w->program, &w->flow, XB_KIND_END_LOOP);
    xb_build_flow_edge(w->program, &w->flow, block, loop);
    xb_flow_add_edge_if(w->program, &w->flow, loop, body, 1);
    xb_build_flow_edge(w->program, &w->flow, body, end);
    xb_build_flow_edge(w->program, &w->flow, end, loop);
    *last = loop;
    return block;
}

static void copy_edge(rewriting *w, uint32_t edge, uint32_t first, uint32_t last)
{
    const xb_graph *graph = &w->version->flow.graph;
    const xb_flow_edge *from = w->version->flow.edges.items[edge];
    uint32_t source = xb_graph_source(graph, edge), target = xb_graph_target(graph, edge);
    if (source == w->loop->end || (w->loop->inside[source] && source != w->loop->head) ||
        (w->loop->inside[target] && target != w->loop->head))
        return;
    uint32_t to = target == w->loop->head ? first : w->numbers[target];
    if (source == w->loop->head)
        xb_build_flow_edge(w->program, &w->flow, last, to);
    else if (from->has_condition_value)
        xb_flow_add_edge_if(w->program, &w->flow, w->numbers[source], to, from->condition_value);
    else
        xb_build_flow_edge(w->program, &w->flow, w->numbers[source], to);
}

static void replace_loop(rewriting *w)
{
    const xb_flow_graph *flow = &w->version->flow;
    uint32_t first, last;
    for (uint32_t v = 0; v < flow->graph.vertex_count; v++) {
        if (w->loop->inside[v])
            continue;
        w->numbers[v] = xb_graph_add_vertex(w->program->arena, &w->flow.graph);
        xb_list_append(w->program->arena, &w->flow.vertices, flow->vertices.items[v]);
    }
    first = w->loop->counted ? add_counted(w, &last) : add_doubling(w, &last);
    for (uint32_t e = 0; e < flow->graph.edge_count; e++)
        copy_edge(w, e, first, last);
    w->version->flow = w->flow;
}

/* ---- what the front end knows -------------------------------------------------------------------------- */

static xb_visit forget_chain(xb_walk *walk, xb_node *node, void *context)
{
    (void)walk;
    (void)context;
    ((xb_reference *)node)->du_ud = 0;
    return XB_VISIT_CONTINUE;
}

static xb_visit forget_do_chain(xb_walk *walk, xb_node *node, void *context)
{
    (void)walk;
    (void)context;
    ((xb_assignment *)node)->do_chain = 0;
    return XB_VISIT_CONTINUE;
}

/* @param routine made of copies only */
static void forget_chains(xb_run *run, xb_routine *routine)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_VARIABLE_REFERENCE] = forget_chain,
                                                 [XB_KIND_ASSIGNMENT] = forget_do_chain,
                                                 [XB_KIND_INITIALIZATION] = forget_do_chain,
                                                 [XB_KIND_UPDATE] = forget_do_chain}};
    xb_traverse(xb_run_program(run), xb_run_scratch(run), &routine->node, &visitor, NULL);
}

/* ---- the algorithm ------------------------------------------------------------------------------------- */

/* What the sweep refers to must be fit to be passed. */
static xb_status check_variables(const xb_swept_loop *loop, const xb_routine *sweep)
{
    const xb_symbol *pair[2];
    if (xb_shared_variables(loop, pair))
        return xb_swept_loop_refuse(loop, xb_arena_format(xb_run_program(loop->run)->arena,
                                                          "'%s' and '%s' share storage", pair[0]->id->text,
                                                          pair[1]->id->text));
    for (size_t i = 0; i < sweep->formals.count; i++) {
        const xb_symbol *symbol = ((const xb_formal *)sweep->formals.items[i])->symbol;
        if (symbol->pointer || symbol->kind != XB_SYMBOL_VARIABLE || symbol->type == XB_TYPE_OPAQUE)
            return xb_swept_loop_refuse(
                loop,
                xb_arena_format(xb_run_program(loop->run)->arena,
                                "'%s' can't be an argument of the routine for its body", symbol->id->text));
    }
    return XB_STATUS_OK;
}

static xb_status checkpoint(xb_run *run, const wanted_loop *wanted)
{
    xb_program *program = xb_run_program(run);
    xb_swept_loop loop;
    xb_status status = xb_swept_loop_find(run, wanted->routine, wanted->line, &loop);
    if (status)
        return status;
    loop.periodic = wanted->periodic;
    loop.own = xb_private_variables(&loop);
    if (xb_derived(&loop.original->node))
        return xb_swept_loop_refuse(
            &loop, "another loop of the routine is; run the result through this algorithm again");
    xb_routine *sweep = xb_sweep_create(&loop);
    status = check_variables(&loop, sweep);
    if (status)
        return status;
    rewriting w = {.loop = &loop, .program = program, .sweep = sweep, .number = wanted->number};
    w.version = xb_version_declare(program, loop.original, "checkpointed", NULL);
    xb_version_complete(program, w.version);
    w.version->id = loop.original->id;
    w.emit = (xb_emitter){program, w.version->scope};
    w.numbers = xb_arena_array(program->arena, loop.original->flow.graph.vertex_count, sizeof *w.numbers);
    replace_loop(&w);
    forget_chains(run, w.version);
    forget_chains(run, sweep);
    xb_list forms = {.count = 0};
    xb_list_append(program->arena, &forms, w.version);
    xb_list_append(program->arena, &forms, sweep);
    xb_derive(program, &loop.original->node, &forms);
    xb_build_call_edge(program, w.version, sweep);
    xb_build_call_edge(program, sweep, sweep);
    return XB_STATUS_OK;
}

static bool take_number(const char **text, uint64_t *value)
{
    char *end;
    if (**text < '0' || **text > '9')
        return false;
    *value = strtoull(*text, &end, 10);
    *text = end;
    return *value > 0 && *value <= INT32_MAX;
}

static bool take_word(const char **text, const char *word)
{
    size_t length = strlen(word);
    if (strncmp(*text, word, length) != 0)
        return false;
    *text += length;
    return true;
}

/* ROUTINE:LINE[:periodic][:NUMBER] */
static bool read_loop(xb_arena *arena, const char *word, size_t length, wanted_loop *loop)
{
    const char *text = xb_arena_format(arena, "%.*s", (int)length, word), *rest = strchr(text, ':');
    uint64_t number = DEFAULT_NUMBER;
    if (!rest || rest == text)
        return false;
    loop->routine = xb_arena_format(arena, "%.*s", (int)(rest - text), text);
    rest++;
    bool fine = take_number(&rest, &loop->line);
    loop->periodic = fine && take_word(&rest, ":periodic");
    if (fine && take_word(&rest, ":"))
        fine = take_number(&rest, &number) && number <= (loop->periodic ? MOST_STEPS : MOST_SNAPSHOTS);
    loop->number = (int64_t)number;
    return fine && *rest == '\0';
}

static xb_status read_schedule(xb_run *run, const char *file, xb_vector *loops)
{
    xb_program *program = xb_run_program(run);
    xb_schedule_rules rules;
    xb_status status = xb_schedule_read(program->arena, program->diagnostics, file, &rules);
    const xb_schedule_loop *named = rules.loops.items;
    for (size_t i = 0; !status && i < rules.loops.count; i++) {
        wanted_loop *loop = xb_vector_push(program->arena, loops, sizeof *loop);
        if (!read_loop(program->arena, named[i].text, strlen(named[i].text), loop))
            status = xb_error(program->diagnostics, XB_STATUS_USAGE,
                              (xb_place){.file = rules.file, .line = named[i].line}, form_of_loops,
                              "a loop can't be '%s'", named[i].text);
    }
    return status;
}

static xb_status checkpoint_all(xb_run *run, const xb_vector *loops)
{
    xb_status worst = XB_STATUS_OK;
    for (size_t i = 0; i < loops->count; i++) {
        xb_status status = checkpoint(run, (const wanted_loop *)loops->items + i);
        if (!worst)
            worst = status;
    }
    return worst;
}

static xb_status perform(xb_run *run)
{
    const settings *s = xb_run_settings(run, &xb_algorithm_loopcheckpointing);
    xb_vector named = {.count = 0};
    xb_status status = s->schedule ? read_schedule(run, s->schedule, &named) : XB_STATUS_OK;
    if (!status && s->loops.count + named.count == 0)
        status = xb_error(xb_run_program(run)->diagnostics, XB_STATUS_USAGE, (xb_place){.file = s->schedule},
                          "as in a line head:12 checkpoint 30, or in --checkpoint-loops=head:12:30",
                          "loopcheckpointing has to be told which loops are meant");
    if (!status)
        status = checkpoint_all(run, &s->loops);
    if (!status)
        status = checkpoint_all(run, &named);
    xb_versions_join(xb_run_program(run));
    return status;
}

/* The schedule, if it is a file that can be read twice. */
static const char *schedule_of(const xb_options *options)
{
    static const char *const others[] = {"split", "joint", "auto", "-"};
    const char *reversal = xb_option_value(options, "reversal");
    for (size_t i = 0; reversal && i < sizeof others / sizeof *others; i++)
        if (strcmp(reversal, others[i]) == 0)
            return NULL;
    return reversal;
}

static xb_status configure(const xb_options *options, void *memory)
{
    settings *s = memory;
    xb_arena *arena = xb_options_arena(options);
    const char *list = xb_option_value(options, "checkpoint-loops");
    for (size_t length; list && *list; list += length + (list[length] == ',')) {
        wanted_loop *loop = xb_vector_push(arena, &s->loops, sizeof *loop);
        length = strcspn(list, ",");
        if (!read_loop(arena, list, length, loop))
            return xb_option_error(options, form_of_loops, "--checkpoint-loops can't be '%s'", list);
    }
    s->schedule = schedule_of(options);
    if (s->loops.count == 0 && !s->schedule)
        return xb_option_error(options, "as in --checkpoint-loops=head:12:30",
                               "loopcheckpointing has to be told which loops are meant (--checkpoint-loops)");
    return XB_STATUS_OK;
}

static const xb_option options[] = {
    {"checkpoint-loops", 0, "LOOPS",
     "loops to be reversed by checkpoints, separated by commas: ROUTINE:LINE, or ROUTINE:LINE:SNAPSHOTS for "
     "another number of snapshots than 10, or ROUTINE:LINE:periodic:STEPS for a snapshot each few steps",
     NULL, NULL},
    {.name = NULL}};

static const char *const gives[] = {XB_PROPERTY_REWRITTEN, NULL};

static const xb_action actions[] = {{"sweeps", NULL, perform}, {.name = NULL}};

const xb_algorithm xb_algorithm_loopcheckpointing = {
    .name = "loopcheckpointing",
    .summary = "routines for the bodies of loops, so that reverse mode can reverse these by checkpoints",
    .gives = gives,
    .options = options,
    .actions = actions,
    .settings_size = sizeof(settings),
    .configure = configure,
};
