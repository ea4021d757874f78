/**
 * @file
 * What all nodes of the intermediate representation (IR) have in common.
 *
 * A node is a C structure that begins with an xb_node. Nodes live in the arena of their program and are never
 * freed one by one. What was read is never modified: an algorithm attaches its results to nodes through
 * extension slots, foremost the list of derived nodes that the writer writes in the place of a node.
 */
#ifndef XB_IR_NODE_H
#define XB_IR_NODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/names.h"
#include "base/vector.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Kinds of nodes. */
typedef enum xb_kind {
    XB_KIND_PROGRAM,               /**< xb_program */
    XB_KIND_SCOPE,                 /**< xb_scope */
    XB_KIND_SYMBOL,                /**< xb_symbol */
    XB_KIND_CALL_GRAPH_EDGE,       /**< xb_call_graph_edge */
    XB_KIND_CONTROL_FLOW_GRAPH,    /**< xb_routine */
    XB_KIND_REPLACEMENT_LIST,      /**< xb_routine */
    XB_KIND_REPLACEMENT,           /**< xb_replacement */
    XB_KIND_FORMAL,                /**< xb_formal */
    XB_KIND_ENTRY,                 /**< xb_flow_vertex, as all up to XB_KIND_GOTO */
    XB_KIND_EXIT,                  /**< end of a routine */
    XB_KIND_BASIC_BLOCK,           /**< statements */
    XB_KIND_IF,                    /**< condition without a closing vertex */
    XB_KIND_BRANCH,                /**< condition with a closing XB_KIND_END_BRANCH */
    XB_KIND_END_BRANCH,            /**< where the arms of a branch meet */
    XB_KIND_FOR_LOOP,              /**< counted loop */
    XB_KIND_PRE_LOOP,              /**< test before the body */
    XB_KIND_POST_LOOP,             /**< test after the body */
    XB_KIND_END_LOOP,              /**< end of a loop body */
    XB_KIND_LABEL,                 /**< target of jumps */
    XB_KIND_GOTO,                  /**< jump */
    XB_KIND_CONTROL_FLOW_EDGE,     /**< xb_flow_edge */
    XB_KIND_ASSIGNMENT,            /**< xb_assignment in a basic block */
    XB_KIND_INITIALIZATION,        /**< xb_assignment of a ForLoop */
    XB_KIND_UPDATE,                /**< xb_assignment of a ForLoop */
    XB_KIND_SUBROUTINE_CALL,       /**< xb_call */
    XB_KIND_INLINABLE_CALL,        /**< xb_inlinable_call */
    XB_KIND_MARKER,                /**< xb_marker */
    XB_KIND_DERIVATIVE_PROPAGATOR, /**< xb_propagator */
    XB_KIND_ARGUMENT,              /**< xb_argument of a call */
    XB_KIND_SET_DERIV,             /**< xb_propagation, as all up to XB_KIND_ZERO_DERIV */
    XB_KIND_SET_NEG_DERIV,         /**< y' = -x' */
    XB_KIND_INC_DERIV,             /**< y' += x' */
    XB_KIND_DEC_DERIV,             /**< y' -= x' */
    XB_KIND_SAX,                   /**< y' = sum of a x' */
    XB_KIND_SAXPY,                 /**< y' += sum of a x' */
    XB_KIND_ZERO_DERIV,            /**< y' = 0 */
    XB_KIND_EXPRESSION,            /**< xb_expression */
    XB_KIND_VARIABLE_REFERENCE, /**< xb_reference, an expression vertex; left-hand sides and side effects too
                                 */
    XB_KIND_CONSTANT,           /**< xb_constant, an expression vertex */
    XB_KIND_INTRINSIC,          /**< xb_intrinsic, an expression vertex */
    XB_KIND_BOOLEAN_OPERATION,  /**< xb_intrinsic, an expression vertex */
    XB_KIND_FUNCTION_CALL,      /**< xb_function_call, an expression vertex */
    XB_KIND_ARGUMENT_REFERENCE, /**< xb_argument_reference, an expression vertex of catalogues */
    XB_KIND_TRIPLET,            /**< xb_triplet, one dimension of a subscript list */
    XB_KIND_COUNT               /**< number of kinds */
} xb_kind;

/** The kinds of statements in basic blocks. A switch over these has no default: the compiler tells which case
 * is forgotten. */
typedef enum xb_statement_kind {
    XB_STATEMENT_ASSIGNMENT = XB_KIND_ASSIGNMENT,
    XB_STATEMENT_SUBROUTINE_CALL = XB_KIND_SUBROUTINE_CALL,
    XB_STATEMENT_INLINABLE_CALL = XB_KIND_INLINABLE_CALL,
    XB_STATEMENT_MARKER = XB_KIND_MARKER,
    XB_STATEMENT_DERIVATIVE_PROPAGATOR = XB_KIND_DERIVATIVE_PROPAGATOR
} xb_statement_kind;

/** The kinds of vertices of expressions, likewise. */
typedef enum xb_vertex_kind {
    XB_VERTEX_VARIABLE_REFERENCE = XB_KIND_VARIABLE_REFERENCE,
    XB_VERTEX_CONSTANT = XB_KIND_CONSTANT,
    XB_VERTEX_INTRINSIC = XB_KIND_INTRINSIC,
    XB_VERTEX_BOOLEAN_OPERATION = XB_KIND_BOOLEAN_OPERATION,
    XB_VERTEX_FUNCTION_CALL = XB_KIND_FUNCTION_CALL,
    XB_VERTEX_ARGUMENT_REFERENCE = XB_KIND_ARGUMENT_REFERENCE
} xb_vertex_kind;

/** The header of each node. */
typedef struct xb_node {
    xb_kind kind;        /**< says which structure this is the header of */
    uint32_t line;       /**< line of the document, 0 for generated nodes */
    uint32_t index;      /**< dense number of the node within its program */
    uint32_t annotation; /**< index of the front-end annotation among the names of the program, 0 if none: see
                              xb_node_annotation() */
    void **slots;        /**< extension slots, NULL as long as none is set */
} xb_node;

/** The slot that holds an xb_list of nodes to be written in the place of a node. Set by xb_derive(). */
enum { XB_SLOT_DERIVED = 0 };

/** Most slots of one program. */
enum { XB_SLOT_LIMIT = 32 };

/** The name of a kind: the element's name in XAIF, such as "BasicBlock". */
const char *xb_kind_name(xb_kind kind);

/** Tells whether the kind is a vertex of a control-flow graph. */
static inline bool xb_kind_is_flow_vertex(xb_kind kind)
{
    return kind >= XB_KIND_ENTRY && kind <= XB_KIND_GOTO;
}

/** Tells whether the kind is an entry of a derivative propagator. */
static inline bool xb_kind_is_propagation(xb_kind kind)
{
    return kind >= XB_KIND_SET_DERIV && kind <= XB_KIND_ZERO_DERIV;
}

#ifdef __cplusplus
}
#endif

#endif
