/**
 * @file
 * Sets of options of the engine: drawn at random, and read again.
 */
#ifndef XB_TESTS_GENERATE_OPTIONS_H
#define XB_TESTS_GENERATE_OPTIONS_H

#include "algorithm/run.h"
#include "profile.h"

enum { GEN_SETTING_LIMIT = 20 };

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

/** Some options of reverse mode, among them those that are needed. */
gen_options gen_options_draw_reverse(gen_random *random, const gen_profile *profile);

/** Options without number i. */
gen_options gen_options_without(const gen_options *options, size_t i);

/** Whether an option is there. */
bool gen_options_have(const gen_options *options, const char *name);

/** Options as words, such as "nary awareness=2" (without dashes, which XML allows in no comment); "default"
 * if there are none. */
const char *gen_options_text(xb_arena *arena, const gen_options *options);

/** Reads such a text. @return false if a word is no option */
bool gen_options_parse(const char *text, gen_options *options);

#endif
