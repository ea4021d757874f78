/*
 * The arguments of the step are among those of the routine with the loop, which also has those of the
 * condition.
 */
#include "algorithms/loopcheckpointing/fixed_point.h"

#include "algorithms/loopcheckpointing/private.h"
#include "algorithms/loopcheckpointing/sweep.h"
#include "algorithms/motions/marks.h"
#include "analysis/accesses.h"
#include "analysis/changes.h"
#include "ir/copy_internal.h"
#include "ir/version.h"

/* ---- its form ------------------------------------------------------------------------------------------ */

/* What is known of the variables of a body. */
typedef struct form {
    const xb_swept_loop *loop;
    xb_exposure exposure;
    xb_status status;
} form;

static xb_status refuse(const xb_swept_loop *loop, const char *format, const xb_symbol *symbol)
{
    return xb_swept_loop_refuse(
        loop, symbol ? xb_arena_format(xb_run_program(loop->run)->arena, format, symbol->id->text) : format);
}

static xb_status refuse_part(const xb_swept_loop *loop, const xb_symbol *symbol)
{
    return xb_swept_loop_refuse_for(
        loop,
        xb_arena_format(xb_run_program(loop->run)->arena, "a step may leave '%s', or a part of it, as it is",
                        symbol->id->text),
        "let each step assign all of it: as a whole, before its elements, or in loops over all of them with "
        "constant bounds");
}

/* Looks for a use of a variable other than to compute its own next value. */
static xb_visit see_assignment(xb_walk *walk, xb_node *node, void *context)
{
    (void)walk;
    return ((const xb_assignment *)node)->target->symbol == context ? XB_VISIT_SKIP : XB_VISIT_CONTINUE;
}

static xb_visit see_reference(xb_walk *walk, xb_node *node, void *context)
{
    (void)walk;
    return ((const xb_reference *)node)->symbol == context ? XB_VISIT_STOP : XB_VISIT_CONTINUE;
}

static bool has_influence(const xb_swept_loop *loop, xb_symbol *symbol)
{
    static const xb_visitor visitor = {
        .enter = {[XB_KIND_ASSIGNMENT] = see_assignment, [XB_KIND_VARIABLE_REFERENCE] = see_reference},
        .view = XB_VIEW_READ};
    const xb_list *vertices = &loop->original->flow.vertices;
    for (uint32_t v = 0; v < vertices->count; v++)
        if (xb_swept_loop_body_has(loop, v) &&
            xb_traverse(xb_run_program(loop->run), xb_run_scratch(loop->run), vertices->items[v], &visitor,
                        symbol) == XB_VISIT_STOP)
            return true;
    return false;
}

static xb_status check_change(const form *f, const xb_access *access)
{
    xb_symbol *symbol = (xb_symbol *)access->symbol;
    if (!symbol)
        return refuse(f->loop, "what its body changes is not known", NULL);
    if (xb_node_set_has(&f->loop->own, &symbol->node))
        return XB_STATUS_OK;
    if (symbol->scope != f->loop->original->scope)
        return refuse(f->loop, "its body changes '%s', which is no variable of its routine", symbol);
    if (xb_symbol_is_active(symbol))
        return xb_list_has(&f->exposure.written, symbol) ? XB_STATUS_OK : refuse_part(f->loop, symbol);
    return xb_list_has(&f->exposure.exposed, symbol) && has_influence(f->loop, symbol)
               ? refuse(f->loop, "'%s', which has no derivative, has an influence on the next step", symbol)
               : XB_STATUS_OK;
}

/* What the body changes: local variables only, some of them active. */
static xb_status check_changes(const form *f)
{
    const xb_swept_loop *loop = f->loop;
    xb_program *program = xb_run_program(loop->run);
    const xb_changes *changes =
        xb_changes_of(xb_run_analyses(loop->run), program->arena, loop->original, XB_VIEW_READ);
    const xb_flow_part part = {.inside = loop->inside, .head = loop->head};
    const xb_list all = xb_changes_list(changes, program->arena, &part);
    bool active = false;
    for (size_t i = 0; i < all.count; i++) {
        const xb_access *access = all.items[i];
        xb_status status = check_change(f, access);
        if (status)
            return status;
        active = active ||
                 (xb_symbol_is_active(access->symbol) && !xb_node_set_has(&loop->own, &access->symbol->node));
    }
    return active ? XB_STATUS_OK : refuse(loop, "its body changes no active variable", NULL);
}

xb_status xb_fixed_point_check(const xb_swept_loop *loop)
{
    form f = {.loop = loop};
    if (loop->exits.count > 0)
        return refuse(loop, "it is left early, so that its last step may be none", NULL);
    if (loop->limited)
        return refuse(loop, "it has a number of steps, and does not wait for anything", NULL);
    f.exposure = xb_exposure_of_body(loop, xb_run_program(loop->run)->arena);
    if (f.exposure.anything)
        return refuse(loop, "what its body reads is not known", NULL);
    return check_changes(&f);
}

/* ---- its routines -------------------------------------------------------------------------------------- */

static xb_routine *create_step(const xb_swept_loop *loop)
{
    xb_sweep_building b = xb_sweep_begin(loop, "step");
    xb_sweep_add_body(&b);
    xb_sweep_add_formals(&b, &b.code.flow);
    return xb_sweep_end(&b);
}

/* The call of the step, with the variables of the solution that stand for the same as its arguments. */
static xb_statement *call_step(const xb_sweep_building *b, const xb_routine *step)
{
    xb_call *call = xb_build_call(b->program, "_step", step->symbol, 0);
    xb_call_mark(b->program, call, XB_MARK_STEP);
    for (size_t i = 0; i < step->formals.count; i++) {
        const xb_formal *formal = step->formals.items[i];
        const xb_symbol *origin = xb_version_origin(b->program, step, formal->symbol);
        xb_symbol *own = xb_version_symbol(b->program, b->sweep, (xb_symbol *)origin);
        xb_build_argument_at(b->program, call, formal->position, xb_build_reference(b->program, own));
    }
    return &call->statement;
}

/* A loop like the original one. */
static xb_routine *create_solution(const xb_swept_loop *loop, const xb_routine *step)
{
    xb_sweep_building b = xb_sweep_begin(loop, "solve");
    bool tests_last = xb_flow_kind_at(&loop->original->flow, loop->head) == XB_KIND_POST_LOOP;
    b.tolerance =
        xb_temporary_create(b.program, b.code.scope, "tolerance", (xb_temporary_type){.type = XB_TYPE_REAL});
    xb_body_loop(&b.code, tests_last ? XB_KIND_POST_LOOP : XB_KIND_PRE_LOOP, xb_sweep_condition(&b));
    xb_body_add(&b.code, call_step(&b, step));
    xb_sweep_add_formals(&b, &b.code.flow);
    xb_body_end(&b.code);
    return xb_sweep_end(&b);
}

xb_fixed_point_routines xb_fixed_point_create(const xb_swept_loop *loop)
{
    xb_routine *step = create_step(loop);
    return (xb_fixed_point_routines){.solution = create_solution(loop, step), .step = step};
}
