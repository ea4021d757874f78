/**
 * @file
 * Optimal vertex elimination as an integer program.
 */
#ifndef XB_ELIMINATION_TOOL_LP_H
#define XB_ELIMINATION_TOOL_LP_H

#include "elimination/elimination.h"
#include "base/output.h"

/**
 * Writes a program in CPLEX LP format whose optimum is the least number of structural multiplications of
 * vertex elimination.
 *
 * o_u_v says that u is eliminated before v; it is 1 for a terminal v. f_i_k says that there is an edge from i
 * to k at some time while both are there, t_i_j_k that the elimination of j multiplies for i and k: t ≥ f_i_j
 * + f_j_k + o_j_i + o_j_k − 3 and f_i_k ≥ t. The order is made one by o_u_v + o_v_w − o_u_w ≤ 1. Only the
 * order has to be integer.
 *
 * After J. Chen, P. Hovland, T. Munson and J. Utke, An integer programming approach to optimal derivative
 * accumulation, in Recent Advances in Algorithmic Differentiation, LNCSE 87, 2012.
 *
 * @return whether the graph is as xb_lcg demands
 */
bool tool_lp_write(xb_output *output, xb_arena *scratch, const xb_lcg *graph);

#endif
