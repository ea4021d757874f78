/*
 * Of each routine a copy is made of what stands for it, which is changed in place: statements first, then
 * references to derivatives, wherever they are. Routines with replacements have been made anew already, and
 * are changed as they are.
 *
 * Where several directions are propagated at once, each has variables and statements of its own.
 *
 * Functions that are called within expressions get plain versions, as in reverse mode: they compute values,
 * and their calls stay as they are.
 *
 * Definition-use chains and lists of side effects tell of the program without derivatives; nothing is said
 * instead.
 */
#include "algorithms/associationbyname/associationbyname.h"

#include <string.h>

#include "algorithm/routine_rules.h"
#include "algorithms/associationbyname/allocations.h"
#include "algorithms/associationbyname/directions.h"
#include "algorithms/associationbyname/jacobian.h"
#include "algorithms/associationbyname/jacobian_mode.h"
#include "algorithms/associationbyname/kept_routines.h"
#include "algorithms/associationbyname/part_interfaces.h"
#include "algorithms/associationbyname/pointers.h"
#include "algorithms/associationbyname/rule_calls.h"
#include "algorithms/associationbyname/statements.h"
#include "algorithms/associationbyname/tangent_names.h"
#include "algorithms/basicblockpreaccumulationtape/basicblockpreaccumulationtape.h"
#include "algorithms/motions/marks.h"
#include "algorithms/motions/motions.h"
#include "algorithms/taping/plain.h"
#include "algorithms/taping/temporaries.h"
#include "algorithms/tangent/settings.h"
#include "algorithms/typechange/wrappers.h"
#include "analysis/entry.h"
#include "ir/version.h"

static const char version_name[] = "by name";

typedef struct settings {
    bool keep_active;
    const char *derivative_suffix; /* of names of derivatives; NULL: that of the mode */
    const char *routine_suffix;    /* of names of routines that propagate tangents */
    bool wants_jacobian;
    xb_jacobian_wish jacobian; /* whose Jacobian is wanted */
    const char *entry;         /* who it is, for a Jacobian of no routine that is named; NULL: not said */
    xb_jacobian_plan plan;     /* for that */
} settings;

typedef struct association {
    xb_run *run;
    xb_program *program;
    xb_named_derivatives *derivatives;
    xb_named_arguments arguments;
    xb_kept_routines kept;
    xb_node_set done; /* flow vertices that versions have in common, and were changed */
} association;

/* ---- references --------------------------------------------------------------------------------------- */

static xb_visit name_reference(xb_walk *walk, xb_node *node, void *context)
{
    association *a = context;
    xb_reference *reference = (xb_reference *)node;
    (void)walk;
    reference->du_ud = 0;
    reference->active = XB_ACTIVITY_UNDEFINED;
    if (reference->deriv)
        xb_named_derivative_refer(a->derivatives, reference, 0);
    return XB_VISIT_CONTINUE;
}

static xb_visit forget_chain(xb_walk *walk, xb_node *node, void *context)
{
    (void)walk;
    (void)context;
    ((xb_assignment *)node)->do_chain = 0;
    return XB_VISIT_CONTINUE;
}

static xb_visit forget_activity(xb_walk *walk, xb_node *node, void *context)
{
    (void)walk;
    (void)context;
    ((xb_call *)node)->active = XB_ACTIVITY_UNDEFINED;
    return XB_VISIT_CONTINUE;
}

/* Functions in conditions. */
static xb_visit pass_originals(xb_walk *walk, xb_node *node, void *context)
{
    const association *a = context;
    xb_list *arguments = &((xb_function_call *)node)->arguments;
    (void)walk;
    for (size_t i = 0; i < arguments->count; i++) {
        const xb_reference *reference = arguments->items[i];
        if (xb_conversion_is_needless(&a->arguments.conversions, reference->symbol))
            arguments->items[i] = xb_conversion_original(&a->arguments.conversions, reference);
    }
    return XB_VISIT_CONTINUE;
}

/* ---- routines ----------------------------------------------------------------------------------------- */

static void change_vertex(association *a, xb_flow_vertex *vertex)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_VARIABLE_REFERENCE] = name_reference,
                                                 [XB_KIND_ASSIGNMENT] = forget_chain,
                                                 [XB_KIND_INITIALIZATION] = forget_chain,
                                                 [XB_KIND_UPDATE] = forget_chain,
                                                 [XB_KIND_FUNCTION_CALL] = pass_originals,
                                                 [XB_KIND_SUBROUTINE_CALL] = forget_activity}};
    xb_list statements = {.count = 0};
    if (!xb_node_set_add(a->program->arena, &a->done, &vertex->node))
        return;
    for (size_t i = 0; i < vertex->statements.count; i++)
        xb_plain_statements(&a->arguments, vertex->statements.items[i], &statements);
    if (xb_named_directions(a->derivatives) > 1 && !a->arguments.is_single)
        xb_directions_spread(a->derivatives, a->program, xb_run_scratch(a->run), &statements);
    vertex->statements = statements;
    xb_traverse(a->program, xb_run_scratch(a->run), &vertex->node, &visitor, a);
}

static void change_flow(association *a, const xb_flow_graph *flow)
{
    for (size_t v = 0; v < flow->vertices.count; v++)
        change_vertex(a, flow->vertices.items[v]);
}

/* The taping sweep, and the adjoint sweep after it, see motions.h. */
static void change_both_sweeps(association *a, xb_routine *routine)
{
    const xb_flow_graph *flow = &routine->flow;
    xb_named_arguments_begin(&a->arguments, routine);
    for (size_t v = 0; v < flow->vertices.count; v++) {
        const bool returns = xb_motion_vertex_returns(a->run, flow->vertices.items[v]);
        a->arguments.taped = !returns;
        a->arguments.conversions.sweep = returns;
        change_vertex(a, flow->vertices.items[v]);
    }
    a->arguments.conversions.sweep = a->arguments.taped = false;
}

static bool is_taped(const association *a)
{
    return xb_run_settings(a->run, &xb_algorithm_basicblockpreaccumulationtape) != NULL;
}

/* @param is_adjoint whether it is code of an adjoint sweep */
static void change_code(association *a, xb_routine *routine, const xb_flow_graph *flow, bool is_adjoint)
{
    xb_named_arguments_begin(&a->arguments, routine);
    a->arguments.taped = is_taped(a) && !is_adjoint;
    a->arguments.conversions.sweep = is_adjoint;
    change_flow(a, flow);
    a->arguments.conversions.sweep = a->arguments.taped = false;
}

/* Arguments of a routine that is called have derivatives that its callers have allocated. */
static xb_flow_graph with_allocations(const association *a, const xb_routine *routine,
                                      const xb_flow_graph *flow, const xb_list *outside)
{
    return xb_allocated_first(a->run, a->derivatives, routine->scope, flow, outside);
}

/* Code that was changed, with allocations for what it passes. */
static xb_flow_graph with_arguments(const association *a, const xb_routine *routine,
                                    const xb_flow_graph *flow)
{
    return xb_allocated_before_calls(a->run, routine->scope, flow, &a->arguments.awaited);
}

static void change_own_flow(association *a, xb_routine *routine, const xb_unsized *arrays, bool is_plain)
{
    if (xb_motion_is_combined(routine))
        change_both_sweeps(a, routine);
    else
        change_code(a, routine, &routine->flow, xb_motion_returns(routine));
    if (xb_motion_returns(routine))
        routine->flow = with_allocations(a, routine, &routine->flow, &arrays->outside);
    else if (is_taped(a))
        routine->flow = with_arguments(a, routine, &routine->flow);
    else if (!is_plain)
        routine->flow =
            xb_allocated_after_markers(a->run, a->derivatives, routine->scope, &routine->flow, arrays);
}

static void change_replacement(association *a, xb_routine *routine, const xb_unsized *arrays,
                               xb_replacement *replacement)
{
    change_code(a, routine, &replacement->flow, xb_replacement_is_adjoint(replacement));
    replacement->flow = xb_replacement_is_adjoint(replacement)
                            ? with_allocations(a, routine, &replacement->flow, &arrays->outside)
                            : with_arguments(a, routine, &replacement->flow);
}

/* A routine of its own, or a replacement list. */
static void change_routine(association *a, xb_routine *routine, bool is_plain)
{
    const xb_unsized arrays = xb_unsized_of(a->run, routine);
    if (!is_plain)
        xb_named_arguments_declare(&a->arguments, routine);
    routine->active = false;
    memset(routine->has_side_effects, 0, sizeof routine->has_side_effects);
    memset(routine->side_effects, 0, sizeof routine->side_effects);
    if (routine->version && routine->scope != routine->version->original->scope)
        a->arguments.conversions.version = routine;
    if (!routine->template_name)
        change_own_flow(a, routine, &arrays, is_plain);
    for (size_t i = 0; i < routine->replacements.count; i++)
        change_replacement(a, routine, &arrays, routine->replacements.items[i]);
    a->arguments.conversions.version = NULL;
    xb_sweep_temporaries(a->run, routine);
}

/* What stands for a routine. */
static xb_list forms_of(const association *a, const xb_routine *routine)
{
    xb_list forms = {.count = 0};
    xb_view_append(a->program->arena, XB_VIEW_DERIVED, routine, &forms);
    return forms;
}

/* Whether a form of a routine is what function calls lead to, or is kept and computes values only. */
static bool is_plain(const association *a, const xb_routine *routine, const xb_routine *form)
{
    if (routine->kept)
        return !xb_kept_routine_derives(&a->kept, routine);
    const xb_routine *plain = xb_version_find(a->program, routine, XB_PLAIN_VERSION);
    return plain && form->symbol == plain->symbol;
}

/* Parts of rules take the arguments of what they are called by, also those without body. */
static void note_parts(association *a, xb_routine *routine)
{
    const xb_routine_rule *rule = routine->rule;
    const char *parts[] = {rule->tangent, rule->adjoint, rule->recording};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (!parts[i])
            continue;
        xb_symbol *symbol = xb_routine_rule_part(a->program, routine, parts[i]);
        xb_named_arguments_note(&a->arguments, symbol, routine, routine, 1);
        xb_node_map_put(a->program->arena, &a->arguments.rules, &symbol->node, (void *)rule);
    }
}

static void note_forms(association *a, xb_routine *routine)
{
    const xb_list forms = forms_of(a, routine);
    const uint32_t directions = routine->kept ? 1 : xb_named_directions(a->derivatives);
    if (routine->rule)
        note_parts(a, routine);
    for (size_t i = 0; i < forms.count; i++)
        if (!is_plain(a, routine, forms.items[i]))
            xb_named_arguments_note(&a->arguments, ((const xb_routine *)forms.items[i])->symbol, routine,
                                    forms.items[i], directions);
}

/* What is without body is called by forms that take the same arguments. */
static void describe_parts(const association *a, const xb_routine *routine, const xb_routine *form)
{
    const xb_routine_rule *rule = routine->rule;
    const bool reverse = a->arguments.conversions.reverse;
    const char *part = !rule ? NULL : reverse ? rule->adjoint : rule->tangent;
    if (part)
        xb_part_interface(a->program, rule, form, xb_routine_rule_part(a->program, routine, part), reverse);
}

static void change_forms(association *a, const xb_routine *routine)
{
    const settings *s = xb_run_settings(a->run, &xb_algorithm_associationbyname);
    const xb_list forms = forms_of(a, routine);
    a->arguments.is_single = routine->kept;
    for (size_t i = 0; i < forms.count; i++) {
        if (s->keep_active && routine->rule && !xb_motion_returns(forms.items[i]))
            xb_rule_calls_part(&a->arguments, routine, forms.items[i]);
        change_routine(a, forms.items[i], is_plain(a, routine, forms.items[i]));
        describe_parts(a, routine, forms.items[i]);
    }
    a->arguments.is_single = false;
}

static xb_visit note_use(xb_walk *walk, xb_node *node, void *context)
{
    const xb_symbol *symbol = ((const xb_reference *)node)->symbol;
    xb_node_set_add(xb_walk_program(walk)->arena, context, &symbol->node);
    return XB_VISIT_CONTINUE;
}

/* Symbols that something refers to. */
static xb_node_set find_used(const association *a)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_VARIABLE_REFERENCE] = note_use}};
    xb_node_set used = {0};
    xb_traverse(a->program, xb_run_scratch(a->run), &a->program->node, &visitor, &used);
    return used;
}

static void change_all(association *a)
{
    const xb_list *routines = &a->program->routines;
    for (size_t i = 0; i < routines->count; i++)
        note_forms(a, routines->items[i]);
    for (size_t i = 0; i < routines->count; i++) {
        xb_arena_reset(xb_run_scratch(a->run));
        change_forms(a, routines->items[i]);
    }
}

/* ---- versions of tangent-linear routines -------------------------------------------------------------- */

/* A copy that can be changed. */
static xb_routine *make_version(const association *a, xb_routine *routine)
{
    xb_routine *version = xb_version_declare(a->program, routine, version_name, NULL);
    version->id = ((const xb_routine *)xb_current(routine))->id;
    xb_version_complete(a->program, version);
    return version;
}

static void make_versions(association *a, const xb_plain *plain, xb_routine *routine)
{
    xb_routine *current = xb_current(routine), *of_functions = xb_plain_version(plain, routine);
    xb_list all = {.count = 0};
    if (xb_plain_is_listed(plain, routine) || routine->kept) {
        xb_routine *version = make_version(a, routine);
        xb_plain_redirect(plain, version);
        xb_list_append(a->program->arena, &all, version);
    } else {
        of_functions->id = current->id;
    }
    if (of_functions)
        xb_list_append(a->program->arena, &all, of_functions);
    xb_derive(a->program, &current->node, &all);
}

static xb_status make_all_versions(association *a)
{
    const settings *s = xb_run_settings(a->run, &xb_algorithm_associationbyname);
    const xb_list *routines = &a->program->routines;
    const xb_callees callees = xb_callees_find(a->program, a->program->arena);
    const xb_plain *plain;
    xb_status status = xb_plain_create(a->run, &callees, &plain);
    for (size_t i = 0; !status && i < routines->count; i++)
        if (((const xb_node *)xb_current(routines->items[i]))->kind == XB_KIND_CONTROL_FLOW_GRAPH)
            make_versions(a, plain, routines->items[i]);
    if (!status)
        xb_tangents_rename(a->run, &callees, version_name, s->routine_suffix);
    xb_versions_join(a->program);
    return status;
}

/* Routines that reverse mode has left as they were. */
static void copy_kept_routines(const association *a)
{
    const xb_list *routines = &a->program->routines;
    for (size_t i = 0; i < routines->count; i++) {
        xb_routine *routine = routines->items[i];
        if (!routine->kept)
            continue;
        xb_derive_one(a->program, xb_current(routine), &make_version(a, routine)->node);
    }
}

/* ---- what can't be done ------------------------------------------------------------------------------- */

static bool passes_active(const xb_call *call)
{
    for (size_t i = 0; i < call->arguments.count; i++) {
        const xb_argument *argument = call->arguments.items[i];
        if (argument->reference && xb_symbol_is_active(argument->reference->symbol))
            return true;
    }
    return false;
}

/* Nothing says which arguments a differentiated wrapper has. */
static xb_visit check_call(xb_walk *walk, xb_node *node, void *context)
{
    association *a = context;
    const xb_call *call = (const xb_call *)node;
    if (passes_active(call) && xb_wrapper_exists(a->run, call))
        a->arguments.status =
            xb_error(a->program->diagnostics, XB_STATUS_UNSUPPORTED, xb_walk_place(walk, node, NULL),
                     "give the routine a body, or an explicit Jacobian in a catalogue",
                     "the wrapper of '%s' has active arguments, whose derivatives are no variables",
                     call->symbol->id->text);
    return XB_VISIT_CONTINUE;
}

static xb_status check_calls(association *a)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_SUBROUTINE_CALL] = check_call},
                                       .view = XB_VIEW_READ};
    xb_traverse(a->program, xb_run_scratch(a->run), &a->program->node, &visitor, a);
    return a->arguments.status;
}

/* What the generators of calls would make is what comes out anyway. */
static xb_status check_settings(xb_run *run)
{
    const xb_tangent_settings *tangent = xb_tangent_settings_of(run);
    if (!tangent || !tangent->calls)
        return XB_STATUS_OK;
    return xb_error(xb_run_program(run)->diagnostics, XB_STATUS_USAGE, (xb_place){0},
                    "leave it out: propagation becomes assignments",
                    "--inlinable-propagation makes calls that associationbyname takes away");
}

static bool has_replacements(const association *a)
{
    const xb_list *forms = xb_view_list(a->program->arena, XB_VIEW_DERIVED, &a->program->routines);
    for (size_t i = 0; i < forms->count; i++)
        if (((const xb_node *)forms->items[i])->kind == XB_KIND_REPLACEMENT_LIST)
            return true;
    return false;
}

/* Replacement lists are not differentiated, and templates drive one direction. */
static xb_status check_forms(const association *a)
{
    const settings *s = xb_run_settings(a->run, &xb_algorithm_associationbyname);
    xb_diagnostics *diagnostics = a->program->diagnostics;
    bool is_single = xb_named_directions(a->derivatives) == 1;
    if ((is_single && !s->keep_active) || !has_replacements(a))
        return XB_STATUS_OK;
    if (!is_single)
        return xb_error(diagnostics, XB_STATUS_USAGE, (xb_place){0},
                        "add --motions=routines, an option of basicblockpreaccumulationreverse",
                        "--directions: replacement lists have derivatives in one direction");
    return xb_error(diagnostics, XB_STATUS_USAGE, (xb_place){0},
                    "add --motions=routines, an option of basicblockpreaccumulationreverse, or differentiate "
                    "in forward mode first",
                    "--keep-active: replacement lists can't be differentiated again");
}

static void warn_of_rules(const xb_program *program)
{
    for (size_t i = 0; i < program->routines.count; i++) {
        const xb_routine *routine = program->routines.items[i];
        if (routine->rule)
            xb_rule_calls_warn(program, routine);
    }
}

static xb_status prepare(association *a)
{
    xb_status status = check_settings(a->run);
    if (!status)
        status = xb_directions_check(a->run);
    if (!status)
        status = check_calls(a);
    if (!status)
        status = xb_kept_routines_find(a->program, xb_run_scratch(a->run), &a->kept);
    if (status)
        return status;
    const settings *s = xb_run_settings(a->run, &xb_algorithm_associationbyname);
    if (s->keep_active)
        warn_of_rules(a->program);
    if (!a->arguments.conversions.reverse)
        return make_all_versions(a);
    if (s->keep_active)
        xb_warn_of_steps(
            a->program, xb_run_scratch(a->run),
            "is reversed until its adjoints are small, whatever their derivatives are: second derivatives "
            "of the result may be wrong",
            "leave fixedpoint out where the result is differentiated again");
    status = check_forms(a);
    if (!status)
        copy_kept_routines(a);
    return status;
}

static xb_status add_jacobian(const association *a, const settings *s)
{
    const xb_whole_jacobian jacobian = {.run = a->run,
                                        .derivatives = a->derivatives,
                                        .names = &s->jacobian.names,
                                        .version = version_name,
                                        .reverse = a->arguments.conversions.reverse,
                                        .has_lists = has_replacements(a),
                                        .is_named = s->plan.is_named,
                                        .active = s->keep_active,
                                        .pattern = s->jacobian.pattern ? &s->plan.compression : NULL};
    return xb_whole_jacobian_add(&jacobian);
}

/* A taping sweep alone is no plain program: nothing takes from the tape what it puts there. */
static xb_status check_pipeline(xb_run *run)
{
    if (!xb_run_gives(run, XB_PROPERTY_ADJOINT) || xb_run_gives(run, XB_PROPERTY_REVERSED))
        return XB_STATUS_OK;
    return xb_error(xb_run_program(run)->diagnostics, XB_STATUS_USAGE, (xb_place){0},
                    "-a basicblockpreaccumulationreverse,associationbyname has both sweeps",
                    "algorithm associationbyname does not make plain variables of a taping sweep alone");
}

static xb_status associate(xb_run *run)
{
    xb_program *program = xb_run_program(run);
    association a = {.run = run, .program = program};
    bool is_reverse = xb_run_gives(run, XB_PROPERTY_REVERSED);
    const settings *s = xb_run_settings(run, &xb_algorithm_associationbyname);
    const char *suffix = s->derivative_suffix ? s->derivative_suffix : is_reverse ? "_b" : "_d";
    a.derivatives = xb_named_derivatives_create(program, suffix, s->keep_active, xb_directions_asked(run));
    a.arguments = (xb_named_arguments){.program = program, .derivatives = a.derivatives};
    a.arguments.conversions = (xb_plain_conversions){.run = run, .reverse = is_reverse};
    xb_status status = prepare(&a);
    if (status)
        return status;
    change_all(&a);
    if (is_reverse)
        xb_left_derivatives_replace(run, a.derivatives);
    if (s->wants_jacobian && !a.arguments.status)
        a.arguments.status = add_jacobian(&a, s);
    xb_warn_of_pointers(run, a.derivatives);
    const xb_node_set used = find_used(&a);
    status = xb_named_derivatives_finish(a.derivatives, &used);
    return status ? status : a.arguments.status;
}

/* ---- the algorithm ------------------------------------------------------------------------------------ */

/* An empty suffix lets routines have the names that they have. */
static xb_status check_suffixes(const xb_options *options)
{
    static const char *const names[] = {"derivative-suffix", "routine-suffix"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *suffix = xb_option_value(options, names[i]);
        bool is_left_out = i > 0 && suffix && !*suffix;
        if (suffix && !*suffix && !is_left_out)
            return xb_option_error(options, "_d is an example", "--%s is empty: names would stay", names[i]);
        if (suffix && !is_left_out && !xb_suffix_is_valid(suffix))
            return xb_option_error(options, "use letters, digits and underscores",
                                   "--%s: '%s' can't end a name", names[i], suffix);
    }
    return XB_STATUS_OK;
}

static xb_status configure(const xb_options *options, void *memory)
{
    static const char *const dependent[] = {"pattern", "jacobian-mode"};
    settings *s = memory;
    s->keep_active = xb_option_given(options, "keep-active");
    s->derivative_suffix = xb_option_value(options, "derivative-suffix");
    s->routine_suffix = xb_option_value(options, "routine-suffix");
    xb_status status = check_suffixes(options);
    if (status)
        return status;
    s->jacobian.names =
        (xb_jacobian_names){xb_option_value(options, "jacobian"), xb_option_value(options, "independents"),
                            xb_option_value(options, "dependents")};
    s->wants_jacobian = xb_option_given(options, "jacobian");
    s->entry = xb_option_given(options, "entry") ? xb_option_value(options, "entry") : NULL;
    s->jacobian.pattern = xb_option_value(options, "pattern");
    s->jacobian.mode = (xb_jacobian_mode)xb_option_choice(options, "jacobian-mode");
    for (size_t i = 0; !s->wants_jacobian && i < sizeof dependent / sizeof *dependent; i++)
        if (xb_option_given(options, dependent[i]))
            return xb_option_error(options, "add --jacobian=ROUTINE", "--%s is that of a Jacobian",
                                   dependent[i]);
    return XB_STATUS_OK;
}

/* The Jacobian is that of the entry, if no routine is named. */
static xb_status settle_routine(const xb_run *run, settings *s)
{
    xb_program *program = xb_run_program(run);
    xb_arena *arena = program->arena;
    const xb_place place = {.file = program->file};
    const xb_routine *routine = NULL;
    if (s->jacobian.names.routine)
        return XB_STATUS_OK;
    xb_status status = s->entry
                           ? xb_entry_require(arena, program->diagnostics, program, s->entry, place, &routine)
                           : xb_entry_usual(arena, program->diagnostics, program, &routine);
    if (status)
        return status;
    s->jacobian.names.routine = routine->symbol->id->text;
    if (!s->entry)
        xb_remark(program->diagnostics, xb_program_place(program, &routine->node, NULL),
                  "the Jacobian is that of %s (--jacobian=ROUTINE, --entry)", s->jacobian.names.routine);
    return XB_STATUS_OK;
}

static xb_status choose(xb_run *run, void *memory, xb_algorithm_choice *choice)
{
    settings *s = memory;
    if (!s->wants_jacobian)
        return XB_STATUS_OK;
    xb_status status = settle_routine(run, s);
    return status ? status : xb_jacobian_mode_choose(run, &s->jacobian, &s->plan, choice);
}

static const char *const modes[] = {"auto", "forward", "reverse", NULL};

static const xb_option options[] = {
    {"keep-active", 0, NULL,
     "keep variables active, and make their derivatives so, too, to differentiate the result again", NULL,
     NULL},
    {"derivative-suffix", 0, "SUFFIX",
     "what follows the name of a variable in that of its derivative: without it, _d for tangents, and _b for "
     "adjoints",
     NULL, NULL},
    {"routine-suffix", 0, "SUFFIX",
     "in forward mode, what follows the name of a routine in that of the one that propagates tangents; if it "
     "is empty, names stay",
     "_d", NULL},
    {"jacobian", 0, "[=ROUTINE]",
     "add a routine that computes the whole Jacobian of this one, or of the entry: by columns in forward "
     "mode, by rows in reverse mode; as many in one run as --directions says; columns belong to "
     "--independents, or to all active arguments that are read, rows to --dependents, or to all that are "
     "modified",
     NULL, NULL},
    {"jacobian-mode", 0, "MODE",
     "with --jacobian, the mode: forward, reverse (which presets --motions=routines), or the one that takes "
     "fewer runs (auto), unless an algorithm of one mode is named",
     "auto", modes},
    {"pattern", 0, "FILE",
     "with --jacobian, compute columns, or rows, together that share no row, or column, by this sparsity "
     "pattern: a Matrix Market file, as xaif-run --pattern=market prints it",
     NULL, NULL},
    {.name = NULL}};

static const char *const needs[] = {XB_PROPERTY_DIFFERENTIATED, NULL};
static const char *const gives[] = {XB_PROPERTY_NAMED, NULL};

static const xb_setting presets[] = {{"nary", NULL}, {"zero-locals", NULL}, {.name = NULL}};

static const xb_action actions[] = {
    {"pipeline", NULL, check_pipeline}, {"variables", NULL, associate}, {.name = NULL}};

const xb_algorithm xb_algorithm_associationbyname = {
    .name = "associationbyname",
    .summary = "make derivative components variables of their own: a plain program, x_d after x",
    .needs = needs,
    .gives = gives,
    .actions = actions,
    .presets = presets,
    .options = options,
    .settings_size = sizeof(settings),
    .configure = configure,
    .choose = choose,
};
