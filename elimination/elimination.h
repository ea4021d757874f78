/**
 * @file
 * Elimination on linearized computational graphs.
 *
 * A linearized computational graph (LCG) is an acyclic graph whose edges carry local partial derivatives.
 * This library accumulates its Jacobian: it chooses an order of eliminations, and returns the products and
 * sums that this order executes and the graph that is left over, the remainder. It knows nothing of where the
 * graph comes from.
 *
 * In the remainder, the product of the labels along a path, summed over all paths from an independent to a
 * dependent, is the same derivative as in the input. Complete elimination leaves a bipartite remainder (the
 * Jacobian itself); partial elimination stops where derivatives cost least to propagate.
 *
 * What is executed once is the accumulation: the steps. What is executed for each direction (of a tangent or
 * adjoint sweep) is the propagation: a multiplication for each edge of the remainder whose label is no unit,
 * an addition for each edge beyond the first into each vertex.
 *
 * Sources: A. Griewank and A. Walther, Evaluating Derivatives, 2nd ed., SIAM 2008, chapters 9 and 10;
 * A. Lyons, I. Safro and J. Utke, Randomized heuristics for exploiting Jacobian scarcity, Optimization
 * Methods and Software 27(2), 2012.
 */
#ifndef XB_ELIMINATION_ELIMINATION_H
#define XB_ELIMINATION_ELIMINATION_H

#include "elimination/heuristics/filter.h"
#include "elimination/types/graph.h"
#include "elimination/types/options.h"
#include "elimination/types/result.h"
#include "base/arena.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Eliminates.
 *
 * Constants are folded: products and sums of constants are constant operands, products with a unit need no
 * multiplication, and a sum that is exactly 0 removes the edge. Parallel edges are added up first of all:
 * these additions are steps, and products of edges are counted as if there was one edge. Vertices from which
 * no dependent is reached, or that no independent reaches, don't count. A dependent that has lost all its
 * in-edges has none in the remainder: its derivatives are 0. A
 * dependent with successors is eliminated as if a copy of it, after an edge with label 1, were the
 * dependent, and that edge takes part in structural_multiplications; edges of the remainder name the
 * dependent itself.
 *
 * With XB_OBJECTIVE_OPERATIONS, all vertices but the independents and dependents are eliminated, in the order
 * with fewest multiplications (as awareness counts them). The remainder is bipartite.
 *
 * The other objectives choose the partial elimination whose remainder has fewest nontrivial edges
 * (XB_OBJECTIVE_SCARCITY), or fewest different variable labels (XB_OBJECTIVE_TAPE); then the one with fewest
 * multiplications of accumulation and propagation together, then with fewest additions of both, then with
 * fewest edges. XB_OBJECTIVE_TOTAL compares the sum of these multiplications and additions first. The choice
 * is never worse than no elimination, nor than a complete one that the budget allowed. With
 * XB_OBJECTIVE_TOTAL it is also never worse than what is chosen for each statement by itself, and the budget
 * allows complete elimination COMPLETE_AT_MOST times as much (portfolio/partial.c) before it is given up.
 *
 * Rerouting removes an edge from i to k by letting its derivative go through j as well. Pre-routing, over an
 * edge from j to k: c(j,i) += c(k,i)/c(k,j), and c(l,i) -= c(l,j)·c(k,i)/c(k,j) for the other successors l
 * of j. Post-routing, over an edge from i to j: c(k,j) += c(k,i)/c(j,i), and
 * c(k,h) -= c(j,h)·c(k,i)/c(j,i) for the other predecessors h of j. Edges go on to lead to higher numbers if
 * they do in the input. Nothing is divided by a label unless it
 * is a constant: a variable may be 0 when the code is executed. Constants below XB_PIVOT_LIMIT are
 * excluded, too: their quotients may overflow, or cancel badly, where the derivatives themselves don't.
 *
 * Weakly connected parts of the graph are treated one by one. The result depends on the arguments alone,
 * unless a search ends by time or is told to end; threads make no difference. A search never makes it worse.
 * Parts that are too large for a search (see XB_DENSE_LIMIT in dense.h) go without. Time is bounded by the
 * budget, except that XB_OBJECTIVE_OPERATIONS completes: in a small multiple of the time of the cheapest
 * order. No run has more products than options->products, however, and a limit on time ends what is tried;
 * then the best so far is taken. A part for which no order was completed stays as it is, and the result is
 * incomplete.
 *
 * @param arena where the result is allocated
 * @param scratch working memory, another arena; the caller may reset it after the call
 * @param graph the graph
 * @param options how
 * @return the result; NULL if the graph is not as xb_lcg demands (an index out of range, a cycle, an edge
 * into an independent, a constant 0)
 */
const xb_elimination *xb_eliminate(xb_arena *arena, xb_arena *scratch, const xb_lcg *graph,
                                   const xb_elimination_options *options);

#ifdef __cplusplus
}
#endif

#endif
