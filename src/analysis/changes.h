/**
 * @file
 * Changes: where in a routine the value of a variable may be changed, directly or by what is called.
 *
 * All answers are on the safe side: false says that no storage of the reference is written there, whatever
 * the front end knows of storage. Of temporaries of the engine they say that these may be changed.
 * Derivatives are not thought of.
 */
#ifndef XB_ANALYSIS_CHANGES_H
#define XB_ANALYSIS_CHANGES_H

#include "analysis/accesses.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Where a routine changes what. */
typedef struct xb_changes xb_changes;

/** Numbers of the parts of a ForLoop, as if they were statements. */
enum {
    XB_PART_INITIALIZATION, /**< executed when control comes from outside of the loop */
    XB_PART_UPDATE,         /**< executed when control comes from an EndLoop */
    XB_PART_CONDITION,      /**< executed after either; of other vertices, too */
    XB_PART_AFTER           /**< after all parts */
};

/** A place in a routine. */
typedef struct xb_flow_point {
    uint32_t vertex;  /**< of the control flow */
    size_t statement; /**< of a basic block: number of its statements that have been executed; of other
                         vertices: the next part to be executed, see above */
} xb_flow_point;

/**
 * Looks at all statements of a routine, in linear time, as they are now: later derivations are not known.
 * @param arena where the result lives; not the analyses' scratch memory
 * @param routine as it was read, or what stands for it
 */
xb_changes *xb_changes_of(xb_analyses *analyses, xb_arena *arena, const xb_routine *routine, xb_view view);

/**
 * Whether it may be changed on a way from a place to the end of the routine.
 *
 * In routines of very many vertices, ways are only told apart by the order of the vertices.
 */
bool xb_changes_after(xb_changes *changes, xb_flow_point place, const xb_reference *reference);

/** A part of the control flow, such as a loop. */
typedef struct xb_flow_part {
    const bool *inside;    /**< by vertex: whether it belongs to it; NULL: the next members say it */
    const uint32_t *place; /**< by vertex: in an order in which the part is one stretch */
    uint32_t first_place, last_place; /**< of the part */
    uint32_t head; /**< a ForLoop whose initialization does not count, since it is executed before the
                        loop is; XB_GRAPH_NONE if all counts */
    const xb_reference *except;  /**< what is assigned to this occurrence does not count; NULL if all does */
    const xb_node_set *excepted; /**< nor what is assigned to these occurrences; or NULL */
} xb_flow_part;

/** Whether it may be changed within a part of the control flow. */
bool xb_changes_within(xb_changes *changes, const xb_flow_part *part, const xb_reference *reference);

/** Whether the value of all that leads to a vertex of an expression may change within a part of the control
 * flow: it has a variable that may be changed there, or calls a function. */
bool xb_changes_value_within(xb_changes *changes, const xb_flow_part *part, const xb_expression *expression,
                             uint32_t vertex);

/**
 * What may be changed within a part of the control flow, temporaries of the engine left out.
 * @param arena where the list lives
 * @return xb_access, in the order of vertices and statements
 */
xb_list xb_changes_list(const xb_changes *changes, xb_arena *arena, const xb_flow_part *part);

#ifdef __cplusplus
}
#endif

#endif
