/*
 * Numbers of x and y follow each other, as arguments do.
 */
#include "cases.h"

#include <string.h>

#include "base/text.h"

/* A case under construction, as text. */
typedef struct making {
    xb_arena *arena;
    const gen_casing *casing;
    int point;
    xb_output *output;
    size_t x, y;    /* numbers so far */
    const char *x0; /* texts of those of x */
} making;

static int input_of(const making *m, const char *name)
{
    for (int i = 0; i < m->casing->inputs->name_count; i++)
        if (strcmp(m->casing->inputs->names[i], name) == 0)
            return i;
    return -1;
}

static void put_values(making *m, const xb_symbol *symbol, int input)
{
    const gen_inputs *inputs = m->casing->inputs;
    const bool is_list = symbol->rank > 0;
    xb_output_put(m->output, is_list ? "\"value\": [" : "\"value\": ");
    for (int i = 0; i < inputs->counts[input]; i++)
        xb_output_format(m->output, symbol->type == XB_TYPE_INTEGER ? "%s%.0f" : "%s%.17g", i > 0 ? ", " : "",
                         inputs->values[input][m->point][i]);
    xb_output_put(m->output, is_list ? "]" : "");
}

static void put_span(making *m, bool goes_on, const char *name, size_t *numbers, size_t count)
{
    xb_output_format(m->output, "%s\"%s\": [%zu, %zu]", goes_on ? ", " : "", name, *numbers + 1,
                     *numbers + count);
    *numbers += count;
}

static void put_x(making *m, const xb_symbol *symbol, int input, size_t parts)
{
    const gen_inputs *inputs = m->casing->inputs;
    put_span(m, false, "x", &m->x, parts * (size_t)inputs->counts[input]);
    for (int i = 0; i < inputs->counts[input]; i++)
        m->x0 =
            xb_arena_format(m->arena, "%s%s%.17g%s", m->x0, *m->x0 ? ", " : "",
                            inputs->values[input][m->point][i], symbol->type == XB_TYPE_COMPLEX ? ", 0" : "");
}

static bool is_side(const making *m, bool independent, const char *name)
{
    const gen_sides *sides = m->casing->sides;
    return !sides || gen_is_among(independent ? sides->independents : sides->dependents, name);
}

/* Active arguments are x if they have values, and y if they may get some, as far as sides have them. */
static void put_argument(making *m, size_t place)
{
    const xb_formal *formal = m->casing->entry->formals.items[place],
                    *named = m->casing->named->formals.items[place];
    const xb_symbol *symbol = formal->symbol;
    const int input = input_of(m, named->symbol->id->text);
    const size_t parts = symbol->type == XB_TYPE_COMPLEX ? 2 : 1;
    size_t elements = 1;
    for (int d = 0; d < symbol->rank; d++)
        elements *=
            xb_symbol_bounds(symbol, (size_t)d) ? xb_bounds_extent(*xb_symbol_bounds(symbol, (size_t)d)) : 0;
    const bool is_active = xb_symbol_is_active(symbol);
    const char *name = symbol->id->text;
    const bool is_x = is_active && input >= 0 && formal->intent != XB_INTENT_OUT && is_side(m, true, name);
    const bool is_y =
        is_active && formal->intent != XB_INTENT_IN && is_side(m, false, name) && (is_x || input < 0);
    xb_output_put(m->output, "{");
    if (is_x)
        put_x(m, symbol, input, parts);
    if (is_y)
        put_span(m, is_x, "y", &m->y, parts * elements);
    if (!is_x && input >= 0)
        put_values(m, symbol, input);
    xb_output_put(m->output, "}");
}

/* The first point at which all arguments are there. */
static int choose_point(const gen_inputs *inputs)
{
    for (int point = 0; point < inputs->point_count; point++) {
        bool any = false;
        for (int i = 0; i < inputs->name_count; i++)
            any = any || inputs->absent[i][point];
        if (!any)
            return point;
    }
    return 0;
}

const char *gen_case_text(xb_arena *arena, const gen_casing *casing, size_t *length)
{
    xb_text *text = xb_text_create(arena);
    making m = {.arena = arena,
                .casing = casing,
                .point = choose_point(casing->inputs),
                .output = xb_text_output(text),
                .x0 = ""};
    const size_t count = casing->entry ? casing->entry->formals.count : 0;
    xb_output_put(m.output, "{\"entry\": \"" GEN_MAIN "\", \"arguments\": [");
    for (size_t i = 0; i < count && i < casing->named->formals.count; i++) {
        xb_output_put(m.output, i > 0 ? ", " : "");
        put_argument(&m, i);
    }
    xb_output_format(m.output, "], \"x0\": [%s], \"limits\": {\"steps\": 1000000}}", m.x0);
    return xb_text_join(text, length);
}
