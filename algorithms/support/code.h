/**
 * @file
 * Code that takes the place of a basic block: statements, and loops and branches among them.
 */
#ifndef XB_ALGORITHMS_SUPPORT_CODE_H
#define XB_ALGORITHMS_SUPPORT_CODE_H

#include "algorithm/algorithm.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Code under construction; starts zeroed. */
typedef struct xb_code {
    xb_list pieces; /**< private: statements, and the loop or branch after them */
} xb_code;

/** Whether there is nothing in it. */
bool xb_code_is_empty(const xb_code *code);

/** Where statements (xb_statement) are to be appended, until the next loop or branch is. */
xb_list *xb_code_statements(xb_program *program, xb_code *code);

/** Appends a loop: variable = 1, 2, … count. @param count taken over @return its body, empty */
xb_code *xb_code_add_loop(xb_program *program, xb_code *code, xb_symbol *variable, xb_expression *count);

/** Appends a branch with one arm. @param condition taken over @return the arm, empty */
xb_code *xb_code_add_branch(xb_program *program, xb_code *code, xb_expression *condition);

/** The vertices that code begins and ends with. */
typedef struct xb_code_ends {
    uint32_t first, last;
} xb_code_ends;

/** Adds code to a control-flow graph. @return its ends, which edges are still to lead to and from */
xb_code_ends xb_code_add_to_flow(xb_program *program, xb_flow_graph *flow, xb_scope *scope,
                                 const xb_code *code);

#ifdef __cplusplus
}
#endif

#endif
