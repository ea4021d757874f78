/*
 * Names of wrapped routines are separated by blanks or commas.
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
    {"pessimistic", 'b', NULL,
     "take the derivatives of the arguments of routines without body to be zero after calls", NULL, NULL},
    {.name = NULL}};

const xb_typechange_settings *xb_typechange_settings_of(const xb_run *run)
{
    return xb_run_settings(run, &xb_algorithm_typechange);
}

static void read_wrapped(const xb_options *options, xb_typechange_settings *settings)
{
    static const char separators[] = " \t\n,";
    xb_arena *arena = xb_options_arena(options);
    const char *list = xb_option_value(options, "wrappers");
    if (!list)
        return;
    settings->wrapped = xb_arena_array(arena, strlen(list), sizeof(const char *));
    while (*list) {
        size_t length = strcspn(list, separators);
        if (length > 0)
            settings->wrapped[settings->wrapped_count++] = xb_arena_copy_text(arena, list, length);
        list += length + strspn(list + length, separators);
    }
}

xb_status xb_typechange_configure(const xb_options *options, void *memory)
{
    xb_typechange_settings *settings = memory;
    settings->rename = xb_option_given(options, "rename");
    settings->pessimistic = xb_option_given(options, "pessimistic");
    read_wrapped(options, settings);
    return XB_STATUS_OK;
}
