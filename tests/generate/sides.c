/*
 * A variable is chosen if a bit of a hash of its name and of the number is set; where no bit is, all are
 * chosen.
 */
#include "sides.h"

#include <string.h>

#include "algorithm/named_variables.h"
#include "algorithm/passivation.h"
#include "algorithm/routine_rules.h"
#include "machine.h"

bool gen_is_among(const char *names, const char *name)
{
    size_t length = strlen(name);
    const char *at = names;
    while (at && (strncmp(at, name, length) != 0 || (at[length] && at[length] != ',')))
        at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL;
    return at != NULL;
}

/* ---- choosing ------------------------------------------------------------------------------------------ */

static bool is_chosen(const char *name, size_t length, uint64_t number)
{
    uint64_t hash = number;
    for (size_t i = 0; i < length; i++)
        hash = gen_hash(hash, (uint64_t)(unsigned char)name[i], i);
    return hash >> 7 & 1;
}

/* Some of names, or all if there are none. */
static const char *choose(xb_arena *arena, const char *names, uint64_t number)
{
    const char *chosen = "";
    for (const char *at = names; *at;) {
        const size_t length = strcspn(at, ",");
        if (is_chosen(at, length, number))
            chosen = xb_arena_format(arena, "%s%s%.*s", chosen, *chosen ? "," : "", (int)length, at);
        at += length + (at[length] == ',');
    }
    return *chosen ? chosen : names;
}

const gen_sides *gen_sides_of(xb_arena *arena, const xb_program *program, const char *entry,
                              const gen_options *options, bool outside)
{
    const char *number = gen_option_value(options, GEN_SIDES);
    if (!number)
        return NULL;
    const uint64_t seed = (uint64_t)(number[0] - '0');
    const char *independents = gen_independents(arena, program, entry);
    const char *dependents = gen_dependents(arena, program, entry, outside);
    gen_sides *sides = xb_arena_array(arena, 1, sizeof *sides);
    if (!independents || !dependents)
        return NULL;
    *sides = (gen_sides){choose(arena, independents, 2 * seed), choose(arena, dependents, 2 * seed + 1)};
    return sides;
}

/* ---- flags --------------------------------------------------------------------------------------------- */

static bool is_computed(const gen_options *options)
{
    const char *source = gen_option_value(options, GEN_ACTIVITY);
    return source && strcmp(source, "computed") == 0;
}

bool gen_sides_need_all_flags(const gen_options *options)
{
    return is_computed(options) || gen_option_value(options, GEN_FLAGS);
}

/* The flag of a symbol that can be changed; NULL: there is none. */
static char *flag_of(char *symbol)
{
    static const char name[] = " active=\"";
    char *end = strchr(symbol, '>'), *flag = strstr(symbol, name);
    const char *real = strstr(symbol, " type=\"real\""), *number = strstr(symbol, " type=\"complex\"");
    const bool fits = (real && real < end) || (number && number < end);
    return fits && flag && flag < end ? flag + sizeof name - 1 : NULL;
}

/* What the front end says of the targets of assignments is no longer known. */
static void forget_targets(char *text)
{
    static const char target[] = "<xaif:AssignmentLHS active=\"";
    const size_t kept = sizeof "<xaif:AssignmentLHS" - 1;
    for (char *at = strstr(text, target); at; at = strstr(at + kept, target)) {
        const char *end = strchr(at + sizeof target - 1, '"');
        memset(at + kept, ' ', (size_t)(end + 1 - at) - kept);
    }
}

const char *gen_with_flags(xb_arena *arena, const char *text, bool active)
{
    static const char symbol[] = "<xaif:Symbol ";
    char *changed = xb_arena_copy_text(arena, text, strlen(text));
    for (char *at = strstr(changed, symbol); at; at = strstr(at + 1, symbol)) {
        char *flag = flag_of(at);
        if (flag)
            *flag = active ? '1' : '0';
    }
    forget_targets(changed);
    return changed;
}

/* ---- activity ------------------------------------------------------------------------------------------ */

static xb_status find(const xb_program *program, const char *entry, const char *option, const char *names,
                      xb_list *symbols)
{
    const xb_variable_names named = {option, names, .anywhere = true};
    return xb_named_variables_find(program, gen_find_entry(program, entry), &named, symbols);
}

xb_status gen_sides_apply(const gen_sides *sides, xb_program *program, xb_arena *arena, const char *entry,
                          const gen_options *options, const xb_catalogue *catalogue)
{
    xb_list independents = {.count = 0}, dependents = {.count = 0};
    xb_status status = find(program, entry, "independents", sides->independents, &independents);
    if (!status)
        status = find(program, entry, "dependents", sides->dependents, &dependents);
    if (status)
        return status;
    xb_analyses *analyses = xb_analyses_create(arena, program, catalogue);
    const xb_activity_question question = {gen_find_entry(program, entry), &independents, &dependents};
    const xb_node_set kept = xb_routine_rules_kept(program, arena, catalogue);
    xb_set_activity(program, xb_activity_of(analyses, arena, &question), &kept, is_computed(options), false);
    xb_analyses_destroy(analyses);
    return XB_STATUS_OK;
}
