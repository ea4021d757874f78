/**
 * @file
 * Programs in the form in which they are run. Not installed.
 *
 * Code is made of the IR once (lower.h) and is not changed by running. Symbols have become slots of frames,
 * expressions lists of operations in an order in which operands come first.
 */
#ifndef XB_EVALUATE_CODE_H
#define XB_EVALUATE_CODE_H

#include "evaluate/intrinsics/intrinsics.h"
#include "evaluate/state.h"
#include "ir/declaration.h"

/** No slot, no register, no vertex. */
#define XB_CODE_NONE XB_NO_NUMBER

typedef struct xb_code_expression xb_code_expression;
typedef struct xb_code_routine xb_code_routine;
typedef struct xb_code_graph xb_code_graph;
typedef struct xb_code_vertex xb_code_vertex;

/** A value in the course of the evaluation of an expression. */
struct xb_register {
    xb_number number;  /**< of a scalar; of an array only the type */
    double *tangent;   /**< of a scalar: its derivatives in runs with exact ones; NULL: all 0 */
    xb_array *array;   /**< of an array, else NULL */
    xb_variable *view; /**< of a reference whose value is not read: what it denotes */
};

/** One dimension of a subscript list. */
typedef struct xb_code_subscript {
    bool is_range;                                    /**< a section; else index is a number or a vector */
    const xb_code_expression *index, *bound, *stride; /**< NULL: absent */
} xb_code_subscript;

/** A reference. */
typedef struct xb_code_reference {
    const xb_reference *source;
    uint32_t slot;
    uint32_t subscript_count; /**< 0: the whole variable */
    const xb_code_subscript *subscripts;
    bool is_part; /**< has properties: is a component of a structure, which can't be run */
    bool calls;   /**< functions are called in its subscripts */
} xb_code_reference;

/** An argument of a call. */
typedef struct xb_code_argument {
    uint32_t position;                  /**< from 0 */
    const xb_code_reference *reference; /**< NULL: a constant, */
    const xb_register *constant;        /**< namely this one; NULL: one that can't be read */
} xb_code_argument;

/** A call of a function within an expression. */
typedef struct xb_code_call {
    const xb_code_routine *callee; /**< NULL: without body */
    const xb_symbol *result;       /**< the formal argument that is the result; NULL: there is none */
    size_t count;                  /**< of arguments besides the result */
    const xb_code_argument *arguments;
} xb_code_call;

/** An intrinsic that is computed by a formula of a catalogue. */
typedef struct xb_code_formula {
    const xb_inlinable *item;
    uint32_t value; /**< register of its value */
    uint32_t
        condition; /**< of whether operands are at a singular point; XB_CODE_NONE: that does not matter */
} xb_code_formula;

/** One operation of an expression. */
typedef struct xb_code_node {
    /** Computes the node's register of the registers of its expression. */
    void (*run)(xb_evaluator *evaluator, const struct xb_code_node *node, const xb_register *registers,
                xb_register *result);
    uint32_t operand_count;
    const uint32_t *operands; /**< numbers of registers; XB_CODE_NONE: absent */
    const xb_vertex *source;
    union {
        const xb_code_reference *reference;
        const xb_register *constant;
        const xb_elemental *elemental;
        const xb_transformational *transformational;
        const xb_code_call *call;
        const xb_code_formula *formula;
    };
} xb_code_node;

/** Operations in the making, with room for more. */
typedef struct xb_code_nodes {
    xb_code_node *items;
    uint32_t count;
} xb_code_nodes;

/** An expression: its value is that of its last node. */
struct xb_code_expression {
    uint32_t count;
    const xb_code_node *nodes;
    size_t registers; /**< that its evaluation needs, with those of subscripts */
    bool calls;       /**< functions are called, perhaps in subscripts */
};

/** An assignment. */
typedef struct xb_code_assignment {
    const xb_code_reference *target;
    const xb_code_expression *value;
    bool reads_derivatives; /**< the value has references to derivatives */
} xb_code_assignment;

/** One term of a propagation. */
typedef struct xb_code_term {
    const xb_code_expression *factor; /**< NULL: sign */
    double sign;
    const xb_code_reference *source;
} xb_code_term;

/** An entry of a propagator. */
typedef struct xb_code_propagation {
    const xb_code_reference *target;
    bool increment;
    size_t count; /**< 0: sets to 0 */
    const xb_code_term *terms;
} xb_code_propagation;

/** A statement. */
typedef struct xb_code_statement {
    void (*run)(xb_evaluator *evaluator, const struct xb_code_statement *statement);
    const xb_node *source;
    size_t number;    /**< among all statements of the program */
    size_t count;     /**< of arguments or entries */
    size_t positions; /**< of calls: the highest position of an argument */
    xb_code_assignment assignment;
    const xb_code_argument *arguments;
    const xb_code_propagation *entries;
    const xb_inlinable_runner *inlinable;
    const xb_code_routine *callee; /**< NULL: without body */
} xb_code_statement;

/** Where an edge leads. */
typedef struct xb_code_edge {
    bool has_value;
    int64_t value;
    uint32_t target;
} xb_code_edge;

/** A vertex of a control-flow graph. */
struct xb_code_vertex {
    const xb_flow_vertex *source;
    xb_kind kind;
    size_t statement_count;
    xb_code_statement *statements;
    const xb_code_expression *condition;
    const xb_code_statement *initialization, *update;
    uint32_t loop;  /**< number of a loop within its graph */
    uint32_t bound; /**< of a ForLoop of the usual form: the node of the condition that is the bound; else
                         XB_CODE_NONE */
    const xb_code_reference *variable;  /**< what the condition compares with the bound */
    const xb_code_reference *increased; /**< what the update adds the step to */
    size_t edge_count;
    xb_code_edge *edges;
};

/** A control-flow graph. */
struct xb_code_graph {
    const xb_replacement *source; /**< NULL: of a routine */
    unsigned placeholder;         /**< number, 0 of a routine */
    uint32_t entry;               /**< XB_CODE_NONE: nothing to run */
    size_t vertex_count;
    xb_code_vertex *vertices;
    size_t loop_count;
};

/** Where the variable of a slot is found. */
typedef enum xb_slot_kind {
    XB_SLOT_LOCAL,  /**< in the activation */
    XB_SLOT_FORMAL, /**< in the activation, set by the call */
    XB_SLOT_GLOBAL, /**< in the evaluator */
    XB_SLOT_HOST    /**< in an activation of an enclosing routine */
} xb_slot_kind;

/** A slot. */
typedef struct xb_code_slot {
    const xb_symbol *symbol;
    xb_slot_kind kind;
    const xb_code_routine *host; /**< of XB_SLOT_HOST: the enclosing routine, */
    uint32_t host_slot;          /**< and the slot there */
} xb_code_slot;

/** A routine that can be called. */
struct xb_code_routine {
    const xb_routine *source; /**< as it is run */
    const xb_routine *read;   /**< as it was read */
    struct xb_code_routine *host;
    bool is_template;
    size_t graph_count;
    xb_code_graph *graphs;
    xb_vector slots;                /**< xb_code_slot */
    xb_node_numbers slot_by_symbol; /**< private */
    size_t formal_count;            /**< highest position */
    uint32_t *formals;              /**< slot of each, by position from 0; XB_CODE_NONE: no such position */
    xb_vector extents;              /**< xb_code_extents in the order in which they are found */
};

/** A bound of an array. */
typedef struct xb_code_bound {
    const xb_dimension *dimension;
    const xb_code_expression *lower, *upper; /**< NULL: what the dimension says */
} xb_code_bound;

/** Extents of an array that are found when its routine is entered. */
typedef struct xb_code_extents {
    uint32_t slot;
    uint32_t order;              /**< among the declarations */
    size_t count;                /**< of dimensions */
    const xb_code_bound *bounds; /**< in the order of subscripts */
} xb_code_extents;

/** A value that elements have first. */
typedef struct xb_code_value {
    const xb_code_expression *value;
    uint64_t count; /**< of elements */
} xb_code_value;

/** A variable with values to begin with. */
typedef struct xb_code_initial {
    const xb_symbol *symbol;
    size_t depth; /**< of its scope */
    size_t count;
    const xb_code_value *values;
} xb_code_initial;

/** A program. */
struct xb_code {
    xb_list routines;      /**< xb_code_routine */
    xb_node_map by_symbol; /**< xb_code_routine, of the subroutine's symbol */
    xb_node_map by_source; /**< xb_code_routine, of the routine as read, or as run */
    size_t statement_count;
    size_t registers;           /**< most that a statement needs */
    xb_vector initial;          /**< xb_code_initial in the order in which values are given */
    xb_code_routine *constants; /**< in which they are evaluated: it has slots only */
};

/** How far a loop is. */
typedef struct xb_loop_state {
    bool is_running;
    bool is_counted; /**< has a variable that counts */
    xb_cells *cells; /**< of the variable */
    size_t place;
    int64_t value, step;
    uint64_t trips; /**< that remain */
} xb_loop_state;

struct xb_frame {
    xb_evaluator *evaluator;
    xb_frame *caller;
    xb_frame *host; /**< activation of the enclosing routine; NULL if there is none */
    const xb_code_routine *routine;
    xb_variable **variables; /**< by slot; NULL: not made yet, or an absent argument */
    const xb_code_graph *graph;
    const xb_code_vertex *vertex; /**< NULL: before the entry of the graph */
    bool after_end_loop;          /**< the vertex was reached from the end of a loop */
    size_t statement;             /**< number of the next statement of the vertex */
    const xb_node *node;          /**< the statement or vertex that is being run */
    xb_loop_state *loops;         /**< of the graph */
    xb_template_state template_state;
    struct xb_frame_memory *memory; /**< what is not in the evaluator's stack */
    xb_list others;                 /**< xb_variable without slots */
    bool *lent; /**< by slot: formal arguments that are the actual ones themselves; NULL: there is none */
    xb_arena_mark mark; /**< of the evaluator's stack before the frame */
    size_t bytes;       /**< that are accounted for */
};

/** The code of a routine as it was read, or is run; NULL if it can't be called. */
const xb_code_routine *xb_code_of_routine(const xb_code *code, const xb_routine *routine);

/** The slot of a symbol in a routine; XB_CODE_NONE if it has none. */
uint32_t xb_code_slot_of(const xb_code_routine *routine, const xb_symbol *symbol);

#endif
