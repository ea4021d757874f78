/*
 * Statement by statement; blocks in which nothing is hoisted stay as they are.
 */
#include "algorithms/canonicalization/canonicalization.h"

#include "algorithms/canonicalization/calls.h"
#include "algorithms/canonicalization/hoist.h"
#include "algorithms/canonicalization/operations.h"
#include "algorithms/canonicalization/sharing.h"
#include "algorithms/scopemerging/scopemerging.h"
#include "algorithms/support/stems.h"
#include "analysis/footprints.h"
#include "analysis/summaries.h"
#include "ir/build.h"
#include "ir/provenance.h"

/* The argument's variable: of the formal's type, so that no conversion is needed. */
static xb_symbol *variable_for(xb_program *program, xb_block_place place, const xb_symbol *formal)
{
    xb_temporary_type type = {.type = formal->type,
                              .fe_type = formal->fe_type,
                              .rank = formal->rank > 0 ? formal->rank : 0,
                              .bounds = formal->bounds_count > 0 ? formal->bounds : NULL,
                              .active = true};
    return xb_temporary_create(program, place.routine->scope, "tmp", type);
}

static const xb_symbol *active_formal(const xb_routine *callee, const xb_argument *argument)
{
    const xb_formal *formal = xb_routine_formal(callee, argument->position);
    return argument->constant && formal && xb_symbol_is_active(formal->symbol) ? formal->symbol : NULL;
}

static const xb_formal *formal_of(const xb_routine *callee, const xb_argument *argument)
{
    return callee ? xb_routine_formal(callee, argument->position) : NULL;
}

/* Whether something has to be taken out of the arguments of a call. */
static bool has_to_be_hoisted(const xb_call *call, const xb_routine *callee)
{
    for (size_t i = 0; i < call->arguments.count; i++) {
        const xb_argument *argument = call->arguments.items[i];
        const xb_reference *reference = argument->reference;
        if (reference &&
            (xb_subscripts_have_calls(reference) || xb_is_gathered(reference, formal_of(callee, argument))))
            return true;
    }
    return false;
}

/* A section with vector subscripts must not be modified, and is passed by value. */
static void warn_of_modified(const xb_run *run, const xb_call *call, const xb_reference *section,
                             const xb_formal *formal)
{
    if (!formal || !xb_formal_use_of(xb_footprints_of(xb_run_analyses(run)), formal).modified)
        return;
    xb_warning(
        xb_run_program(run)->diagnostics, xb_program_place(xb_run_program(run), &call->statement.node, NULL),
        "pass a variable, and assign it to the section after the call",
        "'%s' may modify '%s', but gets a section of '%s' with vector subscripts: what it assigns is lost",
        call->symbol->id->text, formal->symbol->id->text, section->symbol->id->text);
}

/* Function calls leave the subscripts of arguments, and sections with vector subscripts become variables. */
static xb_call *hoist_arguments(xb_run *run, xb_block_place place, xb_call *call, const xb_routine *callee,
                                xb_list *statements)
{
    if (!has_to_be_hoisted(call, callee))
        return call;
    xb_call *copy = xb_copy_call(xb_run_program(run), call);
    xb_hoister hoister = {.run = run,
                          .place = place,
                          .statement = &call->statement,
                          .line_number = call->line_number,
                          .statements = statements};
    for (size_t i = 0; i < copy->arguments.count; i++) {
        xb_argument *argument = copy->arguments.items[i];
        if (argument->reference)
            argument->reference = xb_hoist_from_subscripts(&hoister, argument->reference);
        const xb_formal *formal = formal_of(callee, argument);
        if (!argument->reference || !xb_is_gathered(argument->reference, formal))
            continue;
        warn_of_modified(run, call, argument->reference, formal);
        argument->reference = xb_hoist_gathered(&hoister, argument->reference);
    }
    return copy;
}

/* Constants that are passed to active formals become variables. */
static void canonicalize_call(xb_run *run, xb_block_place place, xb_call *original, xb_list *statements)
{
    xb_program *program = xb_run_program(run);
    const xb_routine *callee = xb_program_routine(program, original->symbol);
    xb_call *call = hoist_arguments(run, place, original, callee, statements);
    xb_call *copy = call;
    for (size_t i = 0; callee && i < call->arguments.count; i++) {
        const xb_argument *argument = call->arguments.items[i];
        const xb_symbol *formal = active_formal(callee, argument);
        if (!formal || (formal->rank > 0 && formal->bounds_count == 0))
            continue;
        if (copy == original)
            copy = xb_copy_call(program, call);
        xb_symbol *variable = variable_for(program, place, formal);
        const char *id =
            xb_arena_format(program->arena, "%sargument_%u_of_%s", xb_free_stem(run, "_hoisted_"),
                            (unsigned)argument->position, call->statement.id->text);
        xb_expression *value = xb_build_leaf(program, xb_copy_vertex(program, &argument->constant->vertex));
        xb_assignment *assignment =
            xb_build_assignment(program, id, xb_build_reference(program, variable), value);
        assignment->statement.node.line = call->statement.node.line;
        xb_list_append(program->arena, statements, assignment);
        xb_argument *replaced = copy->arguments.items[i];
        replaced->constant = NULL;
        replaced->reference = xb_build_reference(program, variable);
    }
    xb_list_append(program->arena, statements, copy);
}

/* What was hoisted may be calls, too. */
static xb_list without_shared_arguments(xb_run *run, xb_block_place place, const xb_list *statements)
{
    xb_list parted = {.count = 0};
    for (size_t i = 0; i < statements->count; i++) {
        xb_statement *statement = statements->items[i];
        if (statement->node.kind == XB_KIND_SUBROUTINE_CALL)
            statement = &xb_part_shared_arguments(run, place, (xb_call *)statement, &parted)->statement;
        xb_list_append(xb_run_program(run)->arena, &parted, statement);
    }
    return parted;
}

static bool are_same(const xb_list *a, const xb_list *b)
{
    bool same = a->count == b->count;
    for (size_t i = 0; same && i < a->count; i++)
        same = a->items[i] == b->items[i];
    return same;
}

static xb_status canonicalize_block(xb_run *run, xb_block_place place)
{
    xb_list statements = {.count = 0};
    const xb_list *original = &place.block->statements;
    xb_status worst = XB_STATUS_OK;
    for (size_t i = 0; i < original->count; i++) {
        xb_statement *statement = original->items[i];
        xb_provenance_of(xb_run_program(run), statement);
        if (statement->node.kind == XB_KIND_ASSIGNMENT) {
            xb_status status = xb_hoist(run, place, (xb_assignment *)statement, &statements);
            worst = worst == XB_STATUS_OK ? status : worst;
        } else if (statement->node.kind == XB_KIND_SUBROUTINE_CALL)
            canonicalize_call(run, place, (xb_call *)statement, &statements);
        else
            xb_list_append(xb_run_program(run)->arena, &statements, statement);
    }
    if (xb_run_gives(run, XB_PROPERTY_ADJOINT))
        statements = without_shared_arguments(run, place, &statements);
    if (!are_same(&statements, original))
        xb_block_replace_statements(run, place.block, statements);
    return worst;
}

static xb_status canonicalize(xb_run *run)
{
    return xb_blocks_each(run, canonicalize_block);
}

static const xb_action actions[] = {{"operations", &xb_operations_visitor, xb_operations_found},
                                    {"hoisting", NULL, canonicalize},
                                    {.name = NULL}};

static const char *const gives[] = {XB_PROPERTY_CANONICAL, NULL};

const xb_algorithm xb_algorithm_canonicalization = {
    .name = "canonicalization",
    .summary = "let function calls, non-inlinable intrinsics and active arguments stand alone",
    .actions = actions,
    .gives = gives,
    .choose = xb_scopemerging_choose,
};
