/**
 * @file
 * Bodies: control flow that is made in the order of the text.
 *
 * Statements, branches, loops, labels and jumps are added one after the other, as a program has them, and
 * become vertices and edges of a control-flow graph at once. A construct is begun, and goes on until it is
 * ended, so that nothing nests in the program's depth. Control that is on its way, to what comes next, to the
 * end of a construct or to a label, is kept as edges without target; a vertex that is added takes those of
 * its place. Code that is made may also go on in a control-flow graph that there is, and take such graphs in.
 */
#ifndef XB_IR_BODY_H
#define XB_IR_BODY_H

#include "ir/program.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A body under construction. */
typedef struct xb_body {
    xb_program *program;
    xb_scope *scope;           /**< of its blocks */
    const xb_name *annotation; /**< of its vertices but blocks, of code that is made, where jumps and labels
                                  are vertices; NULL: it is read */
    bool is_part;       /**< it becomes part of a control-flow graph that there is; then blocks stand before
                           constructs, and first in them */
    xb_flow_graph flow; /**< to be looked at: what there is of it */
    uint32_t block;     /**< private: the block that statements go to; XB_GRAPH_NONE: a new one */
    xb_vector pending;  /**< private: edges to what comes next */
    xb_vector exits;    /**< private: edges to the Exit */
    xb_vector open;     /**< private: constructs */
    xb_map labels;      /**< private: by number */
    xb_vector order;    /**< private: uint32_t, vertices in the order of the text */
} xb_body;

/** Begins the body of a routine that is read, with its Entry. */
xb_body xb_body_begin(xb_program *program, xb_scope *scope);

/** Begins the body of a routine that is made, with its Entry. */
xb_body xb_body_begin_made(xb_program *program, xb_scope *scope);

/** Begins code that becomes part of a control-flow graph. */
xb_body xb_body_begin_part(xb_program *program, xb_scope *scope);

/** Begins code within a control-flow graph, which is taken over, before xb_body_go_on(). */
xb_body xb_body_begin_within(xb_program *program, xb_scope *scope, const xb_flow_graph *flow);

/** Whether there is nothing in it. */
bool xb_body_is_empty(const xb_body *body);

/** Where statements (xb_statement) are to be appended, until something else is added. */
xb_list *xb_body_statements(xb_body *body);

/** Appends a statement. */
void xb_body_add(xb_body *body, xb_statement *statement);

/** Appends variable = value, which is taken over. @param id of the statement */
void xb_body_set(xb_body *body, const char *id, xb_symbol *variable, xb_expression *value);

/** Appends variable = number. @param id of the statement */
void xb_body_set_number(xb_body *body, const char *id, xb_symbol *variable, int64_t number);

/** Begins a branch, to be followed by its arms, and to be ended. @param condition taken over @return its
 * vertex */
xb_flow_vertex *xb_body_branch(xb_body *body, xb_expression *condition);

/** Begins an arm of the innermost construct, a branch: for values of the condition, of which 1 is true.
 * @param count 0: for all other values */
void xb_body_arm(xb_body *body, const int64_t *values, size_t count);

/** Begins a branch with the arm that is taken if the condition, which is taken over, is true. @return its
 * vertex */
xb_flow_vertex *xb_body_if(xb_body *body, xb_expression *condition);

/** Begins the arm of the innermost construct, a branch, for all other values of the condition. */
void xb_body_else(xb_body *body);

/** Says of the innermost construct, a branch, that there are no other values than those of its arms. */
void xb_body_no_else(xb_body *body);

/** Gives the arm at hand of the innermost construct an empty block if it has no vertex. @param first also if
 * it is the first arm */
void xb_body_fill(xb_body *body, bool first);

/** Begins a loop, to be ended. @param kind of its vertex @param condition taken over; may be set later
 * @return its vertex */
xb_flow_vertex *xb_body_loop(xb_body *body, xb_kind kind, xb_expression *condition);

/** The vertex of the innermost construct. */
xb_flow_vertex *xb_body_construct(const xb_body *body);

/** Begins a loop: variable = 1, 2, … count. @param count taken over */
void xb_body_count(xb_body *body, xb_symbol *variable, xb_expression *count);

/** Begins a loop: for (variable = first; variable < bound; variable = variable + stride). @param first taken
 * over */
void xb_body_for(xb_body *body, xb_symbol *variable, xb_expression *first, xb_symbol *bound, int64_t stride);

/** Ends the innermost construct. */
void xb_body_end(xb_body *body);

/** How many constructs have been begun, and not ended. */
size_t xb_body_depth(const xb_body *body);

/** Ends constructs until so many are left. */
void xb_body_end_to(xb_body *body, size_t depth);

/** A label, which jumps lead to. Labels have different numbers. */
void xb_body_label(xb_body *body, int64_t number);

/** A jump to a label that comes sooner or later. */
void xb_body_jump(xb_body *body, int64_t number);

/** A jump that is taken if a condition, which is taken over, is true. @return the vertex that tests it */
xb_flow_vertex *xb_body_jump_if(xb_body *body, xb_expression *condition, int64_t number);

/** Leaves the innermost loop if a condition, which is taken over, is true. @return the vertex that tests it
 */
xb_flow_vertex *xb_body_leave_if(xb_body *body, xb_expression *condition);

/** Leaves the routine. */
void xb_body_return(xb_body *body);

/** Adds a graph, whose vertices and edges are shared: control does not come to it yet, nor from it.
 * @return how much the numbers of its vertices grow */
uint32_t xb_body_add_flow(xb_body *body, const xb_flow_graph *flow);

/** Adds a part, of which all constructs have been ended, and goes on in it. */
void xb_body_add_part(xb_body *body, const xb_body *part);

/** Sends control to a vertex that has been added: it does not come to what follows. */
void xb_body_enter(xb_body *body, uint32_t vertex);

/** Has control come to what follows from a vertex that has been added, too. @param edge whose condition value
 * leads there; NULL: none does */
void xb_body_come_from(xb_body *body, uint32_t vertex, const xb_flow_edge *edge);

/** Goes on after a vertex alone, or in it if it is a block. */
void xb_body_go_on(xb_body *body, uint32_t vertex);

/** The one vertex that control comes from, all constructs having been ended. */
uint32_t xb_body_last(const xb_body *body);

/**
 * Ends the body of a routine, of which all constructs have been ended: adds the Exit, drops what control does
 * not come to, and numbers vertices in the order of the text.
 * @param scratch for the work, given back
 */
xb_flow_graph xb_body_finish(xb_body *body, xb_arena *scratch);

/** The vertices that a part of a control-flow graph begins and ends with. */
typedef struct xb_flow_ends {
    uint32_t first, last;
} xb_flow_ends;

/** Adds a part, of which all constructs have been ended, to a control-flow graph; its vertices are shared.
 * @return its ends, which edges are still to lead to and from */
xb_flow_ends xb_body_add_to_flow(const xb_body *part, xb_flow_graph *flow);

/** A graph of some vertices of another one, in an order, with the edges between them.
 * @param order count numbers of vertices */
xb_flow_graph xb_flow_of_vertices(xb_program *program, xb_arena *scratch, const xb_flow_graph *flow,
                                  const uint32_t *order, uint32_t count);

#ifdef __cplusplus
}
#endif

#endif
