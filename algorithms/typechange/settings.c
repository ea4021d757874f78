/*
 * Names of wrapped routines, and policies, are separated by blanks or commas.
 */
#include "algorithms/typechange/settings.h"

#include <string.h>

#include "algorithms/typechange/typechange.h"

const xb_option xb_typechange_options[] = {
    {"rename", 'r', NULL, "rename all routines that have a body: their names get the program's prefix", NULL,
     NULL},
    {"wrappers", 'w', "NAMES",
     "routines without body for which differentiated wrappers exist; the names of the "
     "wrappers begin with the program's prefix",
     NULL, NULL},
    {"black-box", 'b', "[=POLICY[:NAME],...]",
     "what to do about routines without body (or about those that are named): optimistic, take active "
     "variables to keep their derivatives, with a warning where one may be lost; inactive, do so without "
     "warning; pessimistic, as without POLICY, take derivatives of arguments to be zero after calls; error, "
     "refuse calls where one may be lost [optimistic]",
     NULL, NULL},
    {.name = NULL}};

const xb_typechange_settings *xb_typechange_settings_of(const xb_run *run)
{
    return xb_run_settings(run, &xb_algorithm_typechange);
}

/* ---- lists --------------------------------------------------------------------------------------------- */

/* The next word of a list, and the list after it; NULL: there is no more. */
static const char *next_word(xb_arena *arena, const char **list)
{
    static const char separators[] = " \t\n,";
    const char *word = *list + strspn(*list, separators);
    size_t length = strcspn(word, separators);
    *list = word + length;
    return length > 0 ? xb_arena_copy_text(arena, word, length) : NULL;
}

static void read_wrapped(const xb_options *options, xb_typechange_settings *settings)
{
    xb_arena *arena = xb_options_arena(options);
    const char *list = xb_option_value(options, "wrappers"), *name;
    if (!list)
        return;
    settings->wrapped = xb_arena_array(arena, strlen(list), sizeof(const char *));
    while ((name = next_word(arena, &list)))
        settings->wrapped[settings->wrapped_count++] = name;
}

/* ---- routines without body ----------------------------------------------------------------------------- */

static const char *const policies[] = {"optimistic", "inactive", "pessimistic", "error"};

static bool is_taken(const xb_typechange_settings *settings, const char *name)
{
    const xb_black_box_choice *all = settings->black_boxes.items;
    for (size_t i = 0; i < settings->black_boxes.count; i++)
        if (name ? all[i].name && strcmp(all[i].name, name) == 0 : !all[i].name)
            return true;
    return false;
}

/* A policy, or a policy and the name of a routine after a colon. */
static xb_status read_policy(const xb_options *options, const char *word, xb_typechange_settings *settings)
{
    size_t policy = 0, count = sizeof policies / sizeof *policies, length = strcspn(word, ":");
    const char *name = word[length] ? word + length + 1 : NULL;
    while (policy < count && (strncmp(policies[policy], word, length) || policies[policy][length]))
        policy++;
    if (policy == count || (name && !*name))
        return xb_option_error(options,
                               "it may be optimistic, inactive, pessimistic or error, each for one "
                               "routine if a colon and its name follow",
                               "--black-box can't be '%s'", word);
    if (is_taken(settings, name))
        return xb_option_error(options, "give one policy for each routine, and one for all others",
                               "--black-box has two policies for %s", name ? name : "all routines");
    xb_black_box_choice *choice =
        xb_vector_push(xb_options_arena(options), &settings->black_boxes, sizeof *choice);
    *choice = (xb_black_box_choice){(xb_black_box_policy)policy, name};
    return XB_STATUS_OK;
}

static xb_status read_policies(const xb_options *options, xb_typechange_settings *settings)
{
    const char *list = xb_option_value(options, "black-box"), *word;
    xb_status status = XB_STATUS_OK;
    if (!xb_option_given(options, "black-box"))
        return XB_STATUS_OK;
    if (!list)
        list = policies[XB_BLACK_BOX_PESSIMISTIC];
    while (!status && (word = next_word(xb_options_arena(options), &list)))
        status = read_policy(options, word, settings);
    return status;
}

xb_status xb_typechange_configure(const xb_options *options, void *memory)
{
    xb_typechange_settings *settings = memory;
    settings->rename = xb_option_given(options, "rename");
    read_wrapped(options, settings);
    return read_policies(options, settings);
}
