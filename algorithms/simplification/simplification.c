/*
 * Block by block: algebra of each statement, then values that statements have in common. In reverse mode,
 * they are shared within what is computed for one propagation only: what it needs of other ones would have to
 * be pushed, while it can be computed again.
 */
#include "algorithms/simplification/simplification.h"

#include "algorithms/simplification/algebra.h"
#include "algorithms/simplification/sharing.h"
#include "ir/build.h"
#include "ir/provenance.h"

typedef struct simplification {
    unsigned rounds;
    size_t saved; /* operations, in all blocks */
} simplification;

static simplification *state_of(xb_run *run)
{
    return xb_run_state(run, "simplification.state", sizeof(simplification));
}

/* ---- algebra ------------------------------------------------------------------------------------------ */

/* @return how many operations less there are */
static size_t simplify_expression(xb_run *run, xb_statement *statement)
{
    xb_assignment *assignment = (xb_assignment *)statement;
    size_t before = xb_operations_of(assignment->value);
    xb_arena_mark mark = xb_arena_mark_now(xb_run_scratch(run));
    assignment->value = xb_simplify_algebra(xb_run_analyses(run), xb_run_scratch(run), assignment->value);
    xb_arena_release(xb_run_scratch(run), mark);
    return before - xb_operations_of(assignment->value);
}

static size_t simplify_expressions(xb_run *run, const xb_list *statements)
{
    size_t saved = 0;
    for (size_t i = 0; i < statements->count; i++)
        if (xb_is_derivative_code(statements->items[i]))
            saved += simplify_expression(run, statements->items[i]);
    return saved;
}

/* ---- common subexpressions ---------------------------------------------------------------------------- */

/* Whether nothing is shared across a statement. */
static bool separates(const xb_run *run, const xb_statement *statement)
{
    xb_kind kind = statement->node.kind;
    return xb_run_gives(run, XB_PROPERTY_ADJOINT) &&
           (kind == XB_KIND_DERIVATIVE_PROPAGATOR || kind == XB_KIND_SUBROUTINE_CALL ||
            (kind == XB_KIND_ASSIGNMENT && ((const xb_assignment *)statement)->target->deriv));
}

static size_t share(xb_run *run, xb_block_place place, xb_list *statements)
{
    xb_sharing sharing = {.run = run, .place = place};
    size_t first = 0;
    for (size_t i = 0; i < statements->count; i++)
        if (i + 1 == statements->count || separates(run, statements->items[i])) {
            xb_share(&sharing, (xb_statement *const *)statements->items + first, i + 1 - first);
            first = i + 1;
        }
    *statements = sharing.statements;
    return sharing.operations;
}

/* ---- blocks ------------------------------------------------------------------------------------------- */

static bool has_derivative_code(const xb_list *statements)
{
    for (size_t i = 0; i < statements->count; i++)
        if (xb_is_derivative_code(statements->items[i]))
            return true;
    return false;
}

/* The length of statements tells, too: what is left out need not be an operation. */
static bool simplify_once(xb_run *run, xb_block_place place, xb_list *statements)
{
    size_t count = statements->count, saved = simplify_expressions(run, statements);
    saved += share(run, place, statements);
    state_of(run)->saved += saved;
    return saved > 0 || statements->count != count;
}

static xb_status simplify_block(xb_run *run, xb_block_place place)
{
    xb_list statements = place.block->statements;
    if (!has_derivative_code(&statements))
        return XB_STATUS_OK;
    for (unsigned i = 0; i < state_of(run)->rounds && simplify_once(run, place, &statements); i++)
        ;
    xb_block_replace_statements(run, place.block, statements);
    return XB_STATUS_OK;
}

xb_status xb_simplify(xb_run *run, unsigned rounds)
{
    xb_program *program = xb_run_program(run);
    xb_provenance before = xb_provenance_enter(program, "simplification");
    state_of(run)->rounds = rounds;
    xb_status status = xb_blocks_each(run, simplify_block);
    xb_provenance_restore(program, before);
    return status;
}

void xb_simplification_metrics(xb_run *run)
{
    xb_run_metric(run, "", "operations saved", (double)state_of(run)->saved);
}
