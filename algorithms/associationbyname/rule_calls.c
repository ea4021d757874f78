/*
 * A tangent routine computes values, too. So that all calls find the same ones, those that a call may change
 * are saved: what is read and modified is restored; of what is only read, but may be one variable with what
 * is modified, the copy is passed. Adjoint routines change no values.
 *
 * What differentiates the program again knows nothing of rules, and takes arguments to be apart: so that they
 * are, a copy is passed likewise, with its derivative in forward mode.
 */
#include "algorithms/associationbyname/rule_calls.h"

#include "algorithm/routine_rules.h"
#include "analysis/shape.h"
#include "catalogue/catalogue.h"
#include "ir/build.h"

/* A call that is repeated. */
typedef struct repetition {
    xb_named_arguments *arguments;
    xb_program *program;
    const xb_routine_rule *rule;
    xb_symbol **saved; /* by position - 1: what holds the value that the first call finds; NULL: nothing */
    xb_list *statements;
} repetition;

static const xb_routine_rule *rule_of(const xb_named_arguments *arguments, const xb_call *call)
{
    return xb_node_map_get(&arguments->rules, &call->symbol->node);
}

bool xb_rule_call_is_repeated(const xb_named_arguments *arguments, const xb_call *call)
{
    return !arguments->is_single && xb_named_directions(arguments->derivatives) > 1 &&
           rule_of(arguments, call);
}

/* ---- values ------------------------------------------------------------------------------------------- */

static bool is_read_and_modified(const repetition *r, size_t i)
{
    return r->rule->arguments[i].intent == XB_INTENT_INOUT;
}

static bool is_overwritten(const repetition *r, size_t i)
{
    return is_read_and_modified(r, i) || (r->rule->arguments[i].intent == XB_INTENT_IN &&
                                          xb_routine_rule_overwrites(r->rule, (uint32_t)i + 1) > 0);
}

static void assign(const repetition *r, xb_reference *target, xb_reference *value)
{
    xb_list_append(r->program->arena, r->statements,
                   xb_build_assignment(r->program, "_again", target, xb_build_leaf(r->program, value)));
}

static void save(const repetition *r, const xb_argument *argument)
{
    xb_statement *allocation = NULL;
    xb_reference *value = argument->reference;
    xb_symbol *copy = xb_shape_temporary(r->program, value->symbol->scope, "sav",
                                         xb_shape_of_reference(r->program->arena, value), false, &allocation);
    if (allocation)
        xb_list_append(r->program->arena, r->statements, allocation);
    assign(r, xb_build_reference(r->program, copy), xb_copy_reference(r->program, value));
    r->saved[argument->position - 1] = copy;
}

static void save_all(repetition *r, const xb_call *call)
{
    r->saved = xb_arena_array(r->program->arena, r->rule->argument_count + 1, sizeof(xb_symbol *));
    for (size_t i = 0; i < call->arguments.count; i++) {
        const xb_argument *argument = call->arguments.items[i];
        if (!r->arguments->conversions.reverse && is_overwritten(r, argument->position - 1))
            save(r, argument);
    }
}

/* ---- calls -------------------------------------------------------------------------------------------- */

static void restore(const repetition *r, const xb_call *call)
{
    for (size_t i = 0; i < call->arguments.count; i++) {
        const xb_argument *argument = call->arguments.items[i];
        xb_symbol *copy = r->saved[argument->position - 1];
        if (copy && is_read_and_modified(r, argument->position - 1))
            assign(r, xb_copy_reference(r->program, argument->reference),
                   xb_build_reference(r->program, copy));
    }
}

/* Derivatives are passed by the arguments themselves, so values are exchanged afterwards. */
static void pass(const repetition *r, xb_call *call, uint32_t direction)
{
    const xb_list before = call->arguments;
    const size_t count = r->rule->argument_count;
    xb_argument **exchanged = xb_arena_array(r->program->arena, count + 1, sizeof(xb_argument *));
    for (size_t i = 0; i < before.count; i++) {
        xb_argument *argument = before.items[i];
        const size_t place = argument->position - 1;
        exchanged[place] = r->saved[place] && !is_read_and_modified(r, place) ? argument : NULL;
    }
    xb_named_arguments_pass_one(r->arguments, call, direction, r->statements);
    for (size_t i = 0; i < count; i++)
        if (exchanged[i])
            exchanged[i]->reference = xb_build_reference(r->program, r->saved[i]);
}

static xb_call *copy_of(const repetition *r, const xb_call *call)
{
    xb_call *copy = xb_copy_call(r->program, call);
    copy->statement.node.line = 0;
    return copy;
}

void xb_rule_calls_append(xb_named_arguments *arguments, xb_call *call, xb_list *statements)
{
    repetition r = {.arguments = arguments,
                    .program = arguments->program,
                    .rule = rule_of(arguments, call),
                    .statements = statements};
    const uint32_t count = xb_named_directions(arguments->derivatives);
    save_all(&r, call);
    for (uint32_t k = 0; k < count; k++) {
        xb_call *own = k + 1 < count ? copy_of(&r, call) : call;
        if (k > 0)
            restore(&r, own);
        pass(&r, own, k);
        xb_list_append(r.program->arena, statements, own);
    }
}

/* ---- arguments that are apart -------------------------------------------------------------------------- */

static xb_statement *copy_derivative(xb_program *program, const xb_symbol *copy, const xb_reference *value)
{
    xb_list entries = {.count = 0};
    xb_propagation *entry =
        xb_build_propagation(program, XB_KIND_SET_DERIV, xb_build_reference(program, (xb_symbol *)copy));
    entry->source = xb_build_derivative(program, value);
    xb_list_append(program->arena, &entries, entry);
    return &xb_build_propagator(program, entries)->statement;
}

static void part_argument(const xb_named_arguments *arguments, xb_argument *argument, xb_list *statements)
{
    xb_program *program = arguments->program;
    xb_arena *arena = program->arena;
    xb_statement *allocation = NULL;
    xb_reference *value = argument->reference;
    xb_symbol *copy = xb_shape_temporary(program, value->symbol->scope, "sav",
                                         xb_shape_of_reference(arena, value), true, &allocation);
    if (allocation)
        xb_list_append(arena, statements, allocation);
    xb_list_append(arena, statements,
                   xb_build_assignment(program, "_apart", xb_build_reference(program, copy),
                                       xb_build_leaf(program, xb_copy_reference(program, value))));
    if (!arguments->conversions.reverse)
        xb_list_append(arena, statements, copy_derivative(program, copy, value));
    argument->reference = xb_build_reference(program, copy);
}

static void part_arguments(const xb_named_arguments *arguments, const xb_call *call,
                           const xb_routine_rule *rule, xb_list *statements)
{
    for (size_t i = 0; i < call->arguments.count; i++) {
        xb_argument *argument = call->arguments.items[i];
        if (argument->reference && rule->arguments[argument->position - 1].intent == XB_INTENT_IN &&
            xb_symbol_is_active(argument->reference->symbol) &&
            xb_routine_rule_overwrites(rule, argument->position) > 0)
            part_argument(arguments, argument, statements);
    }
}

/* Whether a call is that of the routine with the rule, or of a part of the rule, not of another motion. */
static bool is_of_rule(const xb_named_arguments *arguments, const xb_routine *routine, const xb_node *node)
{
    if (node->kind != XB_KIND_SUBROUTINE_CALL)
        return false;
    const xb_call *call = (const xb_call *)node;
    return rule_of(arguments, call) || call->symbol == xb_routine_rule_symbol(routine);
}

void xb_rule_calls_part(const xb_named_arguments *arguments, const xb_routine *routine,
                        const xb_routine *form)
{
    for (size_t v = 0; v < form->flow.vertices.count; v++) {
        xb_flow_vertex *vertex = form->flow.vertices.items[v];
        xb_list statements = {.count = 0};
        for (size_t i = 0; i < vertex->statements.count; i++) {
            xb_statement *statement = vertex->statements.items[i];
            if (is_of_rule(arguments, routine, &statement->node))
                part_arguments(arguments, (const xb_call *)statement, routine->rule, &statements);
            xb_list_append(arguments->program->arena, &statements, statement);
        }
        vertex->statements = statements;
    }
}

void xb_rule_calls_warn(const xb_program *program, const xb_routine *routine)
{
    const xb_routine_rule *rule = routine->rule;
    for (uint32_t i = 1; i <= rule->argument_count; i++) {
        const uint32_t other =
            rule->arguments[i - 1].intent == XB_INTENT_IN ? 0 : xb_routine_rule_overwrites(rule, i);
        if (other > i)
            xb_warning(program->diagnostics, (xb_place){.file = rule->file, .line = rule->line},
                       "pass it variables that differ where second derivatives are wanted",
                       "arguments %u and %u of '%s' may be one variable, and both are modified: where they "
                       "are, derivatives of the result are wrong",
                       (unsigned)i, (unsigned)other, rule->name);
    }
}
