/**
 * @file
 * Passive versions: copies of routines that are active in some calls, for calls in which they are not.
 */
#ifndef XB_ALGORITHM_PASSIVE_VERSIONS_H
#define XB_ALGORITHM_PASSIVE_VERSIONS_H

#include "analysis/activity.h"

/** What leads to passive versions. */
typedef struct xb_passive_versions {
    xb_program *program; /**< private */
    xb_list calls;       /**< private: xb_node, SubroutineCalls and FunctionCalls */
    xb_list symbols;     /**< private: what they called before */
    xb_list named;       /**< private: xb_node, SubroutineCalls that got a tag that names them as they were */
} xb_passive_versions;

/**
 * Derives, beside each routine that some call needs as it is and another one with derivatives, a version for
 * the latter, and leads calls there until xb_passive_versions_leave(). What calls of a version need have one,
 * too. A routine has none if rules name it, if it lies within another one or has others in it, or if it may
 * keep a value from one call to the next. Schedules go on naming calls as they are without versions: by tags
 * of those whose numbers are others now (XB_TAG_ORIGIN), and of versions (XB_TAG_PASSIVE).
 * @param kept routines that rules name
 * @return whether there are any
 */
bool xb_passive_versions_make(const xb_program_activity *activity, xb_arena *scratch, const xb_node_set *kept,
                              xb_passive_versions *versions);

/** Leads calls of the program as it was read back to where they led. */
void xb_passive_versions_leave(const xb_passive_versions *versions);

#endif
