/**
 * @file
 * The options of preaccumulation.
 */
#ifndef XB_ALGORITHMS_PREACCUMULATION_SETTINGS_H
#define XB_ALGORITHMS_PREACCUMULATION_SETTINGS_H

#include "algorithm/algorithm.h"
#include "elimination/elimination.h"

/** What the options say. */
typedef struct xb_preaccumulation_settings {
    xb_elimination_options elimination; /**< search and heuristic included */
    xb_elimination_search search;       /**< what elimination.search points to, if it does */
    const char *extraction_folder;      /**< for the graphs; NULL: they are not wanted */
    const char *cache_file;             /**< of eliminations; NULL: none */
} xb_preaccumulation_settings;

/** The options, ended by one without name. */
extern const xb_option xb_preaccumulation_options[];

/** Reads them into an xb_preaccumulation_settings. */
xb_status xb_preaccumulation_configure(const xb_options *options, void *settings);

/** What the options of a run say. */
const xb_preaccumulation_settings *xb_preaccumulation_settings_of(const xb_run *run);

#endif
