/**
 * @file
 * The options of algorithms: what the user gave, read once before anything else is done.
 *
 * An algorithm with options has a structure for their values, its settings, and a function that fills it
 * (xb_algorithm.configure). When it runs, xb_run_settings() gives it that structure.
 */
#ifndef XB_ALGORITHM_OPTIONS_H
#define XB_ALGORITHM_OPTIONS_H

#include "algorithm/pipeline.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Reads the options of all algorithms of a pipeline.
 * @param arena where the settings are allocated, for as long as the options are used
 * @param given given_count options; the last one of a name counts; they must outlive the options
 * @param options receives the result, also if an algorithm is not content with what was given
 * @return XB_STATUS_OK, or the status of the first error; all of them are reported
 */
xb_status xb_options_read(xb_arena *arena, xb_diagnostics *diagnostics, const xb_registry *registry,
                          const xb_pipeline *pipeline, const xb_setting *given, size_t given_count,
                          const xb_options **options);

/** Has algorithms that choose (xb_algorithm.choose) keep the settings that they had in another pipeline. */
void xb_options_keep(const xb_options *options, const xb_options *former);

/** The settings of an algorithm, as its function filled them; NULL if it has none or is not in the pipeline.
 */
void *xb_options_settings(const xb_options *options, const xb_algorithm *algorithm);

#ifdef __cplusplus
}
#endif

#endif
