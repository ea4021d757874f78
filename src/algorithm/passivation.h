/**
 * @file
 * Which variables have derivatives, by the wish of the user: those that are named have none (forced
 * passivation), or those that are on no path from independents to dependents.
 *
 * It is a part of reading, the last one: symbols are changed in place before anything else sees the program.
 */
#ifndef XB_ALGORITHM_PASSIVATION_H
#define XB_ALGORITHM_PASSIVATION_H

#include "analysis/activity.h"

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

/**
 * Lets those variables have derivatives that are active (activity.h), and the independent and dependent ones.
 * What is known of the program before is not to be used afterwards.
 * @param kept routines whose variables stay as they are, since rules name these (routine_rules.h)
 * @param may_become_active whether variables may become active that are not, unless the user wants them
 * passive
 * @param warns whether those are warned of that lead nowhere
 */
void xb_set_activity(xb_program *program, const xb_program_activity *activity, const xb_node_set *kept,
                     bool may_become_active, bool warns);

#ifdef __cplusplus
}
#endif

#endif
