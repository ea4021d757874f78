/*
 * Loops that are not within each other are treated at a time, the inner ones first. If there are others, the
 * program is written and read again in memory, and the loops around the first ones have calls of sweeps in
 * their bodies: as often as loops that are named are nested. Loops are found again by their ids, which stay
 * as they are, and messages tell the lines that they had at first.
 *
 * What the front end knows of definitions and uses refers to statements of the routine as it was, and is left
 * out.
 */
#include "algorithms/loopcheckpointing/loopcheckpointing.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "algorithms/loopcheckpointing/fixed_point.h"
#include "algorithms/loopcheckpointing/private.h"
#include "algorithms/loopcheckpointing/replacement.h"
#include "algorithms/loopcheckpointing/sweep.h"
#include "algorithms/loopcheckpointing/wanted_loop.h"
#include "algorithms/scopemerging/scopemerging.h"
#include "algorithms/support/blocks.h"
#include "algorithms/support/hosts.h"
#include "algorithms/support/markers.h"
#include "algorithms/support/rewriting.h"
#include "analysis/allocation.h"
#include "analysis/calls.h"
#include "analysis/constructs.h"
#include "analysis/reallocation.h"
#include "base/bits.h"
#include "ir/build.h"
#include "ir/declaration.h"
#include "ir/provenance.h"
#include "ir/tags.h"
#include "ir/version.h"

/* A loop that is still to be treated. Texts are those of the document that was read first. */
typedef struct open_loop {
    xb_wanted_loop wanted;
    const xb_routine *routine;
    const xb_flow_vertex *head;
    xb_place place;
} open_loop;

/* How far the algorithm is; it outlives runs. */
typedef struct progress {
    xb_arena *arena;
    bool begun;
    xb_vector open; /* open_loop */
} progress;

typedef struct settings {
    xb_vector loops;      /* xb_wanted_loop */
    const char *schedule; /* a file that may name more of them; NULL: none */
    progress *progress;
} settings;

/* ---- the algorithm ------------------------------------------------------------------------------------- */

/* What the sweep refers to must be fit to be passed. */
static xb_status check_variables(const xb_swept_loop *loop, const xb_routine *sweep)
{
    const xb_reference *pair[2];
    if (xb_shared_variables(loop, pair))
        return xb_swept_loop_refuse(
            loop, xb_arena_format(xb_run_program(loop->run)->arena, "'%s' and '%s' share storage",
                                  pair[0]->symbol->id->text, pair[1]->symbol->id->text));
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

/* What an argument is allocated to is lost to who passes it. */
static xb_status check_allocations(const xb_swept_loop *loop)
{
    const xb_flow_graph *flow = &loop->original->flow;
    for (uint32_t v = 0; v < flow->graph.vertex_count; v++) {
        const xb_list *statements = &((const xb_flow_vertex *)flow->vertices.items[v])->statements;
        for (size_t i = 0; xb_swept_loop_body_has(loop, v) && i < statements->count; i++) {
            const xb_symbol *allocated = xb_allocated_by(statements->items[i]),
                            *symbol = allocated ? allocated : xb_deallocated_by(statements->items[i]);
            if (symbol && !xb_node_set_has(&loop->own, &symbol->node))
                return xb_swept_loop_refuse(
                    loop, xb_arena_format(xb_run_program(loop->run)->arena,
                                          "its body %s '%s', which is used outside of it",
                                          allocated ? "allocates" : "deallocates", symbol->id->text));
        }
    }
    return XB_STATUS_OK;
}

/* Puts a version of the routine in its place, and the routines that it calls beside it. @param loops
 * xb_replaced_loop @param ordinals of all calls */
static void put(const xb_vector *loops, const uint64_t *ordinals)
{
    const xb_replaced_loop *all = loops->items;
    xb_run *run = all->loop->run;
    xb_routine *original = all->loop->original, *version = xb_swept_loops_replace(loops);
    xb_program *program = xb_run_program(run);
    xb_list forms = {.count = 0};
    xb_list_append(program->arena, &forms, version);
    for (size_t i = 0; i < loops->count; i++)
        xb_list_append_all(program->arena, &forms, &all[i].routines);
    for (size_t i = 0; i < forms.count; i++) {
        xb_forget_chains(run, forms.items[i]);
        xb_keep_origins(run, original, ordinals, forms.items[i]);
    }
    xb_derive(program, &original->node, &forms);
    for (size_t i = 0; i < loops->count; i++) {
        const xb_list *routines = &all[i].routines;
        xb_build_call_edge(program, version, routines->items[0]);
        xb_build_call_edge(program, routines->items[0], routines->items[routines->count - 1]);
    }
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

/* What belongs to the declarations of the routine, or is another value when it is run again. */
static xb_status check_declarations(const xb_swept_loop *loop)
{
    const xb_list *symbols = &loop->original->scope->symbols;
    for (size_t i = 0; i < symbols->count; i++) {
        const xb_symbol *symbol = symbols->items[i];
        const char *name = symbol->id->text;
        const xb_declaration *facts = symbol->declaration;
        if (facts && facts->dimension_count > 0 && symbol->bounds_count == 0 && xb_symbol_is_sized(symbol))
            return xb_swept_loop_refuse(loop, xb_arena_format(xb_run_program(loop->run)->arena,
                                                              "bounds of %s are expressions", name));
        if (facts && facts->parameter)
            return xb_swept_loop_refuse(loop, xb_arena_format(xb_run_program(loop->run)->arena,
                                                              "%s is a parameter of its routine", name));
        if (facts && facts->block_kind != XB_BLOCK_NONE)
            return xb_swept_loop_refuse(loop, xb_arena_format(xb_run_program(loop->run)->arena,
                                                              "%s is part of a block of storage", name));
    }
    return xb_first_input(loop->run, loop->original)
               ? xb_swept_loop_refuse(loop, "a statement that may be input writes variables")
               : XB_STATUS_OK;
}

/* Moves the body of a loop to routines of its own. */
static xb_status move(xb_swept_loop *loop, const xb_wanted_loop *wanted, xb_list *routines)
{
    loop->periodic = wanted->periodic;
    loop->fixed_point = wanted->fixed_point;
    loop->tolerance = wanted->tolerance;
    loop->own = xb_private_variables(loop);
    if (xb_derived(&loop->original->node))
        return xb_swept_loop_refuse(loop, "an algorithm before this one has changed its routine");
    if (xb_siblings_obstacle(loop->original))
        return xb_swept_loop_refuse(loop, xb_arena_format(xb_run_program(loop->run)->arena, "its routine %s",
                                                          xb_siblings_obstacle(loop->original)));
    xb_status status = check_declarations(loop);
    if (!status)
        status = check_allocations(loop);
    if (status)
        return status;
    xb_provenance_of_node(xb_run_program(loop->run), loop->original->flow.vertices.items[loop->head]);
    return create_routines(loop, routines);
}

/* ---- which loops ----------------------------------------------------------------------------------------
 */

static bool is_open(const progress *p, const xb_routine *routine, const xb_flow_vertex *head)
{
    const open_loop *open = p->open.items;
    for (size_t i = 0; i < p->open.count; i++)
        if (open[i].routine == routine && open[i].head == head)
            return true;
    return false;
}

/* Finds a loop that is wanted, in the document that was read first. */
static xb_status open_up(xb_run *run, const xb_wanted_loop *wanted, progress *p)
{
    const xb_program *program = xb_run_program(run);
    xb_loop_place found;
    xb_status status = xb_loop_look_up(run, wanted->routine, wanted->line, &found);
    if (status)
        return status;
    const xb_flow_vertex *head = found.routine->flow.vertices.items[found.head];
    if (is_open(p, found.routine, head))
        return xb_error(program->diagnostics, XB_STATUS_USAGE, found.place,
                        "name it once, in the schedule or in --checkpoint-loops",
                        "the loop %s:%llu is named twice", wanted->routine, (unsigned long long)wanted->line);
    *(open_loop *)xb_vector_push(p->arena, &p->open, sizeof(open_loop)) =
        (open_loop){*wanted, found.routine, head, found.place};
    return XB_STATUS_OK;
}

static xb_status open_all(xb_run *run, const xb_vector *loops, progress *p)
{
    const xb_wanted_loop *wanted = loops->items;
    xb_status worst = XB_STATUS_OK;
    for (size_t i = 0; i < loops->count; i++) {
        xb_status status = open_up(run, wanted + i, p);
        worst = worst ? worst : status;
    }
    return worst;
}

/* Opens a loop if it is marked by the front end, and not named by the user. */
static xb_status open_marked(xb_run *run, const xb_routine *routine, const xb_flow_vertex *head, progress *p)
{
    const xb_program *program = xb_run_program(run);
    const xb_place place = xb_program_place(program, &head->node, NULL);
    open_loop open = {{.routine = routine->symbol->id->text, .line = head->node.line}, routine, head, place};
    xb_tag tag;
    if (!xb_tags_find(program, &head->node, XB_TAG_CHECKPOINT, &tag) || is_open(p, routine, head))
        return XB_STATUS_OK;
    const char *way = tag.value ? xb_arena_format(p->arena, "%.*s", (int)tag.value_length, tag.value) : "";
    if (!xb_wanted_loop_read_way(way, &open.wanted))
        return xb_error(program->diagnostics, XB_STATUS_INVALID, place, xb_wanted_loop_ways,
                        "the tag " XB_TAG_CHECKPOINT " of a loop can't be '%s'", way);
    *(open_loop *)xb_vector_push(p->arena, &p->open, sizeof open) = open;
    return XB_STATUS_OK;
}

static xb_status open_all_marked(xb_run *run, progress *p)
{
    const xb_program *program = xb_run_program(run);
    xb_status worst = XB_STATUS_OK;
    for (size_t i = 0; i < program->routines.count; i++) {
        const xb_routine *routine = program->routines.items[i];
        for (uint32_t v = 0; v < routine->flow.graph.vertex_count; v++)
            if (xb_is_loop(&routine->flow, v)) {
                xb_status status = open_marked(run, routine, routine->flow.vertices.items[v], p);
                worst = worst ? worst : status;
            }
    }
    return worst;
}

/* How the loops are to be reversed is told by tags, if that is left to another run. */
static xb_status check_tags(const xb_run *run)
{
    if (!xb_run_strips_tags(run) || xb_run_gives(run, XB_PROPERTY_ADJOINT))
        return XB_STATUS_OK;
    return xb_error(xb_run_program(run)->diagnostics, XB_STATUS_USAGE, (xb_place){0},
                    "leave out --strip-tags, or name an algorithm of reverse mode after loopcheckpointing",
                    "without tags, the output would not say how its loops are to be reversed");
}

/* Another algorithm reads the schedule, too: there would be nothing left in a pipe. */
static xb_status check_schedule(const xb_run *run, const char *schedule)
{
    struct stat found;
    if (stat(schedule, &found) != 0 || S_ISREG(found.st_mode))
        return XB_STATUS_OK;
    return xb_error(xb_run_program(run)->diagnostics, XB_STATUS_USAGE, (xb_place){.file = schedule},
                    "write the schedule to a file, or name the loops by --checkpoint-loops",
                    "loopcheckpointing has to read the schedule once more: it can't come from a pipe");
}

static xb_status begin(xb_run *run, const settings *s)
{
    xb_vector named = {.count = 0};
    xb_status status = check_tags(run);
    if (!status && s->schedule)
        status = check_schedule(run, s->schedule);
    if (!status && s->schedule)
        status = xb_wanted_loops_read(run, s->schedule, &named);
    s->progress->begun = true;
    if (!status)
        status = open_all(run, &s->loops, s->progress);
    if (!status)
        status = open_all(run, &named, s->progress);
    if (!status)
        status = open_all_marked(run, s->progress);
    if (status || s->progress->open.count > 0)
        return status;
    return xb_error(xb_run_program(run)->diagnostics, XB_STATUS_USAGE, (xb_place){.file = s->schedule},
                    "as in a line head:12 checkpoint 30, in --checkpoint-loops=head:12:30, or by the "
                    "tag " XB_TAG_CHECKPOINT "=30 of a loop",
                    "loopcheckpointing has to be told which loops are meant");
}

/* References to variables of a routine, found once. */
static const xb_node_map *wholes_of(xb_run *run, xb_node_map *known, xb_routine *routine)
{
    const xb_node_map *wholes = xb_node_map_get(known, &routine->node);
    if (wholes)
        return wholes;
    wholes = xb_wholes_of(run, routine);
    xb_node_map_put(xb_run_program(run)->arena, known, &routine->node, wholes);
    return wholes;
}

/* Finds the open loops in the program as it is now. @param loops receives xb_swept_loop, as many */
static xb_status find_again(xb_run *run, const progress *p, xb_vector *loops)
{
    const open_loop *open = p->open.items;
    xb_node_map known = {0};
    xb_status worst = XB_STATUS_OK;
    for (size_t i = 0; i < p->open.count; i++) {
        xb_swept_loop *loop = xb_vector_push(xb_run_program(run)->arena, loops, sizeof *loop);
        const xb_loop_place place = xb_loop_again(run, open[i].routine, open[i].head, open[i].place);
        xb_status status = xb_swept_loop_find(run, &place, wholes_of(run, &known, place.routine), loop);
        worst = worst ? worst : status;
    }
    return worst;
}

/* A loop that is open, as it is now. */
typedef struct turn {
    const open_loop *open;
    xb_swept_loop *loop;
    bool is_next;
} turn;

static int compare_turns(const void *x, const void *y)
{
    const turn *a = x, *b = y;
    if (a->loop->size != b->loop->size)
        return a->loop->size < b->loop->size ? -1 : 1;
    return a->loop < b->loop ? -1 : a->loop > b->loop;
}

/* The loops in the order of their sizes, those within others before them. */
static turn *turns_of(xb_arena *arena, const xb_vector *open, const xb_vector *loops)
{
    turn *turns = xb_arena_array(arena, open->count, sizeof *turns);
    for (size_t i = 0; i < open->count; i++) {
        turns[i].open = (const open_loop *)open->items + i;
        turns[i].loop = (xb_swept_loop *)loops->items + i;
    }
    qsort(turns, open->count, sizeof *turns, compare_turns);
    return turns;
}

/* Takes the vertices of a loop. @param taken by node index. @return false if one has been taken before */
static bool take(uint64_t *taken, const xb_swept_loop *loop)
{
    const xb_list *vertices = &loop->original->flow.vertices;
    bool is_free = true;
    for (uint32_t v = 0; v < vertices->count; v++) {
        uint32_t index = ((const xb_node *)vertices->items[v])->index;
        if (!loop->inside[v])
            continue;
        is_free = is_free && !xb_bits_has(taken, index);
        xb_bits_add(taken, index);
    }
    return is_free;
}

/* Chooses the loops of this round: those that nothing open is within. */
static void choose(xb_run *run, turn *turns, size_t count)
{
    uint64_t *taken = xb_bits_create(xb_run_scratch(run), xb_run_program(run)->node_count);
    for (size_t i = 0; i < count; i++)
        turns[i].is_next = take(taken, turns[i].loop);
}

/* Moves the bodies of the loops of this round. The others stay open. @param by_routine receives vectors of
 * xb_replaced_loop */
static xb_status move_all(xb_run *run, const turn *turns, size_t count, progress *p, xb_node_map *by_routine)
{
    xb_arena *arena = xb_run_program(run)->arena;
    xb_status worst = XB_STATUS_OK;
    for (size_t i = 0; i < count; i++) {
        const turn *t = &turns[i];
        if (!t->is_next) {
            *(open_loop *)xb_vector_push(p->arena, &p->open, sizeof(open_loop)) = *t->open;
            continue;
        }
        xb_replaced_loop replaced = {.loop = t->loop, .number = t->open->wanted.number};
        xb_status status = move(t->loop, &t->open->wanted, &replaced.routines);
        xb_vector *loops = xb_node_map_make(arena, by_routine, &t->loop->original->node, sizeof *loops);
        *(xb_replaced_loop *)xb_vector_push(arena, loops, sizeof replaced) = replaced;
        worst = worst ? worst : status;
    }
    return worst;
}

/* Treats all loops that no other open one is within. */
static xb_status go_on(xb_run *run, progress *p)
{
    xb_program *program = xb_run_program(run);
    xb_vector loops = {.count = 0};
    const xb_vector before = p->open;
    xb_node_map by_routine = {0};
    xb_status status = find_again(run, p, &loops);
    if (status)
        return status;
    p->open = (xb_vector){.count = 0};
    turn *turns = turns_of(program->arena, &before, &loops);
    choose(run, turns, before.count);
    status = move_all(run, turns, before.count, p, &by_routine);
    if (status)
        return status;
    const uint64_t *ordinals = xb_call_ordinals(program, program->arena, xb_run_scratch(run));
    for (size_t i = 0; i < program->routines.count; i++) {
        const xb_routine *routine = program->routines.items[i];
        const xb_vector *replaced = xb_node_map_get(&by_routine, &routine->node);
        if (replaced)
            put(replaced, ordinals);
    }
    return XB_STATUS_OK;
}

static xb_status perform(xb_run *run)
{
    const settings *s = xb_run_settings(run, &xb_algorithm_loopcheckpointing);
    progress *p = s->progress;
    xb_status status = p->begun ? XB_STATUS_OK : begin(run, s);
    if (!status)
        status = go_on(run, p);
    xb_versions_join(xb_run_program(run));
    if (!status)
        status =
            xb_hosts_check(run, "leave the loop to --tape, or move the routine out of the one around it");
    if (p->open.count > 0)
        xb_run_repeat(run);
    return status;
}

/* ---- options ---------------------------------------------------------------------------------------------
 */

/* The schedule, if it is a file that can be read twice. */
static const char *schedule_of(const xb_options *options)
{
    static const char *const others[] = {"", "split", "joint", "auto", "-"};
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
    s->progress = xb_arena_alloc(arena, sizeof *s->progress);
    s->progress->arena = arena;
    const char *list = xb_option_value(options, "checkpoint-loops");
    for (size_t length; list && *list; list += length + (list[length] == ',')) {
        xb_wanted_loop *loop = xb_vector_push(arena, &s->loops, sizeof *loop);
        length = strcspn(list, ",");
        if (!xb_wanted_loop_read(arena, list, length, loop))
            return xb_option_error(options, xb_wanted_loop_forms, "--checkpoint-loops can't be '%s'", list);
    }
    s->schedule = schedule_of(options);
    return XB_STATUS_OK;
}

void xb_loopcheckpointing_write(const xb_run *run, xb_output *output)
{
    const settings *s = xb_run_settings(run, &xb_algorithm_loopcheckpointing);
    if (!s)
        return;
    const xb_wanted_loop *loops = s->loops.items;
    for (uint32_t i = 0; i < s->loops.count; i++)
        xb_wanted_loop_write(&loops[i], output);
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
    .choose = xb_scopemerging_choose,
};

xb_status xb_loopcheckpointing_choose(xb_run *run, void *unused, xb_algorithm_choice *choice)
{
    const xb_program *program = xb_run_program(run);
    xb_tag tag;
    (void)unused;
    for (size_t i = 0; i < program->routines.count && !choice->algorithm; i++) {
        const xb_flow_graph *flow = &((const xb_routine *)program->routines.items[i])->flow;
        for (uint32_t v = 0; v < flow->vertices.count; v++) {
            const xb_flow_vertex *vertex = flow->vertices.items[v];
            if (xb_tags_find(program, &vertex->node, XB_TAG_CHECKPOINT, &tag))
                choice->algorithm = xb_algorithm_loopcheckpointing.name;
        }
    }
    return XB_STATUS_OK;
}
