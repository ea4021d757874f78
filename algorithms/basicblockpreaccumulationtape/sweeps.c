/*
 * The tangent-linear routine becomes the taping one, and is transposed. What no path from its Entry leads to
 * is never run, and left out of both sweeps.
 */
#include "algorithms/basicblockpreaccumulationtape/sweeps.h"

#include "algorithms/adjoint/adjoint.h"
#include "algorithms/basicblockpreaccumulationtape/by_rule.h"
#include "algorithms/basicblockpreaccumulationtape/report.h"
#include "algorithms/support/blocks.h"
#include "algorithms/support/insertion.h"
#include "algorithms/taping/declared.h"
#include "algorithms/taping/given.h"
#include "algorithms/taping/idle.h"
#include "algorithms/taping/temporaries.h"
#include "algorithms/controlflowreversal/reversal.h"
#include "algorithms/tangent/settings.h"
#include "algorithms/taping/undefined.h"
#include "analysis/contained.h"
#include "analysis/reallocation.h"
#include "analysis/storage.h"
#include "ir/runtime_call.h"
#include "ir/version.h"

/* What is to be transposed must be propagators. */
static xb_status check_settings(xb_run *run)
{
    if (!xb_tangent_settings_of(run)->calls)
        return XB_STATUS_OK;
    return xb_error(xb_run_program(run)->diagnostics, XB_STATUS_USAGE, (xb_place){0},
                    "leave it out: adjoints are propagated by calls of inlinable subroutines in any case",
                    "--inlinable-propagation is an option of forward mode");
}

/* What a call deallocates or nullifies; NULL: nothing. */
static const xb_symbol *freed_by(const xb_inlinable_call *call)
{
    bool frees = xb_runtime_is(call->name->text, XB_RUNTIME_DEALLOCATE) ||
                 xb_runtime_is(call->name->text, XB_RUNTIME_NULLIFY);
    const xb_argument *argument = frees && call->arguments.count > 0 ? call->arguments.items[0] : NULL;
    return argument && argument->reference ? argument->reference->symbol : NULL;
}

/* What has a stand-in (stand_ins.h) may go: the taping sweep has noted its shape, and where it is allocated
 * again the stand-in becomes the former one. So may what is allocated again on the way back (taping.h). */
static bool frees_for_good(const xb_run *run, const xb_inlinable_call *call)
{
    const xb_symbol *freed = freed_by(call);
    const xb_storage *storage = xb_storage_of(xb_run_analyses((xb_run *)run));
    return freed && xb_symbol_is_active(freed) && !xb_memory_is_undone((xb_run *)run, freed) &&
           !(xb_procedure_of(freed) && xb_storage_is_unbounded(storage, freed));
}

static xb_visit refuse_stack(xb_walk *walk, xb_node *node, void *context)
{
    const xb_run *run = context;
    const char *name = ((const xb_inlinable_call *)node)->name->text;
    if (frees_for_good(run, (const xb_inlinable_call *)node)) {
        xb_error(xb_walk_program(walk)->diagnostics, XB_STATUS_UNSUPPORTED, xb_walk_place(walk, node, NULL),
                 "deallocate it outside of what is differentiated",
                 "%s is active and deallocated, which reverse mode does not undo",
                 freed_by((const xb_inlinable_call *)node)->id->text);
        return XB_VISIT_STOP;
    }
    if (xb_runtime_name_shapes(xb_run_scratch(run), name))
        return XB_VISIT_CONTINUE;
    xb_error(xb_walk_program(walk)->diagnostics, XB_STATUS_UNSUPPORTED, xb_walk_place(walk, node, NULL),
             "differentiate it in forward mode, or the program that it was made of",
             "the program has been transformed already: it calls '%s'", name);
    return XB_VISIT_STOP;
}

/* What is pushed is not reversed. What allocates is an assignment without value. */
static bool has_stacks(xb_run *run)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_INLINABLE_CALL] = refuse_stack},
                                       .view = XB_VIEW_READ};
    xb_program *program = xb_run_program(run);
    return xb_traverse(program, xb_run_scratch(run), &program->node, &visitor, run) == XB_VISIT_STOP;
}

xb_status xb_sweeps_begin(xb_sweeps *s, xb_run *run, const xb_tape_settings *tape)
{
    xb_program *program = xb_run_program(run);
    if (check_settings(run))
        return XB_STATUS_USAGE;
    if (has_stacks(run) || xb_declared_check(run))
        return XB_STATUS_UNSUPPORTED;
    *s = (xb_sweeps){.run = run, .program = program, .tape = *tape};
    s->tape.initialise = tape->initialise || xb_tangent_settings_of(run)->initialise;
    if (s->tape.initialise && !xb_run_gives(run, XB_PROPERTY_NAMED))
        xb_warn_of_allocated(run);
    s->callees = xb_callees_find(program, program->arena);
    s->callees.undefined = xb_undefined_find(run);
    s->callees.idle = xb_idle_find(run, &s->callees);
    s->callees.given = tape->everything ? NULL : xb_given_find(run, &s->callees);
    return xb_plain_create(run, &s->callees, &s->plain);
}

static xb_routine *complete_forward(const xb_sweeps *s, xb_routine *version)
{
    version->flow = xb_flow_reached(s->program, xb_run_scratch(s->run), &version->flow);
    xb_plain_redirect(s->plain, version);
    return version;
}

static xb_routine *make_forward(const xb_sweeps *s, xb_routine *original)
{
    xb_routine *version = xb_version_declare(s->program, original, "taping", NULL);
    xb_version_complete_and_take(s->program, version);
    return complete_forward(s, version);
}

/* The versions of what stands for a routine with a rule. */
static xb_status make_by_rule(const xb_sweeps *s, xb_routine *original, xb_sweep_versions *made)
{
    const xb_rule_versions versions = {xb_version_declare(s->program, original, "original", NULL),
                                       xb_version_declare(s->program, original, "taping", NULL),
                                       xb_version_declare(s->program, original, "adjoint", NULL)};
    xb_status status = xb_rule_versions_fill(s->run, original, &versions);
    *made = (xb_sweep_versions){versions.original, versions.taping, versions.adjoint};
    if (!status)
        xb_report_tape(s->run, versions.taping);
    return status;
}

static xb_routine *make_original(const xb_sweeps *s, xb_routine *original)
{
    xb_routine *version = xb_version_declare(s->program, original, "original", NULL);
    xb_complete_without_derivatives(s->run, version);
    xb_plain_redirect(s->plain, version);
    return version;
}

xb_status xb_sweeps_make(const xb_sweeps *s, xb_routine *original, xb_sweep_versions *versions)
{
    if (original->rule)
        return make_by_rule(s, original, versions);
    versions->original = make_original(s, original);
    xb_routine *forward = make_forward(s, original),
               *back = xb_version_declare(s->program, original, "adjoint", NULL);
    bool is_empty = forward->flow.graph.vertex_count == 0;
    xb_taping *t = xb_tape_routine(s->run, forward, &s->callees, &s->tape);
    xb_body *blocks;
    xb_status status = xb_adjoint_of_blocks(t, &blocks);
    if (!is_empty)
        xb_reverse_routine(t, back, blocks);
    xb_warn_of_locals(s->run, back, original, &t->stand_ins);
    if (!is_empty && s->tape.initialise)
        xb_zero_locals(s->run, back, original, &t->stand_ins);
    xb_sweep_temporaries(s->run, forward);
    xb_report_tape(s->run, forward);
    versions->taping = forward;
    versions->adjoint = back;
    return status;
}

/* ---- both in one --------------------------------------------------------------------------------------- */

/* Whether an argument may have another shape at the end. */
static bool frees_argument(xb_analyses *analyses, const xb_routine *routine)
{
    for (size_t i = 0; i < routine->formals.count; i++)
        if (xb_is_deallocated(analyses, ((const xb_formal *)routine->formals.items[i])->symbol))
            return true;
    return false;
}

/* A routine within another one sees the variables of one motion of that, and arrays that may be allocated
 * have derivatives that are allocated where a sweep begins. */
static bool may_be_one(const xb_sweeps *s, const xb_routine *original)
{
    xb_analyses *analyses = xb_run_analyses(s->run);
    const xb_routine *current = xb_current(original);
    return !original->rule && current->flow.graph.vertex_count > 0 &&
           xb_contained_in(analyses, original->scope)->count == 0 &&
           !xb_refers_to_allocatable(s->run, current) && !frees_argument(analyses, original);
}

/* What is wrong is reported when the sweeps are made as versions of their own. */
bool xb_sweeps_make_combined(const xb_sweeps *s, xb_routine *original, xb_sweep_versions *versions)
{
    if (!may_be_one(s, original))
        return false;
    xb_diagnostics *own = s->program->diagnostics;
    xb_tape_settings tape = s->tape;
    tape.combined = true;
    s->program->diagnostics = xb_diagnostics_create(s->program->arena);
    xb_routine *forward = xb_version_declare(s->program, original, "combined taping", NULL),
               *back = xb_version_declare(s->program, original, "combined adjoint", NULL);
    xb_version_complete(s->program, forward);
    complete_forward(s, forward);
    xb_taping *t = xb_tape_routine(s->run, forward, &s->callees, &tape);
    xb_body *blocks;
    xb_status status = xb_adjoint_of_blocks(t, &blocks);
    xb_reverse_routine(t, back, blocks);
    if (s->tape.initialise)
        xb_zero_locals(s->run, back, original, &t->stand_ins);
    xb_sweep_temporaries_but(s->run, forward, &t->kept);
    s->program->diagnostics = own;
    *versions = (xb_sweep_versions){.taping = forward, .adjoint = back};
    return !status && t->stand_ins.count == 0;
}
