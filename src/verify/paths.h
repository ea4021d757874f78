/**
 * @file
 * Paths: what a run decided, by its trace; and where two runs go different ways.
 */
#ifndef XB_VERIFY_PATHS_H
#define XB_VERIFY_PATHS_H

#include "base/output.h"
#include "evaluate/evaluate.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The path of a run. */
typedef struct xb_path {
    const xb_trace_event *events;
    size_t count;
    size_t depth; /**< how deep branches, loops, calls … are nested */
} xb_path;

/** The path of what an evaluator has run since it was made or reset. Copied to the arena. */
xb_path xb_path_keep(xb_arena *arena, const xb_evaluator *evaluator);

/** Puts a path as XML. What has not ended is ended. @param scratch memory for the work */
void xb_path_put(xb_arena *scratch, const xb_path *path, xb_output *output);

/** The first place where two paths differ. */
typedef struct xb_path_difference {
    xb_trace_kind kind; /**< XB_TRACE_BRANCH, XB_TRACE_LOOP, XB_TRACE_INDEX, XB_TRACE_CHOICE; XB_TRACE_END:
                             the paths differ by something that was not traced */
    const char *name;   /**< of the array, or the intrinsic; NULL: none */
    const xb_routine *routine; /**< NULL: none */
    const xb_node *node;       /**< of the document: the statement that traced it; NULL: none */
    int64_t line;              /**< of the source; 0: not known */
    int64_t first, second;     /**< what was decided on either path; not of XB_TRACE_END */
    size_t time;               /**< from 1: the time that control came there */
} xb_path_difference;

/** Compares two paths of one program. Linear time. @param difference receives the first one @return whether
 * there is one */
bool xb_paths_differ(xb_arena *scratch, const xb_path *first, const xb_path *second,
                     xb_path_difference *difference);

/** A difference in words. */
const char *xb_path_describe(xb_arena *arena, const xb_path_difference *difference);

#ifdef __cplusplus
}
#endif

#endif
