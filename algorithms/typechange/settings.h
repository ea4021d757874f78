/**
 * @file
 * The options of type change.
 */
#ifndef XB_ALGORITHMS_TYPECHANGE_SETTINGS_H
#define XB_ALGORITHMS_TYPECHANGE_SETTINGS_H

#include "algorithm/algorithm.h"

/** What is assumed of the derivatives of what a routine without body may modify. */
typedef enum xb_black_box_policy {
    XB_BLACK_BOX_OPTIMISTIC,  /**< they are kept; a warning says so */
    XB_BLACK_BOX_INACTIVE,    /**< they are kept: the user vouches for it */
    XB_BLACK_BOX_PESSIMISTIC, /**< they are zero after the call; a warning says so */
    XB_BLACK_BOX_ERROR        /**< the call is refused */
} xb_black_box_policy;

/** A policy, and what it is for. */
typedef struct xb_black_box_choice {
    xb_black_box_policy policy;
    const char *name; /**< of a routine without body; NULL: all that are not named */
} xb_black_box_choice;

/** What the options say. */
typedef struct xb_typechange_settings {
    bool rename;           /**< routines with a body get the program's prefix */
    xb_vector black_boxes; /**< xb_black_box_choice */
    const char **wrapped;  /**< names of routines without body that have wrappers */
    size_t wrapped_count;
} xb_typechange_settings;

/** The options, ended by one without name. */
extern const xb_option xb_typechange_options[];

/** Reads them into an xb_typechange_settings. */
xb_status xb_typechange_configure(const xb_options *options, void *settings);

/** What the options of a run say. */
const xb_typechange_settings *xb_typechange_settings_of(const xb_run *run);

#endif
