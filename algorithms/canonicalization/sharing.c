/*
 * Arguments that the callee may modify are not parted from others: Fortran forbids that they share anything,
 * and typechange warns if they do. Where arrays of unknown extents begin at two elements of one variable, as
 * pieces of work arrays do, nothing is copied, since it is not known how much; nor is an array that may not
 * be allocated there.
 */
#include "algorithms/canonicalization/sharing.h"

#include "algorithms/support/passed.h"
#include "algorithms/support/stems.h"
#include "analysis/footprints.h"
#include "analysis/omission.h"
#include "analysis/overlap.h"
#include "analysis/shape.h"
#include "analysis/summaries.h"
#include "analysis/unallocated.h"
#include "analysis/uses.h"
#include "ir/build.h"

enum { MOST_COMPARISONS = 1000000 /* of arguments of one call */ };

/* An active argument that is only read. */
typedef struct reading {
    size_t number; /* among the arguments of the call */
    xb_passing passing;
    bool copied;
} reading;

typedef struct parter {
    xb_run *run;
    xb_program *program;
    xb_arena *scratch;
    xb_block_place place;
    const xb_call *original;
    xb_call *call; /* the original, or its copy */
    const xb_routine *callee;
    xb_vector readings; /* reading */
    xb_vector modified; /* xb_passing: active arguments that the callee may modify */
    xb_list *statements;
    size_t comparisons;
} parter;

/* ---- what is shared ------------------------------------------------------------------------------------ */

static bool is_pointer(const xb_reference *reference)
{
    return reference->symbol->kind == XB_SYMBOL_POINTER || reference->symbol->pointer;
}

/* Whether a rule says that its routines allow two arguments to be one variable. */
static bool is_covered(const parter *p, const reading *a, const reading *b)
{
    const xb_routine_rule *rule = p->callee->rule;
    const uint32_t one = a->passing.formal->position, two = b->passing.formal->position;
    return rule && (rule->arguments[one - 1].alias == two || rule->arguments[two - 1].alias == one);
}

static xb_overlap overlap(const parter *p, const xb_passing *a, const xb_passing *b)
{
    return xb_overlap_of_passed(xb_run_analyses(p->run), p->scratch, a, b);
}

static bool certainly_share(const parter *p, const xb_passing *a, const xb_passing *b)
{
    return overlap(p, a, b) == XB_OVERLAP_MUST;
}

/* Different variables share something if that is certain, or if pointers may have one target. */
static bool may_share(const parter *p, const xb_passing *a, const xb_passing *b)
{
    bool suffices = a->actual->symbol == b->actual->symbol || is_pointer(a->actual) || is_pointer(b->actual);
    return overlap(p, a, b) >= (suffices ? XB_OVERLAP_MAY : XB_OVERLAP_MUST);
}

/* ---- what is only read --------------------------------------------------------------------------------- */

/* What the callee does with an argument. */
static xb_formal_use use_of(const parter *p, const xb_formal *formal)
{
    if (p->callee->rule)
        return (xb_formal_use){.exposed = true, .modified = formal->intent != XB_INTENT_IN};
    return xb_formal_use_of(xb_footprints_of(xb_run_analyses(p->run)), formal);
}

/* Goes over active arguments: the adjoint of the callee adds to the derivatives of those that it may read. */
static void find_arguments(parter *p)
{
    for (size_t i = 0; i < p->original->arguments.count; i++) {
        const xb_argument *argument = p->original->arguments.items[i];
        const xb_formal *formal = xb_routine_formal(p->callee, argument->position);
        if (!argument->reference || !formal || !xb_symbol_is_active(argument->reference->symbol) ||
            !xb_symbol_is_active(formal->symbol))
            continue;
        const xb_passing passing =
            xb_passing_of(xb_run_analyses(p->run), p->scratch, argument->reference, formal);
        const xb_formal_use use = use_of(p, formal);
        if (use.modified)
            *(xb_passing *)xb_vector_push(p->scratch, &p->modified, sizeof passing) = passing;
        else if (use.exposed)
            *(reading *)xb_vector_push(p->scratch, &p->readings, sizeof(reading)) =
                (reading){.number = i, .passing = passing};
    }
}

/* Whether an argument certainly shares storage with one that is modified: then that is as it is meant. */
static bool is_modified_elsewhere(parter *p, const reading *r)
{
    const xb_passing *all = p->modified.items;
    for (size_t i = 0; i < p->modified.count && p->comparisons < MOST_COMPARISONS; i++, p->comparisons++)
        if (certainly_share(p, &r->passing, &all[i]))
            return true;
    return false;
}

static void leave_out_modified(parter *p)
{
    reading *all = p->readings.items;
    uint32_t count = 0;
    for (size_t i = 0; i < p->readings.count; i++)
        if (!is_modified_elsewhere(p, &all[i]))
            all[count++] = all[i];
    p->readings.count = count;
}

/* ---- copies -------------------------------------------------------------------------------------------- */

/* The part of an argument that is copied: the whole array where it begins at an element and is no section.
 * NULL if it can't be. */
static const xb_reference *part_of(const parter *p, const reading *r)
{
    const xb_passing *passing = &r->passing;
    const xb_symbol *formal = passing->formal->symbol, *array = passing->actual->symbol;
    bool known = !(passing->open && passing->begins) && passing->sections.count == 1 &&
                 (!passing->cut_off || array->bounds_count > 0) &&
                 xb_reference_parts_of(passing->actual)->properties.count == 0 && !formal->pointer &&
                 !xb_may_be_absent(xb_run_analyses(p->run), array) &&
                 !xb_may_pass_unallocated(xb_run_analyses(p->run), p->original, passing->formal);
    if (known && passing->cut_off)
        return xb_build_reference(p->program, (xb_symbol *)array);
    return known ? passing->sections.items[0] : NULL;
}

/* The copy of one element is a number, that of others an array. */
static xb_shape shape_of_copy(const parter *p, const xb_reference *part, const xb_symbol *formal)
{
    xb_shape shape = xb_shape_of_reference(p->program->arena, part);
    if (formal->rank > 0 && shape.rank <= 0) {
        static const xb_bounds one = {1, 1};
        shape.rank = 1;
        shape.bounds = &one;
        shape.model = NULL;
    }
    return shape;
}

static void copy(parter *p, reading *r, const xb_reference *part)
{
    if (p->call == p->original)
        p->call = xb_copy_call(p->program, p->original);
    xb_argument *argument = p->call->arguments.items[r->number];
    xb_shape shape = shape_of_copy(p, part, r->passing.formal->symbol);
    xb_statement *allocation;
    xb_symbol *variable =
        xb_shape_temporary(p->program, p->place.routine->scope, "tmp", shape, true, &allocation);
    if (allocation)
        xb_list_append(p->program->arena, p->statements, allocation);
    const char *id =
        xb_arena_format(p->program->arena, "%s%u_of_%s", xb_free_stem(p->run, "_copied_argument_"),
                        (unsigned)argument->position, p->original->statement.id->text);
    xb_expression *value = xb_build_leaf(p->program, xb_copy_reference(p->program, part));
    xb_assignment *assignment =
        xb_build_assignment(p->program, id, xb_build_reference(p->program, variable), value);
    assignment->statement.node.line = p->original->statement.node.line;
    assignment->line_number = p->original->line_number;
    xb_list_append(p->program->arena, p->statements, assignment);
    argument->reference = xb_build_reference(p->program, variable);
    if (r->passing.cut_off)
        argument->reference->subscripts = xb_copy_reference(p->program, r->passing.actual)->subscripts;
    r->copied = true;
}

static bool try_to_copy(parter *p, reading *r)
{
    const xb_reference *part = part_of(p, r);
    if (part)
        copy(p, r, part);
    return part;
}

static void warn(const parter *p, const reading *r, const char *other)
{
    xb_warning(
        p->program->diagnostics, xb_place_of(p->run, p->place, &p->original->statement),
        "pass a copy of one of them",
        "'%s' gets '%s' for '%s' and the same storage %s: compilers may lose derivatives in reverse mode",
        p->original->symbol->id->text, r->passing.actual->symbol->id->text,
        r->passing.formal->symbol->id->text, other);
}

/* ---- the call ------------------------------------------------------------------------------------------ */

/* What the callee reaches by its own name, or by another one, too, and does not certainly modify. A copy that
 * is not needed does no harm. */
static void part_from_outside(parter *p, reading *r)
{
    xb_uses *uses = xb_uses_of(xb_run_analyses(p->run));
    const xb_reference *actual = r->passing.actual;
    const xb_routine *caller = p->place.routine, *routine = p->callee;
    if (routine->rule || !xb_is_from_outside(routine, actual->symbol) ||
        !xb_uses_may_touch(uses, caller, routine, actual) ||
        xb_uses_find(uses, caller, routine, actual, false) || try_to_copy(p, r))
        return;
    const xb_use *use = xb_uses_find(uses, caller, routine, actual, true);
    if (use)
        warn(p, r, xb_arena_format(p->scratch, "as '%s' of its own", use->reference->symbol->id->text));
}

static void part_from(parter *p, reading *r, reading *earlier)
{
    if (earlier->copied || is_covered(p, r, earlier) || !may_share(p, &r->passing, &earlier->passing) ||
        try_to_copy(p, r) || try_to_copy(p, earlier) || !certainly_share(p, &r->passing, &earlier->passing))
        return;
    warn(p, r, xb_arena_format(p->scratch, "for '%s'", earlier->passing.formal->symbol->id->text));
}

static void part_from_others(parter *p, size_t number)
{
    reading *all = p->readings.items, *r = &all[number];
    for (size_t i = 0; i < number && !r->copied; i++, p->comparisons++)
        if (p->comparisons < MOST_COMPARISONS)
            part_from(p, r, &all[i]);
        else if (!try_to_copy(p, r))
            return;
}

xb_call *xb_part_shared_arguments(xb_run *run, xb_block_place place, xb_call *call, xb_list *statements)
{
    xb_program *program = xb_run_program(run);
    parter p = {.run = run,
                .program = program,
                .scratch = xb_run_scratch(run),
                .place = place,
                .original = call,
                .call = call,
                .callee = xb_program_routine(program, call->symbol),
                .statements = statements};
    if (!p.callee || p.callee->kept)
        return call;
    find_arguments(&p);
    if (p.readings.count == 0)
        return call;
    leave_out_modified(&p);
    reading *all = p.readings.items;
    for (size_t i = 0; i < p.readings.count; i++)
        part_from_outside(&p, &all[i]);
    for (size_t i = 1; i < p.readings.count; i++)
        part_from_others(&p, i);
    return p.call;
}
