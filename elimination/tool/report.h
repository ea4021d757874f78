/**
 * @file
 * What xaif-eliminate prints.
 */
#ifndef XB_ELIMINATION_TOOL_REPORT_H
#define XB_ELIMINATION_TOOL_REPORT_H

#include "elimination/elimination.h"
#include "elimination/files/graph_file.h"
#include "base/output.h"

/** One elimination of a graph. */
typedef struct tool_result {
    xb_elimination_order order;   /**< what was asked for */
    const xb_elimination *result; /**< what came out */
    const char *heuristic;        /**< that ran instead of an order; NULL if none did, at least not in all
                                     parts to its end */
    bool interrupted;             /**< it was not done to its end */
    const char *replaced;         /**< the heuristic in whose place the orders are, or NULL */
} tool_result;

/** All eliminations of one graph. */
typedef struct tool_report {
    const char *name;                      /**< of the file */
    const xb_graph_file *file;             /**< the graph */
    const xb_elimination_options *options; /**< but for the order */
    const tool_result *results;            /**< the last one is the one that is described in detail */
    size_t result_count;                   /**< at least 1 */
    const char *kind;                      /**< what was searched; NULL if nothing was */
    bool steps;                            /**< whether steps and remainder are wanted */
} tool_report;

/** Puts how many vertices and edges a graph has, as "3 vertices, 1 independent, 1 dependent, 2 edges". */
void tool_report_put_size(xb_output *output, const xb_graph_file *file);

/** Puts a table for people. */
void tool_report_text(xb_output *output, const tool_report *report);

/** Puts the line of names of columns that a CSV file begins with. */
void tool_report_csv_header(xb_output *output);

/** Puts a line of CSV (RFC 4180, but for the ends of lines) for each elimination. */
void tool_report_csv(xb_output *output, const tool_report *report);

/** Puts a JSON object, without a newline after it. */
void tool_report_json(xb_output *output, const tool_report *report);

#endif
