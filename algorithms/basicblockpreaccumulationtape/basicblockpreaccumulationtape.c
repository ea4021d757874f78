/*
 * The adjoint sweep is made, too, since it says what is pushed, and left out.
 */
#include "algorithms/basicblockpreaccumulationtape/basicblockpreaccumulationtape.h"

#include "algorithms/basicblockpreaccumulationtape/report.h"
#include "algorithms/basicblockpreaccumulationtape/settings.h"
#include "algorithms/basicblockpreaccumulationtape/sweeps.h"
#include "algorithms/taping/forms.h"

const xb_tape_settings *xb_tape_settings_of(const xb_run *run)
{
    return xb_run_settings(run, &xb_algorithm_basicblockpreaccumulationtape);
}

static xb_status make(void *context, xb_routine *original, xb_list *forms)
{
    const xb_sweeps *sweeps = context;
    xb_sweep_versions made;
    xb_status status = xb_sweeps_make(sweeps, original, &made);
    made.taping->id = original->id;
    xb_list_append(sweeps->program->arena, forms, made.taping);
    return status;
}

static xb_routine *make_plain(void *context, xb_routine *original, xb_routine *plain)
{
    (void)context, (void)original;
    return plain;
}

static xb_status perform(xb_run *run)
{
    xb_sweeps sweeps;
    if (!xb_run_is_goal(run, &xb_algorithm_basicblockpreaccumulationtape))
        return XB_STATUS_OK;
    xb_status status = xb_sweeps_begin(&sweeps, run, xb_tape_settings_of(run));
    const xb_form_maker maker = {&sweeps, sweeps.callees.given, make, make_plain, NULL};
    return status ? status : xb_forms_derive(run, sweeps.plain, &maker);
}

/* ---- the algorithm ------------------------------------------------------------------------------------ */

static xb_status configure(const xb_options *options, void *memory)
{
    xb_tape_settings *s = memory;
    s->everything = xb_option_choice(options, "record") == 1;
    s->strategy = (xb_tape_strategy)xb_option_choice(options, "tape");
    return XB_STATUS_OK;
}

static const char *const records[] = {"needed", "everything", NULL};
static const char *const strategies[] = {"jacobian", "values", "auto", NULL};

static const xb_option options[] = {
    {"tape", 0, "STRATEGY",
     "what is stored to have local Jacobians in the adjoint sweep: their entries (jacobian), what these are "
     "computed from where that can be had (values), or what is cheaper, sequence by sequence (auto)",
     "auto", strategies},
    {"record", 0, "WHAT",
     "needed: each value once, and no index, trip count or arm that is known anyway; everything: all that is "
     "needed, wherever it is needed",
     "needed", records},
    {.name = NULL}};

static const char *const prerequisites[] = {"preaccumulation", "tangent", "controlflowreversal", NULL};
static const char *const gives[] = {XB_PROPERTY_ADJOINT, XB_PROPERTY_DIFFERENTIATED, NULL};

static const xb_setting presets[] = {{"objective", "adjoint"}, {.name = NULL}};

static const xb_picture pictures[] = {
    {XB_TAPE_PICTURE,
     "control flow of taping sweeps, with bytes that are pushed; DETAIL: only of this routine", xb_put_tape},
    {.kind = NULL}};

static const xb_action actions[] = {{"taping", NULL, perform}, {.name = NULL}};

const xb_algorithm xb_algorithm_basicblockpreaccumulationtape = {
    .name = "basicblockpreaccumulationtape",
    .summary = "routines that compute values and tape the Jacobians of basic blocks",
    .prerequisites = prerequisites,
    .gives = gives,
    .product = XB_PRODUCT_RUN,
    .options = options,
    .actions = actions,
    .settings_size = sizeof(xb_tape_settings),
    .configure = configure,
    .presets = presets,
    .pictures = pictures,
};
