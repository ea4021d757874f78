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

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What is known of an edge's label: its value, or nothing. A constant ±1 is called a unit. */
typedef enum xb_label { XB_LABEL_CONSTANT, XB_LABEL_VARIABLE } xb_label;

/** An edge of the input graph. */
typedef struct xb_lcg_edge {
    uint32_t source; /**< the vertex whose value is used, below vertex_count */
    uint32_t target; /**< the vertex that is computed with it, below vertex_count */
    xb_label label;  /**< what is known of the partial derivative of target with respect to source */
    double value;    /**< of a constant label, not 0; else ignored */
} xb_lcg_edge;

/**
 * A linearized computational graph: acyclic, vertices in any order. Several edges from a vertex to another
 * are parallel: the partial derivative is the sum of their labels. A vertex that no independent reaches is
 * constant: its derivatives are 0, and edges out of it contribute nothing.
 */
typedef struct xb_lcg {
    uint32_t vertex_count;     /**< number of vertices, at most XB_LCG_VERTEX_LIMIT */
    const xb_lcg_edge *edges;  /**< the edges; their indices are used in operands */
    size_t edge_count;         /**< number of edges, at most XB_LCG_EDGE_LIMIT */
    const bool *dependent;     /**< for each vertex, whether its derivatives are wanted */
    const bool *independent;   /**< for each vertex, whether derivatives with respect to it are wanted: some
                                  of the vertices without in-edges; NULL if all of these are independents */
    const uint32_t *statement; /**< for each vertex, the number of the statement that computes it; NULL if
                                  nothing is known of statements. Of independents, it doesn't matter */
} xb_lcg;

/** Largest numbers of vertices and edges: indices, and as many copies of dependents, fit 32 bits. */
enum { XB_LCG_VERTEX_LIMIT = 1 << 30, XB_LCG_EDGE_LIMIT = 1 << 30 };

/** Largest number of directions. */
enum { XB_DIRECTION_LIMIT = 1000000000 };

/** What an elimination tries to make small. All but the last eliminate partially. */
typedef enum xb_elimination_objective {
    XB_OBJECTIVE_TOTAL,     /**< multiplications and additions of the accumulation and of propagation */
    XB_OBJECTIVE_SCARCITY,  /**< nontrivial edges of the remainder */
    XB_OBJECTIVE_TAPE,      /**< different variable labels of the remainder: what an adjoint stores */
    XB_OBJECTIVE_OPERATIONS /**< multiplications of a complete elimination */
} xb_elimination_objective;

/** Number of objectives. */
enum { XB_ELIMINATION_OBJECTIVE_COUNT = XB_OBJECTIVE_OPERATIONS + 1 };

/** Which eliminations are tried. */
typedef enum xb_elimination_order {
    XB_ORDER_BEST,      /**< all of them, the best improved by small changes, and the heuristics of the
                           objective; the best is kept */
    XB_ORDER_FORWARD,   /**< vertices in topological order */
    XB_ORDER_REVERSE,   /**< vertices against topological order */
    XB_ORDER_MARKOWITZ, /**< the vertex with the lowest product of degrees; among equals the last one */
    XB_ORDER_USED_ONCE, /**< in reverse order those that are used exactly once, then the others in reverse
                           order */
    XB_ORDER_DESCENT,   /**< the best of these after small changes; not to be asked for */
    XB_ORDER_SEARCHED   /**< what a search found; not to be asked for */
} xb_elimination_order;

/** What a search varies. Each kind of elimination is finer than the one before, and may need fewer products.
 */
typedef enum xb_elimination_kind {
    XB_KIND_VERTICES, /**< orders of vertex eliminations */
    XB_KIND_EDGES,    /**< then sequences of front and back eliminations of edges, from the best order on */
    XB_KIND_FACES     /**< then sequences of face eliminations, from the best of these on */
} xb_elimination_kind;

/** How a search looks around. */
typedef enum xb_search_method {
    XB_SEARCH_ANNEALING,   /**< simulated annealing, the temperature falls geometrically */
    XB_SEARCH_LOGARITHMIC, /**< simulated annealing, the temperature falls with the logarithm of the step */
    XB_SEARCH_RESTARTS,    /**< descent; when it is stuck, again from a disturbed best */
    XB_SEARCH_LOOK_AHEAD   /**< vertex by vertex, the one with which the rest of the order costs least */
} xb_search_method;

/** How far a search is. */
typedef struct xb_search_progress {
    double seconds;           /**< since it began */
    double fraction;          /**< of the budget that is used, 0 to 1 */
    uint64_t steps;           /**< that all chains did */
    uint64_t cost;            /**< of the best order or sequence so far */
    xb_elimination_kind kind; /**< what is varied now */
} xb_search_progress;

/**
 * Processes that do a search together: each takes some of the chains, and all come to the same result, which
 * is that of one process with as many chains. All call xb_eliminate() with the same arguments (but for the
 * rank, the threads and the progress); each function is called by all of them, in the same order.
 */
typedef struct xb_search_team {
    uint32_t rank; /**< number of this process, below size */
    uint32_t size; /**< number of processes */
    void (*sum)(void *context, uint64_t *numbers,
                size_t count); /**< replaces each number by its sum over all processes */
    void (*spread)(void *context, uint32_t from, void *bytes,
                   size_t size); /**< gives all processes the bytes that one of them has */
    void *context;               /**< for the functions */
} xb_search_team;

/** A search for a better complete elimination than the heuristics'. All zero, but for a budget, is valid. */
typedef struct xb_elimination_search {
    xb_elimination_kind kind; /**< what is varied */
    xb_search_method method;  /**< how; XB_SEARCH_LOOK_AHEAD is for vertices */
    uint64_t seed;            /**< of the random numbers */
    uint64_t steps;  /**< budget: changes of an order that each chain tries, and a fiftieth of them for
                        edges and for faces, which take as much longer; 0 is no limit */
    double seconds;  /**< budget: time for each kind up to this one, and again for the proof; 0 is no limit */
    size_t states;   /**< after the search, states of each part that are looked at to find an optimum of this
                        kind,    or prove one; 0 is not to */
    uint32_t chains; /**< searches that run beside each other and now and then go on from the best of
                        them; 0 is 1 */
    uint32_t threads;           /**< that the chains of this process are spread over; 0 is 1 */
    const xb_search_team *team; /**< processes that the chains are spread over; NULL is this one alone */
    bool (*progress)(void *context,
                     const xb_search_progress *progress); /**< called now and then, on the caller's thread, if
                                                              not NULL; false ends the search */
    void *context;                                        /**< for progress */
} xb_elimination_search;

/** Products of edges that a run of an elimination may form unless options say otherwise: more would take more
 * than some 5 GB of memory when they are written down. */
enum { XB_PRODUCT_LIMIT = 1 << 24 };

/** Vertices and edges that each part seems to have in addition, where xb_elimination_options::patience
 * counts.
 */
enum { XB_PATIENCE_SHARE = 100000 };

/** When to end although more could be tried. All zero is never. */
typedef struct xb_elimination_limits {
    double seconds; /**< from the call of xb_eliminate() on, searches not included; 0 is no limit */
    bool (*stop)(void *context); /**< called often, on the caller's thread, if not NULL; true ends what is
                                    tried */
    void *context;               /**< for stop */
} xb_elimination_limits;

/** A chain of filters that chooses one elimination after the other. */
typedef struct xb_heuristic xb_heuristic;

/** A filter, see filter.h. */
typedef struct xb_filter xb_filter;

/** What is wrong with the text of a heuristic. */
typedef struct xb_heuristic_problem {
    const char *message; /**< what */
    const char *hint;    /**< what there is instead, or NULL */
} xb_heuristic_problem;

/**
 * Reads a heuristic such as "vertex:lowest_markowitz,reverse": what it chooses from (vertex; emulated:
 * vertices whose edges are eliminated one by one; edge; face), then filters, each of which keeps the
 * candidates that are best by it.
 * @param more filters besides those of the library, ended by NULL; NULL if there are none. They must outlive
 * the heuristic
 * @param problem receives what is wrong, if something is
 * @return the heuristic, in the arena, or NULL
 */
const xb_heuristic *xb_heuristic_parse(xb_arena *arena, const char *text, const xb_filter *const *more,
                                       xb_heuristic_problem *problem);

/**
 * The names of a target and of a filter that serves it, for number from 0 on.
 * @param more as above
 * @return false behind the last one
 */
bool xb_heuristic_name(const xb_filter *const *more, size_t number, const char **target, const char **filter);

/** What was chosen for earlier graphs, see reuse.h. */
typedef struct xb_reuse xb_reuse;

/** What an elimination does step by step, see history.h. */
typedef struct xb_history xb_history;

/** How an elimination is done. All zero is a valid choice. */
typedef struct xb_elimination_options {
    xb_elimination_objective objective; /**< what to make small */
    xb_elimination_order order;         /**< which orders to try */
    int awareness;    /**< nontrivial edges are: 0 all, 1 those that are no unit, 2 those that are variable;
                         products with a trivial factor (1), of two constants or with a unit (2) are free when
                         complete orders are compared */
    bool maintaining; /**< explore vertex eliminations that prefer keeping the number of nontrivial edges
                         to raising it, as edge eliminations always do */
    size_t budget;    /**< elementary operations that each heuristic may take, shared out to the parts by
                         size; 0 chooses a small multiple of the size, and some more for each part */
    const xb_heuristic *heuristic; /**< runs instead of the orders, if not NULL; one for faces (parts of up to
                                      4000 edges; beyond, the orders run) with XB_OBJECTIVE_OPERATIONS only */
    size_t patience; /**< elementary operations that the heuristic may take on a part, for each of its
                        vertices and edges, and XB_PATIENCE_SHARE more; where it takes longer, the orders run;
                        0 is no limit */
    const xb_elimination_search *search; /**< for XB_OBJECTIVE_OPERATIONS: search on from the best of the
                                            orders; NULL is not to */
    size_t products; /**< that no run may have more of, see XB_PRODUCT_LIMIT, which 0 stands for */
    const xb_elimination_limits *limits; /**< NULL: all is tried that the budget allows */
    size_t directions; /**< that are propagated through the remainder, at most XB_DIRECTION_LIMIT; 0 is 1 */
    bool rerouting;    /**< unless complete: also try steps that subtract and divide, see xb_eliminate() */
    xb_reuse *reuse;   /**< where choices are looked for and remembered; NULL is not to */
    xb_history
        *history; /**< receives what is done step by step, for pictures of small graphs; NULL is not to */
} xb_elimination_options;

/** Where the value of an operand comes from. */
typedef enum xb_operand_kind {
    XB_OPERAND_CONSTANT, /**< value */
    XB_OPERAND_EDGE,     /**< the label of the input edge with this index */
    XB_OPERAND_STEP      /**< the result of the step with this index */
} xb_operand_kind;

/** An operand of a step, or the label of a remainder edge. */
typedef struct xb_operand {
    xb_operand_kind kind; /**< where it comes from */
    size_t index;         /**< of the edge or the step */
    double value;         /**< of a constant, never 0 */
} xb_operand;

/** What a step computes. Only rerouting subtracts and divides. */
typedef enum xb_step_kind {
    XB_STEP_MULTIPLY, /**< a·b */
    XB_STEP_ADD,      /**< a+b */
    XB_STEP_NEGATE,   /**< −a; b is not used */
    XB_STEP_SUBTRACT, /**< a−b */
    XB_STEP_DIVIDE    /**< a/b; b is a constant */
} xb_step_kind;

/** One operation of a Jacobian accumulation expression. Operands refer to earlier steps only. */
typedef struct xb_step {
    xb_step_kind kind; /**< what is computed */
    xb_operand a;      /**< first operand */
    xb_operand b;      /**< second operand, except of XB_STEP_NEGATE */
} xb_step;

/** An edge of the remainder. Vertices are those of the input graph. */
typedef struct xb_remainder_edge {
    uint32_t source;  /**< vertex of the input */
    uint32_t target;  /**< vertex of the input */
    xb_operand label; /**< its partial derivative */
} xb_remainder_edge;

/** What an elimination costs. */
typedef struct xb_elimination_counts {
    size_t multiplications;             /**< multiplications and divisions among the steps */
    size_t additions;                   /**< additions and subtractions among the steps */
    size_t negations;                   /**< changes of sign among the steps */
    size_t structural_multiplications;  /**< products of edges that were formed, folded or not */
    size_t unit_multiplications;        /**< of these, the ones in which neither factor is a unit */
    size_t fill_in;                     /**< edges that were created between vertices that had none */
    size_t propagation_multiplications; /**< to carry one direction through the remainder: edges that are no
                                           unit */
    size_t propagation_additions; /**< to carry one direction: edges beyond the first into each vertex */
    size_t edges;                 /**< edges of the remainder */
    size_t nontrivial_edges;      /**< those that are nontrivial at the awareness that was asked for */
    size_t tape_labels;           /**< different labels of the remainder that are no constants */
} xb_elimination_counts;

/** The result of an elimination. */
typedef struct xb_elimination {
    const xb_step *steps; /**< the accumulation, in an order of execution; each step is needed */
    size_t step_count;    /**< number of steps */
    const xb_remainder_edge
        *edges;        /**< the remainder; no two edges join the same vertices in the same direction */
    size_t edge_count; /**< number of edges of the remainder */
    xb_elimination_counts counts; /**< what it costs */
    size_t lower_bound; /**< after a search: no complete elimination of the kind that was searched has fewer
                           multiplications, as awareness counts them; 0 if nothing is known */
    bool incomplete;    /**< with XB_OBJECTIVE_OPERATIONS: for some part, no complete elimination was found
                           within the limits, and it was eliminated partially, or not at all */
    bool replaced;      /**< a heuristic was asked for, but for some part the orders ran instead, because it
                           took longer than its patience, its line graph got too large, or time ended */
    bool stopped;       /**< a limit on time ended what was tried */
    xb_elimination_order chosen; /**< the order that won; XB_ORDER_BEST if parts of the graph chose
                                    differently or a  heuristic for partial elimination won */
} xb_elimination;

/**
 * Eliminates.
 *
 * Constants are folded: products and sums of constants are constant operands, products with a unit need no
 * multiplication, and a sum that is exactly 0 removes the edge. Parallel edges are added up first of all:
 * these additions are steps, and products of edges are counted as if there was one edge. Vertices from which
 * no dependent is reached, or that no independent reaches, don't count. A dependent that has lost all its
 * in-edges has none in the remainder: its derivatives are 0. A
 * dependent with successors is eliminated as if a copy of it, behind an edge with label 1, were the
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
 * allows complete elimination COMPLETE_AT_MOST times as much (portfolio_partial.c) before it is given up.
 *
 * Rerouting removes an edge from i to k by letting its derivative go through j as well. Pre-routing, over an
 * edge from j to k: c(j,i) += c(k,i)/c(k,j), and c(l,i) -= c(l,j)·c(k,i)/c(k,j) for the other successors l
 * of j. Post-routing, over an edge from i to j: c(k,j) += c(k,i)/c(j,i), and
 * c(k,h) -= c(j,h)·c(k,i)/c(j,i) for the other predecessors h of j. Edges go on to lead to higher numbers if
 * they do in the input. Nothing is divided by a label unless it
 * is a constant: a variable may be 0 when the code is executed. Constants below XB_PIVOT_LIMIT don't do
 * either, whose quotients may overflow, or cancel badly, where the derivatives themselves don't.
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

/** The smallest absolute value of a label that rerouting divides by. */
#define XB_PIVOT_LIMIT 0x1p-10

/** The name of an objective as the tool spells it, such as "total". */
const char *xb_elimination_objective_name(xb_elimination_objective objective);

/** The name of an order as the tool spells it, such as "used-once". */
const char *xb_elimination_order_name(xb_elimination_order order);

/** Number of the orders that can be asked for, XB_ORDER_BEST included. */
enum { XB_ELIMINATION_ORDER_COUNT = XB_ORDER_USED_ONCE + 1 };

#ifdef __cplusplus
}
#endif

#endif
