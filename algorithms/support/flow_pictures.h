/**
 * @file
 * Pictures of control flow that algorithms keep under way, since they are wanted when the run is over.
 */
#ifndef XB_ALGORITHMS_SUPPORT_FLOW_PICTURES_H
#define XB_ALGORITHMS_SUPPORT_FLOW_PICTURES_H

#include "algorithm/algorithm.h"
#include "graph/dot.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The kind of a vertex of control flow and its id, as a label. */
const char *xb_flow_picture_text(xb_arena *arena, const xb_flow_vertex *vertex);

/** Keeps a picture of a routine's control flow as it is now. @param kind the kind of picture
 * @param describe says how vertices look */
void xb_flow_picture_keep(xb_run *run, const char *kind, const xb_routine *routine,
                          void (*describe)(void *context, uint32_t v, xb_dot_look *look), void *context);

/** Draws the pictures of a kind that are kept. @param detail name of a routine, NULL: all */
xb_status xb_flow_picture_put(xb_run *run, const char *kind, const char *detail, xb_output *output);

#ifdef __cplusplus
}
#endif

#endif
