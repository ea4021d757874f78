/*
 * Values are checked when they are taken, and put into the case when that has been read.
 */
#include "driver/case_choices.h"

#include <stdlib.h>
#include <string.h>

static const char *take_once(const char **place, const char *value)
{
    if (*place)
        return "it may be given once";
    *place = value;
    return *value ? NULL : "it is empty";
}

static const char *take_case(void *context, const char *value)
{
    case_choices *choices = context;
    return take_once(&choices->file, value);
}

static const char *take_entry(void *context, const char *value)
{
    case_choices *choices = context;
    return take_once(&choices->entry, value);
}

static bool is_count(const char *value)
{
    return *value && strlen(value) < 19 && strspn(value, "0123456789") == strlen(value);
}

static const char *take_seed(void *context, const char *value)
{
    case_choices *choices = context;
    choices->seed = value;
    return is_count(value) ? NULL : "it must be a number, 0 or more";
}

static const char *take_points(void *context, const char *value)
{
    case_choices *choices = context;
    choices->draws = value;
    return is_count(value) && strtoull(value, NULL, 10) <= XB_CASE_DRAWS
               ? NULL
               : "it must be a number from 0 to 10000";
}

static const char *take_independents(void *context, const char *value)
{
    case_choices *choices = context;
    return take_once(&choices->independents, value);
}

static const char *take_dependents(void *context, const char *value)
{
    case_choices *choices = context;
    return take_once(&choices->dependents, value);
}

const word_option case_options[] = {
    {{"case", 0, "FILE", "how to drive the program: a case file (JSON)", NULL, NULL}, .take = take_case},
    {.option = {.name = NULL}}};

const word_option entry_options[] = {
    {{"entry", 0, "NAME", "run this routine (or the only one whose name begins so)", "head", NULL},
     .take = take_entry},
    {{"independents", 0, "NAMES",
      "differentiate with respect to these arguments of the routine or global variables, separated by commas",
      NULL, NULL},
     .take = take_independents},
    {{"dependents", 0, "NAMES", "differentiate these, named likewise", NULL, NULL}, .take = take_dependents},
    {.option = {.name = NULL}}};

const word_option draw_options[] = {
    {{"seed", 0, "NUMBER", "draw points and directions from this seed", "1", NULL}, .take = take_seed},
    {{"points", 0, "NUMBER", "draw this many points, beside that of the case and one near it", "1", NULL},
     .take = take_points},
    {.option = {.name = NULL}}};

void take_entry_settings(case_choices *choices, const xb_vector *settings)
{
    const xb_setting *all = settings->items;
    const char *of_jacobian = NULL;
    for (size_t i = 0; i < settings->count; i++) {
        if (strcmp(all[i].name, "jacobian") == 0)
            of_jacobian = all[i].value;
        if (strcmp(all[i].name, "entry") == 0)
            choices->entry = all[i].value;
        if (strcmp(all[i].name, "independents") == 0)
            choices->independents = all[i].value;
        if (strcmp(all[i].name, "dependents") == 0)
            choices->dependents = all[i].value;
    }
    if (!choices->entry && (choices->independents || choices->dependents))
        choices->entry = of_jacobian; /* the names are those of its arguments */
}

/* The names between commas and blanks. */
static xb_list split(xb_arena *arena, const char *text)
{
    static const char gaps[] = ", ";
    xb_list names = {0};
    for (text += strspn(text, gaps); *text; text += strspn(text, gaps)) {
        size_t length = strcspn(text, gaps);
        xb_list_append(arena, &names, xb_arena_copy_text(arena, text, length));
        text += length;
    }
    return names;
}

void put_in_case(xb_arena *arena, const case_choices *choices, xb_case *description)
{
    if (choices->entry)
        xb_case_name_entry(description, choices->entry);
    if (choices->seed)
        description->seed = strtoull(choices->seed, NULL, 10);
    if (choices->draws)
        description->draws = (size_t)strtoull(choices->draws, NULL, 10);
    if (choices->independents) {
        const xb_list names = split(arena, choices->independents);
        xb_case_name_independents(description, &names);
    }
    if (choices->dependents) {
        const xb_list names = split(arena, choices->dependents);
        xb_case_name_dependents(description, &names);
    }
}

xb_status read_case(xb_arena *arena, xb_diagnostics *diagnostics, const case_choices *choices,
                    xb_case *description)
{
    xb_status status = XB_STATUS_OK;
    xb_case_init(description);
    if (choices->file)
        status = xb_case_read(arena, diagnostics, choices->file, description);
    if (!status)
        put_in_case(arena, choices, description);
    return status;
}
