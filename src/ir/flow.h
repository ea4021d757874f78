/**
 * @file
 * Control-flow graphs and routines.
 */
#ifndef XB_IR_FLOW_H
#define XB_IR_FLOW_H

#include "ir/statement.h"

#ifdef __cplusplus
extern "C" {
#endif

/** How a ForLoop is to be reversed. */
typedef enum xb_reversal { XB_REVERSAL_ANONYMOUS, XB_REVERSAL_EXPLICIT } xb_reversal;

/** A vertex of a control-flow graph. Fields that the kind doesn't have are NULL or 0. */
typedef struct xb_flow_vertex {
    xb_node node;
    const xb_name *id;             /**< vertex_id; NULL if it was generated: given by the writer */
    uint64_t line_number;          /**< source line, 0 if unknown */
    xb_scope *scope;               /**< BasicBlock: its scope */
    xb_list statements;            /**< BasicBlock: xb_statement and what derives from it */
    xb_expression *condition;      /**< If, Branch, loops; NULL if absent */
    xb_assignment *initialization; /**< ForLoop; NULL if absent */
    xb_assignment *update;         /**< ForLoop; NULL if absent */
    xb_reversal reversal;          /**< ForLoop */
} xb_flow_vertex;

/** An edge of a control-flow graph. */
typedef struct xb_flow_edge {
    xb_node node;
    const xb_name *id;        /**< NULL if it was generated: given by the writer */
    bool has_condition_value; /**< taken if the condition has this value */
    int64_t condition_value;
} xb_flow_edge;

/** A control-flow graph. */
typedef struct xb_flow_graph {
    xb_graph graph;
    xb_list vertices; /**< xb_flow_vertex by number */
    xb_list edges;    /**< xb_flow_edge by number */
} xb_flow_graph;

/** Intent of a formal argument. */
typedef enum xb_intent { XB_INTENT_INOUT, XB_INTENT_IN, XB_INTENT_OUT } xb_intent;

/** ArgumentSymbolReference: a formal argument. */
typedef struct xb_formal {
    xb_node node;
    uint32_t position; /**< from 1 */
    xb_symbol *symbol;
    xb_intent intent;
    bool deriv;
} xb_formal;

/** The side-effect lists of a routine. */
typedef enum xb_side_effect {
    XB_SIDE_EFFECT_MOD_LOCAL,
    XB_SIDE_EFFECT_MOD,
    XB_SIDE_EFFECT_READ_LOCAL,
    XB_SIDE_EFFECT_READ,
    XB_SIDE_EFFECT_ON_ENTRY,
    XB_SIDE_EFFECT_COUNT
} xb_side_effect;

/** One control-flow graph of a ReplacementList. */
typedef struct xb_replacement {
    xb_node node;
    const xb_name *placeholder;
    bool structured;
    xb_flow_graph flow;
} xb_replacement;

/** A vertex of the call graph: a ControlFlowGraph, or a ReplacementList. */
typedef struct xb_routine {
    xb_node node;
    const xb_name *id; /**< vertex_id; NULL if it was generated: given by the writer */
    xb_symbol *symbol; /**< the subroutine */
    xb_scope *scope;   /**< controlflowgraph_scope_id: locals and generated temporaries */
    bool active;       /**< attribute active */
    bool structured;   /**< attribute structured */
    bool has_formals;  /**< whether there is an ArgumentList */
    xb_list formals;   /**< xb_formal in document order */
    bool has_side_effects[XB_SIDE_EFFECT_COUNT]; /**< whether the list is there */
    xb_list side_effects[XB_SIDE_EFFECT_COUNT];  /**< xb_reference */
    xb_flow_graph flow;                          /**< ControlFlowGraph; empty for a module */
    struct xb_version *version;                  /**< of a derived version, else NULL; see ir/version.h */
    const xb_name *template_name;                /**< ReplacementList, else NULL */
    bool kept; /**< a rule of a catalogue names it, or it is called for one: algorithms leave it as it is */
    const struct xb_routine_rule *rule; /**< it stands for the routine that it calls, which is differentiated
                                             by this rule (catalogue/catalogue.h); else NULL */
    xb_list replacements;               /**< xb_replacement, of a ReplacementList */
} xb_routine;

/** The kind of a vertex. */
xb_kind xb_flow_kind_at(const xb_flow_graph *flow, uint32_t vertex);

/** The last position of a formal argument, from 1; 0: there is none. Positions before may be left out. */
uint32_t xb_routine_last_position(const xb_routine *routine);

/** The formal argument at a position (from 1), or NULL. */
const xb_formal *xb_routine_formal(const xb_routine *routine, uint32_t position);

/** The formal argument that a symbol is, of those of a routine or an interface (xb_formal); NULL: it is none.
 */
const xb_formal *xb_formals_find(const xb_list *formals, const xb_symbol *symbol);

/** The argument that a call passes at a position (from 1), or NULL. */
const xb_argument *xb_call_argument(const xb_call *call, uint32_t position);

/** lineNumber of a statement or a vertex: the line of the front end's program; 0 if it is not known, or if
 * nodes of this kind have none. */
size_t xb_node_source_line(const xb_node *node);

/** Whether the routine can be called: has control flow, or replacements of which the first has control flow
 * if there is one. Others are modules. */
bool xb_routine_is_procedure(const xb_routine *routine);

#ifdef __cplusplus
}
#endif

#endif
