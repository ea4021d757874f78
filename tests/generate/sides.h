/**
 * @file
 * Which variables of an entry are independent, and which dependent, where the activity of a program is
 * computed: some of those that can be, chosen by a number and their names, so that a smaller program has the
 * same ones.
 */
#ifndef XB_TESTS_GENERATE_SIDES_H
#define XB_TESTS_GENERATE_SIDES_H

#include "catalogue/catalogue.h"
#include "ir/program.h"
#include "options.h"

/** Names, separated by commas. */
typedef struct gen_sides {
    const char *independents, *dependents;
} gen_sides;

/** Whether a name is among others, which commas separate. */
bool gen_is_among(const char *names, const char *name);

/**
 * The sides that a set of options asks for.
 * @param program whose active variables can be chosen
 * @param outside global variables may be dependent, too
 * @return NULL: the set asks for none, or there is nothing to choose from
 */
const gen_sides *gen_sides_of(xb_arena *arena, const xb_program *program, const char *entry,
                              const gen_options *options, bool outside);

/** Whether derivatives are those of the program with all of its flags set. */
bool gen_sides_need_all_flags(const gen_options *options);

/**
 * The text of a document whose real and complex variables are all flagged as active, or none of them.
 * @param text as gen_write() writes it
 */
const char *gen_with_flags(xb_arena *arena, const char *text, bool active);

/** Lets those variables have derivatives that sides make active. To be called by xb_protect().
 * @return as xb_named_variables_find() */
xb_status gen_sides_apply(const gen_sides *sides, xb_program *program, xb_arena *arena, const char *entry,
                          const gen_options *options, const xb_catalogue *catalogue);

#endif
