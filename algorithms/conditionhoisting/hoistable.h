/**
 * @file
 * What is computed before the vertices of control flow: conditions and heads of loops in which functions are
 * called that have to leave them.
 */
#ifndef XB_ALGORITHMS_CONDITIONHOISTING_HOISTABLE_H
#define XB_ALGORITHMS_CONDITIONHOISTING_HOISTABLE_H

#include "algorithms/support/hosts.h"
#include "analysis/loop_form.h"
#include "analysis/shape.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What of a vertex is computed before it. */
typedef enum xb_hoisted {
    XB_HOISTED_NOTHING,
    XB_HOISTED_CONDITION, /**< of an If, a Branch, a PreLoop or a PostLoop */
    XB_HOISTED_START,     /**< the first value of a ForLoop */
    XB_HOISTED_COUNT,     /**< first value, step and bound of a ForLoop that counts, see xb_loop_form_of() */
    XB_HOISTED_HEAD       /**< all that the head of another ForLoop does */
} xb_hoisted;

/**
 * Finds what is computed before the vertices of a routine, in linear time.
 * @param hosts of the program
 * @param routine its number in the program
 * @return by vertex, in the program's arena; NULL if there is nothing, or if igraph fails, which is reported
 */
const xb_hoisted *xb_hoisted_find(xb_run *run, const xb_hosts *hosts, size_t routine);

/** The shape of the value of an expression of the program. */
xb_shape xb_hoisted_shape(xb_run *run, const xb_expression *expression);

/** A part of the head of a loop, as an expression of its own. */
xb_expression *xb_hoisted_part(xb_program *program, const xb_loop_part *part);

#ifdef __cplusplus
}
#endif

#endif
