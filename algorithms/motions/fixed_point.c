/*
 * What the routine modifies and is active is the state: what its body modifies, since a formal argument that
 * it passes on may be one that can be modified only as it is declared.
 *
 * Elements of the state may have different units, and so have their adjoints: each is measured by the largest
 * magnitude that it has had itself. A round in which all are within the tolerance of that is calm; one calm
 * round may be chance, several in a row are the end. Whether a step is the last one is decided before it:
 * adjoints that are small, or are no numbers, are still propagated to the parameters. An iteration that does
 * not converge ends in what is no number, too.
 */
#include "algorithms/motions/fixed_point.h"

#include "algorithms/motions/marks.h"
#include "analysis/shape.h"
#include "ir/build.h"

/* Whether what a tag says is so: a document may have been changed. */
static bool can_be_step(const xb_program *program, const xb_routine *routine, const xb_call *call)
{
    const xb_formal *tolerance = xb_routine_formal(routine, 1);
    const xb_routine *step = xb_program_routine(program, call->symbol);
    bool fine = step && xb_routine_is_procedure(step) && tolerance &&
                tolerance->symbol->type == XB_TYPE_REAL && tolerance->symbol->rank == 0 &&
                !xb_symbol_is_active(tolerance->symbol);
    for (size_t i = 0; i < call->arguments.count; i++)
        fine = fine && ((const xb_argument *)call->arguments.items[i])->reference;
    return fine;
}

static bool is_step(const xb_program *program, const xb_routine *routine, const xb_node *node)
{
    const xb_call *call = (const xb_call *)node;
    return node->kind == XB_KIND_SUBROUTINE_CALL && xb_call_has_mark(program, call, XB_MARK_STEP) &&
           can_be_step(program, routine, call);
}

const xb_call *xb_fixed_point_step(const xb_program *program, const xb_routine *routine)
{
    for (size_t v = 0; v < routine->flow.vertices.count; v++) {
        const xb_flow_vertex *vertex = routine->flow.vertices.items[v];
        for (size_t i = 0; i < vertex->statements.count; i++)
            if (is_step(program, routine, vertex->statements.items[i]))
                return vertex->statements.items[i];
    }
    return NULL;
}

/* A variable of the state, and what is known of its adjoint, element by element. */
typedef struct unknown {
    xb_symbol *variable;
    xb_symbol *now;     /* the magnitude */
    xb_symbol *largest; /* so far */
} unknown;

/* An iteration under construction. */
typedef struct iteration {
    xb_program *program;
    xb_body *code;
    xb_scope *variables; /* where new ones go */
    const xb_routine *routine;
    const xb_footprints *effects;
    xb_vector state;   /* unknown */
    xb_symbol *calm;   /* number of calm rounds in a row */
    xb_symbol *steps;  /* that have been taken */
    xb_symbol *factor; /* of adjoints that do not converge */
} iteration;

static bool is_state(const iteration *it, const xb_formal *formal)
{
    return xb_effects_modifies(it->effects, formal) && xb_symbol_is_active(formal->symbol);
}

/* A real variable in the shape of another one, allocated if its extents are not known. */
static xb_symbol *in_shape_of(const iteration *it, const char *stem, xb_symbol *model)
{
    xb_program *program = it->program;
    xb_shape shape = xb_shape_of_reference(program->arena, xb_build_reference(program, model));
    if (shape.type != XB_TYPE_REAL)
        shape.fe_type = NULL;
    shape.type = XB_TYPE_REAL;
    xb_statement *allocation;
    xb_symbol *symbol = xb_shape_temporary(program, it->variables, stem, shape, false, &allocation);
    if (allocation)
        xb_body_add(it->code, allocation);
    return symbol;
}

static void assign_zero(const iteration *it, xb_symbol *variable)
{
    xb_body_set(it->code, "_size", variable, xb_build_leaf(it->program, xb_build_real(it->program, 0)));
}

/* Each element of a variable becomes the larger one of itself and the magnitude of an adjoint. */
static void add_largest(const iteration *it, xb_symbol *variable, xb_symbol *of)
{
    xb_program *program = it->program;
    xb_inlinable_call *call = xb_build_inlinable_call(program, XB_RUNTIME_LARGEST_DERIV, "_size");
    xb_build_argument(program, &call->arguments, xb_build_reference(program, variable));
    xb_build_argument(program, &call->arguments, xb_build_reference(program, variable));
    xb_build_argument(program, &call->arguments, xb_build_reference(program, of));
    xb_body_add(it->code, &call->statement);
}

/* now - tolerance largest > 0, of some element. False if these are no numbers. */
static xb_expression *is_rough(const iteration *it, const unknown *u)
{
    xb_program *program = it->program;
    xb_expression *value = xb_build_expression(program);
    uint32_t now = xb_build_variable(program, value, u->now),
             largest = xb_build_variable(program, value, u->largest);
    uint32_t tolerance = xb_build_variable(program, value, xb_routine_formal(it->routine, 1)->symbol);
    uint32_t limit = xb_build_binary(program, value, XB_INTRINSIC_MUL, tolerance, largest);
    uint32_t excess = xb_build_binary(program, value, XB_INTRINSIC_SUB, now, limit);
    if (u->variable->rank > 0)
        excess = xb_build_unary(program, value, XB_INTRINSIC_NC_MAXVAL, excess);
    uint32_t zero = xb_expression_add(program, value, xb_build_real(program, 0));
    xb_build_binary(program, value, XB_INTRINSIC_GREATER_THAN, excess, zero);
    return value;
}

/* Measures the adjoints, and counts calm rounds. */
static void add_measurement(const iteration *it)
{
    const unknown *all = it->state.items;
    xb_body_set(it->code, "_calm", it->calm,
                xb_build_with_number(it->program, XB_INTRINSIC_ADD, it->calm, 1));
    for (size_t i = 0; i < it->state.count; i++) {
        assign_zero(it, all[i].now);
        add_largest(it, all[i].now, all[i].variable);
        add_largest(it, all[i].largest, all[i].variable);
        xb_body_if(it->code, is_rough(it, &all[i]));
        xb_body_set_number(it->code, "_calm", it->calm, 0);
        xb_body_end(it->code);
    }
}

/* What is done with the adjoint of each variable of the state: it is set to zero, or grows by so many times
 * itself. @param factor NULL: zero */
static void change_state(const iteration *it, xb_symbol *factor)
{
    xb_program *program = it->program;
    const unknown *all = it->state.items;
    for (size_t i = 0; i < it->state.count; i++) {
        xb_reference *target = xb_build_reference(program, all[i].variable);
        xb_propagator *change =
            factor ? xb_build_single_propagator(program, "_state", XB_KIND_SAXPY, target,
                                                xb_build_reference(program, factor),
                                                xb_build_reference(program, all[i].variable))
                   : xb_build_single_propagator(program, "_state", XB_KIND_ZERO_DERIV, target, NULL, NULL);
        xb_body_add(it->code, &change->statement);
    }
}

/* Finds the state, and gives all variables their first values. */
static void begin(iteration *it)
{
    for (size_t i = 0; i < it->routine->formals.count; i++) {
        const xb_formal *formal = it->routine->formals.items[i];
        if (!is_state(it, formal))
            continue;
        unknown *u = xb_vector_push(it->program->arena, &it->state, sizeof *u);
        *u = (unknown){formal->symbol, in_shape_of(it, "size", formal->symbol),
                       in_shape_of(it, "largest", formal->symbol)};
        assign_zero(it, u->largest);
    }
    xb_body_set_number(it->code, "_steps", it->steps, 0);
    xb_body_set_number(it->code, "_calm", it->calm, 0);
}

/* After so many steps there is no hope: the adjoints overflow at once, lest somebody takes them for
 * derivatives. */
static void add_despair(const iteration *it)
{
    enum { MOST_STEPS = 100000 };
    static const double huge = 1e300;
    xb_program *program = it->program;
    xb_body_set(it->code, "_steps", it->steps, xb_build_with_number(program, XB_INTRINSIC_ADD, it->steps, 1));
    xb_body_if(it->code, xb_build_with_number(program, XB_INTRINSIC_GREATER_THAN, it->steps, MOST_STEPS));
    xb_body_set(it->code, "_state", it->factor, xb_build_leaf(program, xb_build_real(program, huge)));
    change_state(it, it->factor);
    xb_body_end(it->code);
}

/* One step, and whether there is another one. */
static void add_step(const iteration *it, const xb_fixed_point_calls *calls)
{
    add_measurement(it);
    add_despair(it);
    calls->checkpoint(calls->context, it->code, XB_CHECKPOINT_STORE_ARGUMENTS);
    xb_body_add(it->code, calls->record);
    xb_body_add(it->code, calls->back);
    calls->checkpoint(calls->context, it->code, XB_CHECKPOINT_RESTORE_ARGUMENTS);
    xb_body_add(it->code, calls->forth);
}

void xb_fixed_point_return(xb_body *code, xb_scope *variables, const xb_routine *routine,
                           const xb_footprints *effects, const xb_fixed_point_calls *calls)
{
    enum { CALM_ROUNDS = 3 };
    xb_program *program = code->program;
    iteration it = {.program = program,
                    .code = code,
                    .variables = variables,
                    .routine = routine,
                    .effects = effects,
                    .calm = xb_temporary_integer(program, variables, "calm"),
                    .steps = xb_temporary_integer(program, variables, "steps"),
                    .factor = xb_temporary_create(program, variables, "factor",
                                                  (xb_temporary_type){.type = XB_TYPE_REAL})};
    begin(&it);
    xb_body_loop(code, XB_KIND_PRE_LOOP,
                 xb_build_with_number(program, XB_INTRINSIC_LESS_THAN, it.calm, CALM_ROUNDS));
    add_step(&it, calls);
    xb_body_end(code);
    change_state(&it, NULL);
}
