/*
 * Calls first, then the versions, routine by routine: each is a copy of what then stands for it. What
 * conditions and loop heads were before the arguments of functions in them were converted is kept, since a
 * converted argument is a passive temporary.
 */
#include "algorithms/tracediff/tracediff.h"

#include "algorithms/tracediff/statements.h"
#include "algorithms/tracediff/ways.h"
#include "algorithms/typechange/values.h"
#include "ir/build.h"
#include "ir/version.h"

typedef struct settings {
    bool all;
} settings;

static const settings *settings_of(const xb_run *run)
{
    return xb_run_settings(run, &xb_algorithm_tracediff);
}

/* Placeholders of the replacement list, from 0. */
enum { ORIGINAL, TRACED, PLACEHOLDERS };

static xb_routine *copy(xb_program *program, xb_routine *routine, const char *name)
{
    xb_routine *version = xb_version_declare(program, routine, name, NULL);
    xb_version_complete(program, version);
    return version;
}

static void make_versions(xb_run *run, xb_routine *routine, const xb_routine *before)
{
    xb_program *program = xb_run_program(run);
    xb_routine *versions[PLACEHOLDERS] = {copy(program, routine, "original"),
                                          copy(program, routine, "traced")};
    xb_drop_events(program, versions[ORIGINAL]);
    xb_trace_intrinsics(run, versions[ORIGINAL], false);
    xb_trace_intrinsics(run, versions[TRACED], true);
    xb_trace_ways(run, versions[TRACED], before, settings_of(run)->all);
    xb_routine *list =
        xb_version_replacements(program, routine, "tracing_subroutine_template", versions, PLACEHOLDERS);
    xb_derive_one(program, xb_current(routine), &list->node);
}

static xb_status check(xb_run *run)
{
    const xb_program *program = xb_run_program(run);
    if (xb_run_gives(run, XB_PROPERTY_DIFFERENTIATED))
        return xb_error(program->diagnostics, XB_STATUS_USAGE, (xb_place){0},
                        "trace the program in a run of its own",
                        "algorithm tracediff does not trace derivative code");
    for (size_t i = 0; i < program->routines.count; i++) {
        const xb_routine *routine = program->routines.items[i], *current = xb_current(routine);
        if (routine->node.kind != XB_KIND_CONTROL_FLOW_GRAPH ||
            current->node.kind != XB_KIND_CONTROL_FLOW_GRAPH)
            return xb_error(program->diagnostics, XB_STATUS_UNSUPPORTED,
                            xb_program_place(program, &routine->node, NULL),
                            "trace the program as it was before", "%s has replacements already",
                            routine->symbol->id->text);
    }
    return XB_STATUS_OK;
}

static xb_status perform(xb_run *run)
{
    static const xb_conversion_hooks no_hooks = {.enter = NULL};
    xb_program *program = xb_run_program(run);
    size_t count = program->routines.count;
    xb_status status = check(run);
    if (status)
        return status;
    const xb_callees callees = xb_callees_find(program, program->arena);
    const xb_routine **before = xb_arena_array(program->arena, count, sizeof *before);
    xb_trace_calls(run, &callees);
    for (size_t i = 0; i < count; i++)
        before[i] = xb_current(program->routines.items[i]);
    xb_put_converted_functions(run, &no_hooks);
    for (size_t i = 0; i < count; i++) {
        xb_arena_reset(xb_run_scratch(run));
        make_versions(run, program->routines.items[i], before[i]);
    }
    xb_versions_join(program);
    return XB_STATUS_OK;
}

/* ---- the algorithm ----------------------------------------------------------------------------------- */

static xb_status configure(const xb_options *options, void *memory)
{
    ((settings *)memory)->all = xb_option_given(options, "all-decisions");
    return XB_STATUS_OK;
}

static const xb_option options[] = {
    {"all-decisions", 0, NULL,
     "trace all branches and loops, whether or not active variables or array elements decide", NULL, NULL},
    {.name = NULL}};

static const char *const prerequisites[] = {"canonicalization", "typechange", NULL};
static const char *const gives[] = {XB_PROPERTY_RECORDED, NULL};

static const xb_action actions[] = {{"versions", NULL, perform}, {.name = NULL}};

const xb_algorithm xb_algorithm_tracediff = {
    .name = "tracediff",
    .summary = "a version of each routine that traces what it decides, to compare the paths of two runs",
    .prerequisites = prerequisites,
    .gives = gives,
    .product = XB_PRODUCT_RUN,
    .options = options,
    .actions = actions,
    .settings_size = sizeof(settings),
    .configure = configure,
};
