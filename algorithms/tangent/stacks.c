/*
 * Stacks give back first what came last. For a passive variable, zeros are pushed, and popped to a variable
 * that nobody reads.
 */
#include "algorithms/tangent/stacks.h"

#include "analysis/shape.h"
#include "ir/build.h"

typedef struct stacking {
    xb_program *program;
    xb_block_place place;
    xb_runtime_call what;
    xb_inlinable_call *call;
    const xb_argument *argument;
} stacking;

static bool takes_back(const stacking *s)
{
    return xb_runtime_access_of(&s->what, s->call->arguments.count, 0) == XB_ACCESS_WRITTEN;
}

static bool is_active(const stacking *s)
{
    return s->argument->reference && xb_symbol_is_active(s->argument->reference->symbol);
}

/* Whether numbers on the tape have derivatives. */
static bool is_differentiable(const stacking *s)
{
    return s->what.code == XB_RUNTIME_PUSH || s->what.code == XB_RUNTIME_POP ||
           s->what.code == XB_RUNTIME_PUSH_COMPLEX || s->what.code == XB_RUNTIME_POP_COMPLEX;
}

static bool is_complex(const stacking *s)
{
    return s->what.code == XB_RUNTIME_PUSH_COMPLEX || s->what.code == XB_RUNTIME_POP_COMPLEX;
}

static xb_expression *zero(const stacking *s)
{
    xb_expression *value = xb_build_expression(s->program);
    value->root = xb_expression_add(s->program, value, xb_build_real(s->program, 0));
    if (!is_complex(s))
        return value;
    uint32_t imaginary = xb_expression_add(s->program, value, xb_build_real(s->program, 0));
    value->root = xb_build_binary(s->program, value, XB_INTRINSIC_COMPLEX, value->root, imaginary);
    return value;
}

/* A variable in the place of what is passive, allocated as that is. */
static xb_reference *passive_derivative(const stacking *s, xb_list *statements)
{
    xb_shape shape = {.type = is_complex(s) ? XB_TYPE_COMPLEX : XB_TYPE_REAL};
    xb_statement *allocation;
    if (s->argument->reference)
        shape = xb_shape_of_reference(s->program->arena, s->argument->reference);
    xb_symbol *variable =
        xb_shape_temporary(s->program, s->place.routine->scope, "tap", shape, false, &allocation);
    if (allocation)
        xb_list_append(s->program->arena, statements, allocation);
    if (!takes_back(s))
        xb_list_append(
            s->program->arena, statements,
            xb_build_assignment(s->program, "_zero", xb_build_reference(s->program, variable), zero(s)));
    return xb_build_reference(s->program, variable);
}

/* No constant is complex, or an array. */
static bool can_be_constant(const stacking *s)
{
    return !takes_back(s) && !is_complex(s) &&
           (!s->argument->reference || xb_reference_rank(s->argument->reference) == 0);
}

static void *derivative_of(const stacking *s, xb_list *statements)
{
    if (is_active(s))
        return xb_build_derivative(s->program, s->argument->reference);
    return can_be_constant(s) ? (void *)xb_build_real(s->program, 0)
                              : (void *)passive_derivative(s, statements);
}

/* The name of a call that does for a derivative what the call does for a value. */
static const xb_name *name_for_derivative(const stacking *s)
{
    xb_runtime_call what = s->what;
    if (!xb_runtime_stores(what.code) || !what.active)
        return s->call->name;
    what.derivative = true;
    return xb_program_name(s->program, xb_runtime_call_name(s->program->arena, &what));
}

static void call_for_derivative(const stacking *s, xb_list *statements)
{
    const char *id = xb_arena_format(s->program->arena, "_derivative_of_%s", s->call->statement.id->text);
    xb_inlinable_call *copy = xb_build_inlinable_call(s->program, XB_RUNTIME_NONE, id);
    copy->name = name_for_derivative(s);
    copy->of_derivative = true;
    xb_build_argument(s->program, &copy->arguments, derivative_of(s, statements));
    xb_list_append(s->program->arena, statements, copy);
}

void xb_propagate_call(xb_run *run, xb_block_place place, xb_inlinable_call *call, xb_list *statements)
{
    stacking s = {.program = xb_run_program(run), .place = place, .call = call};
    xb_runtime_call_read(s.program->arena, call->name->text, &s.what);
    s.argument = call->arguments.items[0];
    bool tapes = is_differentiable(&s), follows = tapes || (xb_runtime_stores(s.what.code) && is_active(&s));
    if (follows && takes_back(&s))
        call_for_derivative(&s, statements);
    xb_list_append(s.program->arena, statements, call);
    if (follows && !takes_back(&s))
        call_for_derivative(&s, statements);
}
