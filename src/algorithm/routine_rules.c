/*
 * First what rules name is marked, with all that it calls. Then the calls of the others are looked at: those
 * of routines with rules are checked, and led to what stands for the routine, which is made with the first of
 * them and has its line.
 */
#include "algorithm/routine_rules.h"

#include <string.h>

#include "algorithm/routine_rule_stand_ins.h"
#include "ir/build.h"
#include "ir/declaration.h"
#include "ir/subroutine_names.h"
#include "traverse/traverse.h"

/* A rule, and how well subroutines agree with its name. */
typedef struct named_rule {
    const xb_routine_rule *rule;
    xb_agreement best;
    const xb_symbol *used; /* what is called; NULL: nothing is yet */
    bool doubted;          /* it was said that several are called */
    bool is_passed;        /* it stands for a procedure that the entry gets: nobody wrote it */
} named_rule;

/* The work. */
typedef struct application {
    xb_program *program;
    xb_arena *scratch;
    xb_vector rules;       /* named_rule */
    xb_node_map kept;      /* by routine: the rule that it is kept for */
    xb_node_map stand_ins; /* by subroutine symbol: xb_list of what is called instead */
    xb_map joined;         /* by node indices of caller and callee: the edge of the call graph is there */
    xb_status status;
} application;

static named_rule *add_rule(application *a, const xb_routine_rule *rule)
{
    named_rule *listed = xb_vector_push(a->scratch, &a->rules, sizeof *listed);
    *listed = (named_rule){.rule = rule, .best = xb_subroutine_agreement(a->program, rule->name)};
    return listed;
}

static void list_rule(void *context, const xb_routine_rule *rule)
{
    add_rule(context, rule);
}

static named_rule *rule_of(const application *a, const xb_symbol *symbol)
{
    named_rule *rules = a->rules.items;
    for (size_t i = 0; i < a->rules.count; i++)
        if (xb_subroutine_is_meant(symbol, rules[i].rule->name, rules[i].best))
            return &rules[i];
    return NULL;
}

/* A name that the program has not: f_d, or else f_d2, f_d3, ... */
static const char *free_name(const application *a, const char *name, const char *ending)
{
    const char *made = xb_arena_format(a->program->arena, "%s%s", name, ending);
    for (size_t i = 2; xb_subroutine_agreement(a->program, made) != XB_AGREES_NOT; i++)
        made = xb_arena_format(a->program->arena, "%s%s%zu", name, ending, i);
    return made;
}

/* A procedure that is an argument of the entry, and that nothing else is known of, comes with its
 * derivatives: routines whose names end like those of all that is derived. */
static void list_argument(application *a, const xb_symbol *symbol)
{
    const xb_interface *interface = xb_symbol_interface(symbol);
    const char *name = symbol->id->text;
    const size_t count = interface->formals.count;
    xb_rule_argument *arguments = xb_arena_array(a->program->arena, count + 1, sizeof *arguments);
    for (size_t i = 0; i < count; i++) {
        const xb_formal *formal = interface->formals.items[i];
        const xb_type type = formal->symbol->type;
        const bool is_number = type == XB_TYPE_REAL || type == XB_TYPE_COMPLEX;
        arguments[i] =
            (xb_rule_argument){.intent = formal->intent,
                               .activity = is_number ? XB_RULE_ANY : XB_RULE_PASSIVE,
                               .needed = formal->intent == XB_INTENT_OUT ? XB_RULE_UNNEEDED : XB_RULE_BEFORE,
                               .type = type,
                               .rank = formal->symbol->rank > 0 ? formal->symbol->rank : 0};
    }
    xb_routine_rule *rule = xb_arena_alloc(a->program->arena, sizeof *rule);
    *rule = (xb_routine_rule){.name = name,
                              .tangent = free_name(a, name, "_d"),
                              .adjoint = free_name(a, name, "_b"),
                              .argument_count = count,
                              .arguments = arguments,
                              .is_function = interface->is_function,
                              .file = a->program->file,
                              .line = symbol->node.line};
    add_rule(a, rule)->is_passed = true;
}

static void list_arguments(application *a)
{
    const xb_scope *root = a->program->root;
    for (size_t i = 0; root && i < root->symbols.count; i++) {
        const xb_symbol *symbol = root->symbols.items[i];
        const bool is_argument = symbol->declaration && symbol->declaration->unit == XB_UNIT_ARGUMENT;
        if (is_argument && xb_symbol_interface(symbol) && !rule_of(a, symbol))
            list_argument(a, symbol);
    }
}

static void list_rules(application *a, const xb_catalogue *catalogue)
{
    xb_catalogue_each_rule(catalogue, list_rule, a);
    list_arguments(a);
}

static void fail(application *a, xb_status status)
{
    if (!a->status)
        a->status = status;
}

/* "the rule of 'solve' (rules.xaif:12)" */
static const char *title_of(const application *a, const xb_routine_rule *rule)
{
    return xb_arena_format(a->scratch, "the rule of '%s' (%s:%zu)", rule->name, rule->file, rule->line);
}

/* ---- what is kept -------------------------------------------------------------------------------------- */

/* What is kept for a rule, as it is found. */
typedef struct keeping {
    application *a;
    const xb_routine_rule *rule;
    xb_list open; /* xb_routine: their calls are to be followed */
} keeping;

static void keep_one(keeping *k, xb_routine *routine)
{
    if (!routine || routine->kept)
        return;
    routine->kept = true;
    xb_node_map_put(k->a->scratch, &k->a->kept, &routine->node, k->rule);
    xb_list_append(k->a->scratch, &k->open, routine);
}

static xb_visit keep_callee(xb_walk *walk, xb_node *node, void *context)
{
    keep_one(context, xb_program_routine(xb_walk_program(walk), xb_called_symbol(node)));
    return XB_VISIT_CONTINUE;
}

static void keep(application *a, const xb_routine_rule *rule, xb_routine *routine)
{
    static const xb_visitor visitor = {
        .enter = {[XB_KIND_SUBROUTINE_CALL] = keep_callee, [XB_KIND_FUNCTION_CALL] = keep_callee},
        .view = XB_VIEW_READ};
    keeping k = {.a = a, .rule = rule};
    keep_one(&k, routine);
    while (k.open.count > 0)
        xb_traverse(a->program, a->scratch, k.open.items[--k.open.count], &visitor, &k);
}

static xb_visit see_use(xb_walk *walk, xb_node *node, void *context)
{
    application *a = context;
    const xb_symbol *symbol = xb_called_symbol(node);
    const named_rule *found = rule_of(a, symbol);
    (void)walk;
    if (found)
        keep(a, found->rule, xb_program_routine(a->program, symbol));
    return XB_VISIT_CONTINUE;
}

/* A routine with a rule that nobody calls is differentiated like others. */
static void keep_all(application *a)
{
    static const xb_visitor visitor = {
        .enter = {[XB_KIND_SUBROUTINE_CALL] = see_use, [XB_KIND_FUNCTION_CALL] = see_use},
        .view = XB_VIEW_READ};
    const named_rule *rules = a->rules.items;
    for (size_t i = 0; i < a->rules.count; i++) {
        const xb_routine_rule *rule = rules[i].rule;
        keep(a, rule, xb_routine_rule_body(a->program, rule->tangent));
        keep(a, rule, xb_routine_rule_body(a->program, rule->adjoint));
        keep(a, rule, xb_routine_rule_body(a->program, rule->recording));
    }
    xb_traverse(a->program, a->scratch, &a->program->node, &visitor, a);
}

/* ---- what may be a mistake ----------------------------------------------------------------------------- */

/* A routine of a rule can be elsewhere, or it was meant to be one of the program that no rule knows. */
static void look_for_part(application *a, const xb_routine_rule *rule, const char *name)
{
    const size_t count = a->program->routines.count;
    const char **names = xb_arena_array(a->scratch, count + 1, sizeof *names);
    size_t others = 0;
    if (!name || xb_routine_rule_body(a->program, name))
        return;
    for (size_t i = 0; i < count; i++) {
        const xb_routine *routine = a->program->routines.items[i];
        if (!routine->kept)
            names[others++] = routine->symbol->id->text;
    }
    const char *near = xb_nearest(a->scratch, name, names, others);
    if (near)
        xb_warning(a->program->diagnostics, (xb_place){.file = rule->file, .line = rule->line},
                   xb_arena_format(a->scratch,
                                   "did you mean '%s'? It is no mistake if the routine is elsewhere", near),
                   "the program has no body of '%s', which the rule of '%s' names", name, rule->name);
}

/* Says once which rules are not used, by some names. */
static void tell_unused(const application *a)
{
    enum { SOME = 5 };
    const named_rule *rules = a->rules.items;
    const xb_routine_rule *first = NULL;
    const char *names = "";
    size_t count = 0, written = 0;
    for (size_t i = 0; i < a->rules.count; i++) {
        const xb_routine_rule *rule = rules[i].rule;
        written += !rules[i].is_passed;
        if (rules[i].used || rules[i].is_passed)
            continue;
        if (count++ == 0)
            first = rule;
        if (count <= SOME)
            names = xb_arena_format(a->scratch, "%s%s'%s'", names, count > 1 ? ", " : "", rule->name);
    }
    if (count > 0)
        xb_remark(a->program->diagnostics, (xb_place){.file = first->file, .line = first->line},
                  "%zu of %zu %s not used, since nothing calls %s%s", count, written,
                  written == 1 ? "rule is" : "rules are", names, count > SOME ? " and others" : "");
}

static void look_for_mistakes(application *a)
{
    const named_rule *rules = a->rules.items;
    for (size_t i = 0; i < a->rules.count; i++) {
        const xb_routine_rule *rule = rules[i].rule;
        if (!rules[i].used || rules[i].is_passed)
            continue;
        look_for_part(a, rule, rule->tangent);
        look_for_part(a, rule, rule->adjoint);
        look_for_part(a, rule, rule->recording);
    }
    tell_unused(a);
}

/* ---- routines and rules -------------------------------------------------------------------------------- */

static void check_routine(application *a, const xb_routine *routine, const xb_routine_rule *rule, bool is_own)
{
    const char *what = routine ? xb_routine_rule_misfit(a->scratch, rule, routine, is_own) : NULL;
    if (what)
        fail(a, xb_error(a->program->diagnostics, XB_STATUS_INVALID,
                         xb_program_place(a->program, &routine->node, NULL),
                         "let the routine and the rule agree", "%s in %s", what, title_of(a, rule)));
}

/* A name without what the front end decorates names with may be that of several routines. */
static void check_name(application *a, const xb_routine_rule *rule, const char *name)
{
    const char *doubt = xb_routine_rule_doubt(a->scratch, a->program, name);
    if (doubt)
        fail(a, xb_error(a->program->diagnostics, XB_STATUS_INVALID,
                         (xb_place){.file = rule->file, .line = rule->line},
                         "write the name in the rule as it is in the document; routines with rules, and "
                         "those of rules, need names of their own",
                         "'%s', of the rule of '%s', may be %s", name, rule->name, doubt));
}

static void check_names(application *a, const xb_routine_rule *rule)
{
    check_name(a, rule, rule->name);
    check_name(a, rule, rule->tangent);
    check_name(a, rule, rule->adjoint);
    check_name(a, rule, rule->recording);
}

/* Names of routines without bodies may be decorated otherwise for each unit that calls them, or be those of
 * several. */
static void doubt_name(application *a, xb_walk *walk, const xb_node *call, named_rule *rule)
{
    const xb_name *first = rule->used->id, *second = xb_called_symbol(call)->id;
    if (first == second || rule->doubted)
        return;
    rule->doubted = true;
    xb_warning(a->program->diagnostics, xb_walk_place(walk, call, xb_walk_path(walk, a->scratch)),
               "if they are not the same routine, write the name in the rule as it is in the document",
               "%s is used for '%s' and for '%s'", title_of(a, rule->rule), first->text, second->text);
}

/* All parts get what is passed to the routine. */
static void check_part(application *a, const xb_routine *routine, const char *name,
                       const xb_routine_rule *rule)
{
    const xb_routine *part = xb_routine_rule_body(a->program, name);
    check_routine(a, part, rule, true);
    const char *what =
        !a->status && routine && part ? xb_routine_rule_difference(a->scratch, routine, part) : NULL;
    if (what)
        fail(a, xb_error(a->program->diagnostics, XB_STATUS_INVALID,
                         xb_program_place(a->program, &part->node, NULL), "declare them alike", "%s, by %s",
                         what, title_of(a, rule)));
}

static void check_parts(application *a, const xb_symbol *symbol, const xb_routine_rule *rule)
{
    const xb_routine *routine = xb_program_routine(a->program, symbol);
    check_routine(a, routine, rule, false);
    check_part(a, routine, rule->tangent, rule);
    check_part(a, routine, rule->adjoint, rule);
    check_part(a, routine, rule->recording, rule);
}

/* ---- what stands for a routine --------------------------------------------------------------------------
 */

/* It counts as read, as all does that is made here. */
static void add_call_edge(const application *a, xb_routine *caller, xb_routine *callee)
{
    xb_list *edges = &a->program->call_edges;
    xb_build_call_edge(a->program, caller, callee);
    ((xb_call_graph_edge *)edges->items[edges->count - 1])->overlay = false;
}

static xb_routine *stand_in_for(application *a, const xb_routine_rule *rule, const xb_call *call)
{
    xb_list *known = xb_node_map_make(a->scratch, &a->stand_ins, &call->symbol->node, sizeof(xb_list));
    xb_routine *body = xb_program_routine(a->program, call->symbol);
    for (size_t i = 0; i < known->count; i++)
        if (xb_stand_in_fits(a->program, known->items[i], call))
            return known->items[i];
    if (known->count == 0)
        check_parts(a, call->symbol, rule);
    if (a->status)
        return NULL;
    xb_routine *created = xb_stand_in_create(a->program, a->scratch, rule, call);
    xb_list_append(a->scratch, known, created);
    if (body)
        add_call_edge(a, created, body);
    return created;
}

/* ---- calls --------------------------------------------------------------------------------------------- */

static void refuse_call(application *a, xb_walk *walk, const xb_node *node, const char *hint,
                        const char *what)
{
    fail(a, xb_error(a->program->diagnostics, XB_STATUS_UNSUPPORTED,
                     xb_walk_place(walk, node, xb_walk_path(walk, a->scratch)), hint, "%s", what));
}

static bool check_arity(application *a, xb_walk *walk, const xb_node *node, const xb_call *call,
                        const xb_routine_rule *rule)
{
    bool passes_result = node->kind == XB_KIND_SUBROUTINE_CALL;
    size_t count = rule->argument_count - (rule->is_function && !passes_result ? 1 : 0);
    bool agrees = call->arguments.count == count;
    for (uint32_t i = 1; agrees && i <= count; i++)
        agrees = xb_call_argument(call, i);
    if (!agrees)
        refuse_call(a, walk, node, "write an Argument for each that is passed",
                    xb_arena_format(a->scratch, "'%s' is called with %zu %s, but %s has %zu",
                                    call->symbol->id->text, (size_t)call->arguments.count,
                                    xb_plural(call->arguments.count, "argument", "arguments"),
                                    title_of(a, rule), count));
    return agrees;
}

/* Whether what is passed for an argument has the activity that the rule covers. */
static bool covers_activity(const xb_rule_argument *argument, const xb_argument *actual)
{
    bool active = actual->reference && xb_symbol_is_active(actual->reference->symbol);
    return argument->activity == XB_RULE_ANY || active == (argument->activity == XB_RULE_ACTIVE);
}

static void check_activity(application *a, xb_walk *walk, const xb_node *node, const xb_call *call,
                           const xb_routine_rule *rule, uint32_t position)
{
    const xb_rule_argument *argument = &rule->arguments[position - 1];
    bool active = argument->activity == XB_RULE_PASSIVE;
    if (covers_activity(argument, xb_call_argument(call, position)))
        return;
    refuse_call(a, walk, node,
                active ? "write a rule that covers it, or declare what is passed passive"
                       : "say activity=\"any\" if a derivative that is zero will do",
                xb_arena_format(a->scratch, "argument %u of '%s' is %s here, which %s does not cover",
                                (unsigned)position, call->symbol->id->text, active ? "active" : "passive",
                                title_of(a, rule)));
}

/* What is computed element by element would have to be called so. */
static void check_rank(application *a, xb_walk *walk, const xb_node *node, const xb_call *call,
                       const xb_routine_rule *rule, uint32_t position)
{
    const xb_routine *body = xb_program_routine(a->program, call->symbol);
    const xb_reference *actual = xb_call_argument(call, position)->reference;
    const xb_formal *formal = body ? xb_routine_formal(body, position) : NULL;
    int wanted = formal ? formal->symbol->rank : rule->arguments[position - 1].rank;
    if (wanted != 0 || !actual || xb_reference_rank(actual) <= 0)
        return;
    refuse_call(a, walk, node, "call it for each element in a loop, or write a rule of arrays",
                xb_arena_format(a->scratch, "argument %u of '%s' is an array here, which %s does not cover",
                                (unsigned)position, call->symbol->id->text, title_of(a, rule)));
}

/* A call covered by a rule. */
static bool check_call(application *a, xb_walk *walk, const xb_node *node, const xb_call *call,
                       const xb_routine_rule *rule)
{
    xb_status before = a->status;
    if (!check_arity(a, walk, node, call, rule))
        return false;
    for (uint32_t i = 1; i <= call->arguments.count; i++) {
        check_activity(a, walk, node, call, rule, i);
        check_rank(a, walk, node, call, rule, i);
    }
    return a->status == before;
}

static void join(application *a, xb_routine *caller, xb_routine *callee)
{
    if (xb_map_get(&a->joined, caller->node.index, callee->node.index))
        return;
    xb_map_put(a->scratch, &a->joined, caller->node.index, callee->node.index, callee);
    add_call_edge(a, caller, callee);
}

/* What rules call would have to be two routines at once: one that is kept, and one that is not. */
static void refuse_kept(application *a, xb_walk *walk, const xb_node *node, const xb_symbol *symbol)
{
    const xb_routine *callee = xb_program_routine(a->program, symbol);
    if (callee && callee->kept)
        refuse_call(a, walk, node, "give the rule a copy of it, or write a rule for it, too",
                    xb_arena_format(a->scratch, "'%s' is called here, but is kept as it is for %s",
                                    symbol->id->text, title_of(a, xb_node_map_get(&a->kept, &callee->node))));
}

/* Subroutines have to be called as such, and functions, too, if nothing tells that their last argument is the
 * result. */
static bool check_form(application *a, xb_walk *walk, xb_node *node, const xb_routine_rule *rule)
{
    const xb_symbol *called = xb_called_symbol(node);
    bool is_function = node->kind == XB_KIND_FUNCTION_CALL;
    bool covered =
        rule->is_function == is_function || (rule->is_function && xb_program_routine(a->program, called));
    if (covered)
        return true;
    refuse_call(a, walk, node,
                is_function ? "write a Result in the rule, after the Arguments, or call it as a subroutine"
                            : "write an Argument in the place of the Result, or call it as a function",
                xb_arena_format(a->scratch, "'%s' is called as a %s, which %s does not cover",
                                called->id->text, is_function ? "function" : "subroutine",
                                title_of(a, rule)));
    return false;
}

static void lead_to(xb_node *call, xb_symbol *routine)
{
    if (call->kind == XB_KIND_SUBROUTINE_CALL)
        ((xb_call *)call)->symbol = routine;
    else
        ((xb_function_call *)call)->symbol = routine;
}

static void use_rule(application *a, xb_walk *walk, xb_node *node, const xb_routine_rule *rule)
{
    const xb_call *call = node->kind == XB_KIND_SUBROUTINE_CALL
                              ? (const xb_call *)node
                              : xb_build_call_of_function(a->program, (const xb_function_call *)node);
    if (!check_form(a, walk, node, rule) || !check_call(a, walk, node, call, rule))
        return;
    xb_routine *stand_in = stand_in_for(a, rule, call);
    if (!stand_in)
        return;
    lead_to(node, stand_in->symbol);
    join(a, xb_walk_routine(walk), stand_in);
}

static xb_visit see_call(xb_walk *walk, xb_node *node, void *context)
{
    application *a = context;
    const xb_symbol *called = xb_called_symbol(node);
    const xb_routine *caller = xb_walk_routine(walk);
    if (!caller || caller->kept || caller->rule)
        return XB_VISIT_CONTINUE;
    named_rule *found = rule_of(a, called);
    if (!found) {
        refuse_kept(a, walk, node, called);
        return XB_VISIT_CONTINUE;
    }
    if (found->used) {
        doubt_name(a, walk, node, found);
    } else {
        check_names(a, found->rule);
        found->used = called;
    }
    use_rule(a, walk, node, found->rule);
    return XB_VISIT_CONTINUE;
}

/* An edge to a routine that is now called by what stands for it only. */
static bool is_stale(const application *a, const xb_call_graph_edge *edge)
{
    const xb_routine *source = edge->source, *target = edge->target;
    return !source->kept && !source->rule && target->kept &&
           xb_node_map_get(&a->stand_ins, &target->symbol->node);
}

static void drop_stale_edges(const application *a)
{
    xb_list edges = {.count = 0};
    for (size_t i = 0; i < a->program->call_edges.count; i++)
        if (!is_stale(a, a->program->call_edges.items[i]))
            xb_list_append(a->program->arena, &edges, a->program->call_edges.items[i]);
    a->program->call_edges = edges;
}

xb_node_set xb_routine_rules_kept(xb_program *program, xb_arena *arena, const xb_catalogue *catalogue)
{
    application a = {.program = program, .scratch = arena};
    xb_node_set kept = {.members = {.count = 0}};
    list_rules(&a, catalogue);
    if (a.rules.count > 0)
        keep_all(&a);
    for (size_t i = 0; a.rules.count > 0 && i < program->routines.count; i++) {
        xb_routine *routine = program->routines.items[i];
        if (xb_node_map_get(&a.kept, &routine->node)) {
            routine->kept = false;
            xb_node_set_add(arena, &kept, &routine->node);
        }
    }
    return kept;
}

xb_status xb_routine_rules_apply(xb_program *program, xb_arena *scratch, const xb_catalogue *catalogue)
{
    static const xb_visitor visitor = {
        .enter = {[XB_KIND_SUBROUTINE_CALL] = see_call, [XB_KIND_FUNCTION_CALL] = see_call},
        .view = XB_VIEW_READ};
    application a = {.program = program, .scratch = scratch};
    list_rules(&a, catalogue);
    if (a.rules.count == 0)
        return XB_STATUS_OK;
    keep_all(&a);
    xb_traverse(program, scratch, &program->node, &visitor, &a);
    look_for_mistakes(&a);
    drop_stale_edges(&a);
    return a.status;
}
