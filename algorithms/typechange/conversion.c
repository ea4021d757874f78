/*
 * An argument is converted in one of four ways, by what is passed and what is expected:
 *
 * - a constant: the temporary has the formal's rank and is set from the constant;
 * - a scalar to a scalar: the temporary is a scalar;
 * - an element to an array (sequence association): the temporary is a copy of the whole actual array, and the
 *   call gets the element of it with the actual's subscripts;
 * - an array or section: the temporary has the shape of what is passed.
 *
 * Values are copied in, also for formals of intent out, since a callee may leave elements undefined that the
 * copying back would then destroy; only what the callee certainly assigns as a whole, and does not read
 * before, is not. They are copied back only if the callee may modify the formal: the actual may have changed
 * meanwhile as a global variable. An active temporary starts with derivative zero: it stands for a passive
 * variable. An active actual whose formal is passive and may be modified has, according to the front end's
 * activity analysis, no derivative that matters afterwards other than zero; it is set to zero so that no
 * stale one survives.
 *
 * Subscripts of what is copied back are evaluated before the call if the call may change a variable in them.
 */
#include "algorithms/typechange/conversion.h"

#include "analysis/assumed_size.h"
#include "analysis/shape.h"
#include "algorithms/support/absence.h"
#include "algorithms/support/save_subscripts.h"
#include "algorithms/typechange/black_boxes.h"
#include "algorithms/support/passed.h"
#include "analysis/overlap.h"
#include "analysis/footprints.h"
#include "analysis/omission.h"
#include "analysis/summaries.h"
#include "analysis/unallocated.h"
#include "ir/build.h"
#include "ir/declaration.h"
#include "ir/provenance.h"

typedef struct converter {
    xb_run *run;
    xb_program *program;
    xb_block_place place;
    const xb_call *original;
    const xb_node *node;      /* what it is in the program: the call, or that of a function */
    const xb_routine *callee; /* NULL: no body */
    const xb_footprints *effects;
    const xb_losses *losses;
    const xb_footprint *reach; /* what the callee may modify beside arguments */
    bool modified_known;
    xb_sharing modified; /* arguments that the call may modify */
    xb_sharing outside;  /* what the callee may modify beside them */
    xb_node_map copies;  /* by array: the copy that all of its elements are passed from */
    xb_converted_call *result;
    xb_status status;
} converter;

/* One argument. */
typedef struct conversion {
    const xb_argument *argument;
    const xb_formal *formal; /* NULL: no body */
    size_t place;            /* of the argument in the call */
    bool whole;              /* the whole actual array is copied */
    xb_conversion result;
} conversion;

/* ---- what a call may overwrite ------------------------------------------------------------------------ */

/* Front ends give references in Mod lists no keys. What the body shows counts, whatever they list. */
static void find_outside(converter *c, xb_arena *scratch)
{
    const xb_list *listed = &c->callee->side_effects[XB_SIDE_EFFECT_MOD];
    c->reach = xb_footprint_of(xb_footprints_of(xb_run_analyses(c->run)), c->callee);
    xb_node_set known = {0};
    for (size_t i = 0; i < listed->count; i++) {
        const xb_reference *reference = listed->items[i];
        xb_sharing_add(scratch, &c->outside, reference, NULL);
        xb_node_set_add(scratch, &known, &reference->symbol->node);
    }
    for (size_t i = 0; i < c->reach->modified.count; i++)
        if (!xb_node_set_has(&known, &((const xb_symbol *)c->reach->modified.items[i])->node))
            xb_sharing_add_variable(scratch, &c->outside, c->reach->modified.items[i]);
}

/* Finds out what the call may modify when it is first asked for. */
static void find_modified(converter *c)
{
    xb_arena *scratch = xb_run_scratch(c->run);
    if (c->modified_known)
        return;
    c->modified_known = true;
    c->modified.analyses = xb_run_analyses(c->run);
    for (size_t i = 0; i < c->original->arguments.count; i++) {
        const xb_argument *argument = c->original->arguments.items[i];
        const xb_formal *formal = c->callee ? xb_routine_formal(c->callee, argument->position) : NULL;
        if (argument->reference && (!formal || xb_effects_modifies(c->effects, formal)))
            xb_sharing_add(scratch, &c->modified, argument->reference, argument);
    }
    c->outside.analyses = c->modified.analyses;
    if (c->callee)
        find_outside(c, scratch);
}

/* Routines without body may modify variables from outside. */
static bool is_within_reach(const converter *c, const xb_reference *variable)
{
    bool unknown = !c->callee || c->reach->modifies_unknown;
    return unknown && (variable->symbol->scope != c->place.routine->scope ||
                       xb_footprints_share(xb_footprints_of(xb_run_analyses(c->run)), variable->symbol));
}

static bool overwrites(const converter *c, const xb_reference *variable)
{
    return !variable->symbol->temporary &&
           (xb_sharing_overlaps(&c->modified, variable, NULL) || is_within_reach(c, variable) ||
            (c->callee && xb_sharing_overlaps(&c->outside, variable, NULL)));
}

static bool is_overwritten(const void *context, const xb_reference *variable)
{
    return overwrites(context, variable);
}

static xb_reference *across_call(converter *c, const xb_reference *reference)
{
    find_modified(c);
    const xb_subscript_saver saving = {c->run, c->place.routine->scope, is_overwritten, c, &c->result->saves};
    return xb_save_subscripts(&saving, reference);
}

/* ---- conversions --------------------------------------------------------------------------------------- */

static bool formal_is_active(const conversion *v)
{
    return v->formal && xb_symbol_is_active(v->formal->symbol);
}

static bool needs_conversion(const conversion *v)
{
    bool actual_active = v->argument->reference && xb_symbol_is_active(v->argument->reference->symbol);
    return actual_active != formal_is_active(v);
}

static xb_reference *whole_variable(converter *c, const xb_reference *reference)
{
    xb_reference *copy = xb_copy_reference(c->program, reference);
    copy->subscripts = (xb_list){.count = 0};
    return copy;
}

static xb_shape shape_of_temporary(converter *c, const conversion *v)
{
    const xb_argument *argument = v->argument;
    xb_shape shape = xb_shape_scalar();
    if (argument->reference)
        shape = xb_shape_of_reference(c->program->arena, v->whole ? whole_variable(c, argument->reference)
                                                                  : argument->reference);
    if (v->formal) {
        const xb_symbol *formal = v->formal->symbol;
        shape.type = formal->type;
        shape.fe_type = formal->fe_type;
        if (argument->constant) {
            shape.rank = formal->rank > 0 ? formal->rank : 0;
            shape.bounds = formal->bounds_count > 0 ? formal->bounds : NULL;
        }
    }
    return shape;
}

/* A copy of an array whose bounds are no constants begins with 1. */
static bool begins_with_one(const xb_symbol *array)
{
    const xb_dimension *dimension = array->bounds_count == 0 ? xb_symbol_dimension(array, 0) : NULL;
    for (size_t d = 0; dimension; dimension = xb_symbol_dimension(array, ++d))
        if (dimension->extent != XB_EXTENT_DEFERRED && (dimension->lower || dimension->known.lower != 1))
            return false;
    return true;
}

static void make_temporary(converter *c, conversion *v)
{
    const xb_reference *actual = v->argument->reference;
    int formal_rank = v->formal ? v->formal->symbol->rank : 0;
    bool element = actual && actual->subscripts.count > 0 && xb_reference_rank(actual) == 0;
    v->whole = element && (!v->formal || formal_rank > 0);
    if (v->whole && !begins_with_one(actual->symbol))
        c->status =
            xb_error(c->program->diagnostics, XB_STATUS_UNSUPPORTED,
                     xb_place_of(c->run, c->place, &c->original->statement),
                     "let it begin with 1, pass a section of it, or declare both active or both passive",
                     "an element of '%s' is passed where a copy of it is needed, and its lower bounds are "
                     "not 1",
                     actual->symbol->id->text);
    const xb_shape shape = shape_of_temporary(c, v);
    xb_statement *allocation;
    v->result.temporary = xb_shape_temporary(c->program, c->place.routine->scope, "tyc", shape,
                                             formal_is_active(v), &allocation);
    v->result.model = allocation ? shape.model : NULL;
    v->result.value = v->argument->constant ? &v->argument->constant->vertex
                      : v->whole            ? &whole_variable(c, actual)->vertex
                                            : &actual->vertex;
}

static xb_reference *temporary_reference(converter *c, const conversion *v)
{
    return xb_build_reference(c->program, v->result.temporary);
}

/* Asked only of arguments that the routine may modify. */
static bool loses_derivative(const converter *c, const conversion *v)
{
    const xb_reference *actual = v->argument->reference;
    const xb_black_box box = {
        .run = c->run, .routine = c->place.routine, .called = c->original->symbol, .call = c->node};
    return xb_symbol_is_active(actual->symbol) && (v->formal || xb_black_box_ends(&box, actual));
}

/* What the callee got of the actual argument. */
typedef struct passed {
    bool known;       /* whether it can be written as sections */
    bool cut;         /* whether it is less than the temporary has */
    xb_list sections; /* xb_reference, to be used after the call */
} passed;

/* As many elements as the formal has, or all; a routine without body reaches all from an element on. */
static passed find_passed(converter *c, const conversion *v)
{
    xb_reference *actual = across_call(c, v->argument->reference);
    int64_t count = v->formal ? xb_formal_count(xb_run_analyses(c->run), v->formal->symbol) : 0;
    passed result = {.known = true, .cut = v->whole};
    if (!v->whole) {
        xb_shape shape = xb_shape_of_reference(c->program->arena, actual);
        int64_t available = xb_shape_count(&shape);
        result.cut = v->formal && shape.rank > 0 && count > 0 && !(available > 0 && count >= available);
    }
    if (result.cut)
        result.known = xb_passed_sections(c->program, actual, v->whole, count, &result.sections);
    else
        xb_list_append(c->program->arena, &result.sections, actual);
    return result;
}

static xb_status refuse_part(converter *c, const conversion *v, const char *hint, const char *what)
{
    return xb_error(c->program->diagnostics, XB_STATUS_UNSUPPORTED,
                    xb_place_of(c->run, c->place, &c->original->statement), hint, what,
                    v->argument->reference->symbol->id->text, v->formal->symbol->id->text,
                    c->original->symbol->id->text);
}

/* Whether a section ends where an array of assumed size does. */
static bool ends_nowhere(const converter *c, const xb_reference *section)
{
    const xb_list *subscripts = &section->subscripts;
    const xb_triplet *last = subscripts->count > 0 ? subscripts->items[subscripts->count - 1] : NULL;
    return (!last || (xb_triplet_is_range(last) && !last->bound)) &&
           xb_is_assumed_size(xb_run_analyses(c->run), section->symbol);
}

static void lose_derivative(converter *c, conversion *v, passed *part)
{
    for (size_t i = 0; i < part->sections.count; i++)
        part->known = part->known && !ends_nowhere(c, part->sections.items[i]);
    if (!part->known && !v->formal)
        c->status = xb_error(c->program->diagnostics, XB_STATUS_UNSUPPORTED,
                             xb_place_of(c->run, c->place, &c->original->statement), "pass a section of it",
                             "'%s' is active, and '%s', which has no body, may modify a part of it, whose "
                             "size is not known",
                             v->argument->reference->symbol->id->text, c->original->symbol->id->text);
    else if (!part->known)
        c->status = refuse_part(c, v, "pass a section of the array, or declare the formal argument active",
                                "'%s' is active, but the formal argument '%s' of '%s' that stands for a part "
                                "of it is passive and may be modified");
    else if (v->formal && !v->formal->symbol->off_path)
        xb_warning(c->program->diagnostics, xb_place_of(c->run, c->place, &c->original->statement),
                   "if the routine may leave it as it is, declare the formal argument active",
                   "'%s' is active, but the formal argument '%s' of '%s' is passive and may be modified: the "
                   "derivative is taken to be zero after the call",
                   v->argument->reference->symbol->id->text, v->formal->symbol->id->text,
                   c->original->symbol->id->text);
    if (part->known)
        xb_list_append_all(c->program->arena, &v->result.lost, &part->sections);
}

/* Whether the call may modify other parts of what is passed. */
static bool is_modified_besides(converter *c, const conversion *v)
{
    const xb_reference *reference = v->argument->reference;
    find_modified(c);
    return xb_sharing_overlaps(&c->modified, reference, v->argument) || is_within_reach(c, reference) ||
           xb_sharing_overlaps(&c->outside, reference, NULL);
}

/* The part of a temporary that corresponds to a part of what it was made for. */
static xb_reference *part_of_temporary(converter *c, const conversion *v, const xb_reference *part)
{
    xb_reference *reference = temporary_reference(c, v);
    reference->subscripts = xb_copy_reference(c->program, part)->subscripts;
    if (v->whole || v->argument->reference->subscripts.count == 0)
        return reference;
    xb_expression *first = xb_build_leaf(c->program, xb_build_integer(c->program, 1));
    xb_expression *last =
        xb_build_leaf(c->program, xb_build_integer(c->program, xb_element_count(v->formal->symbol)));
    reference->subscripts = (xb_list){.count = 0};
    xb_list_append(c->program->arena, &reference->subscripts,
                   xb_build_triplet(c->program, first, last, NULL));
    return reference;
}

static void copy_back(converter *c, conversion *v, const xb_reference *target, const xb_reference *source)
{
    xb_copy_back *copy = xb_vector_push(c->program->arena, &v->result.back, sizeof *copy);
    *copy = (xb_copy_back){target, source};
}

static void copy_sections_back(converter *c, conversion *v, const passed *part)
{
    for (size_t i = 0; i < part->sections.count; i++) {
        const xb_reference *section = part->sections.items[i];
        copy_back(c, v, section, part->cut ? part_of_temporary(c, v, section) : temporary_reference(c, v));
    }
}

static bool may_be_modified(const converter *c, const conversion *v)
{
    if (v->argument->constant)
        return false;
    return v->formal ? xb_effects_modifies(c->effects, v->formal)
                     : !xb_effects_is_input(c->effects, v->argument->reference->symbol);
}

/* No more is copied back than what was passed, if that can be written. */
static void convert_after(converter *c, conversion *v)
{
    const xb_argument *argument = v->argument;
    if (!may_be_modified(c, v))
        return;
    passed part = find_passed(c, v);
    if (!part.known && v->formal && is_modified_besides(c, v))
        c->status = refuse_part(c, v, "pass a section of the array",
                                "'%s' has to be copied for the formal argument '%s' of '%s' that stands for "
                                "a part of it, but the call may modify other parts, too");
    v->result.back_first = v->whole && !(v->formal && part.known);
    if (v->formal && part.known)
        copy_sections_back(c, v, &part);
    else
        copy_back(c, v,
                  v->whole ? whole_variable(c, argument->reference) : across_call(c, argument->reference),
                  temporary_reference(c, v));
    if (loses_derivative(c, v))
        lose_derivative(c, v, &part);
}

static void replace_argument(converter *c, const conversion *v)
{
    xb_argument *argument = c->result->call->arguments.items[v->place];
    xb_reference *replacement = temporary_reference(c, v);
    if (v->whole)
        replacement->subscripts = xb_copy_reference(c->program, v->argument->reference)->subscripts;
    argument->reference = replacement;
    argument->constant = NULL;
}

/* What is known of an array's copy if an element of it was passed to the routine without body already. */
static bool has_copy(const converter *c, conversion *v)
{
    const xb_reference *actual = v->argument->reference;
    v->whole = !v->formal && actual && actual->subscripts.count > 0 && xb_reference_rank(actual) == 0;
    xb_symbol *copy = v->whole ? xb_node_map_get(&c->copies, &actual->symbol->node) : NULL;
    if (copy)
        v->result.temporary = copy;
    return copy != NULL;
}

/* The value goes in without its derivative, which may matter for what the routine computes from it. */
static void warn_of_loss(const converter *c, const conversion *v)
{
    if (!v->formal || formal_is_active(v) || v->formal->symbol->off_path ||
        xb_effects_modifies(c->effects, v->formal) || !xb_losses_at(c->losses, v->formal))
        return;
    xb_warning(c->program->diagnostics, xb_place_of(c->run, c->place, &c->original->statement),
               "declare the formal argument active",
               "'%s' is active, but the formal argument '%s' of '%s' is passive: the derivatives of what is "
               "computed from it are taken to be zero",
               v->argument->reference->symbol->id->text, v->formal->symbol->id->text,
               c->original->symbol->id->text);
}

/* What is copied has to be there. */
static void warn_of_missing(const converter *c, const conversion *v)
{
    if (!v->formal || !xb_may_pass_unallocated(xb_run_analyses(c->run), c->original, v->formal))
        return;
    xb_warning(
        c->program->diagnostics, xb_place_of(c->run, c->place, &c->original->statement),
        "allocate it before, or declare both active, or both passive",
        "'%s' may not be allocated where '%s' is called, and is copied there, since either it or '%s' is "
        "active",
        v->argument->reference->symbol->id->text, c->original->symbol->id->text, v->formal->symbol->id->text);
}

/* What is copied is there: a routine that is to do without the argument would be told that it has one. */
static void refuse_absent(converter *c, const conversion *v)
{
    const xb_reference *actual = v->argument->reference;
    xb_analyses *analyses = xb_run_analyses(c->run);
    if (!actual || !v->formal || !xb_may_be_absent(analyses, actual->symbol) ||
        !xb_is_asked_for(analyses, v->formal->symbol))
        return;
    c->status = xb_error(
        c->program->diagnostics, XB_STATUS_UNSUPPORTED,
        xb_place_of(c->run, c->place, &c->original->statement), "declare both active, or both passive",
        "'%s' may be absent, and is passed on to '%s', which asks whether '%s' is present: one of these has "
        "a "
        "derivative, the other one has not",
        actual->symbol->id->text, c->original->symbol->id->text, v->formal->symbol->id->text);
}

/* Whether the callee assigns all of a temporary before it reads anything of it. */
static bool is_only_assigned(const converter *c, const conversion *v)
{
    if (!v->formal || !v->argument->reference || v->whole || v->result.model)
        return false;
    const xb_symbol *formal = v->formal->symbol, *temporary = v->result.temporary;
    const xb_formal_use use = xb_formal_use_of(xb_footprints_of(xb_run_analyses(c->run)), v->formal);
    const int64_t count = xb_element_count(temporary);
    const bool is_all = formal->rank == 0
                            ? temporary->rank == 0
                            : count > 0 && count == xb_formal_count(xb_run_analyses(c->run), formal);
    return is_all && v->formal->intent != XB_INTENT_IN && use.written && !use.exposed &&
           !xb_may_be_absent(xb_run_analyses(c->run), formal);
}

static void convert_argument(converter *c, conversion *v)
{
    refuse_absent(c, v);
    v->result.argument = v->argument;
    v->result.formal = v->formal;
    if (has_copy(c, v)) {
        replace_argument(c, v);
        if (loses_derivative(c, v)) {
            passed part = find_passed(c, v);
            lose_derivative(c, v, &part);
        }
        return;
    }
    warn_of_loss(c, v);
    if (v->argument->reference)
        xb_warn_of_passed_on(c->run, v->argument->reference->symbol, "is copied");
    make_temporary(c, v);
    warn_of_missing(c, v);
    replace_argument(c, v);
    if (is_only_assigned(c, v))
        v->result.value = NULL;
    convert_after(c, v);
    if (!v->formal && v->whole)
        xb_node_map_put(xb_run_scratch(c->run), &c->copies, &v->argument->reference->symbol->node,
                        v->result.temporary);
}

/* Of several conversions with the same temporary, the first one makes it. */
static void keep_with_temporaries(const converter *c)
{
    unsigned slot = xb_slot_register(c->program, XB_TYPECHANGE_TEMPORARY);
    xb_conversion *conversions = c->result->conversions.items;
    for (size_t i = c->result->conversions.count; i-- > 0;)
        xb_slot_set(c->program, &conversions[i].temporary->node, slot, &conversions[i]);
}

const xb_conversion *xb_conversion_of(xb_run *run, const xb_symbol *temporary)
{
    return xb_slot_get(&temporary->node, xb_slot_register(xb_run_program(run), XB_TYPECHANGE_TEMPORARY));
}

void xb_conversion_note(xb_program *program, xb_symbol *temporary, const xb_reference *variable,
                        const xb_formal *formal)
{
    xb_conversion *noted = xb_arena_alloc(program->arena, sizeof *noted);
    xb_list arguments = {.count = 0};
    xb_build_argument(program, &arguments, xb_copy_reference(program, variable));
    *noted = (xb_conversion){.argument = arguments.items[0], .formal = formal, .temporary = temporary};
    xb_slot_set(program, &temporary->node, xb_slot_register(program, XB_TYPECHANGE_TEMPORARY), noted);
}

/* @return XB_STATUS_OK, or that of the error that was reported */
static xb_status convert_arguments(converter *c)
{
    const xb_list *arguments = &c->original->arguments;
    for (size_t i = 0; i < arguments->count; i++) {
        conversion v = {.argument = arguments->items[i], .place = i};
        v.formal = c->callee ? xb_routine_formal(c->callee, v.argument->position) : NULL;
        if (!needs_conversion(&v))
            continue;
        if (!c->result->call)
            c->result->call = xb_copy_call(c->program, c->original);
        convert_argument(c, &v);
        xb_conversion *kept = xb_vector_push(c->program->arena, &c->result->conversions, sizeof *kept);
        *kept = v.result;
    }
    keep_with_temporaries(c);
    return c->status;
}

xb_status xb_convert_call(xb_run *run, xb_block_place place, const xb_call *call, const xb_routine *callee,
                          const xb_footprints *effects, const xb_losses *losses, xb_converted_call *result)
{
    xb_provenance_of(xb_run_program(run), &call->statement);
    *result = (xb_converted_call){.call = NULL};
    converter c = {.run = run,
                   .program = xb_run_program(run),
                   .place = place,
                   .original = call,
                   .node = &call->statement.node,
                   .callee = callee,
                   .effects = effects,
                   .losses = losses,
                   .result = result};
    return convert_arguments(&c);
}

xb_status xb_convert_external_call(xb_run *run, xb_block_place place, const xb_call *call,
                                   const xb_footprints *effects, const xb_losses *losses,
                                   xb_converted_call *result)
{
    xb_status status = xb_convert_call(run, place, call, NULL, effects, losses, result);
    const xb_black_box box = {.run = run,
                              .routine = place.routine,
                              .called = call->symbol,
                              .call = &call->statement.node,
                              .place = xb_place_of(run, place, &call->statement),
                              .effects = effects,
                              .losses = losses};
    return status ? status : xb_black_box_check(&box);
}

xb_status xb_convert_external_function(xb_run *run, xb_block_place place, const xb_assignment *assignment,
                                       const xb_footprints *effects, const xb_losses *losses,
                                       xb_converted_call *result)
{
    const xb_function_call *function = (const xb_function_call *)xb_expression_root(assignment->value);
    xb_call *call = xb_build_call_of_function(xb_run_program(run), function);
    call->statement.id = assignment->statement.id;
    *result = (xb_converted_call){.assignment = assignment};
    converter c = {.run = run,
                   .program = xb_run_program(run),
                   .place = place,
                   .original = call,
                   .node = &function->vertex.node,
                   .effects = effects,
                   .losses = losses,
                   .result = result};
    return convert_arguments(&c);
}
