/*
 * Pushes to and pops from tapes, and checkpoints of arguments. The elements of an array are one run on the
 * stack, in Fortran's order, so that what was pushed as a whole can be popped as a whole.
 *
 * Exact derivatives are part of a value, and go to the stack with it: a real number is followed by its
 * derivatives, a complex one by those of its two parts.
 */
#include "evaluate/runtime_calls.h"

#include <math.h>
#include <string.h>

/* ---- words ---------------------------------------------------------------------------------------- */

static void real_words(xb_word *words, const xb_array *values, size_t sides, size_t directions)
{
    size_t width = sides * (1 + directions);
    for (size_t i = 0; i < values->count; i++, words += width) {
        for (size_t side = 0; side < sides; side++)
            words[side].real = values->reals[sides * i + side];
        for (size_t k = 0; k < sides * directions; k++)
            words[sides + k].real = values->tangents ? values->tangents[sides * directions * i + k] : 0;
    }
}

/* Puts values to a stack whose elements have this many words. */
static void put_words(xb_evaluator *evaluator, xb_word *words, size_t width, const xb_array *values)
{
    size_t directions = evaluator->options.exact ? evaluator->options.directions : 0;
    if (values->type == XB_TYPE_REAL || values->type == XB_TYPE_COMPLEX) {
        real_words(words, values, values->type == XB_TYPE_COMPLEX ? 2 : 1, directions);
        return;
    }
    for (size_t i = 0; i < values->count; i++, words += width) {
        if (values->type == XB_TYPE_STRING) {
            xb_string text = xb_evaluator_string(evaluator, values->texts[i]);
            words[0].bytes = text.bytes;
            words[1].integer = (int64_t)text.length;
        } else {
            words[0].integer = values->integers[i];
        }
    }
}

/* The values of count elements of a stack, as an array of the shape of a variable. */
static xb_array take_words(xb_evaluator *evaluator, const xb_word *words, size_t width, xb_type type,
                           const xb_variable *shape)
{
    size_t directions = evaluator->options.exact ? evaluator->options.directions : 0;
    evaluator->scratch_used = true;
    xb_array values = xb_array_create(evaluator->scratch, type, shape->rank, shape->bounds, directions);
    size_t sides = type == XB_TYPE_COMPLEX ? 2 : 1;
    for (size_t i = 0; i < values.count; i++, words += width) {
        if (values.reals) {
            for (size_t side = 0; side < sides; side++)
                values.reals[sides * i + side] = words[side].real;
            for (size_t k = 0; k < sides * directions; k++)
                values.tangents[sides * directions * i + k] = words[sides + k].real;
        } else if (values.texts) {
            values.texts[i] = (xb_string){words[0].bytes, (size_t)words[1].integer};
        } else {
            values.integers[i] = words[0].integer;
        }
    }
    return values;
}

/* ---- tapes ---------------------------------------------------------------------------------------- */

/* What a tape is for. A partial derivative may be an integer. */
static bool takes(const xb_call_form *form, xb_type type)
{
    return type == form->call.type || (form->tape == XB_TAPE_REAL && type == XB_TYPE_INTEGER);
}

static void check_tape(xb_evaluator *evaluator, const xb_call_form *form, const xb_inlinable_site *site)
{
    const xb_variable *variable = xb_call_variable(site, 0);
    const xb_symbol *symbol = site->arguments[0].symbol;
    if (!takes(form, xb_variable_type(variable)))
        xb_evaluator_fail(evaluator, XB_STATUS_INVALID, NULL, "%s is for the %s tape, but %s is of type %s",
                          site->call->name->text, xb_tape_name(form->tape), xb_variable_name(variable),
                          xb_type_name(xb_variable_type(variable)));
    if (form->call.active && !(symbol && xb_symbol_is_active(symbol)))
        xb_evaluator_fail(evaluator, XB_STATUS_INVALID, NULL, "%s is for active variables, but %s is passive",
                          site->call->name->text, xb_variable_name(variable));
}

/* Integers on the real tape are real numbers. */
static xb_array as_real(xb_evaluator *evaluator, const xb_array *integers)
{
    xb_array reals = *integers;
    reals.type = XB_TYPE_REAL;
    reals.integers = NULL;
    reals.reals = xb_evaluator_scratch(evaluator, integers->count, sizeof *reals.reals);
    for (size_t i = 0; i < integers->count; i++) {
        const int64_t limit = INT64_C(1) << 53;
        int64_t integer = integers->integers[i];
        reals.reals[i] = (double)integer;
        if (integer > limit || integer < -limit)
            xb_evaluator_fail(evaluator, XB_STATUS_INVALID, NULL,
                              "the integer %lld is too large for the real tape", (long long)integer);
    }
    return reals;
}

static void check_integers(xb_evaluator *evaluator, const xb_array *reals, const xb_variable *target)
{
    for (size_t i = 0; i < reals->count; i++)
        if (!(fabs(reals->reals[i]) <= 0x1p53) || reals->reals[i] != trunc(reals->reals[i]))
            xb_evaluator_fail(evaluator, XB_STATUS_INVALID, NULL,
                              "%.17g comes off the real tape for the integer %s", reals->reals[i],
                              xb_variable_name(target));
}

static bool is_undefined(const xb_cells *cells, size_t place, bool derivative)
{
    if (!derivative)
        return !cells->defined[place];
    return cells->tangents ? !cells->has_tangent[place] : !cells->starts_at_zero;
}

/* Which elements of a variable have no value, or no derivative. */
static const bool *find_undefined(xb_evaluator *evaluator, const xb_variable *variable, bool derivative)
{
    bool *undefined = xb_evaluator_scratch(evaluator, variable->count, sizeof *undefined);
    for (size_t i = 0; i < variable->count; i++)
        undefined[i] = is_undefined(variable->cells, xb_variable_place(variable, i), derivative);
    return undefined;
}

/* What had no value when it was put on a stack has none again. */
static void undefine(const xb_stack *stack, const xb_variable *variable, bool derivative)
{
    bool *defined = derivative ? variable->cells->has_tangent : variable->cells->defined;
    for (size_t i = 0; i < variable->count; i++)
        if (xb_stack_popped_undefined(stack, i))
            defined[xb_variable_place(variable, i)] = false;
}

/* Whether a variable is a scalar that is one word on its tape: the usual case, worth a short way. */
static bool is_one_word(const xb_variable *variable, const xb_call_form *form, const xb_stack *tape)
{
    bool is_converted = form->tape == XB_TAPE_REAL && variable->cells->type == XB_TYPE_INTEGER;
    return variable->rank == 0 && tape->width == 1 && !is_converted;
}

static void push_word(xb_runtime *runtime, xb_stack *tape, const xb_statement *statement,
                      const xb_variable *variable)
{
    size_t place = xb_variable_place(variable, 0);
    const xb_cells *cells = variable->cells;
    xb_word *word = xb_stack_push(runtime, tape, statement, 1, NULL);
    if (cells->sides)
        word->real = cells->reals[place];
    else
        word->integer = cells->integers[place];
}

static void pop_word(const xb_word *word, const xb_variable *variable)
{
    size_t place = xb_variable_place(variable, 0);
    xb_cells *cells = variable->cells;
    if (cells->sides)
        cells->reals[place] = word->real;
    else
        cells->integers[place] = word->integer;
    cells->defined[place] = true;
}

/* Values are pushed as they are, defined or not: what needs them may never be reached. */
void xb_call_push(xb_evaluator *evaluator, const xb_call_form *form, const xb_inlinable_site *site)
{
    xb_runtime *runtime = evaluator->runtime;
    xb_stack *tape = &runtime->tapes[form->tape];
    const xb_variable *source = xb_call_variable(site, 0);
    check_tape(evaluator, form, site);
    if (is_one_word(source, form, tape) && source->cells->defined[xb_variable_place(source, 0)]) {
        push_word(runtime, tape, &site->call->statement, source);
        return;
    }
    const bool *undefined = find_undefined(evaluator, source, false);
    xb_array values = xb_variable_load(source, XB_PART_VALUE, true);
    if (form->tape == XB_TAPE_REAL && values.type == XB_TYPE_INTEGER)
        values = as_real(evaluator, &values);
    xb_word *words = xb_stack_push(runtime, tape, &site->call->statement, values.count, undefined);
    put_words(evaluator, words, tape->width, &values);
}

static void check_depth(xb_evaluator *evaluator, const xb_stack *stack, size_t count,
                        const xb_inlinable_site *site, const char *name)
{
    if (stack->count >= count)
        return;
    const char *call = site->call->name->text;
    if (stack->count == 0)
        xb_evaluator_fail(evaluator, XB_STATUS_INVALID, NULL, "%s takes %zu %s, but the %s is empty", call,
                          count, xb_plural(count, "value", "values"), name);
    xb_evaluator_fail(evaluator, XB_STATUS_INVALID, NULL, "%s takes %zu %s, but the %s holds %zu", call,
                      count, xb_plural(count, "value", "values"), name, stack->count);
}

void xb_call_pop(xb_evaluator *evaluator, const xb_call_form *form, const xb_inlinable_site *site)
{
    xb_runtime *runtime = evaluator->runtime;
    xb_stack *tape = &runtime->tapes[form->tape];
    xb_variable *target = xb_call_variable(site, 0);
    xb_type type = xb_variable_type(target);
    check_tape(evaluator, form, site);
    if (tape->count < target->count) {
        evaluator->scratch_used = true;
        check_depth(evaluator, tape, target->count, site,
                    xb_arena_format(evaluator->scratch, "%s tape", xb_tape_name(form->tape)));
    }
    const xb_word *words = xb_stack_pop(runtime, tape, target->count);
    if (is_one_word(target, form, tape) && !target->constant && !xb_stack_popped_undefined(tape, 0)) {
        pop_word(words, target);
        return;
    }
    const xb_array values =
        take_words(evaluator, words, tape->width, form->tape == XB_TAPE_REAL ? XB_TYPE_REAL : type, target);
    if (form->tape == XB_TAPE_REAL && type == XB_TYPE_INTEGER)
        check_integers(evaluator, &values, target);
    xb_variable_store(target, &values, XB_PART_VALUE);
    undefine(tape, target, false);
}

/* ---- checkpoints ---------------------------------------------------------------------------------- */

static void check_checkpoint(xb_evaluator *evaluator, const xb_call_form *form, const xb_inlinable_site *site)
{
    const xb_symbol *symbol = site->arguments[0].symbol;
    if (!symbol)
        xb_evaluator_fail(evaluator, XB_STATUS_INVALID, NULL, "%s is for variables, not for constants",
                          site->call->name->text);
    if (symbol->type != form->call.type)
        xb_evaluator_fail(evaluator, XB_STATUS_INVALID, NULL,
                          "%s is for variables of type %s, but %s is of type %s", site->call->name->text,
                          xb_type_name(form->call.type), symbol->id->text, xb_type_name(symbol->type));
    if (xb_symbol_is_active(symbol) != form->call.active)
        xb_evaluator_fail(evaluator, XB_STATUS_INVALID, NULL, "%s is for %s variables, but %s is %s",
                          site->call->name->text, form->call.active ? "active" : "passive", symbol->id->text,
                          form->call.active ? "passive" : "active");
}

/* What the stack of a checkpoint holds of each element. */
static xb_stack *stack_of(xb_evaluator *evaluator, const xb_call_form *form, const xb_variable *variable)
{
    size_t directions = evaluator->options.directions, sides = variable->cells->sides;
    size_t width = variable->cells->type == XB_TYPE_STRING ? 2 : 1;
    if (form->call.derivative)
        width = sides * directions;
    else if (sides > 0)
        width = sides * (1 + (evaluator->options.exact ? directions : 0));
    return xb_runtime_checkpoints(evaluator->runtime, form->call.type, form->call.derivative, width);
}

/* Arguments are stored as they are, defined or not: the routine may never read them. */
void xb_call_store(xb_evaluator *evaluator, const xb_call_form *form, const xb_inlinable_site *site)
{
    const xb_variable *source = xb_call_variable(site, 0);
    check_checkpoint(evaluator, form, site);
    if (form->call.derivative && !xb_evaluator_propagates(evaluator))
        return;
    xb_stack *stack = stack_of(evaluator, form, source);
    const bool *undefined = find_undefined(evaluator, source, form->call.derivative);
    const xb_array values =
        xb_variable_load(source, form->call.derivative ? XB_PART_DERIVATIVE : XB_PART_VALUE, true);
    xb_word *words =
        xb_stack_push(evaluator->runtime, stack, &site->call->statement, source->count, undefined);
    if (!form->call.derivative) {
        put_words(evaluator, words, stack->width, &values);
        return;
    }
    for (size_t k = 0; k < source->count * stack->width; k++)
        words[k].real = values.tangents ? values.tangents[k] : 0;
}

static xb_array derivatives_of_words(xb_evaluator *evaluator, const xb_word *words, size_t width,
                                     const xb_variable *target)
{
    size_t count = target->count * width;
    xb_array values = {.type = xb_variable_type(target),
                       .rank = target->rank,
                       .count = target->count,
                       .directions = evaluator->options.directions,
                       .tangents = xb_evaluator_scratch(evaluator, count, sizeof *values.tangents)};
    memcpy(values.bounds, target->bounds, sizeof values.bounds);
    for (size_t k = 0; k < count; k++)
        values.tangents[k] = words[k].real;
    return values;
}

void xb_call_restore(xb_evaluator *evaluator, const xb_call_form *form, const xb_inlinable_site *site)
{
    const xb_variable *target = xb_call_variable(site, 0);
    check_checkpoint(evaluator, form, site);
    if (form->call.derivative && !xb_evaluator_propagates(evaluator))
        return;
    xb_stack *stack = stack_of(evaluator, form, target);
    if (stack->count < target->count) {
        const xb_checkpoint_stack named = {.routine = xb_evaluator_routine(evaluator),
                                           .type = form->call.type,
                                           .derivative = form->call.derivative};
        evaluator->scratch_used = true;
        check_depth(evaluator, stack, target->count, site, xb_checkpoint_name(evaluator->scratch, &named));
    }
    const xb_word *words = xb_stack_pop(evaluator->runtime, stack, target->count);
    const xb_array values =
        form->call.derivative ? derivatives_of_words(evaluator, words, stack->width, target)
                              : take_words(evaluator, words, stack->width, xb_variable_type(target), target);
    xb_variable_store(target, &values, form->call.derivative ? XB_PART_DERIVATIVE : XB_PART_VALUE);
    undefine(stack, target, form->call.derivative);
}
