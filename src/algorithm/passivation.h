/**
 * @file
 * Forced passivation: variables that the user declares to have no derivative.
 *
 * It is a part of reading, the last one: symbols are changed in place before anything else sees the program.
 */
#ifndef XB_ALGORITHM_PASSIVATION_H
#define XB_ALGORITHM_PASSIVATION_H

#include "ir/program.h"

#ifdef __cplusplus
extern "C" {
#endif

/** How the front end decorates names. */
typedef enum xb_name_style {
    XB_NAME_STYLE_OPEN64, /**< NAME_NUMBER, and NAME__NUMBER for subroutines of users */
    XB_NAME_STYLE_NONE    /**< not at all */
} xb_name_style;

/** The name of a symbol as in the source program, as far as the style tells: its id without decoration. */
const char *xb_plain_name(xb_arena *arena, const xb_symbol *symbol, xb_name_style style);

/**
 * Takes the derivative component from all variables of these names, in whatever scope, but temporaries. Case
 * doesn't matter. Names that no variable has, and names in scopes of which none encloses the other, are
 * reported as warnings.
 * @param scratch memory for the work, not released here
 * @param names names, separated by blanks or commas
 */
void xb_passivate(xb_program *program, xb_arena *scratch, const char *names, xb_name_style style);

#ifdef __cplusplus
}
#endif

#endif
