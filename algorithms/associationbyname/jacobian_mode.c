/*
 * A run computes as many columns, or rows, as there are directions; with a sparsity pattern, as many groups
 * of them. The mode with fewer runs is taken, forward mode if both take as many. An array without bounds is
 * taken to be longer than anything that is known: so a gradient is computed in reverse mode, whatever its
 * length. What calls a run time, but to allocate, has been differentiated already, which only forward mode
 * can do again; and what records a routine within another one lies within what records that one, where
 * nothing else can call it.
 */
#include "algorithms/associationbyname/jacobian_mode.h"

#include "algorithms/associationbyname/compression.h"
#include "algorithms/associationbyname/directions.h"
#include "algorithms/associationbyname/jacobian_shape.h"
#include "algorithms/basicblockpreaccumulationreverse/basicblockpreaccumulationreverse.h"
#include "algorithms/support/hosts.h"
#include "ir/runtime_call.h"

enum { FORWARD, REVERSE, MODES };

/* The sides that are counted in each mode. */
typedef struct choosing {
    xb_program *program;
    xb_jacobian_shape shape;
    bool is_grouped;
    bool is_transformed;
    bool is_hosted;
    int64_t directions;
    int64_t sides[MODES];  /* columns, rows */
    int64_t groups[MODES]; /* of them */
} choosing;

/* ---- runs --------------------------------------------------------------------------------------------- */

/* INT64_MAX: not known. */
static int64_t runs_of(const choosing *c, int mode)
{
    const int64_t count = c->is_grouped ? c->groups[mode] : c->sides[mode];
    return count < 0 ? INT64_MAX : count / c->directions + (count % c->directions > 0);
}

/* Whether there is nothing to compute. */
static bool is_empty(const choosing *c)
{
    return c->sides[FORWARD] == 0 || c->sides[REVERSE] == 0;
}

static bool is_reverse_shorter(const choosing *c)
{
    return !is_empty(c) && runs_of(c, REVERSE) < runs_of(c, FORWARD);
}

static bool is_reverse_better(const choosing *c)
{
    return is_reverse_shorter(c) && !c->is_transformed && !c->is_hosted;
}

static xb_visit see_call(xb_walk *walk, xb_node *node, void *context)
{
    const xb_run *run = context;
    bool shapes = xb_runtime_name_shapes(xb_run_scratch(run), ((const xb_inlinable_call *)node)->name->text);
    (void)walk;
    return shapes ? XB_VISIT_CONTINUE : XB_VISIT_STOP;
}

static bool is_transformed(xb_run *run)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_INLINABLE_CALL] = see_call}, .view = XB_VIEW_READ};
    xb_program *program = xb_run_program(run);
    return xb_traverse(program, xb_run_scratch(run), &program->node, &visitor, run) == XB_VISIT_STOP;
}

static bool is_hosted(xb_run *run, const xb_routine *routine)
{
    xb_hosts hosts = {0};
    xb_hosts_add(&hosts, xb_run_scratch(run), &xb_run_program(run)->routines);
    return xb_host_of(&hosts, routine) != NULL;
}

/* ---- what is said of it ------------------------------------------------------------------------------- */

static const char *side_text(const choosing *c, int mode)
{
    xb_arena *arena = c->program->arena;
    const uint64_t count = (uint64_t)c->sides[mode], groups = (uint64_t)c->groups[mode];
    const char *one = mode == REVERSE ? "row" : "column", *many = mode == REVERSE ? "rows" : "columns";
    if (c->sides[mode] < 0)
        return xb_arena_format(arena, "an unknown number of %s", many);
    const char *text =
        xb_arena_format(arena, "%llu %s", (unsigned long long)count, xb_plural(count, one, many));
    return c->is_grouped ? xb_arena_format(arena, "%s in %llu %s", text, (unsigned long long)groups,
                                           xb_plural(groups, "group", "groups"))
                         : text;
}

static const char *runs_text(const choosing *c, int mode)
{
    const int64_t runs = runs_of(c, mode);
    if (runs == INT64_MAX)
        return "an unknown number of runs";
    return xb_arena_format(c->program->arena, "%lld %s", (long long)runs,
                           xb_plural((uint64_t)runs, "run", "runs"));
}

/* Why it is not reverse mode, although that would take fewer runs. */
static const char *reason_text(const choosing *c)
{
    if (!is_reverse_shorter(c))
        return "";
    if (c->is_transformed)
        return ", but the program has been transformed already";
    return c->is_hosted ? ", but the routine lies within another one" : "";
}

static void say(const choosing *c, int mode)
{
    static const char *const names[MODES] = {"forward", "reverse"};
    xb_remark(c->program->diagnostics, xb_program_place(c->program, &c->shape.routine->node, NULL),
              "the Jacobian of %s has %s and %s: it is computed in %s mode, in %s; %s mode would take %s%s "
              "(--jacobian-mode)",
              c->shape.routine->symbol->id->text, side_text(c, REVERSE), side_text(c, FORWARD), names[mode],
              runs_text(c, mode), names[!mode], runs_text(c, !mode), reason_text(c));
}

/* ---- choosing ----------------------------------------------------------------------------------------- */

static xb_status refuse_named(const xb_run *run, const xb_jacobian_wish *wish)
{
    const bool wants_reverse = wish->mode == XB_JACOBIAN_REVERSE;
    return xb_error(xb_run_program(run)->diagnostics, XB_STATUS_USAGE, (xb_place){0},
                    "name associationbyname alone after -a, or leave out --jacobian-mode",
                    "--jacobian-mode=%s: the algorithms that are named are those of %s mode",
                    wants_reverse ? "reverse" : "forward", wants_reverse ? "forward" : "reverse");
}

/* The groups of both modes are known only if both are asked for. */
static xb_status group(xb_run *run, choosing *c, xb_compression *compression, int mode)
{
    xb_status status = xb_compression_group(run, compression, mode == REVERSE);
    c->groups[mode] = compression->groups.count;
    return status;
}

/* @param compression receives the groups of the mode that is chosen */
static xb_status choose_by_shape(xb_run *run, choosing *c, xb_compression *compression, int *mode)
{
    xb_compression by_columns = *compression;
    xb_status status = XB_STATUS_OK;
    if (c->is_grouped)
        status = group(run, c, compression, REVERSE);
    if (!status && c->is_grouped)
        status = group(run, c, &by_columns, FORWARD);
    *mode = is_reverse_better(c) ? REVERSE : FORWARD;
    if (*mode == FORWARD)
        *compression = by_columns;
    if (!status && !is_empty(c))
        say(c, *mode);
    return status;
}

static xb_status settle(xb_run *run, const xb_jacobian_wish *wish, choosing *c, xb_jacobian_plan *plan,
                        int *mode)
{
    const bool is_named = xb_run_is_asked_for(run, XB_PROPERTY_DIFFERENTIATED);
    plan->is_named = is_named && wish->mode == XB_JACOBIAN_AUTO;
    if (!is_named && wish->mode == XB_JACOBIAN_AUTO)
        return choose_by_shape(run, c, &plan->compression, mode);
    *mode = xb_run_gives(run, XB_PROPERTY_REVERSED) ? REVERSE : FORWARD;
    if (wish->mode != XB_JACOBIAN_AUTO) {
        const int wanted = wish->mode == XB_JACOBIAN_REVERSE ? REVERSE : FORWARD;
        if (is_named && wanted != *mode)
            return refuse_named(run, wish);
        *mode = wanted;
    }
    return c->is_grouped ? group(run, c, &plan->compression, *mode) : XB_STATUS_OK;
}

xb_status xb_jacobian_mode_choose(xb_run *run, const xb_jacobian_wish *wish, xb_jacobian_plan *plan,
                                  xb_algorithm_choice *choice)
{
    static const xb_setting presets[] = {{"motions", "routines"}, {"combined", "none"}, {.name = NULL}};
    choosing c = {.program = xb_run_program(run),
                  .is_grouped = wish->pattern,
                  .is_transformed = is_transformed(run),
                  .directions = xb_directions_asked(run)};
    int mode = FORWARD;
    xb_status status = xb_jacobian_shape_find(run, &wish->names, &c.shape);
    if (status)
        return status;
    c.is_hosted = is_hosted(run, c.shape.routine);
    c.sides[FORWARD] = xb_jacobian_elements(&c.shape.inputs);
    c.sides[REVERSE] = xb_jacobian_elements(&c.shape.results);
    if (wish->pattern)
        status = xb_compression_read(c.program, wish->pattern, &plan->compression);
    if (!status)
        status = settle(run, wish, &c, plan, &mode);
    const bool is_there = xb_run_gives(run, XB_PROPERTY_REVERSED);
    if (!status && mode == REVERSE && !is_there)
        *choice = (xb_algorithm_choice){xb_algorithm_basicblockpreaccumulationreverse.name, presets};
    return status;
}
