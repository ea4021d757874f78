/**
 * @file
 * Walking over the IR.
 *
 * One function knows the children of each kind of node, in document order. xb_traverse() walks a subtree with
 * an explicit stack (no recursion, so that deep expressions are no danger) and calls, for each node, what a
 * visitor has for its kind.
 */
#ifndef XB_TRAVERSE_TRAVERSE_H
#define XB_TRAVERSE_TRAVERSE_H

#include "ir/view.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What a callback wants next. */
typedef enum xb_visit {
    XB_VISIT_CONTINUE, /**< go on */
    XB_VISIT_SKIP,     /**< from an entry callback: don't descend (the exit callback is still called) */
    XB_VISIT_STOP      /**< end the whole walk */
} xb_visit;

/** Where a walk is, for callbacks. */
typedef struct xb_walk xb_walk;

/** A callback. */
typedef xb_visit xb_visit_function(xb_walk *walk, xb_node *node, void *context);

/** Callbacks by kind of node; a missing one means: just descend. */
typedef struct xb_visitor {
    xb_visit_function *enter[XB_KIND_COUNT]; /**< called before the children */
    xb_visit_function *leave[XB_KIND_COUNT]; /**< called after the children */
    xb_view view;    /**< what is walked over: all zero is the program as it is derived */
    bool skips_kept; /**< routines that algorithms leave as they are, see xb_routine, are not walked over */
} xb_visitor;

/**
 * Appends the children of a node, in document order.
 * @param view whether what is derived from a child stands for it
 */
void xb_children(xb_arena *arena, const xb_node *node, xb_view view, xb_list *children);

/**
 * Walks over a subtree.
 * @param scratch memory for the stack
 * @return XB_VISIT_STOP if a callback stopped the walk, else XB_VISIT_CONTINUE
 */
xb_visit xb_traverse(xb_program *program, xb_arena *scratch, xb_node *root, const xb_visitor *visitor,
                     void *context);

/** The program that is walked over. */
xb_program *xb_walk_program(const xb_walk *walk);

/** How many nodes enclose the current one. */
size_t xb_walk_depth(const xb_walk *walk);

/** The enclosing node `up` levels above the current one (1: its parent), or NULL. */
xb_node *xb_walk_ancestor(const xb_walk *walk, size_t up);

/** The nearest enclosing routine, or NULL. */
xb_routine *xb_walk_routine(const xb_walk *walk);

/** The element path of the current node, such as
 * CallGraph/ControlFlowGraph[head]/BasicBlock[8]/Assignment[13]. */
const char *xb_walk_path(const xb_walk *walk, xb_arena *arena);

/** The place of the current node or of a part of it, for diagnostics. The line of the front end's program is
 * that of the statement or vertex around it. */
xb_place xb_walk_place(const xb_walk *walk, const xb_node *node, const char *path);

#ifdef __cplusplus
}
#endif

#endif
