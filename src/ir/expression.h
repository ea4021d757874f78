/**
 * @file
 * Expressions and references.
 *
 * An expression is a directed acyclic graph: edges lead from operands to operators and carry the
 * position of the operand, from 1. Exactly one vertex, the root, has no out-edge.
 */
#ifndef XB_IR_EXPRESSION_H
#define XB_IR_EXPRESSION_H

#include "graph/graph.h"
#include "ir/intrinsic.h"
#include "ir/symbol.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The head of each expression vertex. */
typedef struct xb_vertex {
    xb_node node;
    const xb_name *id; /**< vertex_id; NULL if it is the number of its place, from 1 */
} xb_vertex;

/** Its kind among those of vertices. */
static inline xb_vertex_kind xb_vertex_kind_of(const xb_vertex *vertex)
{
    return (xb_vertex_kind)vertex->node.kind;
}

/** A constant. The value keeps the text of the document. */
typedef struct xb_constant {
    xb_vertex vertex;
    xb_type type;
    const xb_name *fe_type; /**< NULL if none */
    const xb_name *value;
} xb_constant;

/** An intrinsic (XB_KIND_INTRINSIC) or a boolean operation (XB_KIND_BOOLEAN_OPERATION; only the name counts).
 */
typedef struct xb_intrinsic {
    xb_vertex vertex;
    const xb_name *name;
    const xb_name *type;                            /**< attribute type, NULL if none */
    bool has_result_type : 1, has_result_shape : 1; /**< whether rType, rShape were given */
    bool is_scalar : 1;    /**< a catalogue that was read says that the result is a scalar */
    bool is_reduction : 1; /**< it says that of a reduction, so that there may be a dimension, which makes it
                              an array */
    xb_type result_type : 8;
    int result_rank;
} xb_intrinsic;

/** A function call; its arguments are references. */
typedef struct xb_function_call {
    xb_vertex vertex;
    xb_symbol *symbol;
    xb_list arguments; /**< xb_reference */
} xb_function_call;

/** In a catalogue: operand number position of an intrinsic, or its result (0). */
typedef struct xb_argument_reference {
    xb_vertex vertex;
    unsigned position;
} xb_argument_reference;

/** Whether a front end calls something active. */
typedef enum xb_activity { XB_ACTIVITY_UNDEFINED, XB_ACTIVITY_TRUE, XB_ACTIVITY_FALSE } xb_activity;

struct xb_expression;

/** One dimension of a subscript list: lower : upper : stride. */
typedef struct xb_triplet {
    xb_node node;
    struct xb_expression *index;  /**< Index, NULL if absent */
    struct xb_expression *bound;  /**< Bound, NULL if absent */
    struct xb_expression *stride; /**< Stride, NULL if absent */
} xb_triplet;

/** A name-value pair that a front end attaches to a symbol reference. */
typedef struct xb_property {
    const xb_name *name, *value;
} xb_property;

/** What a document says of the parts of a reference, besides what they refer to. References share it, and it
 * does not change. */
typedef struct xb_reference_parts {
    const xb_name *symbol_vertex_id;   /**< vertex_id of the SymbolReference, NULL if generated */
    const xb_name *symbol_annotation;  /**< annotation of the SymbolReference, NULL if none */
    const xb_name *element_vertex_id;  /**< vertex_id of the ArrayElementReference, NULL if generated */
    const xb_name *element_annotation; /**< annotation of the ArrayElementReference, NULL if none */
    const xb_name *edge_id;            /**< edge_id of the VariableReferenceEdge, NULL if generated */
    const xb_name *edge_annotation;    /**< annotation of the VariableReferenceEdge, NULL if none */
    xb_vector properties;              /**< xb_property */
} xb_reference_parts;

/** Keys of maps are numbers of so many bits: see xb_program_key(). */
enum { XB_KEY_BITS = 29, XB_KEY_MASK = (1 << XB_KEY_BITS) - 1 };

/** A variable reference: as an expression vertex, left-hand side, argument, side effect, target or source. */
typedef struct xb_reference {
    xb_vertex vertex;
    xb_symbol *symbol;
    const xb_reference_parts *parts; /**< NULL if there is nothing to say, see xb_reference_parts_of() */
    xb_list subscripts;              /**< xb_triplet, one per dimension; empty for the whole variable */
    uint32_t alias : XB_KEY_BITS;    /**< key of the alias map (xb_program_key()), 0: no information */
    xb_activity active : 2;          /**< front-end activity of this occurrence */
    bool deriv : 1;                  /**< refers to the derivative component */
    uint32_t du_ud : XB_KEY_BITS;    /**< key of the DU/UD map, 0: no information */
    bool constant : 1;               /**< the front end knows that the value is constant */
    bool live : 1;                   /**< left-hand sides: attribute live */
} xb_reference;

/** What is said of the parts of a reference; never NULL. */
const xb_reference_parts *xb_reference_parts_of(const xb_reference *reference);

/** Whether a reference denotes all of its variable: it has no subscripts, and no properties, by which front
 * ends may say which member of structured data is meant. */
static inline bool xb_reference_is_whole(const xb_reference *reference)
{
    return reference->subscripts.count == 0 && xb_reference_parts_of(reference)->properties.count == 0;
}

/** What a document says of an edge from an operand to an operator, besides the position. */
typedef struct xb_expression_edge {
    const xb_name *id;   /**< edge_id; NULL if it is the number of its place, from 1 */
    uint32_t annotation; /**< index among the names of the program, 0 if none */
} xb_expression_edge;

/** What documents say of the edges of an expression, by number. */
typedef struct xb_edges_read {
    uint32_t *lines;           /**< lines of the document; room for graph.edge_capacity */
    xb_expression_edge *edges; /**< as much room; NULL if there is nothing to say of any edge */
} xb_edges_read;

/** An expression. */
typedef struct xb_expression {
    xb_node node;
    xb_graph graph;           /**< operands to operators; the number of an edge is the operand's, from 1 */
    xb_vertex **vertices;     /**< by number */
    xb_edges_read *edges;     /**< private: NULL if no document says anything */
    uint32_t vertex_capacity; /**< private: number of vertices that there is room for */
    uint32_t root;            /**< number of the maximal vertex; set by the reader and the builders */
} xb_expression;

/** Vertex number i of an expression. */
static inline xb_vertex *xb_expression_vertex(const xb_expression *expression, uint32_t i)
{
    return expression->vertices[i];
}

/** What is said of edge number i of an expression; never NULL. */
const xb_expression_edge *xb_expression_edge_at(const xb_expression *expression, uint32_t i);

/** The line of the document that edge number i of an expression is on, 0 if it was made. */
uint32_t xb_expression_edge_line(const xb_expression *expression, uint32_t i);

/** The id of a vertex of an expression, for messages: without one, the number of its place, from 1, as the
 * writer gives it. */
const char *xb_vertex_label(xb_arena *arena, const xb_expression *expression, const xb_vertex *vertex);

/** The position, from 1, of the operand that edge number i of an expression leads from. */
static inline uint32_t xb_expression_position(const xb_expression *expression, uint32_t i)
{
    return xb_graph_number(&expression->graph, i);
}

/** The root vertex. */
static inline xb_vertex *xb_expression_root(const xb_expression *expression)
{
    return xb_expression_vertex(expression, expression->root);
}

/** The intrinsic or boolean operation that a vertex is; XB_INTRINSIC_NONE if it is another vertex, or not
 * known. */
static inline xb_intrinsic_code xb_vertex_intrinsic(const xb_vertex *vertex)
{
    bool named = vertex->node.kind == XB_KIND_INTRINSIC || vertex->node.kind == XB_KIND_BOOLEAN_OPERATION;
    return named ? xb_intrinsic_named(((const xb_intrinsic *)vertex)->name) : XB_INTRINSIC_NONE;
}

/** Whether a vertex is an intrinsic that does not read the values of its first operand, such as present: it
 * is about the variable, which no other with the same value can stand for. */
static inline bool xb_is_inquiry(const xb_vertex *vertex)
{
    return xb_intrinsic_facts_of(xb_vertex_intrinsic(vertex))->inquiry;
}

/** Whether a vertex is the operand of an inquiry, such as size: its value is not read. */
bool xb_is_inquired(const xb_expression *expression, uint32_t vertex);

/** Number of operands of a vertex. */
size_t xb_expression_operand_count(const xb_expression *expression, uint32_t vertex);

/** The vertex number of operand `position` (from 1), XB_GRAPH_NONE if there is none. */
uint32_t xb_expression_operand(const xb_expression *expression, uint32_t vertex, uint32_t position);

/**
 * The vertices such that operands come before operators, the root last.
 * @return an array of graph.vertex_count vertex numbers in the arena, or NULL if the expression has a cycle
 */
uint32_t *xb_expression_order(xb_arena *arena, const xb_expression *expression);

/**
 * Tells whether a triplet keeps its dimension: a section, an empty triplet (a whole dimension), or a single
 * index whose value is an array (a vector subscript).
 */
bool xb_triplet_is_range(const xb_triplet *triplet);

/** Whether a reference is a section with a vector subscript, which may contain an element several times. */
bool xb_has_vector_subscript(const xb_reference *reference);

/** Whether one of its subscripts has a part that is no integer constant. */
bool xb_has_variable_subscript(const xb_reference *reference);

/** Whether a subscript is a vector. */
bool xb_triplet_is_vector(const xb_triplet *triplet);

/**
 * The rank of the result of an intrinsic that changes ranks, such as a reduction.
 * @param rank the rank of its operands; receives that of the result
 * @return whether the rank is known to be another one than that of the operands: the document says so, or it
 * is among the intrinsics that are known to change ranks
 */
bool xb_intrinsic_rank(const xb_expression *expression, uint32_t vertex, int *rank);

/** Whether the value of an expression is an array; true for what is too large to tell. */
bool xb_expression_is_array(const xb_expression *expression);

/** Rank of what a reference denotes: that of its symbol less the number of scalar subscripts, not below 0. */
int xb_reference_rank(const xb_reference *reference);

/**
 * Reads the value of a numeric constant.
 * @param value receives the value; feType F4 rounds to single precision
 * @return whether the constant is an integer, real or double that can be read
 */
bool xb_constant_value(const xb_constant *constant, double *value);

/** Reads the value of an integer constant; false if it isn't one or out of range. */
bool xb_constant_integer(const xb_constant *constant, int64_t *value);

/** Whether a front end's type is that of an integer of 1 or 2 bytes (I1, I2, U1, U2): sums of these wrap
 * around early. */
bool xb_type_is_narrow(const xb_name *fe_type);

/**
 * The value of an expression that consists of integer constants and +, -, *, / (truncating), unary minus;
 * false if it does not, if it overflows or divides by 0, if it is very large, and if it computes with
 * integers that are narrow or have no sign.
 */
bool xb_expression_integer(const xb_expression *expression, int64_t *value);

/** The value of a variable; false if it is not known. */
typedef bool xb_integer_of(void *context, const xb_reference *reference, int64_t *value);

/** xb_expression_integer() of an expression of variables, too. @param value_of NULL: they have no values */
bool xb_expression_integer_of(const xb_expression *expression, xb_integer_of *value_of, void *context,
                              int64_t *value);

/** The same of all that leads to a vertex of an expression. */
bool xb_expression_integer_at(const xb_expression *expression, uint32_t vertex, int64_t *value);

#ifdef __cplusplus
}
#endif

#endif
