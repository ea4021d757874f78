/**
 * @file
 * Subscripts that are evaluated before a call, for references that are used after it.
 */
#ifndef XB_ALGORITHMS_SUPPORT_SAVE_SUBSCRIPTS_H
#define XB_ALGORITHMS_SUPPORT_SAVE_SUBSCRIPTS_H

#include "algorithm/algorithm.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Whether the call may change a variable. */
typedef bool xb_overwritten(const void *context, const xb_reference *variable);

/** How to save subscripts. */
typedef struct xb_subscript_saver {
    xb_run *run;
    xb_scope *scope; /**< of temporaries */
    xb_overwritten *overwritten;
    const void *context; /**< passed to overwritten */
    xb_list *saves;      /**< receives assignments to temporaries, to be put before the call */
} xb_subscript_saver;

/** A copy of a reference that denotes after the call what the original denotes before it. */
xb_reference *xb_save_subscripts(const xb_subscript_saver *saving, const xb_reference *reference);

#ifdef __cplusplus
}
#endif

#endif
