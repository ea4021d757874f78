/*
 * All versions are one block of statements on the formal arguments.
 */
#include "algorithms/basicblockpreaccumulationtape/by_rule.h"

#include "algorithm/routine_rules.h"
#include "algorithms/support/insertion.h"
#include "algorithms/taping/declared.h"
#include "algorithms/taping/tape.h"
#include "algorithms/typechange/rule_changes.h"
#include "algorithms/typechange/values.h"
#include "analysis/omission.h"
#include "ir/build.h"
#include "ir/version.h"

/* The versions of one routine under construction. */
typedef struct filling {
    xb_run *run;
    xb_program *program;
    const xb_routine *routine;
    const xb_routine_rule *rule;
    xb_tape tape;
    xb_tape_segment before, after; /* the call */
    xb_tape_entry **entries;       /* by position - 1; NULL: the argument is not needed */
    xb_symbol **stand_ins;         /* by position - 1; NULL: the argument is passed itself */
} filling;

static xb_symbol *formal_at(const filling *f, size_t i)
{
    return xb_routine_formal(f->routine, (uint32_t)i + 1)->symbol;
}

static xb_reference *argument_at(const filling *f, size_t i)
{
    return xb_build_reference(f->program, formal_at(f, i));
}

static void append(const filling *f, xb_list *statements, void *statement)
{
    if (statement)
        xb_list_append(f->program->arena, statements, statement);
}

/* A copy of the routine gets the control flow of one block. */
static void fill(const filling *f, xb_routine *version, xb_list statements)
{
    xb_version_complete(f->program, version);
    xb_body code = xb_body_begin_made(f->program, version->scope);
    *xb_body_statements(&code) = statements;
    version->flow = xb_body_finish(&code, xb_run_scratch(f->run));
    version->structured = true;
}

/* ---- calls --------------------------------------------------------------------------------------------- */

/* The call of the routine itself, with the arguments that it expects. */
static void call_routine(const filling *f, xb_list *statements)
{
    const xb_conversion_hooks no_hooks = {.enter = NULL};
    xb_statement *statement = xb_routine_rule_statement(f->routine);
    const xb_converted_call *converted = xb_converted_call_of(f->run, statement);
    if (!converted) {
        append(f, statements, xb_copy_statement(f->program, statement));
        return;
    }
    xb_converted_call copy = *converted;
    copy.call = xb_copy_call(f->program, converted->call);
    xb_put_converted_call(f->program, &copy, &no_hooks, statements);
}

static void call_recording(const filling *f, xb_list *statements)
{
    if (!f->rule->recording) {
        call_routine(f, statements);
        return;
    }
    append(f, statements, xb_routine_rule_call_part(f->program, f->routine, f->rule->recording));
}

/* The values that are needed are in variables of their own. */
static void call_adjoint(const filling *f, xb_list *statements)
{
    xb_call *call = xb_routine_rule_call_part(f->program, f->routine, f->rule->adjoint);
    for (size_t i = 0; i < f->rule->argument_count; i++) {
        xb_symbol *passed = f->stand_ins[i] ? f->stand_ins[i]
                            : f->entries[i] ? f->entries[i]->popped
                                            : formal_at(f, i);
        ((xb_argument *)call->arguments.items[i])->reference = xb_build_reference(f->program, passed);
    }
    append(f, statements, call);
}

/* ---- values -------------------------------------------------------------------------------------------- */

static xb_status refuse_type(const filling *f, size_t i)
{
    return xb_error(f->program->diagnostics, XB_STATUS_UNSUPPORTED,
                    xb_program_place(f->program, &f->routine->node, NULL), "say needed=\"no\" in the rule",
                    "the rule of '%s' (%s:%zu) needs argument %zu, which is of type %s and can't be stored",
                    f->rule->name, f->rule->file, f->rule->line, i + 1, xb_type_name(formal_at(f, i)->type));
}

static xb_status refuse_absent(const filling *f, size_t i)
{
    return xb_error(f->program->diagnostics, XB_STATUS_UNSUPPORTED,
                    xb_program_place(f->program, &f->routine->node, NULL),
                    "call it where the argument is present, or say needed=\"no\" in the rule",
                    "the rule of '%s' (%s:%zu) needs argument %zu, which may be absent here", f->rule->name,
                    f->rule->file, f->rule->line, i + 1);
}

static xb_status find_needs(filling *f)
{
    xb_arena *arena = f->program->arena;
    f->entries = xb_arena_array(arena, f->rule->argument_count + 1, sizeof(xb_tape_entry *));
    for (size_t i = 0; i < f->rule->argument_count; i++) {
        xb_rule_need needed = f->rule->arguments[i].needed;
        if (needed == XB_RULE_UNNEEDED ||
            xb_is_known_to_rule(f->routine, xb_routine_formal(f->routine, (uint32_t)i + 1)))
            continue;
        if (!xb_tape_holds(formal_at(f, i)->type))
            return refuse_type(f, i);
        if (xb_may_be_absent(xb_run_analyses(f->run), formal_at(f, i)))
            return refuse_absent(f, i);
        xb_reference *argument = argument_at(f, i);
        f->entries[i] =
            xb_tape_entry_create(&f->tape, XB_TAPE_FACTOR, xb_build_leaf(f->program, argument),
                                 xb_shape_of_reference(arena, argument), needed == XB_RULE_BEFORE);
        xb_list_append(arena, needed == XB_RULE_BEFORE ? &f->before.entries : &f->after.entries,
                       f->entries[i]);
    }
    return XB_STATUS_OK;
}

/* ---- stand-ins of active arguments ----------------------------------------------------------------------
 */

/* What was popped goes to a variable that takes over the derivative of the argument: locals of an adjoint
 * sweep have no values, and the values that others have may be wanted as they are. Where an argument that is
 * only read may be one variable with another one, its derivative is one of its own, too. */
static bool has_stand_in(const filling *f, size_t i)
{
    const xb_rule_argument *argument = &f->rule->arguments[i];
    if (!xb_symbol_is_active(formal_at(f, i)))
        return false;
    return f->entries[i] ||
           (argument->intent == XB_INTENT_IN && xb_routine_rule_overwrites(f->rule, (uint32_t)i + 1) > 0);
}

static void find_stand_ins(filling *f, xb_list *statements)
{
    f->stand_ins = xb_arena_array(f->program->arena, f->rule->argument_count + 1, sizeof(xb_symbol *));
    for (size_t i = 0; i < f->rule->argument_count; i++) {
        xb_statement *allocation = NULL;
        if (!has_stand_in(f, i))
            continue;
        f->stand_ins[i] = xb_shape_temporary(f->program, f->routine->scope, "arg",
                                             xb_shape_of_reference(f->program->arena, argument_at(f, i)),
                                             true, &allocation);
        append(f, statements, allocation);
    }
}

static void zero(const filling *f, xb_list *statements, xb_symbol *symbol)
{
    append(f, statements,
           xb_build_single_propagator(f->program, "_zero", XB_KIND_ZERO_DERIV,
                                      xb_build_reference(f->program, symbol), NULL, NULL));
}

static void increment(const filling *f, xb_list *statements, xb_symbol *read, xb_symbol *updated)
{
    append(f, statements,
           xb_build_single_propagator(f->program, "_increment", XB_KIND_INC_DERIV,
                                      xb_build_reference(f->program, updated), NULL,
                                      xb_build_reference(f->program, read)));
}

static void recall(const filling *f, xb_list *statements, size_t i)
{
    xb_expression *value = xb_build_leaf(f->program, xb_build_reference(f->program, f->entries[i]->popped));
    append(
        f, statements,
        xb_build_assignment(f->program, "_recall", xb_build_reference(f->program, f->stand_ins[i]), value));
}

/* Derivatives of what the routine modifies are moved before any is zeroed: arguments may be one variable. */
static void enter_stand_ins(const filling *f, xb_list *statements)
{
    for (size_t i = 0; i < f->rule->argument_count; i++) {
        if (!f->stand_ins[i])
            continue;
        if (f->entries[i])
            recall(f, statements, i);
        zero(f, statements, f->stand_ins[i]);
        if (f->rule->arguments[i].intent != XB_INTENT_IN)
            increment(f, statements, formal_at(f, i), f->stand_ins[i]);
    }
    for (size_t i = 0; i < f->rule->argument_count; i++)
        if (f->stand_ins[i] && f->rule->arguments[i].intent != XB_INTENT_IN)
            zero(f, statements, formal_at(f, i));
}

static void leave_stand_ins(const filling *f, xb_list *statements)
{
    for (size_t i = 0; i < f->rule->argument_count; i++) {
        if (!f->stand_ins[i])
            continue;
        increment(f, statements, f->stand_ins[i], formal_at(f, i));
        zero(f, statements, f->stand_ins[i]);
    }
}

/* ---- versions ------------------------------------------------------------------------------------------ */

static xb_list original_of(const filling *f)
{
    xb_list statements = {.count = 0};
    call_routine(f, &statements);
    return statements;
}

static xb_list taping_of(const filling *f)
{
    xb_list statements = {.count = 0};
    xb_tape_evaluate(&f->tape, &f->before, &statements);
    call_recording(f, &statements);
    xb_tape_push(&f->tape, &f->before, &statements);
    xb_tape_evaluate(&f->tape, &f->after, &statements);
    xb_tape_push(&f->tape, &f->after, &statements);
    return statements;
}

static xb_list adjoint_of(filling *f)
{
    xb_list statements = {.count = 0};
    xb_tape_pop(&f->tape, &f->after, &statements);
    xb_tape_pop(&f->tape, &f->before, &statements);
    find_stand_ins(f, &statements);
    enter_stand_ins(f, &statements);
    call_adjoint(f, &statements);
    leave_stand_ins(f, &statements);
    return statements;
}

static xb_status refuse_mode(const filling *f)
{
    return xb_error(f->program->diagnostics, XB_STATUS_UNSUPPORTED,
                    xb_program_place(f->program, &f->routine->node, NULL),
                    "name an adjoint routine, or a recording and a returning one",
                    "the rule of '%s' (%s:%zu) has no part for reverse mode", f->rule->name, f->rule->file,
                    f->rule->line);
}

xb_status xb_rule_versions_fill(xb_run *run, const xb_routine *routine, const xb_rule_versions *versions)
{
    filling f = {.run = run, .program = xb_run_program(run), .routine = routine, .rule = routine->rule};
    f.tape = (xb_tape){.program = f.program, .scope = routine->scope};
    if (!f.rule->adjoint)
        return refuse_mode(&f);
    xb_rule_warn_of_adjoint(run, routine);
    xb_status status = find_needs(&f);
    if (status)
        return status;
    fill(&f, versions->original, original_of(&f));
    fill(&f, versions->taping, taping_of(&f));
    fill(&f, versions->adjoint, adjoint_of(&f));
    return XB_STATUS_OK;
}
