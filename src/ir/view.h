/**
 * @file
 * What stands for a node.
 *
 * A program can be seen as it was read, or as it is derived: then what xb_derive() put in the place of a node
 * stands for it, and so on from there. A node among what is derived from itself is meant as it is, however
 * long the way back to it. All that asks what stands for a node (writer, verifier, traversal, evaluator,
 * pictures, algorithms) asks here.
 */
#ifndef XB_IR_VIEW_H
#define XB_IR_VIEW_H

#include "ir/program.h"

#ifdef __cplusplus
extern "C" {
#endif

/** How a program is seen. */
typedef enum xb_view {
    XB_VIEW_DERIVED, /**< with what algorithms derived and added */
    XB_VIEW_READ     /**< as it was read */
} xb_view;

/** Whether a view has what was generated, if this was, or was read, if not. */
static inline bool xb_view_has(xb_view view, bool overlay)
{
    return view == XB_VIEW_DERIVED || !overlay;
}

/** Appends what stands for a node in the derived view. */
void xb_view_append_derived(xb_arena *arena, const xb_node *node, xb_list *list);

/** Appends what stands for a node, which need not be anything. */
static inline void xb_view_append(xb_arena *arena, xb_view view, const void *node, xb_list *list)
{
    const xb_node *header = (const xb_node *)node;
    if (view == XB_VIEW_DERIVED && header && header->slots)
        xb_view_append_derived(arena, header, list);
    else
        xb_list_append(arena, list, node);
}

/** What stands for the nodes of a list: the list itself if each of them stands for itself, else a new one. */
const xb_list *xb_view_list(xb_arena *arena, xb_view view, const xb_list *list);

/** The node that stands for a node by itself; NULL if none or several do, and for NULL. */
void *xb_view_single(xb_view view, const void *node);

/** The node that stands for an end of an edge: the single one, or the node itself if it is one of several;
 * NULL if there is none of these. */
void *xb_view_end(xb_view view, const void *node);

/**
 * The end of the chain of single derived nodes that begins with a node: the newest form of what is replaced
 * one by one, as routines and flow vertices are. Several nodes may stand for it.
 */
void *xb_view_newest(xb_view view, const void *node);

/** The newest form of a node in the derived view; NULL for NULL. */
void *xb_current(const void *node);

#ifdef __cplusplus
}
#endif

#endif
