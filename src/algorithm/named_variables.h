/**
 * @file
 * Variables that users name: what is independent, what depends on it. They are arguments of a routine, or
 * variables from outside.
 */
#ifndef XB_ALGORITHM_NAMED_VARIABLES_H
#define XB_ALGORITHM_NAMED_VARIABLES_H

#include "analysis/footprints.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Names that an option gives. */
typedef struct xb_variable_names {
    const char *option; /**< its name, for errors */
    const char *names;  /**< separated by commas or blanks, each perhaps with the id of its scope and a slash
                           in  front; names may be without the decoration of the front end */
    bool anywhere;      /**< also variables from outside that are not visible around the routine */
} xb_variable_names;

/**
 * Looks names up, for a routine.
 * @param symbols receives the variables: arguments in their order, then others as they are named; each once
 * @return XB_STATUS_OK; XB_STATUS_INVALID, reported, if there is no variable of a name, or it may be one of
 * several
 */
xb_status xb_named_variables_find(const xb_program *program, const xb_routine *routine,
                                  const xb_variable_names *names, xb_list *symbols);

/**
 * Looks one name up in the same way, anywhere.
 * @return NULL if there is no variable of that name, or it may be one of several
 */
const xb_symbol *xb_named_variable(const xb_program *program, const xb_routine *routine, const char *name);

/** The variables that a name stands for: one, or the members of a structure that have derivatives; none if
 * there is none, or if it is not plain which one is meant. */
xb_list xb_named_symbols(const xb_program *program, const xb_routine *routine, const char *name);

/**
 * Warns of names that nothing comes of: of what is passive, independents that the routine does not read
 * before it sets them, dependents that it does not modify.
 * @param independents variables; so are the dependents
 */
void xb_named_variables_warn(xb_analyses *analyses, const xb_routine *routine, const xb_list *independents,
                             const xb_list *dependents);

#ifdef __cplusplus
}
#endif

#endif
