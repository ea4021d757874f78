/*
 * Chains of definitions and uses tell what has a value before the call, and what is read after it. Variables
 * from outside are as good as always read; of them is warned once for each routine without body.
 */
#include "algorithms/typechange/black_boxes.h"

#include "algorithms/support/names.h"
#include "algorithms/typechange/external_names.h"
#include "algorithms/typechange/settings.h"
#include "algorithms/typechange/typechange.h"
#include "algorithms/typechange/wrappers.h"
#include "analysis/calls.h"
#include "analysis/definitions.h"
#include "analysis/summaries.h"

/* Lives as long as the run. */
typedef struct memory {
    xb_external_name *names; /* by number of the policy in the option: of routines */
    xb_node_set warned;      /* subroutine symbols, of variables from outside */
} memory;

static memory *memory_of(xb_run *run)
{
    const xb_vector *choices = &xb_typechange_settings_of(run)->black_boxes;
    const xb_black_box_choice *all = choices->items;
    memory *m = xb_run_state(run, "typechange.black_boxes", sizeof *m);
    if (m->names)
        return m;
    m->names = xb_arena_array(xb_run_program(run)->arena, choices->count + 1, sizeof *m->names);
    for (size_t i = 0; i < choices->count; i++)
        if (all[i].name)
            m->names[i] = xb_external_name_of(run, all[i].name);
    return m;
}

/* What names the routine comes before what is for all. */
static xb_black_box_policy policy_of(const xb_black_box *box)
{
    const xb_vector *choices = &xb_typechange_settings_of(box->run)->black_boxes;
    const xb_black_box_choice *all = choices->items;
    xb_black_box_policy policy = XB_BLACK_BOX_OPTIMISTIC;
    for (size_t i = 0; i < choices->count; i++) {
        if (!all[i].name)
            policy = all[i].policy;
        else if (xb_external_is_meant(&memory_of(box->run)->names[i], box->called))
            return all[i].policy;
    }
    return policy;
}

/* ---- before the call ----------------------------------------------------------------------------------- */

/* Whether an assignment is of what a function without body gives. */
static bool is_of_black_box(const xb_program *program, const xb_assignment *assignment)
{
    const xb_function_call *call = (const xb_function_call *)xb_expression_root(assignment->value);
    return call->vertex.node.kind == XB_KIND_FUNCTION_CALL && !xb_program_routine(program, call->symbol);
}

static bool is_black_box(xb_run *run, const xb_node *node)
{
    const xb_call *call = (const xb_call *)node;
    if (node->kind == XB_KIND_ASSIGNMENT)
        return is_of_black_box(xb_run_program(run), (const xb_assignment *)node);
    return node->kind == XB_KIND_SUBROUTINE_CALL && !xb_program_routine(xb_run_program(run), call->symbol) &&
           !xb_wrapper_exists(run, call) && !xb_jacobian_of_call(xb_run_analyses(run), call);
}

static xb_definitions *definitions_of(const xb_black_box *box)
{
    return xb_definitions_of(xb_run_analyses(box->run), box->routine);
}

/* Whether a variable of the routine has no value that anybody knows when the routine begins. */
static bool begins_undefined(const xb_black_box *box, const xb_symbol *symbol)
{
    const xb_routine *routine = box->routine;
    const xb_formal *formal = xb_formals_find(&routine->formals, symbol);
    if (formal)
        return formal->intent == XB_INTENT_OUT;
    const xb_footprints *footprints = xb_footprints_of(xb_run_analyses(box->run));
    return symbol->scope == routine->scope && !xb_footprints_share(footprints, symbol);
}

/* Whether nothing but routines without body has given a variable a value, if anything has. */
static bool has_no_value(const xb_black_box *box, const xb_reference *actual)
{
    xb_value_ends from = xb_definitions_reaching(definitions_of(box), actual);
    if (!from.known || actual->subscripts.count > 0 ||
        (from.outside && !begins_undefined(box, actual->symbol)))
        return false;
    for (size_t i = 0; i < from.ends.count; i++)
        if (!is_black_box(box->run, from.ends.items[i]))
            return false;
    return true;
}

bool xb_black_box_ends(const xb_black_box *box, const xb_reference *actual)
{
    bool zeroed = policy_of(box) == XB_BLACK_BOX_PESSIMISTIC && box->call->kind == XB_KIND_SUBROUTINE_CALL;
    return zeroed || has_no_value(box, actual);
}

/* ---- after the call ------------------------------------------------------------------------------------ */

static bool is_read_afterwards(const xb_black_box *box, const xb_reference *actual)
{
    xb_value_ends to = xb_uses_reached(definitions_of(box), actual);
    if (!to.known || to.outside)
        return true;
    for (size_t i = 0; i < to.ends.count; i++)
        if (to.ends.items[i] != box->call)
            return true;
    return false;
}

/* The arguments that may lose a derivative. */
typedef struct losing {
    const xb_black_box *box;
    bool has_active;  /* some argument is active */
    xb_node_set told; /* variables */
    const char *text;
} losing;

static void note_active(void *context, const xb_reference *actual, const xb_formal *formal)
{
    losing *l = context;
    (void)formal;
    l->has_active = l->has_active || xb_symbol_is_active(actual->symbol);
}

/* Whether the routine may give an argument a value that depends on active variables, or that does not any
 * more, and active variables may depend on it. */
static bool may_lose(const losing *l, const xb_reference *actual)
{
    const xb_symbol *symbol = actual->symbol;
    bool counts = xb_symbol_is_active(symbol) || (l->has_active && xb_losses_reach(l->box->losses, symbol));
    return counts && !xb_effects_is_input(l->box->effects, symbol) && is_read_afterwards(l->box, actual);
}

static void note_losing(void *context, const xb_reference *actual, const xb_formal *formal)
{
    losing *l = context;
    xb_arena *scratch = xb_run_scratch(l->box->run);
    (void)formal;
    if (!may_lose(l, actual) || !xb_node_set_add(scratch, &l->told, &actual->symbol->node))
        return;
    l->text = xb_arena_format(scratch, "%s%s'%s'", l->text ? l->text : "", l->text ? ", " : "",
                              actual->symbol->id->text);
}

/* The arguments that may lose a derivative, as text; NULL: there are none. */
static const char *losing_arguments(const xb_black_box *box)
{
    const xb_program *program = xb_run_program(box->run);
    losing l = {.box = box};
    xb_call_passes(program, box->call, note_active, &l);
    xb_call_passes(program, box->call, note_losing, &l);
    return l.text;
}

/* ---- variables from outside ---------------------------------------------------------------------------- */

static const xb_symbol *active_in(const xb_footprints *footprints, const xb_scope *scope)
{
    for (size_t i = 0; i < scope->read_count; i++) {
        const xb_symbol *symbol = scope->symbols.items[i];
        if (xb_symbol_is_active(symbol) && xb_footprints_share(footprints, symbol))
            return symbol;
    }
    return NULL;
}

/* An active variable that procedures use and that is none of their own; NULL: there is none. */
static const xb_symbol *active_from_outside(xb_run *run)
{
    const xb_program *program = xb_run_program(run);
    const xb_footprints *footprints = xb_footprints_of(xb_run_analyses(run));
    for (size_t i = 0; i < program->scopes.count; i++) {
        const xb_scope *scope = program->scopes.items[i];
        const xb_symbol *symbol = active_in(footprints, scope);
        if (symbol && !xb_program_has_procedure(program, scope))
            return symbol;
    }
    return NULL;
}

/* ---- messages ------------------------------------------------------------------------------------------ */

static const char hint[] = "give it a body, a wrapper (--wrappers), or an explicit Jacobian in a catalogue "
                           "(-N), or say what it does (--black-box)";

static void warn(const xb_black_box *box, const char *before, const char *what, const char *after)
{
    xb_warning(xb_run_program(box->run)->diagnostics, box->place, hint, "'%s' has no body: %s %s%s",
               box->called->id->text, before, what, after);
}

/* The rule that one would write, with as many arguments as the call has. */
static const char *template_of(const xb_black_box *box)
{
    xb_arena *arena = xb_run_program(box->run)->arena;
    const char *name = xb_plain_text(arena, box->called->id->text), *arguments = "";
    const bool is_call = box->call->kind == XB_KIND_SUBROUTINE_CALL;
    const uint64_t count = is_call ? ((const xb_call *)box->call)->formal_count : 1;
    for (uint64_t i = 1; i <= count; i++)
        arguments = xb_arena_format(arena, "%s<n:Argument position=\"%llu\" intent=\"in, out or inout\"/>",
                                    arguments, (unsigned long long)i);
    return xb_arena_format(arena,
                           "give the file that has it, or, in a catalogue (--catalogue=FILE), a rule: "
                           "<n:RoutineRule name=\"%s\" tangent=\"%s_tangent\" adjoint=\"%s_adjoint\">%s%s"
                           "</n:RoutineRule>; or say what it does (--black-box)",
                           name, name, name, arguments, is_call ? "" : " ... <n:Result/>");
}

static xb_status refuse(const xb_black_box *box, const char *what)
{
    const xb_program *program = xb_run_program(box->run);
    return xb_error(program->diagnostics, XB_STATUS_UNSUPPORTED, box->place,
                    program->sources.count > 0 ? template_of(box) : hint,
                    "'%s' has no body, but may modify %s", box->called->id->text, what);
}

static xb_status report_arguments(const xb_black_box *box, xb_black_box_policy policy)
{
    const char *what = losing_arguments(box);
    if (what && policy == XB_BLACK_BOX_ERROR)
        return refuse(box, what);
    if (what && policy == XB_BLACK_BOX_PESSIMISTIC && box->call->kind == XB_KIND_SUBROUTINE_CALL)
        warn(box, "the derivatives of", what, " are taken to be zero after the call");
    else if (what && xb_converted_call_of(box->run, box->call))
        warn(box, "it is taken not to modify", what, " in a condition");
    else if (what)
        warn(box, "it is taken not to change the derivatives of", what, "");
    return XB_STATUS_OK;
}

static xb_status report_outside(const xb_black_box *box, xb_black_box_policy policy)
{
    memory *m = memory_of(box->run);
    const xb_node *called = &box->called->node;
    const xb_symbol *symbol = xb_node_set_has(&m->warned, called) ? NULL : active_from_outside(box->run);
    if (!symbol)
        return XB_STATUS_OK;
    xb_node_set_add(xb_run_program(box->run)->arena, &m->warned, called);
    const char *what =
        xb_arena_format(xb_run_scratch(box->run), "variables from outside, such as '%s'", symbol->id->text);
    if (policy == XB_BLACK_BOX_ERROR)
        return refuse(box, what);
    warn(box, "it is taken not to change the derivatives of", what, "");
    return XB_STATUS_OK;
}

xb_status xb_black_box_check(const xb_black_box *box)
{
    xb_black_box_policy policy = policy_of(box);
    if (policy == XB_BLACK_BOX_INACTIVE)
        return XB_STATUS_OK;
    xb_status status = report_arguments(box, policy);
    return status ? status : report_outside(box, policy);
}

xb_status xb_black_boxes_used(xb_run *run)
{
    const xb_vector *choices = &xb_typechange_settings_of(run)->black_boxes;
    const xb_black_box_choice *all = choices->items;
    for (size_t i = 0; i < choices->count; i++)
        if (all[i].name)
            xb_external_check_use(run, &memory_of(run)->names[i], "black-box");
    return XB_STATUS_OK;
}
