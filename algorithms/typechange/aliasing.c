/*
 * One walk over all calls. What is passed for a formal argument is written as sections (passed.h), so that
 * sequence association is seen through: an array of three that begins at y(1) shares nothing with y(4). Where
 * the extents of a formal argument are not known, an array that begins at an element stands for that element
 * only, since work arrays are cut into pieces like this. A rule of a routine says which arguments may be one
 * variable; what shares storage otherwise is refused, also parts of one variable that overlap. Where both
 * arguments are active, the derivative of one would be set with that of the other: that is refused, too. What
 * is passed, and used from outside, may be right: if it is used first.
 */
#include "algorithms/typechange/aliasing.h"

#include "analysis/shape.h"
#include "algorithms/support/passed.h"
#include "analysis/overlap.h"
#include "analysis/calls.h"
#include "ir/tags.h"
#include "traverse/traverse.h"

enum { MOST_PAIRS = 10000 /* of arguments of one call */ };

typedef struct checker {
    xb_run *run;
    xb_program *program;
    xb_arena *scratch;
    const xb_footprints *effects;
    xb_uses *uses;
    xb_vector passed;            /* of the call under way */
    const xb_routine_rule *rule; /* of what it calls, or NULL */
    xb_status status;
} checker;

/* An actual argument, and whether the callee may modify it. */
typedef struct passed {
    const xb_reference *actual;
    const xb_formal *formal;
    bool modified;
    bool touched;       /* or read: a component of an object that is passed may be neither */
    xb_passing passing; /* once it is compared with another one of the same variable */
} passed;

static void note_argument(void *context, const xb_reference *actual, const xb_formal *formal)
{
    checker *c = context;
    if (!formal)
        return;
    passed *p = xb_vector_push(c->scratch, &c->passed, sizeof *p);
    *p = (passed){.actual = actual, .formal = formal};
    p->modified = c->rule ? formal->intent != XB_INTENT_IN : xb_effects_modifies(c->effects, formal);
    p->touched = c->rule || p->modified || xb_formal_use_of(c->effects, formal).exposed;
}

/* ---- two arguments ------------------------------------------------------------------------------------- */

static const xb_passing *passing_of(checker *c, passed *p)
{
    if (!p->passing.actual)
        p->passing = xb_passing_of(xb_run_analyses(c->run), c->scratch, p->actual, p->formal);
    return &p->passing;
}

static bool share(checker *c, passed *p, passed *q)
{
    return xb_overlap_of_passed(xb_run_analyses(c->run), c->scratch, passing_of(c, p), passing_of(c, q)) ==
           XB_OVERLAP_MUST;
}

static unsigned alias_of(const checker *c, const passed *p)
{
    return c->rule->arguments[p->formal->position - 1].alias;
}

/* Whether a rule lets two arguments be one variable, which they are. */
static bool is_covered(const checker *c, const passed *p, const passed *q)
{
    if (!c->rule || (alias_of(c, p) != q->formal->position && alias_of(c, q) != p->formal->position))
        return false;
    return p->actual->symbol != q->actual->symbol || xb_are_written_alike(p->actual, q->actual);
}

/* Finds two arguments that share storage, the modified one first. */
static bool find_pair(checker *c, const passed **modified, const passed **other)
{
    passed *all = c->passed.items;
    size_t pairs = 0;
    for (size_t i = 1; i < c->passed.count; i++)
        for (size_t k = 0; k < i && pairs < MOST_PAIRS; k++, pairs++)
            if ((all[i].modified || all[k].modified) && all[i].touched && all[k].touched &&
                !is_covered(c, &all[k], &all[i]) && share(c, &all[k], &all[i])) {
                *modified = all[k].modified ? &all[k] : &all[i];
                *other = all[k].modified ? &all[i] : &all[k];
                return true;
            }
    return false;
}

/* ---- calls --------------------------------------------------------------------------------------------- */

/* Whether a rule covers what a routine gets: it stands for calls by one, or is derived of what passed. */
static bool is_made(const checker *c, const xb_symbol *callee)
{
    const xb_node *routine = &xb_program_routine(c->program, callee)->node;
    xb_tag tag;
    return xb_tags_find(c->program, routine, XB_TAG_RULE, &tag) ||
           xb_tags_find(c->program, routine, XB_TAG_ROUTINE, &tag);
}

/* @param is_active whether both are active arguments */
static void report(checker *c, xb_walk *walk, const xb_node *call, const xb_symbol *callee, bool is_active,
                   const char *what)
{
    static const char hint[] = "Fortran allows no other access to an argument that is changed: pass a copy";
    const xb_place place = xb_walk_place(walk, call, xb_walk_path(walk, c->scratch));
    if (is_active && !is_made(c, callee))
        c->status = xb_error(c->program->diagnostics, XB_STATUS_UNSUPPORTED, place, hint,
                             "'%s' gets the same storage twice, %s: derivatives would be wrong",
                             callee->id->text, what);
    else
        xb_warning(c->program->diagnostics, place, hint,
                   "'%s' gets the same storage twice, %s: the derivatives may be wrong", callee->id->text,
                   what);
}

static void refuse(checker *c, xb_walk *walk, const xb_node *node, const passed *modified,
                   const passed *other)
{
    uint32_t one = modified->formal->position, two = other->formal->position;
    c->status =
        xb_error(c->program->diagnostics, XB_STATUS_UNSUPPORTED,
                 xb_walk_place(walk, node, xb_walk_path(walk, c->scratch)),
                 "pass a copy, or say alias in the rule if they are one variable and its routines allow that",
                 "arguments %u and %u of '%s' share storage here, which the rule of '%s' (%s:%zu) does not "
                 "cover",
                 (unsigned)(one < two ? one : two), (unsigned)(one < two ? two : one), c->rule->name,
                 c->rule->name, c->rule->file, c->rule->line);
}

static void report_pair(checker *c, xb_walk *walk, const xb_node *call, const xb_symbol *callee,
                        const passed *modified, const passed *other)
{
    if (c->rule)
        refuse(c, walk, call, modified, other);
    else
        report(c, walk, call, callee,
               xb_symbol_is_active(modified->formal->symbol) && xb_symbol_is_active(other->formal->symbol),
               xb_arena_format(c->scratch, "as '%s' for '%s', which it may modify, and as '%s' for '%s'",
                               modified->actual->symbol->id->text, modified->formal->symbol->id->text,
                               other->actual->symbol->id->text, other->formal->symbol->id->text));
}

/* What is passed, and used from outside, too. */
static void check_uses(checker *c, xb_walk *walk, const xb_node *call, const xb_routine *callee)
{
    const passed *all = c->passed.items;
    for (size_t i = 0; i < c->passed.count; i++) {
        const xb_use *found =
            xb_uses_find(c->uses, xb_walk_routine(walk), callee, all[i].actual, all[i].modified);
        if (!found)
            continue;
        report(c, walk, call, callee->symbol, false,
               xb_arena_format(c->scratch, "as '%s' for '%s'%s, and as '%s', which it %s itself",
                               all[i].actual->symbol->id->text, all[i].formal->symbol->id->text,
                               all[i].modified ? ", which it may modify" : "",
                               found->reference->symbol->id->text, found->modified ? "may modify" : "uses"));
        return;
    }
}

static void check(checker *c, xb_walk *walk, const xb_node *call, const xb_symbol *symbol)
{
    const xb_routine *callee = xb_program_routine(c->program, symbol);
    if (!callee || !xb_routine_is_procedure(callee))
        return;
    const passed *modified, *other;
    c->rule = callee->rule;
    c->passed.count = 0;
    xb_call_passes(c->program, call, note_argument, c);
    if (find_pair(c, &modified, &other))
        report_pair(c, walk, call, symbol, modified, other);
    else if (!c->rule)
        check_uses(c, walk, call, callee);
}

static xb_visit check_subroutine(xb_walk *walk, xb_node *node, void *context)
{
    check(context, walk, node, ((const xb_call *)node)->symbol);
    return XB_VISIT_CONTINUE;
}

static xb_visit check_function(xb_walk *walk, xb_node *node, void *context)
{
    check(context, walk, node, ((const xb_function_call *)node)->symbol);
    return XB_VISIT_CONTINUE;
}

xb_status xb_aliasing_check(xb_run *run, const xb_footprints *effects, xb_uses *uses)
{
    static const xb_visitor visitor = {
        .enter = {[XB_KIND_SUBROUTINE_CALL] = check_subroutine, [XB_KIND_FUNCTION_CALL] = check_function},
        .view = XB_VIEW_READ,
        .skips_kept = true};
    xb_program *program = xb_run_program(run);
    checker c = {
        .run = run, .program = program, .scratch = xb_run_scratch(run), .effects = effects, .uses = uses};
    xb_traverse(program, c.scratch, &program->node, &visitor, &c);
    return c.status;
}
