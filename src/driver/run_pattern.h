/*
 * The sparsity pattern of xaif-run: where the Jacobian may have entries other than 0.
 */
#ifndef XB_DRIVER_RUN_PATTERN_H
#define XB_DRIVER_RUN_PATTERN_H

#include "driver/tool.h"
#include "graph/sparsity_file.h"
#include "verify/jacobian.h"

/* How a pattern is printed. */
typedef enum pattern_form {
    PATTERN_NONE,
    PATTERN_ROWS,    /* what each number depends on, after the values */
    PATTERN_MARKET,  /* a Matrix Market file and nothing else */
    PATTERN_PICTURE, /* text, after the values */
    PATTERN_SVG      /* an image and nothing else */
} pattern_form;

/* What is wanted, and what was found. */
typedef struct run_pattern {
    pattern_form form;
    bool grouped;
    xb_sparsity sparsity; /* see xb_jacobian_pattern() */
    xb_sparsity_groups groups;
    xb_sparsity_labels labels;
    xb_graph_analysis *analysis; /* owned */
} run_pattern;

/* Takes the value of --pattern; NULL: none was given. */
void pattern_take(run_pattern *pattern, const char *value);

/* Values of --pattern, for command lines; the first one is the default. */
extern const char *const pattern_forms[];

/* Whether the pattern takes the place of all other text. */
bool pattern_stands_alone(const run_pattern *pattern);

/* Names rows and columns of the pattern that was found, and groups them if that is wanted. */
xb_status pattern_label(tool *self, run_pattern *pattern, const xb_layout *layout);

/* Puts the pattern, as text or as members of a JSON object. */
void pattern_put(xb_arena *arena, const run_pattern *pattern, bool json, xb_output *output);

/* Frees what it owns. */
void pattern_release(run_pattern *pattern);

#endif
