/*
 * The graph has a vertex for each routine of the profile and an edge for each of its calls. What a call
 * costs is said of the whole run: the bytes that all its callees leave on the tape or in checkpoints.
 */
#include "algorithms/basicblockpreaccumulationreverse/schedule_picture.h"

#include "base/text.h"
#include "graph/dot.h"

/* State of the run: the text. */
static const char picture_state[] = "basicblockpreaccumulationreverse.schedule";

typedef struct drawing {
    xb_arena *arena;
    xb_schedule_costs *costs;
    const bool *weak;
    xb_graph graph;
    xb_vector names;       /* const xb_name *, by vertex */
    uint32_t *vertices;    /* by index of a name: vertex + 1 */
    uint64_t *tapes;       /* by index of a name: bytes that the routine pushes itself */
    uint64_t *stored;      /* by site */
    const uint64_t *times; /* by activation */
    uint32_t activation;   /* that is looked at */
} drawing;

static uint32_t vertex_of(drawing *d, const xb_name *name)
{
    if (d->vertices[name->index] == 0) {
        d->vertices[name->index] = xb_graph_add_vertex(d->arena, &d->graph) + 1;
        *(const xb_name **)xb_vector_push(d->arena, &d->names, sizeof(xb_name *)) = name;
    }
    return d->vertices[name->index] - 1;
}

static void add_up(void *context, const xb_profile_item *item, uint64_t times)
{
    const drawing *d = context;
    const xb_profile_activation *activations = d->costs->profile->activations.items;
    times = xb_profile_times(times, d->times[d->activation]);
    uint64_t *sum = &d->tapes[activations[d->activation].routine->index];
    uint64_t bytes = item->amount;
    if (item->kind == XB_PROFILE_CALL) {
        sum = &d->stored[item->site];
        bytes = d->weak[item->site] ? item->amount : d->costs->left[item->what];
    }
    *sum = xb_profile_plus(*sum, xb_profile_times(bytes, times));
}

static void describe_routine(void *context, uint32_t v, xb_dot_look *look)
{
    const drawing *d = context;
    const xb_name *name = ((const xb_name *const *)d->names.items)[v];
    look->label =
        xb_arena_format(d->arena, "%s\npushes %llu", name->text, (unsigned long long)d->tapes[name->index]);
    look->shape = "box";
}

static void describe_call(void *context, uint32_t site, xb_dot_look *look)
{
    const drawing *d = context;
    const xb_profile_site *call = (const xb_profile_site *)d->costs->profile->sites.items + site;
    const char *number =
        call->ordinal > 0 ? xb_arena_format(d->arena, "#%llu, ", (unsigned long long)call->ordinal) : "";
    const char *label =
        xb_arena_format(d->arena, "%s%llu %s\n%s %llu", number, (unsigned long long)d->costs->calls[site],
                        xb_plural(d->costs->calls[site], "time", "times"),
                        d->weak[site] ? "checkpoints" : "leaves", (unsigned long long)d->stored[site]);
    look->label = d->weak[site] ? xb_arena_format(d->arena, "%s\nruns again %llu", label,
                                                  (unsigned long long)d->costs->steps[site])
                                : label;
    look->style = d->weak[site] ? "dashed" : "solid";
}

static const char *caption(const drawing *d)
{
    return xb_arena_format(d->arena, "at most %llu bytes stored, %llu steps run again",
                           (unsigned long long)xb_schedule_peak(d->costs, d->weak),
                           (unsigned long long)xb_schedule_steps(d->costs, d->weak));
}

static void build(drawing *d)
{
    const xb_profile *profile = d->costs->profile;
    const xb_profile_activation *activations = profile->activations.items;
    const xb_profile_site *sites = profile->sites.items;
    size_t names = xb_names_count(profile->names) + 1;
    d->vertices = xb_arena_array(d->arena, names, sizeof *d->vertices);
    d->tapes = xb_arena_array(d->arena, names, sizeof *d->tapes);
    d->stored = xb_arena_array(d->arena, (size_t)profile->sites.count + 1, sizeof *d->stored);
    d->times = xb_profile_multiplicities(profile, d->arena);
    for (d->activation = 0; d->activation < profile->activations.count; d->activation++) {
        vertex_of(d, activations[d->activation].routine);
        xb_profile_visit(profile, activations[d->activation].sequence, add_up, d);
    }
    for (uint32_t i = 0; i < profile->sites.count; i++) {
        uint32_t caller = vertex_of(d, sites[i].caller), callee = vertex_of(d, sites[i].callee);
        xb_graph_add_edge(d->arena, &d->graph, caller, callee);
    }
}

void xb_keep_schedule_picture(xb_run *run, xb_schedule_costs *costs, const bool *weak)
{
    drawing d = {.arena = xb_run_program(run)->arena, .costs = costs, .weak = weak};
    const char **kept = xb_run_state(run, picture_state, sizeof *kept);
    xb_text *text = xb_text_create(d.arena);
    const char *label = caption(&d);
    build(&d);
    xb_dot_put(xb_text_output(text), &d.graph,
               &(xb_dot){.name = XB_SCHEDULE_PICTURE,
                         .label = label,
                         .vertex = describe_routine,
                         .edge = describe_call,
                         .context = &d});
    *kept = xb_text_join(text, NULL);
}

xb_status xb_put_schedule(xb_run *run, const char *detail, xb_output *output)
{
    const char **kept = xb_run_state(run, picture_state, sizeof *kept);
    (void)detail;
    if (!*kept)
        return xb_error(xb_run_program(run)->diagnostics, XB_STATUS_USAGE, (xb_place){0}, "add --reversal",
                        "there is no schedule to draw: templates decide what calls do");
    xb_output_put(output, *kept);
    return XB_STATUS_OK;
}
