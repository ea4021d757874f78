/*
 * Two searches through a routine, for references and assignments with keys of chains, and for calls.
 */
#include "algorithms/support/rewriting.h"

#include "analysis/calls.h"
#include "traverse/traverse.h"

/* ---- chains -------------------------------------------------------------------------------------------- */

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

void xb_forget_chains(xb_run *run, xb_routine *routine)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_VARIABLE_REFERENCE] = forget_chain,
                                                 [XB_KIND_ASSIGNMENT] = forget_do_chain,
                                                 [XB_KIND_INITIALIZATION] = forget_do_chain,
                                                 [XB_KIND_UPDATE] = forget_do_chain}};
    xb_traverse(xb_run_program(run), xb_run_scratch(run), &routine->node, &visitor, NULL);
}

/* ---- calls --------------------------------------------------------------------------------------------- */

/* Calls that are about to be moved, or to get other numbers. */
typedef struct keeping {
    const xb_symbol *caller;
    const uint64_t *ordinals; /* by xb_call.site */
} keeping;

static xb_visit keep_origin(xb_walk *walk, xb_node *node, void *context)
{
    const keeping *k = context;
    const xb_call *call = (const xb_call *)node;
    if (call->site > 0 && xb_program_routine(xb_walk_program(walk), call->symbol))
        xb_call_keep_origin(xb_walk_program(walk), call, k->caller, k->ordinals[call->site]);
    return XB_VISIT_CONTINUE;
}

void xb_keep_origins(xb_run *run, const xb_routine *original, const uint64_t *ordinals, xb_routine *form)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_SUBROUTINE_CALL] = keep_origin}};
    keeping k = {original->symbol, ordinals};
    xb_traverse(xb_run_program(run), xb_run_scratch(run), &form->node, &visitor, &k);
}
