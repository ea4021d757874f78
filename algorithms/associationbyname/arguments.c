/*
 * The position of an argument grows by the number of active formal arguments before it, times directions.
 */
#include "algorithms/associationbyname/arguments.h"

#include "algorithms/associationbyname/allocations.h"
#include "analysis/allocation.h"
#include "analysis/effects.h"
#include "analysis/footprints.h"
#include "analysis/summaries.h"
#include "analysis/unallocated.h"
#include "ir/build.h"
#include "ir/declaration.h"
#include "ir/version.h"
#include "traverse/traverse.h"

/* The formal arguments of a routine, as they were. */
typedef struct interface {
    uint32_t count;            /* the highest position */
    uint32_t formal_count;     /* the new number of formal arguments */
    uint32_t directions;       /* that each derivative is passed in */
    uint32_t *places;          /* by position: the new position */
    const xb_formal **formals; /* by position: those whose derivatives are arguments, else NULL */
    bool *allocated;           /* by position: whether the routine may be what allocates them */
    bool *unallocated;         /* by position: whether they may not be allocated when it is called */
} interface;

/* Directions that a call passes derivatives in. */
typedef struct range {
    uint32_t first, count;
} range;

static bool has_derivative(const xb_formal *formal)
{
    return formal && xb_derivative_can_be_named(formal->symbol);
}

static bool may_be_missing(const xb_named_arguments *arguments, const xb_formal *read)
{
    return !read || xb_may_be_unallocated(xb_run_analyses(arguments->conversions.run), read->symbol);
}

/* A routine that modifies an array without bounds may allocate it, unless it reads it first and the array is
 * there at every call. One that asks whether it is there does so for a reason. */
static bool may_allocate(const xb_named_arguments *arguments, const xb_routine *original,
                         const xb_formal *read)
{
    xb_analyses *analyses = xb_run_analyses(arguments->conversions.run);
    if (!read || xb_symbol_is_sized(read->symbol) || !xb_effects_modifies(xb_effects_of(analyses), read))
        return !read;
    return !xb_formal_use_of(xb_footprints_of(analyses), read).exposed || may_be_missing(arguments, read) ||
           xb_inquiry_of(analyses, original);
}

void xb_named_arguments_note(xb_named_arguments *arguments, const xb_symbol *symbol,
                             const xb_routine *original, const xb_routine *routine, uint32_t directions)
{
    const uint32_t with_derivative = 1 + directions;
    const uint32_t added = (uint32_t)(routine->formals.count - original->formals.count); /* before others */
    xb_arena *arena = arguments->program->arena;
    interface *noted = xb_arena_alloc(arena, sizeof *noted);
    uint32_t count = xb_routine_last_position(routine), next = 1;
    *noted = (interface){.count = count, .directions = directions};
    noted->places = xb_arena_array(arena, count + 1, sizeof *noted->places);
    noted->formals = xb_arena_array(arena, count + 1, sizeof *noted->formals);
    noted->allocated = xb_arena_array(arena, count + 1, sizeof *noted->allocated);
    noted->unallocated = xb_arena_array(arena, count + 1, sizeof *noted->unallocated);
    for (size_t i = 0; i < routine->formals.count; i++) {
        const xb_formal *formal = routine->formals.items[i];
        noted->formal_count += has_derivative(formal) ? with_derivative : 1;
        if (has_derivative(formal))
            noted->formals[formal->position] = formal;
        const xb_formal *read = xb_routine_formal(original, formal->position - added);
        noted->allocated[formal->position] = may_allocate(arguments, original, read);
        noted->unallocated[formal->position] = may_be_missing(arguments, read);
    }
    for (uint32_t p = 1; p <= count; p++) {
        noted->places[p] = next;
        next += noted->formals[p] ? with_derivative : 1;
    }
    xb_node_map_put(arena, &arguments->interfaces, &symbol->node, noted);
}

static const interface *interface_of(const xb_named_arguments *arguments, const xb_symbol *symbol)
{
    return xb_node_map_get(&arguments->interfaces, &symbol->node);
}

/* ---- formal arguments --------------------------------------------------------------------------------- */

static xb_formal *copy_formal(xb_program *program, const xb_formal *formal)
{
    xb_formal *copy = xb_node_create(program, XB_KIND_FORMAL, sizeof *copy, formal->node.line);
    xb_node node = copy->node;
    *copy = *formal;
    copy->node = node;
    copy->node.annotation = formal->node.annotation;
    return copy;
}

/* Those for the derivatives of a formal argument, after it. */
static void declare_derivatives(const xb_named_arguments *arguments, const xb_formal *formal,
                                uint32_t directions, xb_list *formals)
{
    xb_program *program = arguments->program;
    for (uint32_t k = 0; k < directions; k++) {
        xb_formal *derivative = copy_formal(program, formal);
        derivative->node.line = 0;
        derivative->position += 1 + k;
        derivative->symbol = xb_named_derivative(arguments->derivatives, formal->symbol, k);
        if (arguments->conversions.reverse) /* adjoints live on where values are computed */
            derivative->intent = XB_INTENT_INOUT;
        xb_list_append(program->arena, formals, derivative);
    }
}

void xb_named_arguments_declare(xb_named_arguments *arguments, xb_routine *routine)
{
    xb_program *program = arguments->program;
    const interface *noted = interface_of(arguments, routine->symbol);
    xb_list formals = {.count = 0};
    for (size_t i = 0; i < routine->formals.count; i++) {
        xb_formal *formal = copy_formal(program, routine->formals.items[i]);
        bool is_active = noted->formals[formal->position];
        formal->position = noted->places[formal->position];
        formal->deriv = false;
        xb_list_append(program->arena, &formals, formal);
        if (is_active)
            declare_derivatives(arguments, formal, noted->directions, &formals);
    }
    routine->formals = formals;
}

/* ---- allocations -------------------------------------------------------------------------------------- */

/* What reads its target does not allocate it. */
static xb_visit see_assignment(xb_walk *walk, xb_node *node, void *context)
{
    const xb_assignment *assignment = (const xb_assignment *)node;
    const xb_reference *target = assignment->target;
    if (target->subscripts.count == 0 && !xb_reads_target(assignment))
        xb_node_set_add(xb_walk_program(walk)->arena, context, &target->symbol->node);
    return XB_VISIT_SKIP;
}

void xb_named_arguments_tape(xb_named_arguments *arguments, xb_routine *routine)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_ASSIGNMENT] = see_assignment}};
    xb_run *run = arguments->conversions.run;
    arguments->taped = routine;
    arguments->assigned = (xb_node_set){0};
    if (routine)
        xb_traverse(arguments->program, xb_run_scratch(run), &routine->node, &visitor, &arguments->assigned);
}

/* The position, as it was, of an active formal argument of the routine at hand; 0: the array is none. */
static uint32_t position_of(const xb_named_arguments *arguments, const xb_symbol *symbol)
{
    const interface *own = interface_of(arguments, arguments->taped->symbol);
    for (uint32_t p = 1; own && p <= own->count; p++)
        if (own->formals[p] && own->formals[p]->symbol == symbol)
            return p;
    return 0;
}

/* Whether who calls the routine at hand lets the derivative of an array be there: that of a formal argument,
 * unless the routine may be what allocates it. */
static bool is_callers(const xb_named_arguments *arguments, const xb_symbol *symbol)
{
    uint32_t p = position_of(arguments, symbol);
    return p > 0 && !interface_of(arguments, arguments->taped->symbol)->unallocated[p];
}

/* Whether the derivative of an array without extents has to be there, and no assignment has allocated it,
 * where derivatives are not computed. A callee that may be what allocates the array allocates both, unless
 * the caller assigns it, too, and the argument is not allocatable itself. */
static bool is_missing(const xb_named_arguments *arguments, const xb_reference *actual,
                       const interface *noted, uint32_t position)
{
    const xb_symbol *symbol = actual->symbol;
    const xb_declaration *facts =
        noted->formals[position] ? noted->formals[position]->symbol->declaration : NULL;
    bool is_there = actual->subscripts.count > 0 || !noted->allocated[position] ||
                    (xb_node_set_has(&arguments->assigned, &symbol->node) && !(facts && facts->allocatable));
    return arguments->taped && is_there && !xb_symbol_is_sized(symbol) && !symbol->temporary &&
           !is_callers(arguments, symbol);
}

static void allocate(const xb_named_arguments *arguments, xb_symbol *symbol, xb_list *statements)
{
    xb_program *program = arguments->program;
    xb_inlinable_call *call = xb_build_inlinable_call(program, XB_RUNTIME_ALLOCATE_MATCHING, "_allocate");
    xb_reference *derivative = xb_build_reference(program, symbol);
    derivative->deriv = true;
    xb_build_argument(program, &call->arguments, derivative);
    xb_build_argument(program, &call->arguments, xb_build_reference(program, symbol));
    xb_list_append(program->arena, statements, call);
}

/* The derivative of an array from outside, or of an argument, is allocated if no sweep has allocated it so
 * far. @param missing whether the array may not be allocated itself */
static void let_be_there(xb_named_arguments *arguments, const xb_call *call, xb_symbol *symbol, bool missing,
                         xb_list *statements)
{
    bool is_own = symbol->scope == arguments->taped->scope && position_of(arguments, symbol) == 0;
    if (is_own && !missing) {
        allocate(arguments, symbol, statements);
        return;
    }
    xb_unsized *awaited = xb_node_map_make(arguments->program->arena, &arguments->awaited,
                                           &call->statement.node, sizeof *awaited);
    xb_list *arrays = is_own ? &awaited->own : &awaited->outside;
    if (!xb_list_has(arrays, symbol))
        xb_list_append(arguments->program->arena, arrays, symbol);
}

/* ---- actual arguments --------------------------------------------------------------------------------- */

/* Arguments of active formals have a derivative, since types were changed; whatever has none is refused. */
static void refuse(xb_named_arguments *arguments, const xb_call *call, const xb_formal *formal)
{
    const xb_program *program = arguments->program;
    arguments->status = xb_error(
        program->diagnostics, XB_STATUS_UNSUPPORTED, xb_program_place(program, &call->statement.node, NULL),
        "pass an active variable", "what is passed to '%s' of '%s' has no derivative that is a variable",
        formal->symbol->id->text, call->symbol->id->text);
}

/* @param place of the derivative among those of the argument */
static void pass_direction(const xb_named_arguments *arguments, const xb_argument *argument, uint32_t place,
                           uint32_t direction, xb_list *passed)
{
    xb_program *program = arguments->program;
    xb_reference *derivative = xb_build_derivative(program, argument->reference);
    xb_named_derivative_refer(arguments->derivatives, derivative, direction);
    xb_build_argument(program, passed, derivative);
    ((xb_argument *)passed->items[passed->count - 1])->position = argument->position + 1 + place;
}

static void pass_derivative(xb_named_arguments *arguments, const xb_call *call, const xb_argument *argument,
                            const xb_formal *formal, const range *directions, xb_list *passed)
{
    if (!argument->reference || !xb_derivative_can_be_named(argument->reference->symbol)) {
        refuse(arguments, call, formal);
        return;
    }
    for (uint32_t k = 0; k < directions->count; k++)
        pass_direction(arguments, argument, k, directions->first + k, passed);
}

static void pass_value(const xb_named_arguments *arguments, xb_argument *argument)
{
    const xb_reference *reference = argument->reference;
    if (!reference || !xb_conversion_is_needless(&arguments->conversions, reference->symbol))
        return;
    xb_vertex *original = xb_conversion_original(&arguments->conversions, reference);
    bool is_constant = original->node.kind == XB_KIND_CONSTANT;
    argument->reference = is_constant ? NULL : (xb_reference *)original;
    argument->constant = is_constant ? (xb_constant *)original : NULL;
}

static void pass_values(const xb_named_arguments *arguments, const xb_call *call)
{
    for (size_t i = 0; i < call->arguments.count; i++)
        pass_value(arguments, call->arguments.items[i]);
}

static void pass_derivatives(xb_named_arguments *arguments, xb_call *call, const interface *noted,
                             const range *directions, xb_list *statements)
{
    xb_list passed = {.count = 0};
    for (size_t i = 0; i < call->arguments.count; i++) {
        xb_argument *argument = call->arguments.items[i];
        bool known = argument->position <= noted->count;
        const uint32_t position = argument->position;
        const xb_formal *formal = known ? noted->formals[position] : NULL;
        if (known)
            argument->position = noted->places[position];
        xb_list_append(arguments->program->arena, &passed, argument);
        if (formal)
            pass_derivative(arguments, call, argument, formal, directions, &passed);
        if (formal && argument->reference && is_missing(arguments, argument->reference, noted, position))
            let_be_there(arguments, call, argument->reference->symbol,
                         argument->reference->subscripts.count == 0 &&
                             (noted->allocated[position] || noted->unallocated[position]),
                         statements);
        pass_value(arguments, argument);
    }
    call->arguments = passed;
    call->formal_count = noted->formal_count;
}

void xb_named_arguments_pass(xb_named_arguments *arguments, xb_call *call, xb_list *statements)
{
    const interface *noted = interface_of(arguments, call->symbol);
    if (noted)
        pass_derivatives(arguments, call, noted, &(range){0, noted->directions}, statements);
    else
        pass_values(arguments, call);
}

void xb_named_arguments_pass_one(xb_named_arguments *arguments, xb_call *call, uint32_t direction,
                                 xb_list *statements)
{
    pass_derivatives(arguments, call, interface_of(arguments, call->symbol), &(range){direction, 1},
                     statements);
}
