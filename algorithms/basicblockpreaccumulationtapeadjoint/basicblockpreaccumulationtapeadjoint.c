/*
 * Nothing is stored to run routines again: the lists have no placeholders for that.
 */
#include "algorithms/basicblockpreaccumulationtapeadjoint/basicblockpreaccumulationtapeadjoint.h"

#include "algorithms/basicblockpreaccumulationtape/settings.h"
#include "algorithms/basicblockpreaccumulationtape/sweeps.h"
#include "algorithms/basicblockpreaccumulationtapeadjoint/lists.h"
#include "algorithms/basicblockpreaccumulationtapeadjoint/settings.h"
#include "algorithms/support/propagation_calls.h"
#include "algorithms/taping/forms.h"

typedef struct settings {
    bool zero_locals;
} settings;

typedef struct adjoints {
    xb_sweeps sweeps;
    xb_lists lists;
} adjoints;

xb_tape_settings xb_sweep_settings_of(const xb_run *run)
{
    const settings *s = xb_run_settings(run, &xb_algorithm_basicblockpreaccumulationtapeadjoint);
    xb_tape_settings tape = *xb_tape_settings_of(run);
    tape.initialise = s->zero_locals;
    return tape;
}

static xb_status make(void *context, xb_routine *original, xb_list *forms)
{
    const adjoints *a = context;
    xb_sweep_versions made;
    xb_status status = xb_sweeps_make(&a->sweeps, original, &made);
    xb_routine *const versions[XB_PLACEHOLDERS + 1] = {
        [XB_ORIGINAL] = made.original,    [XB_TAPING] = made.taping,          [XB_ADJOINT] = made.adjoint,
        [XB_STRICT_TAPING] = made.taping, [XB_STRICT_ADJOINT] = made.adjoint,
    };
    xb_list_append(a->lists.program->arena, forms, xb_list_of_versions(&a->lists, original, versions));
    return status;
}

static xb_routine *make_plain(void *context, xb_routine *original, xb_routine *plain)
{
    const adjoints *a = context;
    return xb_list_of_plain(&a->lists, original, plain);
}

static xb_status perform(xb_run *run)
{
    adjoints a;
    if (!xb_run_is_goal(run, &xb_algorithm_basicblockpreaccumulationtapeadjoint))
        return XB_STATUS_OK;
    const xb_tape_settings tape = xb_sweep_settings_of(run);
    xb_status status = xb_sweeps_begin(&a.sweeps, run, &tape);
    if (status)
        return status;
    const xb_checkpoint_settings none = {.all = false};
    a.lists = (xb_lists){.program = xb_run_program(run),
                         .checkpoints = xb_checkpoints_create(run, &a.sweeps.callees, &none),
                         .for_split = true};
    const xb_form_maker maker = {&a, a.sweeps.callees.given, make, make_plain, NULL};
    return xb_forms_derive(run, a.sweeps.plain, &maker);
}

/* Where derivatives have names, assignments are made of propagators instead. */
static xb_status lower(xb_run *run)
{
    if (xb_run_is_goal(run, &xb_algorithm_basicblockpreaccumulationtapeadjoint) &&
        !xb_run_gives(run, XB_PROPERTY_NAMED))
        xb_propagation_calls_derive(run);
    return XB_STATUS_OK;
}

/* ---- the algorithm ------------------------------------------------------------------------------------ */

static xb_status configure(const xb_options *options, void *memory)
{
    ((settings *)memory)->zero_locals = xb_option_given(options, "zero-locals");
    return XB_STATUS_OK;
}

static const xb_option options[] = {
    {"zero-locals", 0, NULL,
     "zero derivatives of local variables in the adjoint sweep, for run times that do not do that; "
     "--initialise does so, too",
     NULL, NULL},
    {.name = NULL}};

static const char *const prerequisites[] = {"basicblockpreaccumulationtape", NULL};
static const char *const gives[] = {XB_PROPERTY_ADJOINT, XB_PROPERTY_DIFFERENTIATED, XB_PROPERTY_REVERSED,
                                    NULL};

static const xb_action actions[] = {{"sweeps", NULL, perform}, {"calls", NULL, lower}, {.name = NULL}};

const xb_algorithm xb_algorithm_basicblockpreaccumulationtapeadjoint = {
    .name = "basicblockpreaccumulationtapeadjoint",
    .summary = "adjoint code for split reversal only: taping and adjoint sweeps, without checkpoints",
    .prerequisites = prerequisites,
    .gives = gives,
    .options = options,
    .actions = actions,
    .settings_size = sizeof(settings),
    .configure = configure,
};
