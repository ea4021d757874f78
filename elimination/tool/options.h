/**
 * @file
 * The command line of xaif-eliminate.
 */
#ifndef XB_ELIMINATION_TOOL_OPTIONS_H
#define XB_ELIMINATION_TOOL_OPTIONS_H

#include "elimination/elimination.h"
#include "base/diagnostics.h"
#include "driver/basics.h"
#include "driver/offers.h"

/** What `order` is for all orders. */
enum { TOOL_ALL_ORDERS = XB_ELIMINATION_ORDER_COUNT };

/** What was asked for. */
typedef struct tool_options {
    xb_elimination_options elimination; /**< but for the order and the search */
    xb_elimination_search search;       /**< but for the progress */
    int order;                          /**< xb_elimination_order or TOOL_ALL_ORDERS */
    const char *heuristic;              /**< as it was written, or NULL */
    xb_list plugins;                    /**< char: files to load before the heuristic is read */
    const xb_filter *const *filters;    /**< what plugins offer, ended by NULL */
    const char *cache;                  /**< file, or NULL */
    bool lists_heuristics;              /**< whether the names of filters are wanted */
    bool searches;                      /**< whether to search */
    bool progress;                      /**< whether to show progress where there is no terminal, too */
    bool steps;                         /**< whether steps and remainder are wanted */
    bool json;                          /**< whether to print JSON */
    bool csv;                           /**< whether to print CSV */
    bool lp;                            /**< whether to write an integer program instead */
    const char *graphviz;               /**< file for the steps as Graphviz text, or NULL */
    const char *html;                   /**< file for a page that shows the steps, or NULL */
    xb_list files;                      /**< char: the operands */
    basics basics;                      /**< what every program has */
    const word_command *command;        /**< all that can be typed */
} tool_options;

/**
 * Reads the command line; reports what is wrong with it.
 * @param plugins receives what the command line has loaded
 * @param options receives what was asked for, whose messages must be released
 */
void tool_options_parse(xb_arena *arena, xb_diagnostics *diagnostics, xb_plugins *plugins, int count,
                        char **words, tool_options *options);

#endif
