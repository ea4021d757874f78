/**
 * @file
 * Builders and copies: how algorithms make new IR.
 *
 * All functions allocate in the program's arena and give nodes with line 0 unless they copy one. Nothing is
 * shared between original and copy but names and symbols. Texts are copied. Nodes that are passed to be part
 * of something (a target, a value, an argument, a vertex) are taken over: they have to be the program's own,
 * and to be part of nothing else; whoever needs one twice copies it.
 *
 * Ids of statements that are made need not be new, but must not be empty: the writer numbers them.
 */
#ifndef XB_IR_BUILD_H
#define XB_IR_BUILD_H

#include "ir/runtime_call.h"
#include "ir/statement_id.h"
#include "ir/view.h"

#ifdef __cplusplus
extern "C" {
#endif

/** An expression without vertices. */
xb_expression *xb_build_expression(xb_program *program);

/** Makes room in an expression for this many vertices and edges in all, where they are known beforehand. */
void xb_expression_reserve(xb_program *program, xb_expression *expression, uint32_t vertex_count,
                           uint32_t edge_count);

/** Adds a vertex node, which is taken over, to an expression; the first becomes the root until it is
 * connected. @return its number
 */
uint32_t xb_expression_add(xb_program *program, xb_expression *expression, void *vertex);

/**
 * Adds an edge from operand to operator at a position (from 1), and moves the root along. Nothing happens if
 * one of the ends is no vertex of the expression. Edges that make a cycle are added; xb_expression_order()
 * finds them.
 */
void xb_expression_connect(xb_program *program, xb_expression *expression, uint32_t operand, uint32_t vertex,
                           uint32_t position);

/** Says on which line of a document an edge of an expression is. */
void xb_expression_set_edge_line(xb_program *program, xb_expression *expression, uint32_t edge,
                                 uint32_t line);

/** Says of an edge of an expression what else a document says. */
void xb_expression_describe_edge(xb_program *program, xb_expression *expression, uint32_t edge,
                                 xb_expression_edge description);

/** What a reference to a whole variable looks like: no node of a program, but a pattern for copies. */
xb_reference xb_reference_to(xb_symbol *symbol);

/** A reference to a whole variable. */
xb_reference *xb_build_reference(xb_program *program, xb_symbol *symbol);

/** An intrinsic vertex. @param name name in the catalogue */
xb_intrinsic *xb_build_intrinsic(xb_program *program, const char *name);

/** An integer constant vertex. */
xb_constant *xb_build_integer(xb_program *program, int64_t value);

/** A real constant vertex; the value must be finite. It is written with 17 significant digits so that reading
 * it gives the same number. */
xb_constant *xb_build_real(xb_program *program, double value);

/** An expression that is one vertex, which is taken over. */
xb_expression *xb_build_leaf(xb_program *program, void *vertex);

/**
 * The operation that made expressions share, of a kind (XB_KIND_INTRINSIC or XB_KIND_BOOLEAN_OPERATION), name
 * and type, which may be NULL. It never changes, and nothing is attached to it.
 */
xb_intrinsic *xb_shared_operation(xb_program *program, xb_kind kind, const xb_name *name,
                                  const xb_name *type);

/** For an expression that is made: the shared operation if the vertex is one that says no more, else a copy
 * as xb_copy_vertex() makes it. */
xb_vertex *xb_share_vertex(xb_program *program, const xb_vertex *vertex);

/** Whether a subscript was made and consists of constants: copies of references share it, and it never
 * changes. */
bool xb_is_shared_triplet(const xb_program *program, const xb_triplet *triplet);

/** For an expression that is made: the reference itself if its variable has a single value, so that all uses
 * share it, else a copy. */
xb_reference *xb_share_reference(xb_program *program, const xb_reference *reference);

/** Adds a shared operation of operands that are vertices of the expression, in their order. @return its
 * number */
uint32_t xb_build_operation(xb_program *program, xb_expression *expression, xb_intrinsic_code code,
                            const uint32_t *operands, uint32_t count);

/** Adds a shared operation of one operand, which is a vertex of the expression. @return its number */
uint32_t xb_build_unary(xb_program *program, xb_expression *expression, xb_intrinsic_code code,
                        uint32_t operand);

/** Adds a shared operation of two operands, which are vertices of the expression. @return its number */
uint32_t xb_build_binary(xb_program *program, xb_expression *expression, xb_intrinsic_code code,
                         uint32_t first, uint32_t second);

/** Adds a variable to an expression. @return its number */
uint32_t xb_build_variable(xb_program *program, xb_expression *expression, xb_symbol *variable);

/** Adds an integer to an expression. @return its number */
uint32_t xb_build_number(xb_program *program, xb_expression *expression, int64_t number);

/** An expression that is a variable. */
xb_expression *xb_build_value_of(xb_program *program, xb_symbol *variable);

/** An expression: first CODE second, of variables. */
xb_expression *xb_build_of_two(xb_program *program, xb_intrinsic_code code, xb_symbol *first,
                               xb_symbol *second);

/** An expression: CODE of a variable. */
xb_expression *xb_build_inquiry(xb_program *program, xb_intrinsic_code code, xb_symbol *variable);

/** An expression: variable CODE number. */
xb_expression *xb_build_with_number(xb_program *program, xb_intrinsic_code code, xb_symbol *variable,
                                    int64_t number);

/** An expression: whether two arrays of one rank, which are there, have different shapes. */
xb_expression *xb_build_other_shape(xb_program *program, xb_symbol *first, xb_symbol *second);

/** A vertex that stands for operand number position (from 1) of an intrinsic, or for its result (0). */
xb_argument_reference *xb_build_argument_reference(xb_program *program, unsigned position);

/** A subscript index:bound:stride; each of them may be NULL. */
xb_triplet *xb_build_triplet(xb_program *program, xb_expression *index, xb_expression *bound,
                             xb_expression *stride);

/** target = value, with a statement id. Takes both over. */
xb_assignment *xb_build_assignment(xb_program *program, const char *statement_id, xb_reference *target,
                                   xb_expression *value);

/** The same with an id that is kept as it is made. */
xb_assignment *xb_build_assignment_as(xb_program *program, xb_made_id id, xb_reference *target,
                                      xb_expression *value);

/** variable = value, which is taken over, as a statement. */
xb_statement *xb_build_setting(xb_program *program, const char *statement_id, xb_symbol *variable,
                               xb_expression *value);

/** Says that an assignment which was built stands for another one: it has its lines, tags and chain. */
void xb_build_stand_in(xb_program *program, xb_assignment *assignment, const xb_assignment *original);

/** Adds a basic block to a control-flow graph. @param statements xb_statement, taken over @return its number
 */
uint32_t xb_build_block(xb_program *program, xb_flow_graph *flow, xb_scope *scope, xb_list statements);

/** Adds a vertex, not a basic block, to a control-flow graph. @param annotation NULL: none @return its number
 */
uint32_t xb_build_flow_vertex(xb_program *program, xb_flow_graph *flow, xb_kind kind,
                              const xb_name *annotation);

/** Adds an edge that is taken unconditionally to a control-flow graph. @param source number of a vertex
 * @param target number of a vertex */
void xb_build_flow_edge(xb_program *program, xb_flow_graph *flow, uint32_t source, uint32_t target);

/** The same for an edge that is taken if a condition has a value. */
void xb_build_flow_edge_if(xb_program *program, xb_flow_graph *flow, uint32_t source, uint32_t target,
                           int64_t value);

/** Adds an overlay edge to the program's call graph. */
void xb_build_call_edge(xb_program *program, xb_routine *source, xb_routine *target);

/** A call of a subroutine with no arguments yet. @param line of the document, 0 if it stands for nothing
 * there
 */
xb_call *xb_build_call(xb_program *program, const char *statement_id, xb_symbol *subroutine, uint32_t line);

/** A function call as a statement that leaves its result nowhere; the arguments are shared. */
xb_call *xb_build_call_of_function(xb_program *program, const xb_function_call *function);

/** Appends an argument (reference or constant vertex; taken over) to a call at a position from 1 on; the
 * subroutine has at least as many formal arguments. */
void xb_build_argument_at(xb_program *program, xb_call *call, unsigned position, void *vertex);

/** A call of an inlinable subroutine with no arguments yet, and nothing appended to its name. */
xb_inlinable_call *xb_build_inlinable_call(xb_program *program, xb_runtime_code code,
                                           const char *statement_id);

/** A call of the run time that allocates an array. @param extents xb_symbol: a variable for each dimension */
xb_statement *xb_build_allocation(xb_program *program, xb_symbol *array, const xb_list *extents);

/** Appends the ranks of the arguments to the name of a call. */
void xb_build_rank_suffix(xb_program *program, xb_inlinable_call *call, xb_runtime_code code);

/** Appends an argument (reference or constant vertex; taken over) to the arguments of a call at the next
 * position. */
void xb_build_argument(xb_program *program, xb_list *arguments, void *vertex);

/** The derivative component of what a reference denotes: a copy of it with that flag. */
xb_reference *xb_build_derivative(xb_program *program, const xb_reference *reference);

/** A propagation of derivatives to the derivative of a target, without source and terms yet. @param target
 * copied */
xb_propagation *xb_build_propagation(xb_program *program, xb_kind kind, const xb_reference *target);

/** Appends factor * source' to a propagation. @param factor vertex, taken over @param source copied */
void xb_build_term(xb_program *program, xb_propagation *propagation, void *factor,
                   const xb_reference *source);

/** A statement that propagates derivatives. @param entries xb_propagation, taken over */
xb_propagator *xb_build_propagator(xb_program *program, xb_list entries);

/**
 * A statement that propagates one derivative by one term.
 * @param target taken over
 * @param factor vertex, taken over; NULL if the kind has none
 * @param source taken over; NULL if the kind has none
 */
xb_propagator *xb_build_single_propagator(xb_program *program, const char *statement_id, xb_kind kind,
                                          xb_reference *target, void *factor, xb_reference *source);

/** A marker with a text. */
xb_marker *xb_build_marker(xb_program *program, const char *statement_id, const char *text);

/**
 * Copies a reference with its subscripts: symbol, subscripts, alias and chain keys; not its ids, annotation
 * of the vertex, deriv, active and constant flags.
 */
xb_reference *xb_copy_reference(xb_program *program, const xb_reference *reference);

/** Copies an expression; ids of vertices and edges are dropped (they are numbered when written). */
xb_expression *xb_copy_expression(xb_program *program, const xb_expression *expression);

/**
 * Copies one vertex with all that belongs to it (not its edges); its id is dropped. A reference keeps its
 * flags here, unlike with xb_copy_reference().
 */
xb_vertex *xb_copy_vertex(xb_program *program, const xb_vertex *vertex);

/**
 * Copies the part of an expression that is below a vertex into another expression, each vertex once;
 * operations are shared, see xb_share_vertex().
 * @param stop if not NULL: for a vertex number of the original it may return a new vertex node to put in the
 * place of that vertex and of everything below it, or NULL to copy on
 * @return the number of the copy of the vertex
 */
uint32_t xb_copy_subexpression(xb_program *program, const xb_expression *from, uint32_t vertex,
                               xb_expression *to, void *(*stop)(void *context, uint32_t vertex),
                               void *context);

/** A shallow copy of a flow vertex (statement list copied, statements shared), for a derived vertex. */
xb_flow_vertex *xb_copy_flow_vertex(xb_program *program, const xb_flow_vertex *vertex);

/** A shallow copy of a routine: lists and control-flow graph are its own, what is in them is shared. */
xb_routine *xb_copy_routine(xb_program *program, const xb_routine *routine);

/** The symbol that a copy has in the place of one. */
typedef xb_symbol *xb_symbol_replacement(void *context, xb_symbol *symbol);

/** A copy of a routine, all that is in its control-flow graph and its lists of side effects included; blocks
 * in scopes within its own are in its own then. @param symbol of variables of these; NULL: all symbols stay
 */
xb_routine *xb_copy_whole_routine(xb_program *program, const xb_routine *routine,
                                  xb_symbol_replacement *symbol, void *context);

/** A copy of a statement with all that is in it, flags included, of the same statement id. */
xb_statement *xb_copy_statement(xb_program *program, const xb_statement *statement);

/** A copy of a call with copied arguments (flags included), of the same statement id. */
xb_call *xb_copy_call(xb_program *program, const xb_call *call);

#ifdef __cplusplus
}
#endif

#endif
