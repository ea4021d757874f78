/**
 * @file
 * Sets of options of the engine: drawn at random, and read again.
 */
#ifndef XB_TESTS_GENERATE_OPTIONS_H
#define XB_TESTS_GENERATE_OPTIONS_H

#include "algorithm/run.h"
#include "profile.h"

enum { GEN_SETTING_LIMIT = 24 };

/** A set of options. */
typedef struct gen_options {
    xb_setting settings[GEN_SETTING_LIMIT];
    size_t count;
} gen_options;

/** The options that a program has to have: none, or those that change what its derivatives are. */
gen_options gen_options_needed(const gen_profile *profile);

/**
 * Some options, among them those that are needed.
 * @param apart different targets of a block never overlap, so that this may be promised
 */
gen_options gen_options_draw(gen_random *random, const gen_profile *profile, bool apart);

/** Says, among options, that it is reverse mode. */
#define GEN_REVERSE "reverse"

/** Among options, a limit for schedules: what can't be kept stands for the least that can. */
#define GEN_LIMIT "tape-limit"

/** Among options: loops are reversed by checkpoints, with that many of them, or periodic ones; */
#define GEN_CHECKPOINT "checkpoint"
/** the last loop of each routine rather than the first one; */
#define GEN_CHECKPOINT_LAST "checkpoint-last"
/** and then, or before, another one. */
#define GEN_CHECKPOINT_NEST "checkpoint-nest"

/** Among options: checkpoints of calls have all that a routine reads. */
#define GEN_CHECKPOINT_ALL "checkpoint-all"

/** Among options: derivatives become variables, and the Jacobian of the entry is what a routine computes. */
#define GEN_BY_NAME "by-name"

/** Among options, beside the last one: adjoints are computed by replacement lists, and there is no Jacobian.
 */
#define GEN_LISTS "lists"

/** Among options: the algorithm that makes both sweeps and nothing else. */
#define GEN_SWEEPS "sweeps"

/** Among options: a Jacobian is compressed by the sparsity pattern that was measured. */
#define GEN_PATTERN "compressed"

/** Among options: a Jacobian has rows for variables from outside, too. */
#define GEN_OUTSIDE "outside"

/** Among options: a Jacobian has rows and columns for what is modified and read, whatever that is. */
#define GEN_UNNAMED "unnamed"

/** Among options: a schedule is chosen by the profile that was measured. */
#define GEN_MEASURED "measured"

/** Among options: where activity comes from, computed or both, between variables of the entry; */
#define GEN_ACTIVITY "activity"
/** the number by which these are chosen, see sides.h; */
#define GEN_SIDES "sides"
/** and what the document says of all variables beforehand, away (passive) or all (active). */
#define GEN_FLAGS "flags"

/** Whether this is an option of those above, and none of the engine. */
bool gen_is_own_option(const char *name);

/** Options that have activity be computed, between sides; none for many programs. */
gen_options gen_options_draw_sides(gen_random *random, const gen_profile *profile);

/** Some options of reverse mode, among them those that are needed. */
gen_options gen_options_draw_reverse(gen_random *random, const gen_profile *profile);

/** Options without number i. */
gen_options gen_options_without(const gen_options *options, size_t i);

/** Whether options that only mean something beside others are beside them. */
bool gen_options_are_whole(const gen_options *options);

/** Takes an option away. */
void gen_options_drop(gen_options *options, const char *name);

/** Options, and others instead of those of the same name. */
gen_options gen_options_with(gen_options options, const gen_options *more);

/** Whether an option is there. */
bool gen_options_have(const gen_options *options, const char *name);

/** The value of an option; NULL if it is not there. */
const char *gen_option_value(const gen_options *options, const char *name);

/** Options as words, such as "nary awareness=2" (without dashes, which XML allows in no comment); "default"
 * if there are none. */
const char *gen_options_text(xb_arena *arena, const gen_options *options);

/** Reads such a text, and adds what it says. @return false if a word is no option */
bool gen_options_parse(const char *text, gen_options *options);

#endif
