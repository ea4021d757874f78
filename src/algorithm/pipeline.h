/**
 * @file
 * Pipelines: which algorithms run, and in which order.
 */
#ifndef XB_ALGORITHM_PIPELINE_H
#define XB_ALGORITHM_PIPELINE_H

#include "algorithm/registry.h"

#ifdef __cplusplus
extern "C" {
#endif

/** One algorithm of a pipeline. */
typedef struct xb_stage {
    const xb_algorithm *algorithm;
    bool named;    /**< the user named it */
    bool needed;   /**< a later algorithm of the pipeline requires it, or something that it gives */
    bool required; /**< a later algorithm of the pipeline requires it by name */
    bool attaches; /**< it attaches work on derivatives to the program, or builds on such work */
} xb_stage;

/** The algorithms in the order in which they run. */
typedef struct xb_pipeline {
    xb_stage *stages;
    size_t count;
} xb_pipeline;

/**
 * Completes and orders what a user named. What an algorithm requires by name is added and runs before it. An
 * algorithm that gives a property runs before one that needs it; if none that does is in the pipeline, the
 * first known one is added, so that whoever names another one gets that instead. Otherwise the order is the
 * user's, but that an algorithm that rewrites the program and was not named runs before all that attach work
 * on derivatives to it, which would be lost. Each algorithm runs once.
 *
 * Errors are reported: unknown names with the most similar known one, algorithms that need each other,
 * properties that no algorithm gives, two algorithms that make the same product, algorithms that rewrite the
 * program after work on derivatives was attached to it.
 *
 * @param arena where the pipeline is allocated
 * @param names count names of algorithms
 * @param pipeline receives the result if there were no errors
 * @return XB_STATUS_OK or XB_STATUS_USAGE
 */
xb_status xb_pipeline_resolve(xb_arena *arena, const xb_registry *registry, xb_diagnostics *diagnostics,
                              const char *const *names, size_t count, xb_pipeline *pipeline);

/** The stage of the algorithm of this name, or NULL. */
const xb_stage *xb_pipeline_find(const xb_pipeline *pipeline, const char *name);

/** Whether an algorithm of a pipeline gives a property. */
bool xb_pipeline_gives(const xb_pipeline *pipeline, const char *property);

/** Whether a list of properties has one; the list is ended by NULL, or NULL. */
bool xb_property_listed(const char *const *properties, const char *property);

#ifdef __cplusplus
}
#endif

#endif
