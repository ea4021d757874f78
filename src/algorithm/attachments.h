/**
 * @file
 * Files that algorithms write beside the output, put in their places together with it.
 */
#ifndef XB_ALGORITHM_ATTACHMENTS_H
#define XB_ALGORITHM_ATTACHMENTS_H

#include "algorithm/run.h"

/** Attachments that are being written. All zero is none. */
typedef struct xb_attachments {
    xb_vector outputs; /**< private */
} xb_attachments;

/**
 * Writes what algorithms attached to a run to temporary files.
 * @param arena where lists are allocated
 * @param attachments all zero; owned by the caller, who must commit or discard it whatever this returns
 */
xb_status xb_attachments_write(xb_attachments *attachments, xb_arena *arena, xb_diagnostics *diagnostics,
                               const xb_run *run);

/** Puts all files in their places. */
xb_status xb_attachments_commit(xb_attachments *attachments, xb_diagnostics *diagnostics);

/** Gives up what was not put in its place. */
void xb_attachments_discard(xb_attachments *attachments);

#endif
