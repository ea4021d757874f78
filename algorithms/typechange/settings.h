/**
 * @file
 * The options of type change.
 */
#ifndef XB_ALGORITHMS_TYPECHANGE_SETTINGS_H
#define XB_ALGORITHMS_TYPECHANGE_SETTINGS_H

#include "algorithm/algorithm.h"

/** What the options say. */
typedef struct xb_typechange_settings {
    bool rename;          /**< routines with a body get the program's prefix */
    bool pessimistic;     /**< derivatives of arguments of routines without body are zero after calls */
    const char **wrapped; /**< names of routines without body that have wrappers */
    size_t wrapped_count;
} xb_typechange_settings;

/** The options, ended by one without name. */
extern const xb_option xb_typechange_options[];

/** Reads them into an xb_typechange_settings. */
xb_status xb_typechange_configure(const xb_options *options, void *settings);

/** What the options of a run say. */
const xb_typechange_settings *xb_typechange_settings_of(const xb_run *run);

#endif
