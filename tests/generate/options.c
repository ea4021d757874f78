/*
 * A table of options and their values. Those that only some programs allow are added by hand.
 */
#include "options.h"

#include <string.h>

#include "base/text.h"

typedef struct row {
    const char *name, *values[8]; /* no value: a flag */
    double forward, reverse;      /* probabilities */
} row;

/* Schedules that mix strong and weak calls, from the top of the sources. */
#define FIRST_WEAK   "tests/generate/first_weak"
#define FIRST_STRONG "tests/generate/first_strong"
#define MIXED        "tests/generate/mixed"

static const row rows[] = {
    {"objective", {"total", "scarcity", "tape", "operations", "adjoint"}, .5, .3},
    {"elimination-order", {"best", "forward", "reverse", "markowitz", "used-once"}, .35, .1},
    {"awareness", {"0", "1", "2"}, .35, .1},
    {"directions", {"5", "1", "100", "2", "3"}, .15, .05},
    {"rerouting", {NULL}, .3, .2},
    {"maintaining", {NULL}, .25, .1},
    {"nary", {NULL}, .4, .2},
    {"inlinable-propagation", {NULL}, .25, 0},
    {"per-statement", {NULL}, .12, .2},
    {"rename", {NULL}, .15, .2},
    {"count-operations", {NULL}, .1, .05},
    {"initialise", {NULL}, .1, .2},
    {"wrappers", {"ext"}, .1, 0},
    {"tape", {"jacobian", "values", "auto"}, 0, .6},
    {"record", {"needed", "everything"}, 0, .3},
    {"all-inout", {NULL}, 0, .2},
    {"checkpoint-formals", {NULL}, 0, .1},
    {"zero-locals", {NULL}, 0, .1},
    {GEN_CHECKPOINT_ALL, {NULL}, 0, .15},
    {"simplify", {"1", "2"}, .25, .25},
    /* by hand */
    {"search", {"vertices", "edges", "faces"}, 0, 0},
    {"search-steps", {"500", "60"}, 0, 0},
    {"black-box", {"pessimistic"}, 0, 0},
    {"no-alias-split", {NULL}, 0, 0},
    {GEN_REVERSE, {NULL}, 0, 0},
    {"reversal", {"split", "joint", "auto", FIRST_WEAK, FIRST_STRONG, MIXED}, 0, 0},
    {GEN_LIMIT, {"1", "200", "1000", "1000000"}, 0, 0},
    {"motions", {"routines"}, 0, 0},
    {"combined", {"entries", "all", "none"}, 0, 0},
    {GEN_CHECKPOINT, {"1", "2", "3", "10", "periodic:1", "periodic:2", "periodic:3"}, 0, 0},
    {GEN_CHECKPOINT_LAST, {NULL}, 0, 0},
    {GEN_CHECKPOINT_NEST, {NULL}, 0, 0},
    {GEN_BY_NAME, {NULL}, 0, 0},
    {GEN_LISTS, {NULL}, 0, 0},
    {GEN_SWEEPS, {NULL}, 0, 0},
    {"keep-active", {NULL}, 0, 0},
    {GEN_PATTERN, {NULL}, 0, 0},
    {GEN_MEASURED, {NULL}, 0, 0},
    {GEN_OUTSIDE, {NULL}, 0, 0},
    {GEN_UNNAMED, {NULL}, 0, 0},
    {GEN_ACTIVITY, {"computed", "both"}, 0, 0},
    {GEN_SIDES, {"1", "2", "3", "4", "5", "6", "7", "8"}, 0, 0},
    {GEN_FLAGS, {"away", "all"}, 0, 0},
};

enum { ROWS = sizeof rows / sizeof *rows, VALUES = sizeof rows->values / sizeof *rows->values };

static void add(gen_options *options, const char *name, const char *value)
{
    options->settings[options->count++] = (xb_setting){name, value};
}

static int count_values(const row *r)
{
    int count = 0;
    while (count < VALUES && r->values[count])
        count++;
    return count;
}

gen_options gen_options_needed(const gen_profile *profile)
{
    gen_options options = {.count = 0};
    if (profile->pessimistic)
        add(&options, "black-box", "pessimistic");
    return options;
}

void gen_options_drop(gen_options *options, const char *name)
{
    for (size_t i = options->count; i-- > 0;)
        if (strcmp(options->settings[i].name, name) == 0)
            *options = gen_options_without(options, i);
}

/* Lets derivatives be variables in some sets: what association by name refuses goes. */
static void name_derivatives(gen_random *random, gen_options *options)
{
    static const char *const refused[] = {"wrappers", "inlinable-propagation", "directions", "motions",
                                          "combined"};
    static const char *const directions[] = {"2", "3", "5"}, *const combined[] = {"entries", "all", "none"};
    if (!gen_chance(random, .25))
        return;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        gen_options_drop(options, refused[i]);
    add(options, GEN_BY_NAME, NULL);
    if (gen_options_have(options, GEN_REVERSE) && gen_chance(random, .4)) {
        add(options, GEN_LISTS, NULL);
        return;
    }
    if (gen_chance(random, .4))
        add(options, "directions", directions[gen_below(random, 3)]);
    if (gen_chance(random, .4))
        add(options, GEN_PATTERN, NULL);
    if (gen_chance(random, .4))
        add(options, GEN_OUTSIDE, NULL);
    if (gen_chance(random, .5))
        add(options, GEN_UNNAMED, NULL);
    if (gen_options_have(options, GEN_REVERSE)) {
        add(options, "motions", "routines");
        add(options, "combined", combined[gen_below(random, 3)]);
    }
    /* What stores checkpoints is not to be run as long as its variables are active. */
    if (gen_chance(random, .4) && !gen_options_have(options, "reversal") &&
        !gen_options_have(options, GEN_CHECKPOINT))
        add(options, "keep-active", NULL);
}

/* Has activity be computed. What routines without body are given must stay as it is flagged. */
/* The flags of routines that rules name stay as they are. */
static void add_activity(gen_random *random, const gen_profile *profile, gen_options *options)
{
    static const char *const numbers[] = {"1", "2", "3", "4", "5", "6", "7", "8"};
    const bool fixed = profile->pessimistic || gen_profile_has(profile, GEN_JACOBIANS);
    const int kind = gen_below(random, 4);
    if (!gen_profile_has(profile, GEN_SIDED) || gen_chance(random, .2))
        return;
    add(options, GEN_SIDES, numbers[gen_below(random, 8)]);
    add(options, GEN_ACTIVITY, fixed || kind > 1 ? "both" : "computed");
    if (!fixed && !gen_profile_has(profile, GEN_RULES) && kind < 3 && gen_chance(random, .7))
        add(options, GEN_FLAGS, kind == 0 ? "away" : "all");
}

gen_options gen_options_draw_sides(gen_random *random, const gen_profile *profile)
{
    gen_options options = {.count = 0};
    add_activity(random, profile, &options);
    return options;
}

/* Searches look for few operations. */
static void add_search(gen_random *random, gen_options *options)
{
    static const char *const kinds[] = {"vertices", "edges", "faces"}, *const steps[] = {"500", "60"};
    add(options, "objective", "operations");
    add(options, "search", kinds[gen_below(random, 3)]);
    add(options, "search-steps", steps[gen_below(random, 2)]);
}

/* Rows by their probabilities. Of wrappers nobody knows that they end derivatives. */
static void add_rows(gen_random *random, const gen_profile *profile, double share, gen_options *options)
{
    bool reverse = gen_options_have(options, GEN_REVERSE);
    for (int i = 0; i < ROWS; i++) {
        int values = count_values(&rows[i]), value = values > 0 ? gen_below(random, values) : 0;
        bool wrapped = profile->pessimistic && strcmp(rows[i].name, "wrappers") == 0;
        if (gen_chance(random, share * (reverse ? rows[i].reverse : rows[i].forward)) && !wrapped)
            add(options, rows[i].name, values > 0 ? rows[i].values[value] : NULL);
    }
}

gen_options gen_options_draw(gen_random *random, const gen_profile *profile, bool apart)
{
    gen_options options = gen_options_needed(profile);
    /* Some sets are of one or two options. */
    add_rows(random, profile, gen_chance(random, .4) ? .4 : 1, &options);
    if (!gen_options_have(&options, "objective") && gen_chance(random, .3))
        add_search(random, &options);
    if (apart && gen_chance(random, .5))
        add(&options, "no-alias-split", NULL);
    name_derivatives(random, &options);
    add_activity(random, profile, &options);
    return options;
}

bool gen_is_own_option(const char *name)
{
    static const char *const own[] = {
        GEN_REVERSE, GEN_CHECKPOINT, GEN_CHECKPOINT_LAST, GEN_CHECKPOINT_NEST, GEN_CHECKPOINT_ALL,
        GEN_BY_NAME, GEN_LISTS,      GEN_SWEEPS,          GEN_PATTERN,         GEN_MEASURED,
        GEN_OUTSIDE, GEN_UNNAMED,    GEN_ACTIVITY,        GEN_SIDES,           GEN_FLAGS};
    bool found = false;
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        found |= strcmp(name, own[i]) == 0;
    return found;
}

static void add_checkpoints(gen_random *random, gen_options *options)
{
    static const char *const manners[] = {"1", "2", "3", "10", "periodic:1", "periodic:2", "periodic:3"};
    add(options, GEN_CHECKPOINT, manners[gen_below(random, 7)]);
    if (gen_chance(random, .4))
        add(options, GEN_CHECKPOINT_LAST, NULL);
    if (gen_chance(random, .3))
        add(options, GEN_CHECKPOINT_NEST, NULL);
}

static void add_schedule(gen_random *random, gen_options *options)
{
    static const char *const schedules[] = {"split", "joint", FIRST_WEAK, FIRST_STRONG, MIXED, "auto"};
    static const char *const limits[] = {"1", "200", "1000", "1000000"};
    int schedule = gen_below(random, 6);
    add(options, "reversal", schedules[schedule]);
    if (schedule == 5)
        add(options, GEN_LIMIT, limits[gen_below(random, 4)]);
    if (schedule == 5 && gen_chance(random, .6))
        add(options, GEN_MEASURED, NULL);
    if (gen_chance(random, .6))
        add(options, "motions", "routines");
}

/* Sweeps alone have no checkpoints, motions or Jacobians. */
static void choose_sweeps(gen_random *random, gen_options *options)
{
    static const char *const refused[] = {GEN_CHECKPOINT_ALL, "checkpoint-formals", "reversal",
                                          GEN_LIMIT,          GEN_MEASURED,         "motions",
                                          "all-inout"};
    bool has_jacobian = gen_options_have(options, GEN_BY_NAME) && !gen_options_have(options, GEN_LISTS);
    if (has_jacobian || !gen_chance(random, .15))
        return;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        gen_options_drop(options, refused[i]);
    add(options, GEN_SWEEPS, NULL);
}

gen_options gen_options_draw_reverse(gen_random *random, const gen_profile *profile)
{
    gen_options options = gen_options_needed(profile);
    add(&options, GEN_REVERSE, NULL);
    add_rows(random, profile, 1, &options);
    if (gen_chance(random, .4))
        add_schedule(random, &options);
    /* A loop that allocates is none for checkpoints. */
    if (gen_chance(random, .25) && !gen_profile_has(profile, GEN_ALLOCATION))
        add_checkpoints(random, &options);
    name_derivatives(random, &options);
    choose_sweeps(random, &options);
    add_activity(random, profile, &options);
    return options;
}

gen_options gen_options_without(const gen_options *options, size_t i)
{
    gen_options result = {.count = 0};
    for (size_t k = 0; k < options->count; k++)
        if (k != i)
            result.settings[result.count++] = options->settings[k];
    return result;
}

bool gen_options_are_whole(const gen_options *options)
{
    static const char *const pairs[][2] = {{GEN_SWEEPS, GEN_REVERSE},
                                           {GEN_SIDES, GEN_ACTIVITY},
                                           {GEN_ACTIVITY, GEN_SIDES},
                                           {GEN_FLAGS, GEN_ACTIVITY}};
    bool whole = true;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        whole &= !gen_options_have(options, pairs[i][0]) || gen_options_have(options, pairs[i][1]);
    return whole;
}

/* Whether an option gives way to others: it is there, too, or is of another schedule. */
static bool gives_way(const char *name, const gen_options *more)
{
    bool chosen = strcmp(name, GEN_LIMIT) == 0 || strcmp(name, GEN_MEASURED) == 0;
    return gen_options_have(more, name) || (chosen && gen_options_have(more, "reversal"));
}

gen_options gen_options_with(gen_options options, const gen_options *more)
{
    gen_options result = {.count = 0};
    for (size_t i = 0; i < options.count; i++)
        if (!gives_way(options.settings[i].name, more))
            result.settings[result.count++] = options.settings[i];
    for (size_t i = 0; i < more->count && result.count < GEN_SETTING_LIMIT; i++)
        result.settings[result.count++] = more->settings[i];
    return result;
}

bool gen_options_have(const gen_options *options, const char *name)
{
    for (size_t i = 0; i < options->count; i++)
        if (strcmp(options->settings[i].name, name) == 0)
            return true;
    return false;
}

const char *gen_option_value(const gen_options *options, const char *name)
{
    const char *value = NULL;
    for (size_t i = 0; i < options->count; i++)
        if (strcmp(options->settings[i].name, name) == 0)
            value = options->settings[i].value;
    return value;
}

const char *gen_options_text(xb_arena *arena, const gen_options *options)
{
    const char *text = "";
    for (size_t i = 0; i < options->count; i++) {
        const xb_setting *s = &options->settings[i];
        text = xb_arena_format(arena, "%s%s%s%s%s", text, i > 0 ? " " : "", s->name, s->value ? "=" : "",
                               s->value ? s->value : "");
    }
    return options->count > 0 ? text : "default";
}

/* ---- reading ------------------------------------------------------------------------------------------- */

static bool is_text(const char *text, size_t length, const char *word)
{
    return strlen(word) == length && strncmp(text, word, length) == 0;
}

static bool parse_word(const char *word, size_t length, gen_options *options)
{
    const char *equal = memchr(word, '=', length);
    size_t name = equal ? (size_t)(equal - word) : length;
    for (int i = 0; i < ROWS; i++) {
        if (!is_text(word, name, rows[i].name) || options->count == GEN_SETTING_LIMIT)
            continue;
        int values = count_values(&rows[i]);
        if (values == 0 && !equal) {
            add(options, rows[i].name, NULL);
            return true;
        }
        for (int k = 0; equal && k < values; k++)
            if (is_text(equal + 1, length - name - 1, rows[i].values[k])) {
                add(options, rows[i].name, rows[i].values[k]);
                return true;
            }
    }
    return false;
}

bool gen_options_parse(const char *text, gen_options *options)
{
    if (strcmp(text, "default") == 0)
        return true;
    for (text += strspn(text, " "); *text; text += strspn(text, " ")) {
        size_t length = strcspn(text, " ");
        if (!parse_word(text, length, options))
            return false;
        text += length;
    }
    return true;
}
