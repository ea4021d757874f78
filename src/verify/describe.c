/*
 * An argument is x or y because the case names it, else because the case describes it so, else by the
 * convention of test suites, head(x, y), else by intent and activity. Names that are no argument's are taken
 * for those of global variables.
 */
#include <math.h>
#include <string.h>

#include "algorithm/named_variables.h"
#include "analysis/entry.h"
#include "ir/declaration.h"
#include "ir/tags.h"
#include "verify/layout_internal.h"

/* ---- without a word ---- */

static bool is_derivative(const xb_program *program, const xb_symbol *symbol)
{
    xb_tag tag;
    return xb_tags_find(program, &symbol->node, XB_TAG_DERIVATIVE, &tag);
}

/* The convention of test suites: head(x, y), but not head(x, x_d). */
static bool is_head(const xb_program *program, const xb_routine *entry)
{
    const xb_formal *x = xb_routine_formal(entry, 1), *y = xb_routine_formal(entry, 2);
    return xb_entry_begins_with_head(program, entry) && entry->formals.count == 2 && x && y &&
           xb_layout_is_numeric(x->symbol) && xb_layout_is_numeric(y->symbol) && x->intent != XB_INTENT_OUT &&
           y->intent != XB_INTENT_IN && !is_derivative(program, y->symbol);
}

/* Whether an argument is x, or y, if nobody says anything. */
static bool is_usual(const xb_layout_builder *state, const xb_formal *formal, bool of_x)
{
    if (is_head(state->program, state->layout->entry))
        return formal->position == (of_x ? 1 : 2);
    return xb_symbol_is_active(formal->symbol) && xb_layout_is_numeric(formal->symbol) &&
           formal->intent != (of_x ? XB_INTENT_OUT : XB_INTENT_IN);
}

/* ---- by name ---- */

static const xb_case_names *names_of(const xb_layout_builder *state, bool of_x)
{
    return of_x ? &state->description->independents : &state->description->dependents;
}

static bool is_named(const xb_layout_builder *state, const xb_formal *formal, const xb_case_names *named)
{
    for (size_t i = 0; i < named->names.count; i++) {
        const xb_list symbols = xb_named_symbols(state->program, state->layout->entry, named->names.items[i]);
        if (xb_list_has(&symbols, formal->symbol))
            return true;
    }
    return false;
}

static void add_global(const xb_layout_builder *state, const xb_symbol *symbol, const char *name,
                       xb_list *known, xb_list *globals)
{
    if (symbol && (xb_formals_find(&state->layout->entry->formals, symbol) || xb_list_has(known, symbol)))
        return;
    xb_list_append(state->arena, known, (xb_symbol *)symbol);
    xb_list_append(state->arena, globals, (char *)name);
}

/* The names that are no argument's, or those that the case has for global variables; of each variable one. */
static xb_list globals_of(const xb_layout_builder *state, bool of_x)
{
    const xb_case_names *named = names_of(state, of_x);
    const xb_list *names = named->given ? &named->names
                           : of_x       ? &state->description->global_x
                                        : &state->description->global_y;
    xb_list globals = {0}, known = {0};
    for (size_t i = 0; i < names->count; i++) {
        const char *name = names->items[i];
        const xb_symbol *symbol = xb_layout_global(state, name, of_x);
        xb_list members = {.count = 0};
        if (!symbol && named->given)
            members = xb_named_symbols(state->program, state->layout->entry, name);
        for (size_t k = 0; k < members.count; k++)
            add_global(state, members.items[k], ((const xb_symbol *)members.items[k])->id->text, &known,
                       &globals);
        if (members.count == 0)
            add_global(state, symbol, name, &known, &globals);
    }
    return globals;
}

/* ---- describing ---- */

/* Whether what is x, or y, has to be made up, and this argument is. */
static bool is_wanted(const xb_layout_builder *state, const xb_formal *formal, bool of_x)
{
    const xb_case_names *named = names_of(state, of_x);
    if (named->given)
        return is_named(state, formal, named);
    return !state->description->has_arguments && !state->description->has_globals &&
           is_usual(state, formal, of_x);
}

/* Whether an argument is the only variable that is x, or y. */
static bool is_only(const xb_layout_builder *state, bool of_x)
{
    const xb_list *formals = &state->layout->entry->formals;
    size_t count = (of_x ? state->global_x : state->global_y).count;
    for (size_t i = 0; i < formals->count; i++)
        count += is_wanted(state, formals->items[i], of_x);
    return count == 1;
}

/* Gives a formal argument the next numbers, or all if it is the only one. */
static xb_status assign(xb_layout_builder *state, const xb_formal *formal, bool of_x, size_t *next,
                        xb_case_span *span)
{
    bool only = is_only(state, of_x);
    size_t count = xb_layout_numbers(state, formal->symbol);
    *span = (xb_case_span){.given = true, .all = only, .first = *next + 1, .last = *next + count};
    *next += count;
    if (only || xb_layout_is_sized(state, formal->symbol) || !xb_layout_is_numeric(formal->symbol))
        return XB_STATUS_OK;
    return xb_error(state->diagnostics, XB_STATUS_INVALID,
                    xb_program_place(state->program, &formal->node, NULL),
                    "give its bounds in a case file, under extents",
                    "the extents of the argument %s are not declared", formal->symbol->id->text);
}

static const char *example_of(xb_type type)
{
    switch (type) {
    case XB_TYPE_BOOL: return "true";
    case XB_TYPE_CHAR:
    case XB_TYPE_STRING: return "\"N\"";
    default: return "2";
    }
}

/* "x": "all", or the numbers of x; next receives the last of them. Nothing if it is none of x. */
static const char *example_numbers(const xb_layout_builder *state, const xb_formal *formal, bool of_x,
                                   size_t *next)
{
    const char *name = of_x ? "x" : "y";
    if (!formal || !is_wanted(state, formal, of_x))
        return "";
    const size_t first = *next + 1;
    *next += xb_layout_numbers(state, formal->symbol);
    return is_only(state, of_x) ? xb_arena_format(state->arena, "\"%s\": \"all\"", name)
                                : xb_arena_format(state->arena, "\"%s\": [%zu, %zu]", name, first, *next);
}

/* A case file that says what this one would have to say of arguments. */
static const char *example_case(const xb_layout_builder *state)
{
    const xb_routine *entry = state->layout->entry;
    const char *all = "";
    const uint32_t last = xb_routine_last_position(entry);
    size_t x_count = 0, y_count = 0;
    for (uint32_t position = 1; position <= last; position++) {
        const xb_formal *formal = xb_routine_formal(entry, position);
        const char *x = example_numbers(state, formal, true, &x_count),
                   *y = example_numbers(state, formal, false, &y_count);
        const char *value =
            *x || *y || !formal || formal->intent == XB_INTENT_OUT
                ? ""
                : xb_arena_format(state->arena, "\"value\": %s", example_of(formal->symbol->type));
        all = xb_arena_format(state->arena, "%s%s{%s%s%s%s}", all, position > 1 ? ", " : "", x,
                              *x && *y ? ", " : "", y, value);
    }
    return xb_arena_format(state->arena, "{\"arguments\": [%s]}", all);
}

/* Any values will do for numbers that have no derivatives, if they differ: else it would not show which of
 * them is used. They are between 0.55 and 0.95, where most functions are defined; the first one is 0.75. */
static double next_value(xb_layout_builder *state)
{
    const double golden = 0.6180339887498949;
    return 0.55 + 0.4 * fmod(0.5 + golden * (double)state->made_values++, 1);
}

static void make_values(xb_layout_builder *state, const xb_symbol *symbol, xb_case_argument *argument)
{
    const size_t numbers = xb_layout_numbers(state, symbol);
    const bool is_complex = symbol->type == XB_TYPE_COMPLEX;
    argument->list = symbol->rank > 0 && numbers > 0 && numbers <= XB_LAYOUT_LIMIT;
    argument->count = !argument->list ? 1 : is_complex ? numbers / 2 : numbers;
    xb_number *values = xb_arena_array(state->arena, argument->count, sizeof *values);
    for (size_t i = 0; i < argument->count; i++) {
        const double real = next_value(state);
        values[i] =
            is_complex ? xb_number_of_complex(xb_complex(real, next_value(state))) : xb_number_of_real(real);
    }
    argument->values = values;
}

bool xb_layout_makes_integer(const xb_layout_builder *state, const xb_symbol *symbol)
{
    const xb_case *description = state->description;
    if (description->integers == 0 || description->has_arguments || description->has_globals ||
        symbol->type != XB_TYPE_INTEGER || symbol->rank > 0)
        return false;
    const xb_formal *formal = xb_formals_find(&state->layout->entry->formals, symbol);
    return formal && formal->intent != XB_INTENT_OUT;
}

/* An integer that nobody has said. */
static void make_integer(const xb_layout_builder *state, xb_case_argument *argument)
{
    xb_number *value = xb_arena_array(state->arena, 1, sizeof *value);
    *value = (xb_number){.type = XB_TYPE_INTEGER, .integer = state->description->integers};
    argument->count = 1;
    argument->values = value;
}

/* Whether an argument says which type an object has. */
static bool is_type(const xb_formal *formal)
{
    const xb_declaration *facts = formal->symbol->declaration;
    return facts && facts->path && facts->path->text[facts->path->length - 1] == '}';
}

/* An object whose type nobody has said has the last one that it may have. */
static void make_type(const xb_layout_builder *state, const xb_formal *formal, xb_case_argument *argument)
{
    const xb_list *formals = &state->layout->entry->formals;
    xb_number *value = xb_arena_array(state->arena, 1, sizeof *value);
    *value = (xb_number){.type = XB_TYPE_BOOL, .integer = 1};
    for (size_t i = 0; i + 1 < formals->count; i++)
        if (formals->items[i] == formal && is_type(formals->items[i + 1]))
            value->integer = 0;
    argument->count = 1;
    argument->values = value;
}

static xb_status make_value(xb_layout_builder *state, const xb_formal *formal, xb_case_argument *argument)
{
    const xb_symbol *symbol = formal->symbol;
    if (xb_layout_is_numeric(symbol) && formal->intent != XB_INTENT_OUT)
        make_values(state, symbol, argument);
    else if (xb_layout_makes_integer(state, symbol))
        make_integer(state, argument);
    else if (is_type(formal))
        make_type(state, formal, argument);
    else if (state->description->integers > 0 && symbol->declaration && symbol->declaration->optional)
        argument->absent = true;
    else if (formal->intent == XB_INTENT_IN &&
             !(state->description->integers > 0 && symbol->type == XB_TYPE_STRING))
        return xb_error(
            state->diagnostics, XB_STATUS_INVALID, xb_program_place(state->program, &formal->node, NULL),
            xb_arena_format(state->arena, "give it in a case file, --case=FILE, as %s", example_case(state)),
            "the argument %s needs a value", symbol->id->text);
    return XB_STATUS_OK;
}

static xb_status describe_formal(xb_layout_builder *state, const xb_formal *formal, size_t *x, size_t *y,
                                 xb_case_argument *argument)
{
    const xb_case *description = state->description;
    xb_status status = XB_STATUS_OK;
    if (is_wanted(state, formal, true))
        status = assign(state, formal, true, x, &argument->x);
    if (!status && is_wanted(state, formal, false))
        status = assign(state, formal, false, y, &argument->y);
    bool number = argument->x.given || argument->y.given;
    if (number) {
        argument->values = NULL;
        argument->absent = false;
    }
    if (status || number || description->has_arguments || description->has_globals)
        return status;
    return make_value(state, formal, argument);
}

xb_status xb_layout_describe(xb_layout_builder *state, const xb_case_argument **arguments, size_t *count)
{
    const xb_case *description = state->description;
    const xb_routine *entry = state->layout->entry;
    size_t given = description->has_arguments ? description->argument_count : 0;
    *count = description->has_arguments ? given : xb_routine_last_position(entry);
    xb_case_argument *made = xb_arena_array(state->arena, *count + 1, sizeof *made);
    *arguments = made;
    state->global_x = globals_of(state, true);
    state->global_y = globals_of(state, false);
    if (given > 0)
        memcpy(made, description->arguments, given * sizeof *made);
    for (size_t i = 0; i < given; i++) {
        if (description->independents.given)
            made[i].x = (xb_case_span){0};
        if (description->dependents.given)
            made[i].y = (xb_case_span){0};
    }
    size_t x = 0, y = 0;
    xb_status status = XB_STATUS_OK;
    for (uint32_t position = 1; !status && position <= *count; position++) {
        const xb_formal *formal = xb_routine_formal(entry, position);
        if (formal)
            status = describe_formal(state, formal, &x, &y, &made[position - 1]);
    }
    return status;
}
