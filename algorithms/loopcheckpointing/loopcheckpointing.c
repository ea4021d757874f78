/*
 * What the front end knows of definitions and uses refers to statements of the routine as it was, and is left
 * out.
 */
#include "algorithms/loopcheckpointing/loopcheckpointing.h"

#include <stdlib.h>
#include <string.h>

#include "algorithms/loopcheckpointing/fixed_point.h"
#include "algorithms/loopcheckpointing/private.h"
#include "algorithms/loopcheckpointing/replacement.h"
#include "algorithms/loopcheckpointing/sweep.h"
#include "algorithms/motions/schedule_file.h"
#include "ir/build.h"
#include "ir/decoration.h"
#include "ir/version.h"

/* A loop that is to be reversed by checkpoints. */
typedef struct wanted_loop {
    const char *routine;
    uint64_t line;
    bool periodic, fixed_point;
    int64_t number;   /* most snapshots at a time; if they are periodic, steps from one to the next */
    double tolerance; /* of a fixed point */
} wanted_loop;

typedef struct settings {
    xb_vector loops;      /* wanted_loop */
    const char *schedule; /* a file that may name more of them; NULL: none */
} settings;

static const char form_of_loops[] =
    "a loop is ROUTINE:LINE, ROUTINE:LINE:SNAPSHOTS, with at most 1000 snapshots, or "
    "ROUTINE:LINE:periodic:STEPS, with at most 1000000 steps, or ROUTINE:LINE:fixedpoint:TOLERANCE, with a "
    "tolerance between 0 and 1";

/* Steps times snapshots is a number that the sweep computes with. */
static const double DEFAULT_TOLERANCE = 1e-12;
enum { DEFAULT_NUMBER = 10, MOST_SNAPSHOTS = 1000, MOST_STEPS = 1000000 };

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

/* @param seen xb_swept_loop, those that were named before */
static bool was_named(const xb_vector *seen, const xb_swept_loop *loop)
{
    const xb_swept_loop *all = seen->items;
    for (size_t i = 0; i < seen->count; i++)
        if (all[i].original == loop->original && all[i].head == loop->head)
            return true;
    return false;
}

static xb_status refuse_repetition(const xb_swept_loop *loop, const wanted_loop *wanted)
{
    const xb_program *program = xb_run_program(loop->run);
    const xb_flow_vertex *head = loop->original->flow.vertices.items[loop->head];
    return xb_error(program->diagnostics, XB_STATUS_USAGE, xb_program_place(program, &head->node, NULL),
                    "name it once, in the schedule or in --checkpoint-loops",
                    "the loop %s:%llu is named twice", wanted->routine, (unsigned long long)wanted->line);
}

/* Puts a version of the routine in its place, and the routines that it calls beside it. @param routines
 * xb_routine, the one that it calls first */
static void put(const xb_swept_loop *loop, xb_routine *version, const xb_list *routines)
{
    xb_program *program = xb_run_program(loop->run);
    xb_list forms = {.count = 0};
    xb_list_append(program->arena, &forms, version);
    xb_list_append_all(program->arena, &forms, routines);
    for (size_t i = 0; i < forms.count; i++)
        forget_chains(loop->run, forms.items[i]);
    xb_derive(program, &loop->original->node, &forms);
    xb_build_call_edge(program, version, routines->items[0]);
    xb_build_call_edge(program, routines->items[0], routines->items[routines->count - 1]);
}

/* The routines for a loop: its sweep, or those of a fixed point. */
static xb_status create_routines(const xb_swept_loop *loop, xb_list *routines)
{
    xb_arena *arena = xb_run_program(loop->run)->arena;
    xb_status status = loop->fixed_point ? xb_fixed_point_check(loop) : XB_STATUS_OK;
    if (status)
        return status;
    if (loop->fixed_point) {
        const xb_fixed_point_routines made = xb_fixed_point_create(loop);
        xb_list_append(arena, routines, made.solution);
        xb_list_append(arena, routines, made.step);
    } else {
        xb_list_append(arena, routines, xb_sweep_create(loop));
    }
    return check_variables(loop, routines->items[0]);
}

static xb_status checkpoint(xb_run *run, const wanted_loop *wanted, xb_vector *seen)
{
    xb_swept_loop loop;
    xb_list routines = {.count = 0};
    xb_status status = xb_swept_loop_find(run, wanted->routine, wanted->line, &loop);
    if (status)
        return status;
    if (was_named(seen, &loop))
        return refuse_repetition(&loop, wanted);
    *(xb_swept_loop *)xb_vector_push(xb_run_program(run)->arena, seen, sizeof loop) = loop;
    loop.periodic = wanted->periodic;
    loop.fixed_point = wanted->fixed_point;
    loop.tolerance = wanted->tolerance;
    loop.own = xb_private_variables(&loop);
    if (xb_derived(&loop.original->node))
        return xb_swept_loop_refuse(
            &loop, "another loop of the routine is; run the result through this algorithm again");
    status = create_routines(&loop, &routines);
    if (!status)
        put(&loop, xb_swept_loop_replace(&loop, routines.items[0], wanted->number), &routines);
    return status;
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

static bool take_tolerance(const char **text, double *value)
{
    char *end;
    *value = strtod(*text, &end);
    bool taken = end != *text && **text != '-' && **text != '+';
    *text = end;
    return taken && *value > 0 && *value < 1;
}

/* ROUTINE:LINE:fixedpoint[:TOLERANCE], from the last word on */
static bool read_fixed_point(const char *rest, wanted_loop *loop)
{
    loop->fixed_point = true;
    loop->tolerance = DEFAULT_TOLERANCE;
    bool fine = !take_word(&rest, ":") || take_tolerance(&rest, &loop->tolerance);
    return fine && *rest == '\0';
}

/* ROUTINE:LINE[:periodic][:NUMBER], or that of a fixed point */
static bool read_loop(xb_arena *arena, const char *word, size_t length, wanted_loop *loop)
{
    const char *text = xb_arena_format(arena, "%.*s", (int)length, word), *rest = strchr(text, ':');
    uint64_t number = DEFAULT_NUMBER;
    if (!rest || rest == text)
        return false;
    loop->routine = xb_arena_format(arena, "%.*s", (int)(rest - text), text);
    rest++;
    bool fine = take_number(&rest, &loop->line);
    if (fine && take_word(&rest, ":fixedpoint"))
        return read_fixed_point(rest, loop);
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

static xb_status checkpoint_all(xb_run *run, const xb_vector *loops, xb_vector *seen)
{
    xb_status worst = XB_STATUS_OK;
    for (size_t i = 0; i < loops->count; i++) {
        xb_status status = checkpoint(run, (const wanted_loop *)loops->items + i, seen);
        if (!worst)
            worst = status;
    }
    return worst;
}

static xb_status perform(xb_run *run)
{
    const settings *s = xb_run_settings(run, &xb_algorithm_loopcheckpointing);
    xb_vector named = {.count = 0}, seen = {.count = 0};
    xb_status status = s->schedule ? read_schedule(run, s->schedule, &named) : XB_STATUS_OK;
    if (!status && s->loops.count + named.count == 0)
        status = xb_error(xb_run_program(run)->diagnostics, XB_STATUS_USAGE, (xb_place){.file = s->schedule},
                          "as in a line head:12 checkpoint 30, or in --checkpoint-loops=head:12:30",
                          "loopcheckpointing has to be told which loops are meant");
    if (!status)
        status = checkpoint_all(run, &s->loops, &seen);
    if (!status)
        status = checkpoint_all(run, &named, &seen);
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
     "another number of snapshots than 10, or ROUTINE:LINE:periodic:STEPS for a snapshot each few steps, or "
     "ROUTINE:LINE:fixedpoint:TOLERANCE for the adjoint of the fixed point that the loop finds",
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
