/*
 * Jacobian routines. The routine that computes what the intrinsic does is run with dual numbers, its Jacobian
 * routine as it is; both are in the program. Each has an evaluator of its own. Points at which the former
 * fails, or has no derivative, are left out; where it does not, the latter must not fail. It is called before
 * the former, so that arguments of intent out have no value.
 */
#include "verify/catalogue_check.h"

#include <math.h>
#include <string.h>

#include "evaluate/evaluate.h"
#include "verify/draw.h"
#include "verify/layout.h"
#include "ir/decoration.h"

/* The check of one Jacobian routine. */
typedef struct work {
    xb_rule_check *check;
    const xb_noninlinable *item;
    const xb_routine *function, *jacobian;
    size_t operands;  /* of the Jacobian routine, before the partials */
    size_t arguments; /* of the function */
    size_t shift;     /* 1 if the function's first argument is its result, which the other has not; else 0 */
    xb_evaluator *exact, *plain;
    xb_number *x;         /* arguments of the function */
    double *slopes;       /* arguments by arguments: of each by each */
    bool *changes;        /* arguments: whether the function has changed it */
    xb_rule_tally whole;  /* of the routine */
    xb_rule_tally *pairs; /* partial_count */
    const char *why_not;  /* why nothing can be checked; NULL: it can */
    const xb_diagnostic
        *error;               /* why the function did not run at a point; NULL: it did, or nothing was said */
    size_t same, other;       /* operands that are one variable; equal: none are */
    bool depends;             /* the function depends on an active global variable */
    const xb_symbol *changed; /* an active global variable that a routine changes; NULL: none */
    const xb_routine *changer; /* which routine */
    bool special;              /* the point is a special one (draw.h) */
    size_t point;              /* number of the point, or of the special one */
} work;

/* ---- routines -------------------------------------------------------------- */

static const xb_routine *find_routine(const xb_program *program, const char *name)
{
    for (size_t i = 0; i < program->routines.count; i++) {
        const xb_routine *routine = program->routines.items[i];
        if (xb_routine_is_procedure(routine) && xb_name_agrees(routine->symbol->id->text, name))
            return routine;
    }
    return NULL;
}

/* The number of an argument that is not a real or integer scalar; 0 if all are. */
static size_t unfit_argument(const xb_routine *routine)
{
    for (uint32_t k = 1; k <= routine->formals.count; k++) {
        const xb_formal *formal = xb_routine_formal(routine, k);
        if (!formal || formal->symbol->rank > 0 ||
            (formal->symbol->type != XB_TYPE_REAL && formal->symbol->type != XB_TYPE_INTEGER))
            return k;
    }
    return 0;
}

/* Which argument of the function, from 0, a number of the catalogue means. */
static size_t argument_of(unsigned number)
{
    return number - 1;
}

static const char *fit(work *w)
{
    xb_arena *arena = w->check->arena;
    const xb_noninlinable *item = w->item;
    size_t first = SIZE_MAX, last = 0, greatest = 0;
    for (size_t i = 0; i < item->partial_count; i++) {
        const xb_jacobian_partial *partial = &item->partials[i];
        first = partial->partial < first ? partial->partial : first;
        last = partial->partial > last ? partial->partial : last;
        size_t number = partial->dependent > partial->independent ? partial->dependent : partial->independent;
        greatest = number > greatest ? number : greatest;
    }
    w->arguments = w->function->formals.count;
    w->operands = first - 1;
    w->shift = w->arguments == w->operands + 1 ? 1 : 0;
    if (w->arguments != w->operands + w->shift || greatest > w->arguments)
        return xb_arena_format(arena, "%s has %zu %s, which does not fit", item->name, w->arguments,
                               xb_plural(w->arguments, "argument", "arguments"));
    if (last > w->jacobian->formals.count)
        return xb_arena_format(arena, "%s has no argument %zu", item->jacobian, last);
    size_t unfit = unfit_argument(w->function);
    if (unfit > 0)
        return xb_arena_format(arena, "argument %zu of %s is no real or integer scalar", unfit, item->name);
    unfit = unfit_argument(w->jacobian);
    return unfit == 0 ? NULL
                      : xb_arena_format(arena, "argument %zu of %s is no real or integer scalar", unfit,
                                        item->jacobian);
}

/* What is said instead of a check if there is nothing to run. */
static const char *find_routines(work *w)
{
    xb_program *program = w->check->options.program;
    xb_arena *arena = w->check->arena;
    if (!program)
        return "there is no program with its routines";
    w->function = find_routine(program, w->item->name);
    w->jacobian = find_routine(program, w->item->jacobian);
    if (!w->jacobian || !w->function)
        return xb_arena_format(arena, "the program has no body of %s",
                               w->jacobian ? w->item->name : w->item->jacobian);
    return w->item->partial_count > 0 ? fit(w) : "it has no partial derivatives";
}

static void prepare(void *context)
{
    work *w = context;
    xb_arena *arena = w->check->arena;
    xb_rule_seed(w->check, w->item->name);
    w->why_not = find_routines(w);
    w->pairs = xb_arena_array(arena, w->item->partial_count, sizeof *w->pairs);
    if (w->why_not)
        return;
    xb_rule_globals_find(w->check);
    w->x = xb_arena_array(arena, w->arguments, sizeof *w->x);
    w->changes = xb_arena_array(arena, w->arguments, sizeof *w->changes);
    w->slopes = xb_arena_array(arena, w->arguments * w->arguments, sizeof *w->slopes);
}

/* ---- points ---------------------------------------------------------------- */

static void draw_point(work *w)
{
    for (size_t k = 0; k < w->arguments; k++) {
        const xb_formal *formal = xb_routine_formal(w->function, (uint32_t)k + 1);
        double number = draw(&w->check->state, 0.1, 3);
        if (w->special && formal->symbol->type == XB_TYPE_REAL)
            number = draw_special(&w->check->state, w->point, w->arguments, k, true, number);
        w->x[k] = formal->symbol->type == XB_TYPE_INTEGER ? xb_number_of_integer((int64_t)number + 1)
                                                          : xb_number_of_real(number);
    }
    if (w->same != w->other)
        w->x[w->other + w->shift] = w->x[w->same + w->shift];
}

/* Whether an argument of the function, from 0, has a value before it is called. */
static bool has_value(const work *w, size_t k)
{
    return xb_routine_formal(w->function, (uint32_t)k + 1)->intent != XB_INTENT_OUT;
}

/* Makes a variable; NULL if memory ran out. */
static xb_variable *make_variable(xb_evaluator *evaluator, const xb_number *value, xb_type type)
{
    xb_variable *variable = xb_variable_create(evaluator, type, NULL, 0, NULL);
    if (variable && value)
        xb_variable_set(variable, 0, value);
    return variable;
}

/* ---- runs ---------------------------------------------------------------- */

/* Without dual numbers. */
static const xb_rule_slope plain_slope = {0, 0.5};

static void note_changed(work *w, const xb_routine *routine, const xb_symbol *symbol)
{
    if (w->changed || !symbol)
        return;
    w->changed = symbol;
    w->changer = routine;
}

/* Runs the function for values and slopes. @return whether it could be run, and has derivatives */
static bool run_function(work *w, xb_variable **arguments)
{
    const xb_rule_slope of_globals = {w->arguments, 1};
    xb_evaluator_reset(w->exact);
    xb_rule_globals_fill(w->check->globals, w->exact, of_globals);
    for (size_t k = 0; k < w->arguments; k++) {
        arguments[k] = make_variable(w->exact, has_value(w, k) ? &w->x[k] : NULL, w->x[k].type);
        if (!arguments[k])
            return false;
        for (size_t d = 0; has_value(w, k) && w->x[k].type == XB_TYPE_REAL && d < w->arguments; d++)
            xb_variable_set_derivative(arguments[k], 0, d, k == d ? 1 : 0);
    }
    if (xb_evaluator_call(w->exact, w->function, arguments, w->arguments) != XB_STATUS_OK ||
        xb_evaluator_kink_distance(w->exact) < XB_RULE_KINK)
        return false;
    for (size_t k = 0; k < w->arguments; k++) {
        xb_number after;
        if (!xb_variable_get(arguments[k], 0, &after))
            return false;
        w->changes[k] = w->changes[k] || !has_value(w, k) || after.real != w->x[k].real ||
                        after.integer != w->x[k].integer;
        for (size_t d = 0; d < w->arguments; d++) {
            double complex slope = 0;
            if (w->x[k].type == XB_TYPE_REAL && !xb_variable_get_derivative(arguments[k], 0, d, &slope))
                return false;
            if (!isfinite(creal(slope)))
                return false;
            w->slopes[k * w->arguments + d] = creal(slope);
        }
        double complex by_globals = 0;
        if (w->x[k].type == XB_TYPE_REAL)
            (void)xb_variable_get_derivative(arguments[k], 0, of_globals.direction, &by_globals);
        w->depends = w->depends || by_globals != 0;
    }
    note_changed(w, w->function, xb_rule_globals_changed(w->check->globals, w->exact, of_globals));
    return true;
}

/* Runs the Jacobian routine; the operands are one variable where that is wanted. */
static bool run_jacobian(work *w, xb_variable **arguments)
{
    size_t count = w->jacobian->formals.count;
    xb_evaluator_reset(w->plain);
    xb_rule_globals_fill(w->check->globals, w->plain, plain_slope);
    for (size_t k = 0; k < count; k++) {
        const xb_formal *formal = xb_routine_formal(w->jacobian, (uint32_t)k + 1);
        const bool given = k < w->operands && has_value(w, k + w->shift);
        const xb_number *value = given ? &w->x[k + w->shift] : NULL;
        arguments[k] = w->same != w->other && k == w->other
                           ? arguments[w->same]
                           : make_variable(w->plain, value, value ? value->type : formal->symbol->type);
        if (!arguments[k])
            return false;
    }
    if (xb_evaluator_call(w->plain, w->jacobian, arguments, count) != XB_STATUS_OK)
        return false;
    note_changed(w, w->jacobian, xb_rule_globals_changed(w->check->globals, w->plain, plain_slope));
    return true;
}

/* ---- comparison ------------------------------------------------------------ */

/* What one point needs. */
typedef struct comparison {
    work *w;
    xb_variable **arguments; /* of the Jacobian routine */
} comparison;

static bool is_listed(const xb_noninlinable *item, size_t dependent, size_t independent)
{
    for (size_t i = 0; i < item->partial_count; i++)
        if (argument_of(item->partials[i].dependent) == dependent &&
            (independent == SIZE_MAX || argument_of(item->partials[i].independent) == independent))
            return true;
    return false;
}

static void say(work *w, const char *text)
{
    if (!w->whole.wrong)
        w->whole.wrong = text;
}

static const char *alias_text(const work *w)
{
    return w->same == w->other
               ? ""
               : xb_arena_format(w->check->arena, " if arguments %zu and %zu are one variable", w->same + 1,
                                 w->other + 1);
}

/* Operands must be what they were. */
static void compare_operands(const comparison *c)
{
    work *w = c->w;
    for (size_t k = 0; k < w->operands; k++) {
        xb_number after = {.type = XB_TYPE_VOID};
        const xb_number *before = &w->x[k + w->shift];
        if (!has_value(w, k + w->shift))
            continue;
        (void)xb_variable_get(c->arguments[k], 0, &after);
        if (after.integer != before->integer || after.real != before->real)
            say(w, xb_arena_format(w->check->arena, "%s changes its argument %zu", w->item->jacobian, k + 1));
    }
}

/* Dependents that are not listed, and pairs that are not. */
static void compare_unlisted(const comparison *c)
{
    work *w = c->w;
    xb_arena *arena = w->check->arena;
    for (size_t k = 0; k < w->arguments; k++) {
        bool listed = is_listed(w->item, k, SIZE_MAX);
        if (w->changes[k] && !listed && w->x[k].type == XB_TYPE_REAL)
            say(w, xb_arena_format(arena, "%s changes its argument %zu, which is no dependent", w->item->name,
                                   k + 1));
        for (size_t d = 0; listed && d < w->arguments; d++)
            if (!is_listed(w->item, k, d) && w->slopes[k * w->arguments + d] != 0)
                say(w, xb_arena_format(arena, "the derivative of %zu by %zu is missing", k + 1, d + 1));
    }
}

static void compare_globals(work *w)
{
    const char *name = w->item->name;
    if (w->depends)
        say(w,
            xb_arena_format(w->check->arena, "%s depends on an active variable that is no argument", name));
    if (w->changed)
        say(w, xb_arena_format(w->check->arena, "%s changes '%s', which is active, and no argument",
                               w->changer->symbol->id->text, w->changed->id->text));
}

static void compare(void *context)
{
    const comparison *c = context;
    work *w = c->w;
    compare_globals(w);
    compare_operands(c);
    compare_unlisted(c);
    w->whole.points++;
    for (size_t i = 0; i < w->item->partial_count; i++) {
        const xb_jacobian_partial *partial = &w->item->partials[i];
        xb_number got;
        if (!xb_variable_get(c->arguments[partial->partial - 1], 0, &got)) {
            w->pairs[i].wrong = xb_arena_format(w->check->arena, "%s does not set its argument %u%s",
                                                w->item->jacobian, partial->partial, alias_text(w));
            continue;
        }
        double expected =
            w->slopes[argument_of(partial->dependent) * w->arguments + argument_of(partial->independent)];
        double before = w->pairs[i].deviation;
        xb_rule_compare(w->check, &w->pairs[i], xb_number_complex(&got), expected, w->x + w->shift,
                        w->arguments - w->shift);
        if (w->pairs[i].deviation > w->check->options.tolerance && before <= w->check->options.tolerance)
            w->pairs[i].wrong =
                xb_arena_format(w->check->arena, "the derivative is another one%s", alias_text(w));
    }
}

static void say_failed(void *context)
{
    work *w = context;
    say(w, xb_arena_format(w->check->arena, "%s fails at (%s)%s", w->item->jacobian,
                           xb_rule_describe(w->check->arena, w->x + w->shift, w->arguments - w->shift),
                           alias_text(w)));
}

/* Checks at points. @return false if memory ran out */
static bool compare_points(work *w, xb_failure *failure, xb_variable **of_function, xb_variable **of_jacobian)
{
    const xb_diagnostics *said = w->check->options.program->diagnostics;
    const size_t points = w->check->options.points;
    for (size_t i = 0; i < points + special_points(w->arguments); i++) {
        const size_t before = xb_diagnostics_count(said);
        w->special = i >= points;
        w->point = w->special ? i - points : i;
        draw_point(w);
        if (!run_function(w, of_function)) {
            w->error = xb_diagnostics_count(said) > before ? xb_diagnostics_at(said, before) : w->error;
            continue;
        }
        comparison c = {w, of_jacobian};
        bool ran = run_jacobian(w, of_jacobian);
        if (!xb_protect(failure, ran ? compare : say_failed, ran ? (void *)&c : (void *)w))
            return false;
    }
    return true;
}

/* ---- the check ------------------------------------------------------------- */

static const char *skipped_text(const work *w)
{
    const xb_diagnostic *error = w->error;
    return xb_arena_format(w->check->arena, "'%s' could not be run: %s (line %zu)", w->item->name,
                           error->message, error->place.line);
}

static void conclude(void *context)
{
    work *w = context;
    static const char kind[] = "explicit Jacobian";
    xb_rule_row *row = xb_rule_add(w->check, w->item->name, kind, 0);
    if (w->why_not) {
        row->verdict = XB_RULE_UNCHECKED;
        row->detail = w->why_not;
        return;
    }
    if (w->error)
        w->whole.skipped = skipped_text(w);
    xb_rule_conclude(w->check, row, &w->whole);
    for (size_t i = 0; i < w->item->partial_count; i++) {
        row = xb_rule_add(w->check, w->item->name, kind, w->item->partials[i].independent);
        row->dependent = w->item->partials[i].dependent;
        w->pairs[i].skipped = w->whole.skipped;
        xb_rule_conclude(w->check, row, &w->pairs[i]);
    }
}

typedef struct room {
    xb_arena *arena;
    work *work;
    xb_environment around_exact, around_plain;
    size_t count;
    xb_variable **variables;
    xb_diagnostics *diagnostics;
} room;

static void make_room(void *context)
{
    room *r = context;
    r->variables = xb_arena_array(r->arena, r->count, sizeof *r->variables);
    r->diagnostics = xb_diagnostics_create(r->arena);
    r->around_exact = xb_rule_environment(r->work->check, r->work->arguments + 1);
    r->around_plain = xb_rule_environment(r->work->check, 0);
}

/* Runs everything; errors of routines, which are expected at some points, are not the user's. */
static bool run(work *w, xb_failure *failure)
{
    xb_program *program = w->check->options.program;
    room r = {.arena = w->check->arena, .work = w, .count = w->arguments + w->jacobian->formals.count};
    if (!xb_protect(failure, make_room, &r) || w->check->status)
        return false;
    const xb_evaluate_options exact = {.directions = w->arguments + 1,
                                       .exact = true,
                                       .watch_kinks = true,
                                       .view = XB_VIEW_READ,
                                       .catalogue = w->check->catalogue,
                                       .environment = r.around_exact};
    const xb_evaluate_options plain = {.directions = 1,
                                       .view = XB_VIEW_READ,
                                       .catalogue = w->check->catalogue,
                                       .environment = r.around_plain};
    xb_diagnostics *kept = program->diagnostics;
    program->diagnostics = r.diagnostics;
    bool done = true;
    if (xb_evaluator_create(program, &exact, &w->exact) != XB_STATUS_OK ||
        xb_evaluator_create(program, &plain, &w->plain) != XB_STATUS_OK)
        w->why_not = "its routines can't be run";
    size_t pairs = w->operands * w->operands;
    for (size_t i = 0; !w->why_not && done && i < pairs; i++) {
        w->same = i / w->operands;
        w->other = i % w->operands;
        bool once = i == 0 || w->same < w->other;
        bool alike =
            w->same == w->other || (has_value(w, w->same + w->shift) && has_value(w, w->other + w->shift) &&
                                    xb_routine_formal(w->jacobian, (uint32_t)w->same + 1)->symbol->type ==
                                        xb_routine_formal(w->jacobian, (uint32_t)w->other + 1)->symbol->type);
        if (once && alike)
            done = compare_points(w, failure, r.variables, r.variables + w->arguments);
    }
    xb_evaluator_destroy(w->exact);
    xb_evaluator_destroy(w->plain);
    program->diagnostics = kept;
    return done;
}

bool xb_rule_check_jacobian(xb_rule_check *check, const xb_noninlinable *item)
{
    xb_failure *failure = xb_arena_failure(check->arena);
    work w = {.check = check, .item = item};
    if (!xb_protect(failure, prepare, &w))
        return false;
    if (!w.why_not && !run(&w, failure))
        return false;
    return xb_protect(failure, conclude, &w);
}
