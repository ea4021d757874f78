/**
 * @file
 * What the copies of IR share. Not installed.
 */
#ifndef XB_IR_COPY_INTERNAL_H
#define XB_IR_COPY_INTERNAL_H

#include "ir/build.h"
#include "ir/version.h"

/** Copies what stands for nodes in the derived view, with other symbols if need be. */
typedef struct xb_copier {
    xb_program *program;
    xb_symbol_replacement *symbol; /**< NULL: all stay */
    void *context;                 /**< passed to symbol */
    xb_statement_choice *keeps;    /**< which statements of blocks are copied; NULL: all */
    void *choice;                  /**< passed to keeps */
    bool takes; /**< assignments and propagators that algorithms have made, with all that is in them, become
                   part of the copy themselves */
} xb_copier;

/** A node of the same kind and contents, with an index of its own and without slots. @param size of the node
 */
void *xb_copy_node(xb_program *program, const void *original, size_t size);

/** Copies a vertex with all that belongs to it, see xb_copy_vertex(). */
xb_vertex *xb_copier_vertex(const xb_copier *copier, const xb_vertex *original);

/** Copies an expression, see xb_copy_expression(). */
xb_expression *xb_copier_expression(const xb_copier *copier, const xb_expression *original);

/** Gives a symbol, which shares the declaration of another one, a copy of that. */
void xb_copier_declaration(const xb_copier *copier, xb_symbol *symbol);

/** Copies a control-flow graph with all that is in it. Blocks in one scope go to another.
 * @param from scope of blocks @param to scope of their copies */
xb_flow_graph xb_copier_flow(const xb_copier *copier, const xb_flow_graph *flow, const xb_scope *from,
                             xb_scope *to);

/** Copies formal arguments, and the lists of side effects, from a routine to another one. */
void xb_copier_interface(const xb_copier *copier, const xb_routine *from, xb_routine *to);

#endif
