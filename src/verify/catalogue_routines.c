/*
 * Arguments are laid out once for all of them being different variables, and once for each pair that may be
 * one: those that a rule says, and those that are only read.
 */
#include "verify/catalogue_routines.h"

#include <string.h>

#include "algorithm/routine_rules.h"
#include "verify/draw.h"

static const char *const kinds[XB_RULE_PARTS] = {[XB_RULE_ROUTINE] = "rule",
                                                 [XB_RULE_TANGENT] = "tangent routine",
                                                 [XB_RULE_RECORDING] = "recording routine",
                                                 [XB_RULE_ADJOINT] = "adjoint routine"};

static const char *name_of(const xb_routine_rule *rule, xb_rule_part part)
{
    const char *names[XB_RULE_PARTS] = {rule->name, rule->tangent, rule->recording, rule->adjoint};
    return names[part];
}

/* ---- arguments ----------------------------------------------------------------------------------------- */

/* What the formal argument has, or else the rule. @return what is missing, or NULL */
static const char *find_bounds(xb_rule_place *place, const xb_symbol *symbol,
                               const xb_rule_argument *argument)
{
    place->count = 1;
    for (int d = 0; d < place->rank; d++) {
        const xb_bounds *known = xb_symbol_bounds(symbol, (size_t)d);
        if (!known && argument->extent_count != (size_t)place->rank)
            return "has no bounds: say extents in the rule";
        place->bounds[d] = known ? *known : (xb_bounds){1, argument->extents[d]};
        if (__builtin_mul_overflow(place->count, xb_bounds_extent(place->bounds[d]), &place->count))
            return "has too many elements";
    }
    return NULL;
}

static const char *find_place(xb_rule_trial *t, size_t k)
{
    const xb_rule_argument *argument = &t->rule->arguments[k];
    const xb_symbol *symbol = xb_routine_formal(t->parts[XB_RULE_ROUTINE], (uint32_t)k + 1)->symbol;
    xb_rule_place *place = &t->places[k];
    *place = (xb_rule_place){.type = symbol->type, .rank = symbol->rank < 0 ? 0 : symbol->rank};
    place->active = argument->activity != XB_RULE_PASSIVE;
    if (place->type != XB_TYPE_REAL && place->type != XB_TYPE_INTEGER && place->type != XB_TYPE_BOOL)
        return "is of a type that is not tested";
    return find_bounds(place, symbol, argument);
}

static const char *find_places(xb_rule_trial *t)
{
    enum { MOST_ELEMENTS = 2000 };
    size_t elements = 0;
    for (size_t k = 0; k < t->count; k++) {
        const char *why = find_place(t, k);
        if (why)
            return xb_arena_format(t->check->arena, "argument %zu of '%s' %s", k + 1, t->rule->name, why);
        if (t->places[k].count > MOST_ELEMENTS - elements)
            return "its arguments have more than 2000 elements";
        elements += t->places[k].count;
    }
    return NULL;
}

static void make_numbers(xb_arena *arena, xb_rule_numbers *numbers, size_t count)
{
    numbers->values = xb_arena_array(arena, count + 1, sizeof *numbers->values);
    numbers->slopes = xb_arena_array(arena, count + 1, sizeof *numbers->slopes);
    numbers->defined = xb_arena_array(arena, count + 1, sizeof *numbers->defined);
}

/* ---- the program --------------------------------------------------------------------------------------- */

static const char *find_routines(xb_rule_trial *t)
{
    xb_arena *arena = t->check->arena;
    const xb_program *program = t->check->options.program;
    if (!program)
        return "there is no program with its routines";
    for (int p = 0; p < XB_RULE_PARTS; p++) {
        const char *name = name_of(t->rule, (xb_rule_part)p);
        t->parts[p] = xb_routine_rule_body(program, name);
        if (name && !t->parts[p])
            return xb_arena_format(arena, "the program has no body of '%s'", name);
        const char *doubt = xb_routine_rule_doubt(arena, program, name);
        if (doubt)
            return xb_arena_format(arena, "'%s' may be %s", name, doubt);
    }
    return NULL;
}

/* Routines that don't agree with the rule are wrong. */
static bool find_misfits(xb_rule_trial *t)
{
    bool any = false;
    for (int p = 0; p < XB_RULE_PARTS; p++) {
        const char *what =
            t->parts[p] ? xb_routine_rule_misfit(t->check->arena, t->rule, t->parts[p], p != XB_RULE_ROUTINE)
                        : NULL;
        if (!what)
            continue;
        t->tallies[p].wrong = xb_arena_format(t->check->arena, "%s in the rule", what);
        any = true;
    }
    return any;
}

static void prepare(void *context)
{
    xb_rule_trial *t = context;
    xb_arena *arena = t->check->arena;
    xb_rule_seed(t->check, t->rule->name);
    t->count = t->rule->argument_count;
    t->places = xb_arena_array(arena, t->count + 1, sizeof *t->places);
    t->arguments = xb_arena_array(arena, t->count + 1, sizeof(xb_variable *));
    t->why_not = find_routines(t);
    if (t->why_not || find_misfits(t))
        return;
    t->why_not = find_places(t);
    if (t->why_not)
        return;
    xb_rule_globals_find(t->check);
    xb_rule_trial_lay_out(t);
    t->around_exact = xb_rule_environment(t->check, t->elements + 1);
    t->around_plain = xb_rule_environment(t->check, 0);
    for (int p = 0; p < XB_RULE_PARTS; p++) {
        make_numbers(arena, &t->outcomes[p].in, t->elements);
        make_numbers(arena, &t->outcomes[p].out, t->elements);
    }
    for (int i = 0; i < XB_RULE_OTHERS; i++) {
        make_numbers(arena, &t->others[i].in, t->elements);
        make_numbers(arena, &t->others[i].out, t->elements);
    }
    t->jacobian = xb_arena_array(arena, t->elements * t->elements + 1, sizeof *t->jacobian);
}

/* ---- runs ---------------------------------------------------------------------------------------------- */

static bool may_be_one(const xb_rule_trial *t, size_t i, size_t k)
{
    const xb_rule_argument *one = &t->rule->arguments[i], *other = &t->rule->arguments[k];
    const xb_rule_place *a = &t->places[i], *b = &t->places[k];
    bool allowed = (one->intent == XB_INTENT_IN && other->intent == XB_INTENT_IN) || one->alias == k + 1 ||
                   other->alias == i + 1;
    bool alike = a->type == b->type && a->rank == b->rank && a->count == b->count && a->active == b->active;
    return allowed && alike && memcmp(a->bounds, b->bounds, (size_t)a->rank * sizeof *a->bounds) == 0;
}

static void judge(void *context)
{
    xb_rule_trial_judge(context);
}

/* @return false if memory ran out */
static bool run_points(xb_rule_trial *t, xb_failure *failure)
{
    enum { POINTS = 10 };
    size_t points = t->check->options.points < POINTS ? t->check->options.points : POINTS;
    xb_rule_trial_lay_out(t);
    for (size_t i = 0; i < points + special_points(t->count); i++) {
        t->special = i >= points;
        t->point = t->special ? i - points : i;
        if (xb_rule_trial_run(t) && !xb_protect(failure, judge, t))
            return false;
    }
    return true;
}

static bool run_pairs(xb_rule_trial *t, xb_failure *failure)
{
    t->same = t->other = 0;
    bool done = run_points(t, failure);
    for (size_t i = 0; done && i < t->count; i++)
        for (size_t k = i + 1; done && k < t->count; k++) {
            t->same = i;
            t->other = k;
            if (may_be_one(t, i, k))
                done = run_points(t, failure);
        }
    return done;
}

static void make_diagnostics(void *context)
{
    xb_rule_trial *t = context;
    t->check->options.program->diagnostics = xb_diagnostics_create(t->check->arena);
}

/* Errors of routines, which are expected where a rule is wrong, are not the user's. */
static bool run(xb_rule_trial *t, xb_failure *failure)
{
    xb_program *program = t->check->options.program;
    xb_diagnostics *kept = program->diagnostics;
    const xb_evaluate_options exact = {.directions = t->elements + 1,
                                       .exact = true,
                                       .watch_kinks = true,
                                       .view = XB_VIEW_READ,
                                       .catalogue = t->check->catalogue,
                                       .environment = t->around_exact};
    const xb_evaluate_options plain = {.directions = 1,
                                       .view = XB_VIEW_READ,
                                       .catalogue = t->check->catalogue,
                                       .environment = t->around_plain};
    bool done = xb_protect(failure, make_diagnostics, t);
    if (done && (xb_evaluator_create(program, &exact, &t->exact) != XB_STATUS_OK ||
                 xb_evaluator_create(program, &plain, &t->plain) != XB_STATUS_OK))
        t->why_not = "its routines can't be run";
    done = done && (t->why_not || run_pairs(t, failure));
    xb_evaluator_destroy(t->exact);
    xb_evaluator_destroy(t->plain);
    program->diagnostics = kept;
    return done;
}

/* ---- the check ----------------------------------------------------------------------------------------- */

static void conclude(void *context)
{
    xb_rule_trial *t = context;
    for (int p = 0; p < XB_RULE_PARTS; p++) {
        if (!name_of(t->rule, (xb_rule_part)p))
            continue;
        xb_rule_row *row = xb_rule_add(t->check, t->rule->name, kinds[p], 0);
        xb_rule_conclude(t->check, row, &t->tallies[p]);
        if (!t->why_not)
            continue;
        row->verdict = XB_RULE_UNCHECKED;
        row->detail = t->why_not;
    }
}

bool xb_rule_check_routine(xb_rule_check *check, const xb_routine_rule *rule)
{
    xb_failure *failure = xb_arena_failure(check->arena);
    xb_rule_trial t = {.check = check, .rule = rule};
    if (!xb_protect(failure, prepare, &t) || check->status)
        return false;
    if (!t.why_not && t.jacobian && !run(&t, failure))
        return false;
    return xb_protect(failure, conclude, &t);
}
