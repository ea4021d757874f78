/**
 * @file
 * Pictures of sparsity patterns.
 */
#ifndef XB_GRAPH_SPARSITY_PICTURE_H
#define XB_GRAPH_SPARSITY_PICTURE_H

#include "base/output.h"
#include "graph/sparsity.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Puts a line of text for each row: `*` for an entry, `.` for none. With groups, entries of the first 62 are
 * letters and digits, `a` those of the first.
 * @param groups NULL: none */
void xb_sparsity_put_text(xb_output *output, const xb_sparsity *sparsity, const xb_sparsity_groups *groups);

/** Puts an SVG image with a square for each entry, in a colour for each group.
 * @param groups NULL: none */
void xb_sparsity_put_svg(xb_output *output, const xb_sparsity *sparsity, const xb_sparsity_groups *groups);

#ifdef __cplusplus
}
#endif

#endif
