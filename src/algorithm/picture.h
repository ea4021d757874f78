/**
 * @file
 * Pictures of a program, as text for Graphviz. Those of their results are drawn by the algorithms themselves
 * (xb_picture).
 */
#ifndef XB_ALGORITHM_PICTURE_H
#define XB_ALGORITHM_PICTURE_H

#include "algorithm/run.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A kind of picture that needs no algorithm. */
typedef struct xb_picture_kind {
    const char *name;    /**< as in --dot NAME */
    const char *summary; /**< one line */
    /** Draws the program as it stands. @param detail NULL for everything @return false if nothing matches the
     * detail */
    bool (*draw)(xb_run *run, const char *detail, xb_output *output);
    /** Says in a hint which details there are; NULL: the summary does. */
    const char *(*details)(const xb_program *program, xb_arena *scratch);
} xb_picture_kind;

/** The kinds, ended by one without name. */
extern const xb_picture_kind xb_picture_kinds[];

/**
 * Finds out whether a picture can be drawn before anything is done for it.
 * @param wanted KIND or KIND:DETAIL
 * @param kind receives KIND
 * @param owner receives the algorithm that draws it, NULL if it needs none
 * @return XB_STATUS_OK; XB_STATUS_USAGE if there is no such kind, which was reported
 */
xb_status xb_picture_find(xb_arena *arena, const xb_registry *registry, xb_diagnostics *diagnostics,
                          const char *wanted, const char **kind, const xb_algorithm **owner);

/**
 * Draws a picture that xb_picture_find() has found.
 * @param run the run of the pipeline; all its stages are done
 * @return XB_STATUS_OK, XB_STATUS_USAGE if nothing matches the detail, or what the algorithm returns;
 * reported
 */
xb_status xb_picture_put(xb_run *run, const xb_registry *registry, const char *wanted, xb_output *output);

#ifdef __cplusplus
}
#endif

#endif
