/**
 * @file
 * A table of numbers that algorithms report: scopes by metrics.
 */
#ifndef XB_ALGORITHM_METRICS_H
#define XB_ALGORITHM_METRICS_H

#include "base/arena.h"
#include "base/output.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A table, in the arena that it was created in. */
typedef struct xb_metrics xb_metrics;

/** How a table is written. */
typedef enum xb_metrics_format {
    XB_METRICS_TEXT, /**< aligned columns, the totals last; nothing if the table is empty */
    XB_METRICS_JSON /**< {"total": {NAME: NUMBER, …}, "scopes": [{"scope": SCOPE, NAME: NUMBER, …}, …]} */
} xb_metrics_format;

/** Creates an empty table. */
xb_metrics *xb_metrics_create(xb_arena *arena);

/** Adds to a number, 0 at first. Scopes and names keep the order of first mention. @param scope "" for totals
 */
void xb_metrics_add(xb_metrics *metrics, const char *scope, const char *name, double amount);

/** Writes the table. @param scratch memory for the work */
void xb_metrics_put(const xb_metrics *metrics, xb_arena *scratch, xb_output *output,
                    xb_metrics_format format);

#ifdef __cplusplus
}
#endif

#endif
