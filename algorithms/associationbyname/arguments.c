/*
 * The position of an argument grows by the number of active formal arguments before it, times directions.
 */
#include "algorithms/associationbyname/arguments.h"

#include <string.h>

#include "algorithms/associationbyname/allocations.h"
#include "algorithms/motions/motions.h"
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
    bool *valued;              /* by position: whether the routine uses their values */
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

/* Which values a motion that returns uses. */
typedef struct valuing {
    const xb_routine *routine;
    interface *noted;
} valuing;

static uint32_t number_of(const xb_expression *expression, const xb_vertex *vertex)
{
    uint32_t v = 0;
    while (xb_expression_vertex(expression, v) != vertex)
        v++;
    return v;
}

/* Whether what is passed is passed to another motion that returns. */
static bool is_passed_on(xb_walk *walk)
{
    const xb_node *call = xb_walk_ancestor(walk, 2);
    const xb_routine *callee =
        call->kind == XB_KIND_SUBROUTINE_CALL
            ? xb_program_routine(xb_walk_program(walk), ((const xb_call *)call)->symbol)
            : NULL;
    return callee && xb_motion_returns(callee);
}

/* Whether a reference may be to the value of a variable. */
static bool is_value(xb_walk *walk, const xb_reference *reference)
{
    const xb_node *parent = xb_walk_ancestor(walk, 1);
    if (reference->deriv || parent->kind == XB_KIND_CONTROL_FLOW_GRAPH)
        return false;
    if (parent->kind == XB_KIND_EXPRESSION)
        return !xb_is_inquired((const xb_expression *)parent,
                               number_of((const xb_expression *)parent, &reference->vertex));
    return parent->kind != XB_KIND_ARGUMENT || !is_passed_on(walk);
}

static xb_visit see_value(xb_walk *walk, xb_node *node, void *context)
{
    const valuing *v = context;
    const xb_reference *reference = (const xb_reference *)node;
    for (size_t i = 0; i < v->routine->formals.count; i++) {
        const xb_formal *formal = v->routine->formals.items[i];
        if (formal->symbol == reference->symbol && !v->noted->valued[formal->position])
            v->noted->valued[formal->position] = is_value(walk, reference);
    }
    return XB_VISIT_CONTINUE;
}

/* Which values of arguments code uses: any that is no motion that returns may use all. */
static void find_values(const xb_named_arguments *arguments, xb_routine *routine, interface *noted)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_VARIABLE_REFERENCE] = see_value}};
    valuing v = {.routine = routine, .noted = noted};
    if (xb_motion_returns(routine))
        xb_traverse(arguments->program, xb_run_scratch(arguments->conversions.run), &routine->node, &visitor,
                    &v);
    else
        memset(noted->valued, true, (noted->count + 1) * sizeof *noted->valued);
}

void xb_named_arguments_note(xb_named_arguments *arguments, const xb_symbol *symbol,
                             const xb_routine *original, xb_routine *routine, uint32_t directions)
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
    noted->valued = xb_arena_array(arena, count + 1, sizeof *noted->valued);
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
    find_values(arguments, routine, noted);
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

/* ---- what is passed in the place of derivatives, and of values ------------------------------------------
 */

/* What reads its target does not allocate it. */
static xb_visit see_assignment(xb_walk *walk, xb_node *node, void *context)
{
    const xb_assignment *assignment = (const xb_assignment *)node;
    const xb_reference *target = assignment->target;
    if (target->subscripts.count == 0 && !xb_reads_target(assignment))
        xb_node_set_add(xb_walk_program(walk)->arena, context, &target->symbol->node);
    return XB_VISIT_SKIP;
}

void xb_named_arguments_begin(xb_named_arguments *arguments, xb_routine *routine)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_ASSIGNMENT] = see_assignment}};
    arguments->routine = routine;
    arguments->assigned = (xb_node_set){0};
    arguments->idle = (xb_node_map){0};
    if (arguments->conversions.reverse)
        xb_traverse(arguments->program, xb_run_scratch(arguments->conversions.run), &routine->node, &visitor,
                    &arguments->assigned);
}

/* The position, as it was, of an active formal argument of the routine at hand; 0: the array is none. */
static uint32_t position_of(const xb_named_arguments *arguments, const xb_symbol *symbol)
{
    const interface *own = interface_of(arguments, arguments->routine->symbol);
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
    return p > 0 && !interface_of(arguments, arguments->routine->symbol)->unallocated[p];
}

/* Whether something has to be there to be passed for the derivative of an array without extents, where
 * derivatives are not computed. A callee that may be what allocates the array does with whatever is passed,
 * unless the caller assigns the array, too, and the argument is not allocatable itself. */
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

/* Whether an array may have another shape in an adjoint sweep than it had when it was passed, while all that
 * the callee uses of it is its shape, which its derivative has. */
static bool is_stale(const xb_named_arguments *arguments, const xb_reference *actual, const interface *noted,
                     uint32_t position)
{
    const xb_symbol *symbol = actual->symbol;
    const bool is_there =
        actual->subscripts.count > 0 || (!noted->allocated[position] && !noted->unallocated[position]);
    return arguments->conversions.sweep && is_there && !noted->valued[position] && symbol->declaration &&
           symbol->declaration->allocatable && !symbol->temporary && !is_callers(arguments, symbol);
}

/* The array of the routine's own that is passed instead of another one. It is no temporary: those begin at
 * 1. @param like what has its bounds */
static xb_idle *idle_for(xb_named_arguments *arguments, xb_symbol *array, xb_symbol *like)
{
    xb_arena *arena = arguments->program->arena;
    xb_idle *idle = xb_node_map_make(arena, &arguments->idle, &like->node, sizeof *idle);
    if (idle->like)
        return idle;
    idle->like = like;
    idle->symbol = xb_temporary_create(
        arguments->program, arguments->routine->scope, "idle",
        (xb_temporary_type){.type = array->type,
                            .fe_type = array->fe_type,
                            .rank = array->rank,
                            .active = xb_named_derivatives_are_active(arguments->derivatives)});
    idle->symbol->temporary = false;
    idle->symbol->pointer = array->pointer;
    return idle;
}

/* Where it is allocated: before the call, if the array is there. @param perhaps whether it may not be */
static void let_be_there(xb_named_arguments *arguments, const xb_call *call, xb_idle *idle, bool perhaps,
                         xb_list *statements)
{
    xb_arena *arena = arguments->program->arena;
    xb_list *awaited =
        perhaps ? xb_node_map_make(arena, &arguments->awaited, &call->statement.node, sizeof *awaited) : NULL;
    if (!perhaps)
        xb_idle_allocate(arguments->program, idle, statements);
    else if (!xb_list_has(awaited, idle))
        xb_list_append(arena, awaited, idle);
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

static xb_reference *refer_to_idle(xb_program *program, const xb_reference *reference, const xb_idle *idle)
{
    xb_reference *copy = xb_copy_reference(program, reference);
    copy->symbol = idle->symbol;
    copy->alias = 0;
    return copy;
}

/* @param place of the derivative among those of the argument */
static void pass_direction(const xb_named_arguments *arguments, const xb_argument *argument,
                           const xb_idle *idle, uint32_t place, uint32_t direction, xb_list *passed)
{
    xb_program *program = arguments->program;
    xb_reference *derivative = idle ? refer_to_idle(program, argument->reference, idle)
                                    : xb_build_derivative(program, argument->reference);
    if (!idle)
        xb_named_derivative_refer(arguments->derivatives, derivative, direction);
    xb_build_argument(program, passed, derivative);
    ((xb_argument *)passed->items[passed->count - 1])->position = argument->position + 1 + place;
}

/* @param idle what is passed instead; NULL: the derivative itself */
static void pass_derivative(xb_named_arguments *arguments, const xb_call *call, const xb_argument *argument,
                            const xb_formal *formal, const xb_idle *idle, const range *directions,
                            xb_list *passed)
{
    if (!argument->reference || !xb_derivative_can_be_named(argument->reference->symbol)) {
        refuse(arguments, call, formal);
        return;
    }
    for (uint32_t k = 0; k < directions->count; k++)
        pass_direction(arguments, argument, idle, k, directions->first + k, passed);
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

/* What is passed in the place of a derivative; NULL: the derivative itself. */
static const xb_idle *idle_argument(xb_named_arguments *arguments, const xb_call *call,
                                    const xb_argument *argument, const interface *noted, uint32_t position,
                                    xb_list *statements)
{
    const xb_reference *actual = argument->reference;
    if (!actual || !xb_derivative_can_be_named(actual->symbol) ||
        !is_missing(arguments, actual, noted, position))
        return NULL;
    const bool may_be_there_or_not =
        actual->subscripts.count == 0 && (noted->allocated[position] || noted->unallocated[position]);
    const xb_declaration *facts = noted->formals[position]->symbol->declaration;
    xb_idle *idle = idle_for(arguments, actual->symbol, actual->symbol);
    idle->is_read = idle->is_read || (facts && facts->path);
    let_be_there(arguments, call, idle, may_be_there_or_not, statements);
    return idle;
}

/* Passes another array of the same shape where the values of an array do not matter. */
static void pass_shape(xb_named_arguments *arguments, const xb_call *call, xb_argument *argument,
                       const interface *noted, uint32_t position, xb_list *statements)
{
    const xb_reference *actual = argument->reference;
    if (!actual || !xb_derivative_can_be_named(actual->symbol) ||
        !is_stale(arguments, actual, noted, position))
        return;
    xb_idle *idle =
        idle_for(arguments, actual->symbol, xb_named_derivative(arguments->derivatives, actual->symbol, 0));
    let_be_there(arguments, call, idle, false, statements);
    argument->reference = refer_to_idle(arguments->program, actual, idle);
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
        const xb_idle *idle =
            formal ? idle_argument(arguments, call, argument, noted, position, statements) : NULL;
        if (known)
            argument->position = noted->places[position];
        xb_list_append(arguments->program->arena, &passed, argument);
        if (formal)
            pass_derivative(arguments, call, argument, formal, idle, directions, &passed);
        pass_value(arguments, argument);
        if (formal)
            pass_shape(arguments, call, argument, noted, position, statements);
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
