/**
 * @file
 * Control-flow reversal: what the taping sweep records about the way that control takes, and a control-flow
 * graph that takes it backward. Knows nothing of derivatives.
 *
 * Structured control flow is mirrored: a block becomes its counterpart, a branch and its EndBranch exchange
 * their roles, and so do a loop and its EndLoop. At the end of each arm its number is pushed, which selects
 * the arm on the way back; rounds of a loop are counted, and their number pushed after it, which the loop
 * back counts.
 *
 * Unstructured control flow is reversed by the sequence of its blocks: each pushes its number, and a loop
 * back pops them until it finds the one that was pushed at the entry.
 *
 * What has nothing to be done on the way back is left out, and not recorded.
 *
 * Source: U. Naumann, J. Utke, A. Lyons, M. Fagan: Control flow reversal for adjoint code generation, SCAM
 * 2004.
 */
#ifndef XB_ALGORITHMS_CONTROLFLOWREVERSAL_FLOW_H
#define XB_ALGORITHMS_CONTROLFLOWREVERSAL_FLOW_H

#include "algorithms/taping/homes.h"
#include "ir/body.h"

/** A control flow to be reversed. */
typedef struct xb_flow_reversal {
    xb_program *program;
    xb_arena *scratch;
    xb_routine *taping;  /**< the taping version; its flow gets what is recorded */
    xb_routine *adjoint; /**< the adjoint version; its flow is made */
    const xb_tape *tape;
    const xb_body *blocks;           /**< by vertex of the taping version: the adjoint of a block */
    const xb_constructs *constructs; /**< of the taping version; NULL: it is not structured */
    const uint32_t *idle; /**< by vertex: head of the outermost branch or loop around it, or the vertex
                             itself, whose blocks have no adjoint; XB_GRAPH_NONE: there is none */
    const xb_loop_back *const *loops; /**< by vertex: how a loop is run backward; NULL: rounds are counted */
    xb_expression *const *conditions; /**< by vertex: what selects the arm of a branch on the way back as it
                                         did on the way there; NULL: arms are numbered */
    const xb_taped_loop *taped_loops; /**< by vertex: what else is pushed after a loop, and computed in the
                                         loop back */
    const xb_tape_segment *at_end;    /**< what else is pushed at the end */
    xb_list first;                    /**< xb_statement: what is done first on the way there */
    bool combined; /**< both sweeps are in one routine: what is recorded where control comes once is kept in
                      variables */
    xb_list first_back; /**< xb_statement: what is done first on the way back, after the pops of
                           what is pushed at the end */
} xb_flow_reversal;

/** Reverses the control flow. */
void xb_reverse_flow(const xb_flow_reversal *reversal);

/** A graph with a block after the entry; the graph itself if there are no statements. @param statements
 * xb_statement, taken over */
xb_flow_graph xb_flow_after_entry(xb_program *program, xb_scope *scope, const xb_flow_graph *flow,
                                  xb_list statements);

/* Private: the two ways. */

/** Whether what is recorded at a vertex is kept in variables. */
bool xb_flow_keeps(const xb_flow_reversal *reversal, uint32_t vertex);

/** What is done first on the way back. */
xb_list xb_flow_first_back(const xb_flow_reversal *reversal);

/** Reverses structured control flow. */
void xb_flow_mirror(const xb_flow_reversal *reversal);

/** Reverses any control flow by the sequence of its blocks. */
void xb_flow_record_blocks(const xb_flow_reversal *reversal);

#endif
