/**
 * @file
 * Names that are taken: all that symbols of any scope have, whatever their case, with and without the
 * decoration of front ends. A generated name that avoids them can neither hide nor be hidden by anything, in
 * any language.
 */
#ifndef XB_IR_TAKEN_NAMES_H
#define XB_IR_TAKEN_NAMES_H

#include "ir/program.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Takes the name of a symbol that is no temporary. Called when it is created. */
void xb_name_take(xb_program *program, xb_symbol *symbol);

/** The symbols whose id is a name, whatever the case of both, or is so without decoration; temporaries aside.
 * NULL if there are none. Constant time. */
const xb_list *xb_name_takers(const xb_program *program, const char *name, size_t length);

/** Whether no symbol has a name, whatever the case of both, as it is or without decoration. Constant time. */
bool xb_name_is_free(xb_program *program, const char *name);

/** Whether a temporary has a name, or may have it. Constant time. */
bool xb_name_is_temporary(xb_program *program, const char *name, size_t length);

/** Whether names may begin with a text, which may be empty. What is not ASCII is taken for letters. */
bool xb_name_may_begin(const char *text);

/** A name for a temporary, PREFIX STEM _ NUMBER with the program's prefix, that is not taken. It is outside
 * of the program's table of names. */
const xb_name *xb_name_of_temporary(xb_program *program, const char *stem);

#ifdef __cplusplus
}
#endif

#endif
