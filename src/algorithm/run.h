/**
 * @file
 * Runs: algorithms at work on one program. This is the side that starts them; what they see of a run is in
 * algorithm.h.
 */
#ifndef XB_ALGORITHM_RUN_H
#define XB_ALGORITHM_RUN_H

#include "algorithm/metrics.h"
#include "algorithm/options.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What a run works with. All of it must outlive the run. */
typedef struct xb_run_plan {
    xb_program *program;
    const xb_catalogue *catalogue;
    const xb_pipeline *pipeline;
    const xb_options *options; /**< of that pipeline */
    const char *picture;       /**< kind of picture that is going to be drawn, or NULL */
    bool metrics;              /**< metrics are going to be shown */
    bool strips_tags;          /**< the output will have no tags */
} xb_run_plan;

/**
 * Creates a run.
 * @param arena where the run is allocated
 * @return the run, which the caller must destroy, also after a failure (failure.h)
 */
xb_run *xb_run_create(xb_arena *arena, const xb_run_plan *plan);

/** Frees the working memory of a run; NULL is allowed. */
void xb_run_destroy(xb_run *run);

/** Runs one stage of the pipeline: its actions in order, then its metrics. @return the class of the first
 * error, or XB_STATUS_OK */
xb_status xb_run_stage(xb_run *run, const xb_stage *stage);

/** Whether the last stage that ran is to run again, see xb_run_repeat(). */
bool xb_run_is_repeated(const xb_run *run);

/**
 * Prepares the program for being written, once all stages are done: presents the results of the algorithms
 * that were named and are not needed by others.
 * @return the class of the first error, or XB_STATUS_OK
 */
xb_status xb_run_finish(xb_run *run);

/** What algorithms attached: a vector of xb_attachment. */
const xb_vector *xb_run_attachments(const xb_run *run);

/** The metrics so far. */
const xb_metrics *xb_run_metrics(const xb_run *run);

#ifdef __cplusplus
}
#endif

#endif
